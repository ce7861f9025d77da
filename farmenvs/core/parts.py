"""Functions that only kernels call, as Numba compiles them: made machine code within those alone.

Numba optimises every function with all that it calls and makes machine code of it, and does so
again in whoever calls it.  Down a chain of calls from a batch to a rule that is ten times the same
code, and only the kernels that Python calls are ever run.  So the others stay as they were lowered:
half of the time that the largest game takes to compile, a third of the others', and kernels as
fast.

Nor are they kept on disk: whoever needs another kernel of a game later types its parts again.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class Part(JITCodeLibrary):  # type: ignore[misc]  # Numba's classes have no types
    """The code of a function and of all that it calls, to be linked into kernels."""

    def _optimize_final_module(self) -> None:
        """Leave that to the kernels."""

    def _finalize_final_module(self) -> None:
        """Make no machine code."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no such function for Python to call."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """Where the environment of a function is set; without machine code it has no place."""
        return NoEnvironment


class NoEnvironment:
    """Sets no environment; kernels that need none get by without: no part makes an object."""

    @staticmethod
    def set_env(name: str, env: Any) -> None:
        """Do nothing."""


class PartCompiler(Compiler):  # type: ignore[misc]  # the same
    """Numba's compiler, with a `Part` for what it makes."""

    def define_pipelines(self) -> Any:
        """Return the passes, before the first of which there is a place for the code."""
        name = self.state.func_id.func_qualname
        self.state.library = Part(self.state.targetctx.codegen(), name)
        return super().define_pipelines()
