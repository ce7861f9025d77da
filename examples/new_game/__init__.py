"""Best Pumpkin: a finished tiny game to copy; RULES.md has the rules, CONTRIBUTING.md the recipe.

Until it has its line in the registry a game is used through its declaration: `GAME.load(players=3)`
is what `farmenvs.load_game` would return.  `python -m examples.new_game` plays it.
"""

from __future__ import annotations

from typing import Any

from farmenvs.core.game import GameInfo, integer
from farmenvs.core.spec import Piece

from . import advise, encode, rules, text


def configure(cfg: Any, options: dict[str, Any]) -> None:
    """Fill the options record."""
    cfg["kinds"], cfg["copies"] = options["kinds"], options["copies"]
    pumpkins, needed = options["kinds"] * options["copies"], 2 * options["players"]
    if pumpkins < needed:
        raise ValueError(
            f"kinds × copies must be at least {needed}, two pumpkins a player, not {pumpkins}"
        )


def conserved(cfg: Any, s: Any) -> list[tuple[str, int, int]]:
    """List what must add up: of no kind are there more pumpkins about than the patch had."""
    left = [int(rules.weight(cfg, s, o)) for o in range(int(cfg["kinds"]))]
    about = [int(x) for name in ("hand", "given") for x in s[name] if x < rules.NONE]
    return [
        (f"pumpkins of kind {o}", left[o] + about.count(o), int(cfg["copies"]))
        for o in range(int(cfg["kinds"]))
    ] + [("kinds of which there are too many", sum(n < 0 for n in left), 0)]


GAME = GameInfo(
    name="best_pumpkin",
    title="Best Pumpkin",
    summary="Keep the pumpkin that you were dealt, or swap it unseen: the heaviest wins the prize.",
    package=__name__,
    players=(2, 3, 4),
    default_players=2,
    STATE=rules.STATE,
    CFG=rules.CFG,
    verbs=(rules, encode, advise),
    configure=configure,
    actions=lambda cfg: [
        Piece("keep", (), "keep the pumpkin in hand"),
        Piece("swap", (), "give it up face down and draw another"),
    ],
    outcomes=lambda cfg: int(cfg["kinds"]),
    pieces=encode.pieces,
    max_decisions=lambda cfg: int(cfg["players"]),
    max_chance_nodes=lambda cfg: 2 * int(cfg["players"]),
    text=text,
    phases=("choose",),
    visibility={
        ("deal", "owner"): frozenset({"at once"}),
        ("deal", "others"): frozenset({"showdown", "never"}),
        ("choice", "owner"): frozenset({"at once"}),
        ("choice", "others"): frozenset({"at once"}),
        ("draw", "owner"): frozenset({"at once"}),
        ("draw", "others"): frozenset({"showdown"}),
        ("showdown", "owner"): frozenset({"at once"}),
        ("showdown", "others"): frozenset({"at once"}),
    },
    options=(
        integer("kinds", 5, 2, rules.KINDS, "weights of pumpkins, from 1 up", (8,)),
        integer("copies", 2, 1, 4, "pumpkins of each weight", (4,)),
    ),
    max_weight=4,
    scores_doc="the weight of the pumpkin, once it is shown",
    small={"players": 2, "kinds": 3, "copies": 2},
    small_crowd={"players": 3, "kinds": 3, "copies": 2},
    conserved=conserved,
)
