"""Farming Dice in lockstep with an independent program (`tests/oracles/farming_dice.py`)."""

import random
from fractions import Fraction

import pytest

from farmenvs.games.farming_dice import GAME
from farmenvs.testing.graph import Graph
from tests.oracles.farming_dice import CHANCE, TERMINAL, Farm, count, whole_tree

PLAYERS = (2, 3, 4, 5, 6)


def check_node(state, farm):
    """Everything that the rules say about a position is the same in both programs."""
    assert state.current_player() == farm.actor()
    assert state.scores() == farm.scores()
    assert state.returns() == [pytest.approx(float(x), abs=1e-12) for x in farm.returns()]
    assert state.is_truncated() == (farm.ended == "cap")
    assert state.winners() == farm.winners()
    if farm.actor() == CHANCE:
        weights, total = state.chance_weights()
        assert {int(o): int(weights[o]) for o in weights.nonzero()[0]} == farm.moves()
        assert total == sum(farm.moves().values())
    else:
        assert state.legal_actions() == sorted(farm.moves())


def play(game, rng):
    """Play one random game in both programs; returns the independent one."""
    state = game.new_initial_state()
    farm = Farm(**game.options)
    check_node(state, farm)
    while farm.actor() != TERMINAL:
        moves = farm.moves()
        move = rng.choices(list(moves), moves.values())[0]
        state.apply_action(move)
        farm.apply(move)
        check_node(state, farm)
    return farm


def random_options(players, rng):
    """The published game, or a variant of any option."""
    if rng.random() < 0.3:
        return {"players": players}
    return {
        "players": players,
        "tokens": rng.choice((1, 1, 2, 3, 4, 5, 9, 20)),
        "max_turns": rng.choice((1, 2, 3, rng.randint(4, 60), 1000)),
        "first_player": rng.choice(("random", *range(players))),
    }


def lockstep(games, players, seed, jit=None):
    """Play random games of random options in both programs; returns what happened in them."""
    rng = random.Random(seed)
    seen = set()
    for _ in range(games):
        game = GAME.load(**random_options(players, rng)).with_kernels(jit=jit)
        farm = play(game, rng)
        seen.add(farm.ended)
        seen.update(["pass"] * (farm.passes > 0), [f"{len(farm.out)} out"])
    return seen


@pytest.mark.parametrize("players", PLAYERS)
def test_every_node_of_400_random_games_is_as_an_independent_program_has_it(players):
    seen = lockstep(400, players, seed=players)
    assert {"harvest", "cap", *(f"{out} out" for out in range(players))} <= seen
    assert ("pass" in seen) == (players > 2)


def test_the_interpreted_rules_agree_with_the_independent_program_too():
    for players in PLAYERS:
        lockstep(4, players, seed=100 + players, jit=False)


@pytest.mark.soak
@pytest.mark.parametrize("players", PLAYERS)
def test_every_node_of_4000_random_games_is_as_an_independent_program_has_it(players):
    seen = lockstep(4000, players, seed=1000 + players)
    assert {"harvest", "bank", "cap", f"{players} out"} <= seen


# ---------------------------------------------------------------------------------- trees


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({"players": 2}, [1, 2, 10, 50, 76, 200, 826, 2528, 7008]),
        ({"players": 2, "tokens": 2}, [1, 2, 10, 50, 76, 188, 592, 1494, 3730]),
        ({"players": 3, "tokens": 2}, [1, 3, 6, 9, 45, 225, 396, 675]),
        ({"players": 4, "tokens": 3}, [1, 4, 8, 12, 16, 80, 400]),
    ],
    ids=str,
)
def test_histories_of_each_length_are_as_many_as_an_independent_program_counts(options, counts):
    """All of them, from the opening on, to some depth."""
    assert count(options, len(counts) - 1) == counts
    level = [GAME.load(**options).new_initial_state()]
    for due in counts:
        assert len(level) == due
        level = [state.child(event) for state in level for event in state.legal_actions()]


@pytest.mark.parametrize(
    ("options", "endings", "returns"),
    [
        ({"players": 2, "tokens": 1, "max_turns": 3}, 78, (Fraction(-7, 18), Fraction(7, 18))),
        (
            {"players": 2, "tokens": 2, "max_turns": 2},
            1253,
            (Fraction(-403, 4608), Fraction(301, 3456)),
        ),
        (
            {"players": 3, "tokens": 1, "max_turns": 3},
            1449,
            (Fraction(-5, 48), Fraction(-1, 12), Fraction(3, 16)),
        ),
    ],
    ids=str,
)
def test_whole_trees_of_small_games_are_as_an_independent_program_has_them(
    options, endings, returns
):
    """How many games there are, and what each seat gets of uniformly random play, exactly."""
    game = GAME.load(first_player=0, **options)
    counts = Graph(game).counts
    assert (counts.endings, counts.returns) == (endings, returns)
    assert whole_tree(game.options) == (endings, list(returns))


def test_the_small_version_is_one_of_them():
    assert GAME.load(**GAME.small).options == {
        "players": 2, "first_player": 0, "max_turns": 3, "tokens": 1,
    }  # fmt: skip
