"""The suite bites, in `State` and `View`: what they say, imagine and advise."""

import types

import numba
import numpy as np
import pytest

import farmenvs
from farmenvs import testing
from farmenvs.core import replay
from farmenvs.core import state as states
from farmenvs.core.state import State
from farmenvs.core.view import View
from tests.conformance.test_bites import alone, bites
from tests.core import toy
from tests.core.toy import BID, BOWING, COINS, GAME, lowest
from tests.core.toy import apply as real_apply
from tests.core.toy import conceal as real_conceal
from tests.core.toy import resample as real_resample
from tests.helpers import faulty

SOUP = farmenvs.load_game("turtle_soup", players=3, nights=2)


@pytest.fixture(autouse=True)
def _never_compiled(monkeypatch):
    """Faulty kernels must not get into the cache of the sound game's."""
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)


# ---------------------------------------------------------------------------- sealed bids


def apply_sealed(cfg, s, a):
    """As in the toy, but points are given when all have bid."""
    p = int(s["turn"])
    if s["phase"] != BID:
        real_apply(cfg, s, a)
        return
    s["bid"][p] = a
    if p + 1 < int(cfg["players"]):
        s["turn"] = p + 1
        return
    for q in range(int(cfg["players"])):
        s["points"][q] = int(s["points"][q]) + int(s["bid"][q])
    s["phase"] = BOWING
    s["turn"] = lowest(cfg, s)


def conceal_sealed(cfg, s, p, mode):
    """Until all have bid, nobody sees the others' bids."""
    real_conceal(cfg, s, p, mode)
    for q in range(int(s["turn"])):
        if s["phase"] == BID and q != p:
            s["bid"][q] = COINS


def resample_sealed(cfg, v, p, r):
    real_resample(cfg, v, p, r)
    for q in range(int(v["turn"])):
        if v["phase"] == BID and q != p:
            v["bid"][q] = int(v["coin"][q]) // 2


def moment_sealed(cfg, before, a, after):
    if before["phase"] == BID and after["phase"] == BOWING:
        return "last bid"
    return toy.moment(cfg, before, a, after)


SEALED = faulty(
    GAME.load(players=2),
    {
        "text": types.SimpleNamespace(**{**vars(toy), "moment": moment_sealed}),
        "visibility": {
            **GAME.visibility,
            ("bid", "others"): frozenset({"last bid"}),
            ("last bid", "owner"): frozenset({"at once"}),
            ("last bid", "others"): frozenset({"at once"}),
        },
    },
    apply=apply_sealed,
    conceal=conceal_sealed,
    resample=resample_sealed,
)
"""The toy with sealed bids: who has the lowest coin can only bid 0, and nobody must see that."""


def history_of_what_was_forced(state, p):
    """Tell an event if `p` could work it out from what was possible: which may be a secret."""
    now, seen = state.game.new_initial_state(), []
    for actor, event in state._events():
        after = now.child(event).view(p).tobytes()
        others = [other for other in now.legal_actions() if other != event]
        tells = all(now.child(other).view(p).tobytes() != after for other in others)
        seen.append(event if actor == p or tells else None)
        now.apply_action(event)
    return tuple(seen)


def test_a_resampled_history_that_tells_of_a_forced_secret_action(monkeypatch):
    testing.check_information(SEALED)
    monkeypatch.setattr(states, "seen_history", history_of_what_was_forced)
    bites(testing.check_information, SEALED, r"history\(\) of a resampled state tells seat")


def test_words_that_show_everybody_what_is_sealed(monkeypatch):
    def shown(cfg, before, a, after):
        return [f"sealed: {after['bid'].tolist()}"]

    monkeypatch.setattr(SEALED.info.text, "shown", shown, raising=False)
    bites(testing.check_information, SEALED, "what events show in words tells seat")


def test_a_resampled_state_written_down_with_the_truth(monkeypatch):
    sound = State.resample_from_infostate

    def resample(self, p, rng=None):
        world = sound(self, p, rng)
        TRUTH[id(world)] = self.history(), world
        return world

    truth_of = replay.dumps
    monkeypatch.setattr(State, "resample_from_infostate", resample)
    monkeypatch.setattr(
        replay, "dumps", lambda state: truth_of(state) + repr(TRUTH.get(id(state), [None])[0])
    )
    bites(testing.check_information, SEALED, r"serialize\(\) of a resampled state tells seat")


TRUTH = {}


# ---------------------------------------------------------------------------- information states


def test_an_information_state_that_is_always_the_same(monkeypatch):
    monkeypatch.setattr(State, "information_state_string", lambda self, p=None: "nothing")
    bites(testing.check_information, SOUP, "have the same information state")


