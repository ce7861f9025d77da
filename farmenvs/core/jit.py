"""Plain functions in, kernels out: interpreted or compiled, side by side, from the same source.

`bind` rebuilds the drivers, and every function that they reach, around the same code objects, with
a game's verbs in the place of the contract's stubs.  So tracebacks, breakpoints and coverage show
the real files, and no overload and no change of `sys.modules` is needed; of Numba's private parts,
some compiler options (see `options`), the cache of a kernel (see `core.cache`), and what becomes of
a function that only kernels call (see `core.parts`).

Numba's own cache key sees the file in which a function stands, not the files of its callees nor
frozen tables; closures over kernels never hit the cache.  Hence the cache directory is named by a
hash of all code and tables that the kernels are made of, and the drivers are rebuilt per game
instead of taking functions as arguments.

Environment variables, read when a game's kernels are first needed:

* `FARMENVS_JIT=0`: interpreted (debugger, coverage, overflow checks).
* `FARMENVS_CHECK=1`: bounds checks, and legality asserts in the drivers.
* `FARMENVS_CACHE`: where compiled kernels are kept; else `farmenvs` in `$XDG_CACHE_HOME` (if that
  is absolute) or `~/.cache`.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import operator
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Mapping
from enum import EnumMeta
from pathlib import Path
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeGuard

import numpy as np

from farmenvs.core import contract, driver, players, rng, single

DRIVERS = (driver, players, single)
"""The modules with functions that Python calls."""

CORE_PACKAGE = contract.__name__.rpartition(".")[0]
log = logging.getLogger("farmenvs")
_making = threading.Lock()
_warned = False

REMEDY = "set FARMENVS_CACHE to a directory that is writable"

Wrap = Callable[[FunctionType, bool], Callable[..., Any]]
Verbs = Mapping[str, FunctionType]


def reach(package: str, verbs: Verbs) -> dict[FunctionType, dict[str, FunctionType]]:
    """Return every function that kernels are made of, with the functions it uses by name.

    Begins at the drivers that Python calls; whoever is used stands before whoever uses it.

    Args:
        package: Dotted name of the game's package.  Kernels may use functions of it and of
            `farmenvs.core`, and no others.
        verbs: The game's functions by the names of `contract.VERBS`.

    Raises:
        TypeError: If a function is recursive, a closure, or uses one from elsewhere.
    """
    ours = (f"{CORE_PACKAGE}.", f"{package}.")
    found: dict[FunctionType, dict[str, FunctionType]] = {}
    begun: set[FunctionType] = set()

    def visit(f: FunctionType) -> None:
        if f in found:
            return
        if f in begun:
            raise TypeError(f"{f.__module__}.{f.__name__} is recursive; kernels may not be")
        if f.__closure__:
            raise TypeError(f"{f.__module__}.{f.__name__} is a closure; kernels may not be")
        begun.add(f)
        uses = {}
        for name in f.__code__.co_names:
            x = f.__globals__.get(name)
            if isinstance(x, FunctionType):
                if not f"{x.__module__}.".startswith(ours):
                    raise TypeError(
                        f"{f.__module__}.{f.__name__} may not use {x.__module__}.{name}"
                    )
                uses[name] = verbs[name] if x.__module__ == contract.__name__ else x
                visit(uses[name])
        found[f] = uses

    for module in DRIVERS:
        for f in vars(module).values():
            if is_entry(f):
                visit(f)
    return found


def bind(package: str, verbs: Verbs, wrap: Wrap, checked: bool = False) -> SimpleNamespace:
    """Rebuild the drivers and every function they reach with a game's verbs as globals.

    Args:
        package: As in `reach`.
        verbs: As in `reach`.
        wrap: What to make of a rebuilt function, for example `numba.njit(f)`; it is told whether
            the function is called from Python, or by kernels only.
        checked: The value of `contract.CHECKED` inside.

    Returns:
        A namespace with the kernels that are called from Python: those functions of `DRIVERS` whose
        first argument is `cfg1`.

    Raises:
        TypeError: As `reach` does.
    """
    built: dict[FunctionType, Any] = {}
    for f, uses in reach(package, verbs).items():
        names = {**f.__globals__, **{name: built[used] for name, used in uses.items()}}
        if "CHECKED" in f.__code__.co_names:
            names["CHECKED"] = checked
        g = FunctionType(f.__code__, names, f.__name__, f.__defaults__)
        g.__qualname__, g.__module__, g.__doc__ = f"{package}.{f.__name__}", f.__module__, f.__doc__
        built[f] = wrap(g, is_entry(f))
    return SimpleNamespace(**{f.__name__: kernel for f, kernel in built.items() if is_entry(f)})


def is_entry(f: object) -> TypeGuard[FunctionType]:
    """Return whether `f` is a driver that is called from Python; its arrays come from there."""
    return (
        isinstance(f, FunctionType)
        and f.__module__ in {module.__name__ for module in DRIVERS}
        and f.__code__.co_varnames[:1] == ("cfg1",)
    )


def interpreted(f: FunctionType, entry: bool) -> Callable[..., Any]:
    """Leave `f` as it is; only `rng` may overflow (its uint64 arithmetic wraps on purpose)."""
    return np.errstate(over="ignore")(f) if f.__module__ == rng.__name__ else f


def fingerprint(package: str, verbs: Verbs) -> str:
    """Return a hash of all that a game's kernels are made of.

    That is the code of each function and the values of the globals that it names: Numba freezes
    both.  What counts is what was imported, not what the files hold by now.
    """
    digest = hashlib.sha256()

    def add(x: Any) -> None:
        if isinstance(x, np.ndarray):
            add((str(x.dtype), x.shape))
            digest.update(x.tobytes())
        elif isinstance(x, CodeType):
            add((x.co_code.hex(), x.co_consts, x.co_names, x.co_varnames))
        elif isinstance(x, EnumMeta):
            members: dict[str, Any] = dict(x.__members__)
            add(tuple((name, member.value) for name, member in members.items()))
        elif isinstance(x, tuple | frozenset):
            digest.update(b"(")
            for item in x if isinstance(x, tuple) else sorted(x, key=repr):
                add(item)
            digest.update(b")")
        elif hasattr(x, "__name__"):  # a function, type or module: named, not described
            add((getattr(x, "__module__", ""), x.__name__))
        else:
            digest.update(f"{x!r},".encode())

    add((repr(options(False)), repr(options(True))))
    for f in reach(package, verbs):
        named = [(name, f.__globals__.get(name)) for name in f.__code__.co_names]
        modules = [x for _, x in named if isinstance(x, ModuleType)]
        named += [(k, vars(m).get(k)) for m in modules for k in f.__code__.co_names]
        add((f.__module__, f.__qualname__, f.__code__, f.__defaults__, tuple(named)))
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Return the directory that holds the compiled kernels of all versions.

    Raises:
        OSError: If there is no home directory that it could be in: one line that says what to do.
    """
    base = os.environ.get("FARMENVS_CACHE")
    if not base:
        home = Path(os.environ.get("XDG_CACHE_HOME", ""))
        # its specification wants a relative one ignored
        base = str((home if home.is_absolute() else Path("~/.cache")) / "farmenvs")
    try:
        return Path(base).expanduser().absolute()
    except RuntimeError:
        raise OSError(f"there is no home directory for {base}: {REMEDY}") from None


