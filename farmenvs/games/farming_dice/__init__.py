"""Farming Dice (Outset Media): a dice game of passing tokens.  RULES.md has the rules."""

from __future__ import annotations

from typing import Any

from farmenvs.core.game import FIRST_PLAYER, GameInfo, integer
from farmenvs.core.spec import Piece
from farmenvs.games.farming_dice import advise, encode, ledger, rules, text
from farmenvs.games.farming_dice.rules import MOST_TOKENS, NOBODY, WEIGHTS


def configure(cfg: Any, options: dict[str, Any]) -> None:
    """Fill the options record."""
    first = options["first_player"]
    cfg["first_player"] = NOBODY if first == "random" else first
    cfg["tokens"] = options["tokens"]
    cfg["max_turns"] = options["max_turns"]
    cfg["per_token"] = 1 / options["tokens"]
    cfg["per_player"] = 1 / options["players"]
    cfg["per_turn"] = 1 / options["max_turns"]


def actions(cfg: Any) -> list[Piece]:
    """Return the blocks of the action numbers; crops and piles are relative to the acting seat."""
    n = int(cfg["players"])
    return [
        Piece("pick", (n,), "roll the die of this crop, picked in ascending order"),
        Piece(
            "give", (n,), "give a token of this crop: left, right or to the Bank as the die says"
        ),
        Piece("move", (n + 1, n + 1), "move a token of the die's crop from a pile to another"),
    ]


def outcomes(cfg: Any) -> int:
    """Return the number of chance outcomes: the faces of a die, or the seats if they are more."""
    return max(len(WEIGHTS), int(cfg["players"]))


def max_decisions(cfg: Any) -> int:
    """Return the bound: a turn carries out all dice, or it picks all but one and carries out these.

    The second is the longer one, or with two players as long.
    """
    return int(cfg["max_turns"]) * 2 * (int(cfg["players"]) - 1)


def max_chance_nodes(cfg: Any) -> int:
    """Return the bound: who begins, and a roll of all dice each turn."""
    return int(cfg["first_player"] == NOBODY) + int(cfg["max_turns"]) * int(cfg["players"])


GAME = GameInfo(
    name="farming_dice",
    title="Farming Dice",
    summary="Roll as many dice as you have tokens, pass them on, be the last to have any.",
    package=__name__,
    players=(2, 3, 4, 5, 6),
    default_players=4,
    STATE=rules.STATE,
    CFG=rules.CFG,
    verbs=(rules, encode, advise),
    configure=configure,
    actions=actions,
    outcomes=outcomes,
    pieces=encode.pieces,
    max_decisions=max_decisions,
    max_chance_nodes=max_chance_nodes,
    text=text,
    phases=("pick", "crop", "give"),
    visibility={
        ("first", "all"): frozenset({"at once"}),
        ("roll", "all"): frozenset({"at once"}),
        ("pick", "owner"): frozenset({"at once"}),
        ("pick", "others"): frozenset({"at once"}),
        ("crop", "owner"): frozenset({"at once"}),
        ("crop", "others"): frozenset({"at once"}),
        ("give", "owner"): frozenset({"at once"}),
        ("give", "others"): frozenset({"at once"}),
    },
    options=(
        FIRST_PLAYER,
        integer("max_turns", 1000, 1, 1_000_000, "rolled turns after which the game is cut", (6,)),
        integer("tokens", 4, 1, MOST_TOKENS, "tokens of each crop", (1, 7)),
    ),
    utility_sum=None,  # -n / (n - 1) if the Bank wins, else 0
    max_weight=int(WEIGHTS.max()),
    perfect_information=("recall", "table"),
    open_modes=("recall", "table"),
    scores_doc="tokens in the own pile",
    small={"players": 2, "tokens": 1, "max_turns": 3, "first_player": 0},
    small_crowd={"players": 3, "tokens": 1, "max_turns": 2, "first_player": 0},
    conserved=ledger.conserved,
)
