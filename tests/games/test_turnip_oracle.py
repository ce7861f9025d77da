"""Turnip in lockstep with an independent program (`tests/oracles/turnip.py`)."""

import random

import numpy as np
import pytest

from farmenvs.core.state import State
from farmenvs.games.turnip import GAME
from farmenvs.testing.histories import record
from tests.oracles.turnip import CHANCE, TERMINAL, VALUES, Turnip

PLAYERS = (2, 3, 4, 5)

EVERYTHING = {
    "another round",
    "another season",
    "forced harvest",
    "harvest",
    "lie called",
    "tie",
    "tie with a rest",
    "truth called",
}
"""What must have happened somewhere in the games."""


def some_options(players, rng):
    """Options of a random game: any length, any claims, any first player, full or small decks."""
    options = {"players": players, "free_claims": rng.random() < 0.3}
    length = rng.choice(("seasons", "target", "clock", None))
    if length:
        options[length] = rng.choice({"seasons": (1, 2, 3)}.get(length, (1, 20, 45)))
    if rng.random() < 0.5:
        options["first_player"] = rng.randrange(players)
    if rng.random() < 0.3:
        cards = [rng.randint(0, 3) for _ in range(4)]
        if 2 <= sum(cards) <= 10:
            options["cards"] = tuple(cards)
    return options


def check_node(state, oracle):
    """Everything that the rules say about a position is the same in both programs."""
    assert state.current_player() == oracle.actor()
    assert state.scores() == oracle.scores()
    returns = zip(state.returns(), oracle.returns(), strict=True)
    assert all(abs(x - y) < 1e-12 for x, y in returns)  # at every node: 0 before the end
    check_ledger(record(state)[0], oracle)
    if oracle.actor() == CHANCE:
        weights, total = state.chance_weights()
        assert list(weights.nonzero()[0]) == oracle.outcomes()
        assert total == len(oracle.outcomes())
    elif oracle.actor() != TERMINAL:
        assert state.legal_actions() == oracle.legal()


def check_ledger(s, oracle):
    """What has been shown, who lied, and who called on what, is the same in both programs."""
    n, fields = oracle.n, [player.field for player in oracle.players]
    assert s["calls"][:n].tolist() == oracle.called_on
    assert s["claims"][:n].tolist() == oracle.caught_at
    assert s["unseen"][:n].tolist() == [oracle.unseen(q) for q in range(n)]
    assert s["honest"][:n].tolist() == [
        sum(p.true() for p in field if not p.shown and p is not oracle.in_progress(q))
        for q, field in enumerate(fields)
    ]
    assert (s["rest"], s["turns"]) == (oracle.rest, oracle.turns_taken)


def check_memory(state, oracle, looker):
    """A seat remembers what all have seen, and adds up what it knows of the Fields."""
    game, n = state.game, oracle.n
    seen = game.observation_spec().split(state.observation_tensor(looker))
    table = game.observation_spec("table").split(state.observation_tensor(looker, "table"))
    worth, deck = sum(oracle.deck), len(oracle.deck)
    for r in range(n):
        seat = (looker + r) % n
        cards = np.rint(seen["unseen"][r] * np.array(game.options["cards"])).astype(int)
        assert list(cards) == oracle.unseen(seat)
        up = np.rint(table["up"][r] * np.array(game.options["cards"])).astype(int)
        down = round(float(table["down"][r]) * deck)
        assert (list(up), down) == oracle.on_the_table(seat)
        for name, tested in (("claimed", False), ("tested", True)):
            claims = np.rint(seen[name][r] * deck).astype(int)
            told = [VALUES.index(v) if v in VALUES else 4 for v in oracle.claims(seat, tested)]
            assert list(claims) == [told.count(k) for k in range(len(claims))]
        for name, pairs in (("called", oracle.called_on), ("lied", oracle.caught_at)):
            assert list(seen[name][r]) == [pytest.approx(x / (x + 8)) for x in pairs[seat]]
        if oracle.due[0] not in ("claim", "call"):  # else there are cards that are not in it yet
            assert round(float(seen["total"][r]) * worth) == oracle.known_total(seat, looker)


