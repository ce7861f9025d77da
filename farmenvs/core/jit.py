"""Plain functions in, kernels out: interpreted or compiled, side by side, from the same source.

`bind` rebuilds the drivers, and every function that they reach, around the same code objects, with
a game's verbs in the place of the contract's stubs.  So tracebacks, breakpoints and coverage show
the real files, and no overload and no change of `sys.modules` is needed; of Numba's private parts,
one compiler option (see `_load`).

Numba's own cache key sees the file in which a function stands, not the files of its callees nor
frozen tables; closures over kernels never hit the cache.  Hence the cache directory is named by a
hash of all that kernels are made of, and the drivers are rebuilt per game instead of taking
functions as arguments.

Environment variables, read when a game's kernels are first needed:

* `FARMENVS_JIT=0`: interpreted (debugger, coverage, overflow checks).
* `FARMENVS_CHECK=1`: bounds checks, and legality asserts in the drivers.
* `FARMENVS_CACHE`: where compiled kernels are kept; else `farmenvs` in `$XDG_CACHE_HOME` or
  `~/.cache`.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import logging
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from farmenvs.core import contract, driver, rng

CORE = Path(__file__).resolve().parent
CORE_PACKAGE = contract.__name__.rpartition(".")[0]
SOURCES = {".py", ".toml", ".json"}
log = logging.getLogger("farmenvs")
_decorating = threading.Lock()
_warned = False

Wrap = Callable[[FunctionType, bool], Callable[..., Any]]


def bind(
    package: str, verbs: Mapping[str, FunctionType], wrap: Wrap, checked: bool = False
) -> SimpleNamespace:
    """Rebuild the drivers and every function they reach with a game's verbs as globals.

    Args:
        package: Dotted name of the game's package.  Kernels may use functions of it and of
            `farmenvs.core`, and no others.
        verbs: The game's functions by the names of `contract.VERBS`.
        wrap: What to make of a rebuilt function, for example `numba.njit(f)`; it is told whether
            the function is called from Python, or by kernels only.
        checked: The value of `contract.CHECKED` inside.

    Returns:
        A namespace with the kernels that are called from Python: those functions of `core.driver`
        whose first argument is `cfg1`.

    Raises:
        TypeError: If a function is recursive, or uses one from elsewhere; kernels may not.
    """
    ours = (f"{CORE_PACKAGE}.", f"{package}.")
    built: dict[FunctionType, Any] = {}

    def rebuild(f: FunctionType) -> Any:
        if f in built:
            if built[f] is None:
                raise TypeError(f"{f.__module__}.{f.__name__} is recursive; kernels may not be")
            return built[f]
        built[f] = None
        g = FunctionType(f.__code__, dict(f.__globals__), f.__name__, f.__defaults__)
        g.__qualname__, g.__module__, g.__doc__ = f"{package}.{f.__name__}", f.__module__, f.__doc__
        for k in f.__code__.co_names:
            x = g.__globals__.get(k)
            if isinstance(x, FunctionType):
                if not f"{x.__module__}.".startswith(ours):
                    raise TypeError(f"{g.__module__}.{f.__name__} may not use {x.__module__}.{k}")
                g.__globals__[k] = rebuild(verbs[k] if x.__module__ == contract.__name__ else x)
        if "CHECKED" in f.__code__.co_names:
            g.__globals__["CHECKED"] = checked
        built[f] = wrap(g, f in entries)
        return built[f]

    entries = [f for f in vars(driver).values() if is_entry(f)]
    return SimpleNamespace(**{f.__name__: rebuild(f) for f in entries})


def is_entry(f: object) -> bool:
    """Return whether `f` is a driver that is called from Python; its arrays come from there."""
    return isinstance(f, FunctionType) and f.__code__.co_varnames[:1] == ("cfg1",)


def interpreted(f: FunctionType, entry: bool) -> Callable[..., Any]:
    """Leave `f` as it is; only `rng` may overflow (its uint64 arithmetic wraps on purpose)."""
    return np.errstate(over="ignore")(f) if f.__module__ == rng.__name__ else f


@functools.cache
def fingerprint(package: str) -> str:
    """Return a hash of every source and data file that a game's kernels can come from.

    Those are `farmenvs.core` and the game's own package: `bind` lets kernels use nothing else.
    """
    digest = hashlib.sha256()
    spec = importlib.util.find_spec(package)
    homes = (spec.submodule_search_locations if spec else None) or ()
    for root in (CORE, *map(Path, homes)):
        for file in sorted(root.rglob("*")):
            if file.suffix in SOURCES:
                name = file.relative_to(root).as_posix()
                digest.update(f"{name}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Return the directory that holds the compiled kernels of all versions."""
    base = os.environ.get("FARMENVS_CACHE")
    if base:
        return Path(base)
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path("~/.cache").expanduser()) / "farmenvs"


