"""What cards do and what Neighbors ask for, in words: the same in a list of a set and in a view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from farmenvs.core.words import counted
from farmenvs.games.turf_war.deck import SYMBOLS
from farmenvs.games.turf_war.schema import full_op

DOES = {
    "money": "{n:+} money",
    "pay": "pay {n}",
    "grass": "turn {bases} to Grass",
    "dirt": "turn {bases} to Dirt",
    "dirt_here": "turn its own base to Dirt",
    "trash from yard": "trash {cards} of the Yard",
    "trash from pile": "trash {others} of its Pile",
    "trash from hand": "trash {cards} in hand",
    "trash from store": "trash {cards} in the Store",
    "trash from rival": "trash {cards} of a rival who is Away",
    "take": "take {cards} of the Yard into the hand",
    "give": "give {cards} of the Yard away",
    "move": "move {cards} in the Yard",
    "throw": "throw {cards} at a rival who is Away",
    "play": "play {cards}",
    "buy": "buy a card{less}",
    "pests_here": "play all Pests of Store and Trash here",
    "refresh": "trash the Store",
    "garage": "put {cards} from hand into the Garage",
    "each": "{who}: {steps}",
    "tornado": "all throw 1 card at anybody",
    "pest_from_market": "put a Pest of Store or Trash into the Yard",
}
"""What a step does, by `full_op`."""

NEEDS = (
    *(f"{{n}} {symbol}" for symbol in SYMBOLS),
    *("{n} cards", "{n} Grass", "a stack of {n}", "no Pest"),
)
"""What a Neighbor needs, in the order of `deck.NEEDS`."""


def needs_in_words(needs: Iterable[int]) -> str:
    """Return what a Neighbor needs, from how much of each of `deck.NEEDS`."""
    return ", ".join(what.format(n=n) for what, n in zip(NEEDS, needs, strict=True) if n)


def steps_in_words(steps: Iterable[Mapping[str, Any]]) -> str:
    """Return what some steps do."""
    return ", then ".join(map(step_in_words, steps))


def step_in_words(step: Mapping[str, Any]) -> str:
    """Return what a step of a card set does."""
    n = step.get("n", 1)
    kind = f"{step['kind']} " if "kind" in step else ""
    declined = step.get("optional") or (step["op"] == "play" and not step.get("must"))
    most = "up to " if declined and n > 1 else ""
    off = step.get("off", 0)
    words = DOES[full_op(step)].format(
        n=n,
        bases=most + counted(n, "base"),
        cards=most + counted(n, f"{kind}card"),
        others=f"all other {kind}cards" if n == -1 else most + counted(n, f"other {kind}card"),
        less=f" for {off} less" if off else "",
        who="all who are Away" if step.get("away") else "all",
        steps=steps_in_words(step.get("steps", ())) or "nothing",
    )
    if declined or step["op"] == "buy":
        words = f"may {words}"
    then = steps_in_words(step.get("then", ()))
    return f"{words} (for each: {then})" if then else words
