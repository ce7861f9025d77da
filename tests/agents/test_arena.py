"""Matches: seats, luck, shares, intervals, and what happens to a careless agent."""

import math

import numpy as np
import pytest

import farmenvs
from farmenvs.agents import RandomAgent, RulesAgent, arena
from farmenvs.agents.arena import Estimate, estimate, play_match
from farmenvs.core.rng import PLAYERS_LANE, stream
from farmenvs.testing.lockstep import forced
from tests.agents.positions import Batched
from tests.core import toy
from tests.envs.tables import GAMES


class Asked(RulesAgent):
    """The rules agent, but asked in Python; it draws alike each time, and keeps its seats."""

    name = "asked"

    def __init__(self):
        self.seats = []

    def __call__(self, view, rng):
        self.seats.append(view.player)
        return view.advice(0)


class Dice(RandomAgent):
    """A random agent that is asked in Python."""


@pytest.fixture(params=list(GAMES))
def game(request):
    return GAMES[request.param]


def by_hand(game, seed, deal, k, agents):
    """Return the points and win shares of the seats in rotation `k` of a deal."""
    n = game.num_players()
    state, luck = game.new_initial_state(), stream(seed, deal)
    players = stream(seed, PLAYERS_LANE + deal * n + k)  # from which compiled players draw
    while not state.is_terminal():
        p = state.current_player()
        if state.is_chance_node():
            event = state.sample_chance(luck)
        elif forced(state) is not None:
            event = forced(state)
        else:
            event = state.view().advice(players if agents[(p - k) % n] == "rules" else 0)
        state.apply_action(event)
    shares = [0.0] * n
    for p in state.winners():
        shares[p] = 1 / len(state.winners())
    return state.scores(), shares


@pytest.mark.parametrize("asked", [0, 1, "all"])
def test_a_match_is_what_states_played_by_hand_give(game, asked):
    n = game.num_players()
    number = n if asked == "all" else asked
    agents = [Asked() for _ in range(number)] + ["rules"] * (n - number)
    match = play_match(game, agents, 6 * n, seed=3)
    for deal in range(6):
        for k in range(n):
            points, shares = by_hand(game, 3, deal, k, agents)
            seats = [(j + k) % n for j in range(n)]
            assert match.points[deal, k].tolist() == [points[seat] for seat in seats]
            assert match.shares[deal, k].tolist() == [shares[seat] for seat in seats]


def test_every_agent_sits_at_every_seat_as_often(game):
    n = game.num_players()
    agents = [Asked() for _ in range(n)]
    play_match(game, agents, n)
    for agent in agents:
        assert sorted(set(agent.seats)) == list(range(n))


def test_the_rotations_of_a_deal_share_its_luck_and_deals_differ(game):
    n = game.num_players()
    match = play_match(game, [Asked() for _ in range(n)], 12 * n)
    at_seats = np.stack([np.roll(match.points[:, k], k, axis=1) for k in range(n)])
    np.testing.assert_array_equal(at_seats, at_seats[:1].repeat(n, 0))
    assert len(np.unique(at_seats[0], axis=0)) > 1


def test_only_exactly_the_named_classes_play_compiled(game):
    class Stubborn(RandomAgent):
        name = "stubborn"

        def __call__(self, view, rng):
            raise KeyError("asked")

    with pytest.raises(KeyError, match="asked"):
        play_match(game, [Stubborn()] + ["random"] * (game.num_players() - 1), 1)


def test_ties_are_shared_and_every_game_gives_one_win():
    game = farmenvs.load_game("turtle_soup", nights=1)
    match = play_match(game, ["random", "rules", "random", "random"], 200)
    np.testing.assert_allclose(match.shares.sum(2), 1)
    assert set(match.shares.ravel()) >= {0.0, 0.5, 1.0}


def test_a_game_that_nobody_wins_gives_nobody_a_share_and_is_counted_as_cut_short():
    game = toy.GAME.load(players=3, weights=(1, 0, 0)).with_kernels(check=True)
    match = play_match(game, ["rules"] * 3, 30)
    assert not match.shares.any()
    assert match.truncated == match.games == 30
    assert ", 30 of them (100.0%) cut short by a cap on their length\n" in str(match)


def test_of_games_that_end_by_the_rules_none_is_said_to_be_cut_short():
    match = play_match("turtle_soup", ["random"] * 4, 8)
    assert match.cut_short == ""
    assert "cut" not in str(match)


def test_agents_see_no_secret_of_the_others():
    game, views = GAMES["toy"], []

    def spy(view, rng):
        views.append(view)
        return RulesAgent()(view, rng)

    play_match(game, [spy, "random", "random"], 30)
    assert len(views) > 30
    for view in views:
        coins = view._record[0]["coin"]
        assert [q for q in range(3) if coins[q] != toy.COINS] == [view.player]


def test_the_same_arguments_give_the_same_match_and_another_seed_another(game):
    agents = [Dice(), "random", Batched(), "rules"][: game.num_players()]
    once, again, other = (play_match(game, agents, 60, seed) for seed in (7, 7, 8))
    np.testing.assert_array_equal(once.points, again.points)
    assert once.standings == again.standings
    assert not np.array_equal(once.points, other.points)


def test_without_a_seed_matches_differ(game):
    agents = ["random"] * game.num_players()
    once, again = (play_match(game, agents, 60, None) for _ in range(2))
    assert not np.array_equal(once.points, again.points)