def cache_dir(package: str, check: bool = False) -> Path | None:
    """Return the cache directory for exactly these sources, made and tried to be writable, or None.

    Numba must not be left to find out: it falls back to `__pycache__`, whose key misses edits, or
    raises.
    """
    path = cache_root() / fingerprint(package) / (package + "-check" * check)
    try:
        path.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path).close()
    except OSError:
        return None
    return path


def clear_cache() -> Path:
    """Remove the compiled kernels of all versions; return where they were."""
    root = cache_root()
    for path in root.glob("*"):
        if path.is_dir() and len(path.name) == 16:  # ours: named by a fingerprint
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
    verbs: Mapping[str, FunctionType],
    jit: bool | None = None,
    check: bool | None = None,
) -> SimpleNamespace:
    """Return the kernels of a game, made once per process and kind.

    Args:
        package: Dotted name of the game's package.
        verbs: The game's functions by name.
        jit: Compiled or interpreted; None takes `FARMENVS_JIT` (default compiled).
        check: With bounds checks and legality asserts; None takes `FARMENVS_CHECK` (default
            without).
    """
    jit = flag("FARMENVS_JIT", True) if jit is None else jit
    check = flag("FARMENVS_CHECK", False) if check is None else check
    return _load(package, tuple(verbs.items()), jit, check)


@functools.cache
def _load(
    package: str, verbs: tuple[tuple[str, FunctionType], ...], jit: bool, check: bool
) -> SimpleNamespace:
    if not jit:
        return bind(package, dict(verbs), interpreted, check)
    from numba import config

    if config.DISABLE_JIT:
        return bind(package, dict(verbs), interpreted, check)
    path = cache_dir(package, check)
    if path is None:
        _warn_once()
    elif not any(path.iterdir()):
        log.info("compiling %s: a few seconds, once", package)
    with _decorating:  # numba reads CACHE_DIR while it decorates, never later
        before, config.CACHE_DIR = config.CACHE_DIR, str(path or "")
        try:
            return bind(package, dict(verbs), compiler(path is not None, check), check)
        finally:
            config.CACHE_DIR = before


def compiler(cache: bool, check: bool) -> Wrap:
    """Return what makes a compiled kernel of a function.

    Args:
        cache: Keep what was compiled, in `numba.config.CACHE_DIR`.
        check: With bounds checks.
    """
    from numba import njit

    def compiled(f: FunctionType, entry: bool) -> Callable[..., Any]:
        kernel: Callable[..., Any] = njit(
            cache=cache,
            nogil=True,
            boundscheck=check,
            # Only a checked build asks at each division for a zero divisor.
            error_model="python" if check else "numpy",
            # Kernels allocate nothing, so Numba's runtime need not count references to arrays: its
            # atomic counters took a third of a batch step.  An allocation fails to compile.
            _nrt=False,
            # The code around a kernel that Python or C calls; without it a game compiles in three
            # quarters of the time.  What has none must not be called: hence `is_entry`.
            no_cpython_wrapper=not entry,
            no_cfunc_wrapper=True,
        )(f)
        return kernel

    return compiled


def _warn_once() -> None:
    global _warned
    if not _warned:
        log.warning(
            "farmenvs compiles in memory, at each start: %s is not writable "
            "(set FARMENVS_CACHE to a directory that is)",
            cache_root(),
        )
        _warned = True