def play(options, rng, jit=None):
    """Play one random game in both programs; returns what happened in it."""
    state = GAME.load(**options).with_kernels(jit=jit).new_initial_state()
    oracle = Turnip(**options)
    # some play long rounds, some many
    eagerness = rng.choice((0.05, 0.3, 0.7))
    check_node(state, oracle)
    while oracle.actor() != TERMINAL:
        moves = oracle.outcomes() if oracle.actor() == CHANCE else oracle.legal()
        move = rng.choice(moves)
        if 4 in moves and oracle.due[0] == "turn" and rng.random() < eagerness:
            move = 4
        state.apply_action(move)
        oracle.apply(move)
        check_node(state, oracle)
        if rng.random() < 0.1:
            check_memory(state, oracle, rng.randrange(oracle.n))
    return oracle.happened


def lockstep(games, players, seed, jit=None):
    """Play random games with random options in both programs; returns what happened."""
    rng = random.Random(seed)
    return set().union(*(play(some_options(players, rng), rng, jit) for _ in range(games)))


@pytest.mark.parametrize("players", PLAYERS)
def test_every_node_of_500_random_games_is_as_an_independent_program_has_it(players):
    assert lockstep(500, players, seed=players) == EVERYTHING


@pytest.mark.parametrize("players", PLAYERS)
def test_the_interpreted_rules_agree_with_the_independent_program_too(players):
    with np.errstate(over="raise"):
        lockstep(10, players, seed=100 + players, jit=False)


@pytest.mark.soak
@pytest.mark.parametrize("players", PLAYERS)
def test_every_node_of_5000_random_games_is_as_an_independent_program_has_it(players):
    assert lockstep(5000, players, seed=1000 + players) == EVERYTHING


# ------------------------------------------------------------------------------------- exact trees


def histories(root, depth, actor, moves, child):
    """Return how many histories of each length there are, up to `depth`; and finished games."""
    lengths, ended, layer = [1], 0, [root]
    for _ in range(depth):
        ended += sum(actor(node) == TERMINAL for node in layer)
        layer = [child(node, move) for node in layer for move in moves(node)]
        lengths.append(len(layer))
    return lengths, ended + sum(actor(node) == TERMINAL for node in layer)


def oracle_moves(oracle):
    if oracle.actor() == TERMINAL:
        return []
    return oracle.outcomes() if oracle.actor() == CHANCE else oracle.legal()


def oracle_child(oracle, move):
    child = oracle.copy()
    child.apply(move)
    return child


@pytest.mark.parametrize(
    ("options", "lengths", "ended"),
    [
        ({"players": 2}, [1, 2, 8, 32, 544, 2176, 4352], 0),
        (
            {"players": 2, "free_claims": True, "first_player": 1},
            [1, 4, 16, 272, 5440, 10880],
            0,
        ),
        ({"players": 3}, [1, 3, 12, 48, 192, 3264, 13056], 0),
        # whole games: nothing is left to plant after one planting each
        (
            {"players": 2, "cards": (1, 1, 0, 0)},
            [1, 2, 4, 8, 8, 32, 64, 64, 256, 512, 512, 512, 0],
            768,
        ),
        # with taxes
        (
            {"players": 2, "cards": (2, 1, 0, 0), "first_player": 0},
            [1, 2, 4, 12, 48, 96, 288, 1152, 2304, 3456, 6144, 9856, 14464],
            9600,
        ),
    ],
)
def test_small_trees_have_as_many_histories_as_an_independent_program_counts(
    options, lengths, ended
):
    depth = len(lengths) - 1
    oracle = Turnip(**options)
    counted = histories(oracle, depth, Turnip.actor, oracle_moves, oracle_child)
    assert counted == (lengths, ended)
    state = GAME.load(**options).new_initial_state()
    assert (lengths, ended) == histories(
        state, depth, State.current_player, State.legal_actions, State.child
    )
