"""Worked figures of Turnip, computed independently of it, and its rule-based player.

The figures are of random play in which a seat harvests with probability 1/4 if it may, else plants
two random cards with probability 1/2 if it has two, lies with probability 1/2, and calls Turn Up
with probability 1/10.  They are rounded to one place, and a mean over G games has an error of its
own: three of its standard deviations are allowed besides.
"""

import dataclasses

import numpy as np
import pytest

from farmenvs.agents.arena import play_match
from farmenvs.core.batch import Batch
from farmenvs.games.turnip import GAME
from farmenvs.games.turnip.deck import CLAIM, HARVEST, PLANT, SILENT, STASH, TAX, VALUES
from tests.games.garden import garden, new, play

FIGURES = {
    # players: (mean score, rounds, turns, share of Harvests that an empty hand forced)
    3: (14.3, 2.7, 17.5, 0.20),
    4: (15.4, 2.9, 22.0, 0.16),
    5: (16.4, 3.1, 26.4, 0.13),
}


@dataclasses.dataclass
class Played:
    """What happened in some games: arrays [games]."""

    score: np.ndarray
    """Mean over the seats."""
    rounds: np.ndarray
    turns: np.ndarray
    forced: np.ndarray


def some_card(hands, rng):
    """Draw one card of each hand [N, 4]; returns its kind, or 4 if there is none."""
    odds = hands.cumsum(axis=1)
    x = rng.random(len(hands)) * odds[:, -1]
    return (x[:, None] >= odds).sum(axis=1)


def random_plays(batch, rng):
    """Return what each seat to move does [N]."""
    n = batch.num_envs
    spec = batch.game.observation_spec()
    seen = {name: batch.observations[:, part] for name, part in spec.slices.items()}
    hands = np.rint(seen["hand"] * batch.game.options["cards"])
    # one card of the hand, and one of the others
    one = some_card(hands, rng)
    others = hands - (np.arange(4) == one[:, None])
    two = np.where(rng.random(n) < 1 / 2, some_card(others, rng) + 1, 0) % 5
    harvests = (rng.random(n) < 1 / 4) | (hands.sum(axis=1) == 0)
    harvests &= batch.action_masks[:, HARVEST] == 1
    # what was planted, and any other kind
    true = seen["claim_down"].argmax(axis=1)
    lie = (true + rng.integers(1, 4, n)) % 4
    claimed = VALUES[np.where(rng.random(n) < 1 / 2, lie, true)] + seen["claim_up"] @ VALUES[:4]
    choices = [
        STASH + one,
        np.where(harvests, HARVEST, PLANT + 5 * one + two),
        CLAIM + claimed,
        SILENT + (rng.random(n) < 1 / 10),
        TAX + one,
    ]
    return np.choose(seen["phase"].argmax(axis=1), [np.int64(choice) for choice in choices])


def random_games(games, players, seed=0):
    """Play a number of seasons to their end."""
    game = GAME.load(players=players)
    batch = Batch(game, games, seed=seed, skip_forced=False, autoreset="disabled")
    rng = np.random.default_rng(seed)
    left = game.observation_spec().slices["left"].start
    rounds, forced = np.zeros(games, int), np.zeros(games, int)
    while (going := batch.players >= 0).any():
        moves = random_plays(batch, rng)
        harvest = going & (moves == HARVEST)
        rounds += harvest
        forced += harvest & (batch.observations[:, left] == 0)
        batch.step(moves)
    final = batch.final_states
    score = final["points"][:, :players].mean(axis=1)
    return Played(score, rounds, final["turns"], forced)


def check(players, games):
    """The figures of random play are those of the rules."""
    played = random_games(games, players)
    wanted = dict(zip(("score", "rounds", "turns"), FIGURES[players], strict=False))
    for name, figure in wanted.items():
        found = getattr(played, name)
        error = 3 * found.std() / games**0.5
        assert found.mean() == pytest.approx(figure, abs=0.05 + error), name
    share = played.forced.sum() / played.rounds.sum()
    error = 3 * (share * (1 - share) / played.rounds.sum()) ** 0.5
    assert share == pytest.approx(FIGURES[players][3], abs=0.005 + error)


@pytest.mark.parametrize("players", FIGURES)
def test_a_season_of_random_play_is_as_the_rules_say(players):
    check(players, 10_000)


@pytest.mark.soak
@pytest.mark.parametrize("players", FIGURES)
def test_200000_seasons_of_random_play_are_as_the_rules_say(players):
    check(players, 200_000)


# ------------------------------------------------------------------------ the rule-based player


def test_the_rule_based_player_wins_at_least_60_of_100_seasons_against_two_random_ones():
    match = play_match(GAME.load(), ["rules", "random", "random"], 4000)
    assert match.standings[0].share.low > 0.6


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 5},
        {"free_claims": True},
        {"seasons": 2},
        {"cards": (2, 2, 1, 1)},
    ],
)
def test_the_rule_based_player_beats_random_ones_whatever_the_options(options):
    game = GAME.load(**options)
    n = game.num_players()
    rules = play_match(game, ["rules"] + ["random"] * (n - 1), 1000).standings[0]
    assert rules.share.low > 1 / n


def advice(state):
    """Return the word of what the rule-based player would do now."""
    return state.action_to_string(state.view().advice(0))


def test_the_rule_based_player_calls_on_what_it_knows_to_be_a_lie():
    """Seat 0 has shown its only 7 before; so has seat 1 seen that it claims another one."""
    state = play(garden(2), "plant 3 show 7, claim 10, silence, sow 2, plant 2, claim 7")
    assert advice(state) == "turn up"


def test_the_rule_based_player_believes_what_it_knows_to_be_true():
    """There are 2s only: a call would do no more than give away a token."""
    state = play(garden(2, cards=(4, 0, 0, 0)), "plant 2, claim 2")
    assert advice(state) == "say nothing"


def test_the_rule_based_player_stashes_its_best_card_and_pays_its_cheapest():
    state = new()
    assert advice(state) == "stash 7"
    play(state, "stash 7, stash 7, stash 7, sow 5, sow 2, sow 2, harvest")
    assert advice(state) == "tax 2"
