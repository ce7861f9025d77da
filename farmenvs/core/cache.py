"""Numba's cache of a kernel, made sound, forgiving and quick.

Numba trusts what it finds on disk: code of which a block is damaged still unpickles, and then
crashes the process, at every start.  Whatever goes wrong while it reads or writes comes through,
as if a cache were needed.  And it gets ready to compile before it looks whether it must.

This module and `core.parts` reach into Numba.  Its caching has no public interface: used are the
classes below, `_load_overload` of one of them, and a kernel's attribute `_cache`.  Where a Numba
lacks one of these, kernels are kept as it keeps them: see `keep`, and `jit.compiler`, which does
without this module.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import pickle
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache
from numba.core.serialize import dumps

log = logging.getLogger("farmenvs")


class SummedImpl(CompileResultCacheImpl):  # type: ignore[misc]  # Numba's classes have no types
    """What Numba keeps of a compiled function, with a checksum."""

    def reduce(self, data: Any) -> tuple[bytes, bytes]:
        """Return the checksum and the content of an entry."""
        content = dumps(super().reduce(data))
        return hashlib.sha256(content).digest(), content

    def rebuild(self, target_context: Any, payload: tuple[bytes, bytes]) -> Any:
        """Return the compiled function of an entry; a ValueError if it is damaged."""
        checksum, content = payload
        if hashlib.sha256(content).digest() != checksum:
            raise ValueError("its checksum is another")
        return super().rebuild(target_context, pickle.loads(content))


class KernelCache(FunctionCache):  # type: ignore[misc]  # the same
    """A cache from which nothing damaged comes, and without which a kernel works as well.

    What can't be read is compiled anew, what can't be written is used: a disk was full, or is.
    """

    _impl_class = SummedImpl

    # `load_overload` first gets Numba ready to compile: it imports all that Numba can compile, and
    # SciPy where there is one.  What has been compiled needs none of it, and a start half the time.
    look_up = FunctionCache._load_overload

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the function compiled for a signature, or None."""
        try:
            found = self.look_up(sig, target_context)
            if found is not None and found.signature.args != tuple(sig):
                raise ValueError("its index names another signature")
        except Exception as error:  # unpickling raises anything
            log.info("%s is damaged and made anew: %r", self.cache_path, error)
            with contextlib.suppress(OSError):
                self.flush()
            return None
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the function compiled for a signature, if possible."""
        try:
            super().save_overload(sig, data)
        except Exception as error:  # a full disk, and an index that is damaged still
            log.info("%s can't be written: %r", self.cache_path, error)


def keep(kernel: Any) -> None:
    """Let a compiled function be kept in `numba.config.CACHE_DIR`."""
    if type(getattr(kernel, "_cache", None)) is NullCache:
        kernel._cache = KernelCache(kernel.py_func)
    else:
        kernel.enable_caching()