def cache_dir(package: str, verbs: Verbs, check: bool = False) -> Path:
    """Return the cache directory for exactly these kernels, made and tried to be writable.

    Numba must not be left to find out: it falls back to `__pycache__`, whose key misses edits, or
    raises.

    Raises:
        OSError: If it can't be made or written: one line that says what to do.
    """
    root = cache_root()
    path = root / fingerprint(package, verbs) / (package + "-check" * check)
    try:
        path.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path).close()
    except OSError:
        raise OSError(f"{root} is not writable: {REMEDY}") from None
    return path


def clear_cache() -> Path:
    """Remove the compiled kernels of all versions; return where they were.

    Raises:
        OSError: As `cache_root` does.
    """
    root = cache_root()
    for path in root.glob("*"):
        if path.is_dir() and re.fullmatch("[0-9a-f]{16}", path.name):  # ours: a fingerprint
            shutil.rmtree(path, ignore_errors=True)
    return root


def flag(name: str, default: bool) -> bool:
    """Return the environment variable `name` as a bool; only 0 and 1 are values."""
    value = os.environ.get(name, "")
    if value not in ("", "0", "1"):
        raise ValueError(f"{name} must be 0 or 1, not {value!r}")
    return default if value == "" else value == "1"


def load(
    package: str,
    verbs: Verbs,
    jit: bool | None = None,
    check: bool | None = None,
) -> SimpleNamespace:
    """Return the kernels of a game, made once per process and kind.

    Args:
        package: Dotted name of the game's package.
        verbs: The game's functions by name.
        jit: Compiled or interpreted; None takes `FARMENVS_JIT` (default compiled).  Numba's own
            switch, `NUMBA_DISABLE_JIT`, counts before both.
        check: With bounds checks and legality asserts; None takes `FARMENVS_CHECK` (default
            without).
    """
    jit = flag("FARMENVS_JIT", True) if jit is None else jit
    check = flag("FARMENVS_CHECK", False) if check is None else check
    if jit:
        from numba import config

        jit = not config.DISABLE_JIT
    with _making:  # once, whatever the threads; and Numba's settings are changed meanwhile
        return _load(package, tuple(verbs.items()), jit, check)


