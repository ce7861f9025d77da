"""What a seat has learned in a game so far: its information state, and the history it could see."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from farmenvs.core.visibility import AT_ONCE, declared_rows, row_of

if TYPE_CHECKING:
    from farmenvs.core.state import State

CHAIN_BYTES = 16
"""Length of an information-state chain."""


def chain(state: State, p: int) -> bytes:
    """Return a chain of hashes, [CHAIN_BYTES], equal exactly when what seat `p` saw and did was.

    Over the seat's own actions and the bytes of its concealed state wherever they changed.
    """
    base, now = state._base, state._begun()
    seen = now._concealed(p, "recall").tobytes()
    link = base.chain if base is not None and base.observer == p else None
    if link is None:
        link = _link(b"", b"begin", seen)
    for actor, event in state._events():
        now.apply_action(event)
        before, seen = seen, now._concealed(p, "recall").tobytes()
        if actor == p:
            link = _link(link, b"act %d" % event, seen)
        elif seen != before:
            link = _link(link, b"see", seen)
    return link


def _link(last: bytes, *parts: bytes) -> bytes:
    digest = hashlib.blake2b(last, digest_size=CHAIN_BYTES)
    for part in parts:
        digest.update(len(part).to_bytes(4, "little") + part)
    return digest.digest()


def seen_history(state: State, p: int) -> tuple[int | None, ...]:
    """Return the history, with None for each event that seat `p` could not see as it happened.

    The visibility table decides, not what else was possible: that depends on what is hidden.
    """
    base, before = state._base, state._begun()
    rows = declared_rows(state.game.info.visibility, "recall")
    seen: list[int | None] = []
    if base is not None:
        seen += base.history if base.observer == p else [None] * len(base.history)
    for actor, event in state._events():
        after = before.child(event)
        told = actor == p or rows.get(row_of(before, event, after, p)) == {AT_ONCE}
        seen.append(event if told else None)
        before = after
    return tuple(seen)
