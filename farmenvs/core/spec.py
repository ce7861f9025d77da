"""Named parts of observations and actions: sizes, offsets, tables, decoding from one list."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Piece:
    """A named part of a flat vector.

    Attributes:
        name: Short and unique within its layout.
        shape: Shape of the part; `()` is one entry.
        doc: What the entries mean, for the generated tables.
    """

    name: str
    shape: tuple[int, ...]
    doc: str

    @property
    def size(self) -> int:
        """Number of entries."""
        return math.prod(self.shape)


@dataclass(frozen=True)
class Layout:
    """Pieces one behind the other: the layout of an observation [F] or of the actions [A]."""

    pieces: tuple[Piece, ...]

    def __post_init__(self) -> None:
        names = [piece.name for piece in self.pieces]
        if len(set(names)) != len(names):
            raise ValueError(f"pieces need unique names, got {names}")

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    @cached_property
    def size(self) -> int:
        """Length of the vector."""
        return sum(piece.size for piece in self.pieces)

    @cached_property
    def slices(self) -> dict[str, slice]:
        """Where each piece lies, by name."""
        found, begin = {}, 0
        for piece in self.pieces:
            found[piece.name] = slice(begin, begin + piece.size)
            begin += piece.size
        return found

    def split(self, vector: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Return views on the pieces of `vector` [..., F] by name, each `[..., *shape]`.

        Raises:
            ValueError: If the last axis is not F long.
        """
        vector = np.asarray(vector)
        if vector.ndim == 0 or vector.shape[-1] != self.size:
            raise ValueError(
                f"expected a last axis of length {self.size}, got shape {vector.shape}"
            )
        return {
            piece.name: vector[..., self.slices[piece.name]].reshape(
                vector.shape[:-1] + piece.shape
            )
            for piece in self.pieces
        }

    def locate(self, index: int) -> tuple[Piece, tuple[int, ...]]:
        """Return the piece in which entry `index` lies, and where in it.

        Raises:
            IndexError: If there is no such entry.
        """
        for piece in self.pieces:
            part = self.slices[piece.name]
            if part.start <= index < part.stop:
                where = np.unravel_index(index - part.start, piece.shape)
                return piece, tuple(int(k) for k in where)
        raise IndexError(f"no entry {index} in a layout of {self.size}")

    def rows(self) -> list[tuple[str, str, str, str]]:
        """Return the documentation table: (entries, name, shape, meaning) a piece."""
        table = []
        for piece in self.pieces:
            if not piece.size:
                continue
            part = self.slices[piece.name]
            last = part.stop - 1
            entries = str(part.start) if last == part.start else f"{part.start}–{last}"
            shape = "×".join(map(str, piece.shape)) or "1"
            table.append((entries, piece.name, shape, piece.doc))
        return table