@functools.cache
def _load(
    package: str, verbs: tuple[tuple[str, FunctionType], ...], jit: bool, check: bool
) -> SimpleNamespace:
    if not jit:
        return bind(package, dict(verbs), interpreted, check)
    from numba import config

    functions = dict(verbs)
    # Numba can't keep what has no source file, such as a game in a notebook.
    keep = all(Path(f.__code__.co_filename).is_file() for f in functions.values())
    path = None
    try:
        path = cache_dir(package, functions, check) if keep else None
    except OSError as error:
        _warn_once(error)
    else:
        if path is None or not any(path.iterdir()):
            log.info("compiling %s: a few seconds%s", package, ", once" if path else "")
    before, config.CACHE_DIR = config.CACHE_DIR, str(path or "")
    try:  # Numba reads CACHE_DIR while it decorates, never later
        return bind(package, functions, compiler(path is not None, check), check)
    finally:
        config.CACHE_DIR = before


def options(check: bool) -> dict[str, Any]:
    """Return what Numba is told of every kernel.

    Args:
        check: With bounds checks.
    """
    return {
        "nogil": True,
        "boundscheck": check,
        # Only a checked build asks at each division for a zero divisor.
        "error_model": "python" if check else "numpy",
        # Kernels allocate nothing, so Numba's runtime need not count references to arrays: its
        # atomic counters took a third of a batch step.  An allocation fails to compile.
        "_nrt": False,
        # Nor are they called from C.
        "no_cfunc_wrapper": True,
    }


def compiler(cache: bool, check: bool) -> Wrap:
    """Return what makes a compiled kernel of a function.

    Args:
        cache: Keep what was compiled, in `numba.config.CACHE_DIR`.
        check: With bounds checks.
    """
    from numba import njit

    keep: Callable[[Any], None]
    try:
        from farmenvs.core.cache import keep
    except (ImportError, AttributeError) as error:
        log.info("compiled kernels have no checksums with this Numba: %s", error)
        keep = operator.methodcaller("enable_caching")
    # Without the code around a kernel that Python calls, a game compiles in three quarters of the
    # time.  What has none must not be called: hence `is_entry`.
    inner: dict[str, Any] = {"no_cpython_wrapper": True}
    try:
        from farmenvs.core.parts import PartCompiler
    except ImportError as error:
        log.info("kernels are compiled slowly with this Numba: %s", error)
    else:
        inner["pipeline_class"] = PartCompiler

    def compiled(f: FunctionType, entry: bool) -> Callable[..., Any]:
        kernel: Callable[..., Any] = njit(**({} if entry else inner), **options(check))(f)
        if cache and entry:
            keep(kernel)
        return kernel

    return compiled


def _warn_once(error: OSError) -> None:
    global _warned
    if not _warned:
        log.warning("farmenvs compiles in memory, at each start: %s", error)
        _warned = True