def test_a_match_does_not_depend_on_how_many_games_are_played_at_once(game, monkeypatch):
    agents = ["random", "rules", "random", Batched()][: game.num_players()]
    whole = play_match(game, agents, 30)
    monkeypatch.setattr(arena, "LANES", 8)
    np.testing.assert_array_equal(whole.points, play_match(game, agents, 30).points)


def test_games_are_rounded_up_to_whole_deals():
    match = play_match(GAMES["turtle_soup"], ["random"] * 4, 5)
    assert match.games == 8
    assert match.points.shape == match.shares.shape == (2, 4, 4)


def test_standings_are_means_over_all_games_in_the_order_given():
    match = play_match(GAMES["turtle_soup"], ["rules", "random", Dice(), Batched()], 40)
    assert [s.name for s in match.standings] == ["rules", "random", "random", "batched"]
    for j, standing in enumerate(match.standings):
        assert standing.points.mean == pytest.approx(match.points[:, :, j].mean())
        assert standing.share.mean == pytest.approx(match.shares[:, :, j].mean())


def test_an_interval_is_made_of_deals_not_of_games():
    found = estimate(np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 0.0]]))
    assert found.mean == 0.5
    assert found.half == pytest.approx(1.96 * 0.5 / math.sqrt(3))
    assert (found.low, found.high) == (0.5 - found.half, 0.5 + found.half)
    assert (found / 5).mean == 0.1
    assert Estimate(0.5, 0.25).text(2) == "0.50 ± 0.25"


def test_a_single_deal_has_no_interval():
    assert estimate(np.array([[1.0, 0.0]])).half == math.inf


def test_intervals_cover_the_truth_about_as_often_as_they_say():
    game = GAMES["turtle_soup"]
    shares = [play_match(game, ["random"] * 4, 80, seed).standings[0].share for seed in range(300)]
    covered = sum(share.low <= 0.25 <= share.high for share in shares)
    assert 0.89 <= covered / 300 <= 0.99


@pytest.mark.parametrize("agents", [[], ["random"] * 3, ["random"] * 5])
def test_a_wrong_number_of_agents_is_one_line(agents):
    with pytest.raises(
        ValueError, match=f"^turtle_soup with 4 players needs 4 agents, not {len(agents)}$"
    ):
        play_match(GAMES["turtle_soup"], agents)


@pytest.mark.parametrize("agents", ["rules", RulesAgent(), None, 4, {"rules": 4}])
def test_a_single_agent_is_no_list_of_agents(agents):
    with pytest.raises(ValueError, match=r"^agents must be a list of 4, one a seat, not .*$"):
        play_match(GAMES["turtle_soup"], agents)


@pytest.mark.parametrize("name", farmenvs.games())
def test_a_game_may_be_named(name):
    game = farmenvs.load_game(name)
    named, loaded = (play_match(g, ["random"] * game.num_players(), 8) for g in (name, game))
    assert named.game == game
    np.testing.assert_array_equal(named.points, loaded.points)


def test_an_unknown_game_is_one_line():
    with pytest.raises(ValueError, match=r"^no game 'chess'; games: "):
        play_match("chess", ["random"] * 4)


def test_a_match_is_shown_by_its_standings_and_not_by_all_its_games():
    match = play_match(GAMES["turtle_soup"], ["rules", "random", "random", "random"], 40)
    assert repr(match).startswith(f"<Match of 40 × {match.game!r}, win shares: rules 0.")
    assert len(repr(match)) < 300
    first, *rows = str(match).splitlines()
    assert first == f"40 games of {match.game!r}"
    for row, standing in zip(rows, match.standings, strict=True):
        share, points = standing.share.text(), standing.points.text(2)
        assert row == f"{standing.name}: win share {share}, points {points}"


@pytest.mark.parametrize("seed", [np.int64(3), np.array(3), np.uint8(3)])
def test_a_seed_may_be_a_whole_number_of_any_kind(seed):
    game, agents = GAMES["turtle_soup"], ["random"] * GAMES["turtle_soup"].num_players()
    match, same = (play_match(game, agents, 8, seed=each) for each in (seed, 3))
    assert (match.points == same.points).all()


@pytest.mark.parametrize("games", [0, -4, 1.5, "many", None, True, 10**15])
def test_a_wrong_number_of_games_is_one_line(games):
    with pytest.raises(ValueError, match=r"^games must be a whole number from 1 to 10000000, not "):
        play_match(GAMES["turtle_soup"], ["random"] * 4, games)


@pytest.mark.parametrize("seed", [-1, 1.5, "x"])
def test_a_wrong_seed_is_one_line(seed):
    with pytest.raises(ValueError, match=r"^seed must be a whole number >= 0 or None, not "):
        play_match(GAMES["turtle_soup"], ["random"] * 4, 4, seed)


def test_a_careless_agent_is_named(game):
    def careless(view, rng):
        return 99

    agents = [careless, *["random"] * (game.num_players() - 1)]
    with pytest.raises(ValueError, match=r"^agent 'careless' answered 99 for player "):
        play_match(game, agents, 4)


@pytest.mark.parametrize("name", farmenvs.games())
def test_the_rules_agent_beats_random_agents_at_every_number_of_players(name):
    for players in farmenvs.load_game(name).info.players:
        game = farmenvs.load_game(name, players=players)
        share = play_match(game, ["rules", *["random"] * (players - 1)]).standings[0].share
        assert share.low > 1 / players


def test_the_rules_agent_takes_9_8_points_a_night_from_three_who_bowl_at_random():
    match = play_match(farmenvs.load_game("turtle_soup"), ["rules", *["random"] * 3], 8000)
    assert match.standings[0].points.mean / 5 >= 9.8
    assert match.standings[0].share.mean >= 0.85
