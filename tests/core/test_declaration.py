"""A wrong declaration is named where it is made."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from farmenvs.core import contract
from farmenvs.core.contract import VERBS
from farmenvs.core.game import Option, cfg_dtype, integer
from farmenvs.core.spec import Piece
from tests.core import toy
from tests.core.toy import GAME

FIELDS = [(name, GAME.STATE[name].base, GAME.STATE[name].shape) for name in GAME.STATE.names or ()]


def wrong(match: str, **changes):
    with pytest.raises(ValueError, match=f"^toy: {match}") as error:
        replace(GAME, **changes)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "players", [(), (1, 2), (2, 2), (3, 2), (0,), (2, 3.0), (True, 2), ("2",), (2, -3)]
)
def test_players_are_ascending_whole_numbers_from_two_on(players):
    wrong("players must be ascending whole numbers from 2 on", players=players)


def test_the_default_number_of_players_is_one_of_them():
    wrong(r"default_players must be one of \(2, 3\), not 4", default_players=4)


def test_a_state_record_has_no_padding_not_even_inside_a_field():
    aligned = np.dtype([("phase", np.int8), ("points", np.int32)], align=True)
    wrong("STATE must have no padding, not 3 bytes", STATE=aligned)
    inside = np.dtype([("phase", np.int8), ("card", aligned, 2)])
    wrong("STATE must have no padding, not 6 bytes", STATE=inside)
    offsets = np.dtype({"names": ["phase"], "formats": [np.int8], "offsets": [2]})
    wrong("STATE must have no padding, not 2 bytes", STATE=offsets)


def test_records_hold_numbers_by_name():
    wrong("STATE must have named fields", STATE=np.dtype(np.int64))
    wrong("STATE must hold numbers", STATE=np.dtype([("phase", np.int8), ("deck", object)]))
    wrong("CFG must come from cfg_dtype", CFG=np.dtype([("rounds", np.int16)]))
    wrong("CFG must hold numbers", CFG=cfg_dtype([("cards", object)]))


@pytest.mark.parametrize("kind", [np.float32, (np.int8, 2), np.bool_, "S1"])
def test_the_field_phase_is_one_integer(kind):
    fields = [f if f[0] != "phase" else ("phase", kind) for f in FIELDS]
    wrong("the field 'phase' must be one integer", STATE=np.dtype(fields))


def test_the_field_phase_is_there_and_holds_all_phases():
    wrong("STATE needs a field 'phase'", STATE=np.dtype(FIELDS[1:]))
    many = tuple(f"phase {i}" for i in range(128))
    wrong("the field 'phase' must be one integer that holds 128 phases", phases=many)
    wrong("phases must name a decision phase", phases=())
    wrong("phases need unique names", phases=("bid", "bid"))


def test_options_have_names_of_their_own():
    twice = integer("rounds", 1, 1, 2, "")
    wrong("options need unique names", options=(twice, twice))
    for name in ("players", "preset"):
        wrong(f"no option may be called '{name}'", options=(Option(name, 1, "", "", int),))


def test_weights_and_modes_are_what_the_contract_knows():
    wrong("max_weight must be 1 or more", max_weight=0)
    for name in ("perfect_information", "open_modes"):
        wrong(rf"{name} must hold modes \(recall, table\)", **{name: ("all",)})


@pytest.mark.parametrize("verb", VERBS)
def test_a_missing_verb_is_named(verb):
    rest = SimpleNamespace(**{name: getattr(toy, name) for name in VERBS if name != verb})
    with pytest.raises(TypeError, match=f"^toy: no module defines the verb '{verb}'$"):
        replace(GAME, verbs=(rest,))
    # neither the contract's stub nor anything but a function will do
    for nothing in (getattr(contract, verb), 3, print, type):
        setattr(rest, verb, nothing)
        with pytest.raises(TypeError, match=f"^toy: no module defines the verb '{verb}'$"):
            replace(GAME, verbs=(rest,))


@pytest.mark.parametrize(
    "legal",
    [
        lambda cfg, s: None,
        lambda cfg, s, mask, p: None,
        lambda *args: None,
        lambda cfg, s, mask, **more: None,
        lambda cfg, s, *, mask: None,
    ],
)
def test_a_verb_takes_what_the_contract_says(legal):
    with pytest.raises(TypeError, match=r"^toy: .*legal must take \(cfg, s, mask\)$"):
        replace(GAME, verbs=(SimpleNamespace(legal=legal), toy))


def test_the_first_module_that_defines_a_verb_wins():
    def skippable(cfg, s):
        return False

    other = replace(GAME, verbs=(SimpleNamespace(skippable=skippable), toy))
    assert other.functions["skippable"] is skippable
    assert other.functions["legal"] is toy.legal
    assert GAME.functions["skippable"] is toy.skippable


# -------------------------------------------------------------------------------- with options


def test_a_game_has_actions_outcomes_and_observations():
    for change, what in (
        ({"actions": lambda cfg: []}, "there must be 1 or more actions, not 0"),
        ({"outcomes": lambda cfg: 0}, "there must be 1 or more outcomes, not 0"),
        ({"pieces": lambda cfg, mode: []}, "an observation must have 1 entry or more, not 0"),
        ({"max_weight": 2**31}, "outcomes times max_weight must be below 2"),
    ):
        with pytest.raises(ValueError, match=f"^toy: {what}"):
            replace(GAME, **change).load()


def test_two_pieces_of_one_name_are_named():
    twice = [Piece("bid", (3,), ""), Piece("bid", (), "")]
    with pytest.raises(ValueError, match=r"^toy: pieces need unique names, got \['bid', 'bid'\]$"):
        replace(GAME, actions=lambda cfg: twice).load()
    with pytest.raises(ValueError, match=r"^toy: pieces need unique names"):
        replace(GAME, pieces=lambda cfg, mode: twice).load()


def test_an_impossible_combination_that_configure_finds_is_one_line():
    def configure(cfg, options):
        raise ValueError("no such thing")

    with pytest.raises(ValueError, match=r"^toy: no such thing$"):
        replace(GAME, configure=configure).load()