def test_an_information_state_of_what_lies_on_the_table_now(monkeypatch):
    def now(self, p=None):
        return f"player {p}: {self.view(p).tobytes().hex()}"

    monkeypatch.setattr(State, "information_state_string", now)
    bites(testing.check_information, SOUP, "would have noticed, but its information states are eq")


def test_an_information_state_that_tells_the_truth(monkeypatch):
    def told(self, p=None):
        return f"player {p}: {self.history()}"

    monkeypatch.setattr(State, "information_state_string", told)
    bites(testing.check_information, SOUP, "would have seen and done the same, but its information")


# ---------------------------------------------------------------------------- resampled states


def test_a_resampled_state_that_ignores_its_random_numbers(monkeypatch):
    sound = State.resample_from_infostate
    monkeypatch.setattr(
        State, "resample_from_infostate", lambda self, p, rng=None: sound(self, p, 5)
    )
    bites(testing.check_resampling, SEALED, "is not what is drawn with this seed")


def test_a_view_that_resamples_without_its_random_numbers(monkeypatch):
    sound = View.resample
    monkeypatch.setattr(View, "resample", lambda self, rng=None: sound(self, 5))
    bites(testing.check_resampling, SEALED, r"View.resample\(\) is not what is drawn")


def test_a_resampled_state_that_forgets_events(monkeypatch):
    monkeypatch.setattr(states, "seen_history", lambda state, p: ())
    bites(testing.check_resampling, SEALED, "a resampled state loses events")


def test_a_resampled_history_of_what_never_happened(monkeypatch):
    monkeypatch.setattr(states, "seen_history", lambda state, p: (7,) * len(state.history()))
    bites(testing.check_resampling, SEALED, "a resampled history is wrong")


# ---------------------------------------------------------------------------- actions and chance


def test_legal_actions_that_ignore_who_is_asked(monkeypatch):
    sound = State.legal_actions
    monkeypatch.setattr(State, "legal_actions", lambda self, player=None: sound(self))
    bites(testing.check_masks, SOUP, r"legal_actions\(.\) is \[0")


def test_chance_outcomes_that_are_all_certain(monkeypatch):
    def certain(self):
        return [(int(o), 1.0) for o in np.flatnonzero(self.chance_weights()[0])]

    monkeypatch.setattr(State, "chance_outcomes", certain)
    bites(testing.check_shapes, SOUP, r"chance_outcomes\(\) is .* but the weights say")


# ---------------------------------------------------------------------------- players


@pytest.mark.parametrize("wrong", [[0.0, 0.0], [1.0, -1.0]])
def test_playouts_that_always_end_alike(monkeypatch, wrong):
    monkeypatch.setattr(State, "playout", lambda self, rng=None, player="random": wrong)
    bites(testing.check_players, SEALED, r"playout\(.*\) is .* but its counter plays")


def test_playouts_that_let_somebody_else_play(monkeypatch):
    sound = State.playout
    monkeypatch.setattr(State, "playout", lambda self, rng=None, player="random": sound(self, rng))
    bites(testing.check_players, SEALED, r"playout\(.*'rules'\) is")


def test_a_view_that_always_advises_the_same(monkeypatch):
    monkeypatch.setattr(View, "advice", lambda self, rng=None: self.legal_actions()[0])
    bites(testing.check_players, SEALED, r"View.advice\(\) is 0, but the verb advises")


def advise_the_first(cfg, v, p, mask, r):
    a = 0
    while not mask[a]:
        a += 1
    return a


def test_advice_that_is_always_the_same():
    fault = faulty(SOUP, advise=advise_the_first)
    bites(testing.check_players, alone(fault), "the advice is always {0}")
    testing.check_players(alone(faulty(SOUP)))


# ---------------------------------------------------------------------------- declarations


def words_too_many(cfg):
    return [*toy.action_words(cfg), "sing"]


DECLARED = [
    ("max_decisions leaves no decision", {"max_decisions": lambda cfg: 0}),
    ("max_chance_nodes is below zero", {"max_chance_nodes": lambda cfg: -1}),
    (
        "action_words names 5 actions, and there are 4",
        {"text": types.SimpleNamespace(**{**vars(toy), "action_words": words_too_many})},
    ),
]


@pytest.mark.parametrize(("why", "declared"), DECLARED, ids=[why for why, _ in DECLARED])
def test_a_declaration_that_does_not_fit(why, declared):
    bites(testing.check_shapes, faulty(GAME.load(), declared), why)
    testing.check_shapes(faulty(GAME.load()))
