"""One seat as a Gymnasium environment: what the learner sees and is paid."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from stable_baselines3.common.env_checker import check_env as sb3_check_env

import farmenvs
from farmenvs.core.contract import TERMINAL
from farmenvs.core.rng import PLAYERS_LANE, stream
from farmenvs.core.view import View
from farmenvs.envs.registration import gymnasium_id
from farmenvs.envs.single import SeatEnv
from tests.core import toy
from tests.envs.seats import OPPONENTS, Asked, drawn, episode, first, same, truth
from tests.envs.tables import GAMES, choose, variant


@pytest.fixture(params=list(GAMES))
def game(request):
    return GAMES[request.param]


# -- what other libraries check


@pytest.mark.parametrize("mask_in", ["info", "obs", "both"])
@pytest.mark.parametrize("opponents", list(OPPONENTS))
@pytest.mark.parametrize("name", farmenvs.games())
def test_the_checkers_of_gymnasium_and_sb3_have_nothing_to_say(name, opponents, mask_in):
    for seat in (1, "random"):
        for render_mode in (None, "ansi"):
            env = gymnasium.make(
                gymnasium_id(name), seat=seat, mask_in=mask_in, render_mode=render_mode,
                opponents=OPPONENTS[opponents],
            )  # fmt: skip
            check_env(env.unwrapped)
            sb3_check_env(env)


@pytest.mark.parametrize("mask_in", ["info", "obs"])
def test_the_checkers_have_nothing_to_say_about_private_masks_and_forced_moves(mask_in):
    for opponents in OPPONENTS.values():
        env = SeatEnv(GAMES["toy"], opponents=opponents, mask_in=mask_in)
        check_env(env, skip_render_check=True)
        sb3_check_env(env)


@pytest.mark.parametrize("name", farmenvs.games())
def test_gymnasium_makes_it_with_options_of_the_game(name):
    env = gymnasium.make(gymnasium_id(name), players=2, opponents="random", seat=1)
    assert isinstance(env.unwrapped, SeatEnv)
    assert env.unwrapped.game == farmenvs.load_game(name, players=2)
    env.reset(seed=0)
    assert env.unwrapped.seat == 1
    assert env.get_wrapper_attr("action_masks")().any()


@pytest.mark.parametrize("name", farmenvs.games())
def test_gymnasiums_vectors_stack_it_masks_included(name):
    envs = gymnasium.make_vec(
        gymnasium_id(name), num_envs=3, vectorization_mode="sync", opponents="random", seat=0
    )
    obs, info = envs.reset(seed=5)
    for i in range(3):
        alone = SeatEnv(name, opponents="random", seat=0)
        expected, own = alone.reset(seed=5 + i)
        np.testing.assert_array_equal(obs[i], expected)
        np.testing.assert_array_equal(info["action_mask"][i], own["action_mask"])
    envs.close()


# -- the game that it plays


@pytest.mark.parametrize("reward", ["outcome", "score"])
@pytest.mark.parametrize("mode", ["recall", "table"])
@pytest.mark.parametrize("asked", [False, True])
def test_it_plays_the_game_that_states_played_by_hand_give(game, reward, mode, asked):
    n = game.num_players()
    for seed in range(8):
        seat = seed % n
        env = SeatEnv(
            game, seat=seat, opponents=Asked() if asked else "rules", reward=reward,
            observation=mode, skip_forced=False,
        )  # fmt: skip
        rng, luck, state = np.random.default_rng(seed), stream(seed), game.new_initial_state()
        players = 0 if asked else stream(seed, PLAYERS_LANE)  # from which compiled ones draw

        def others_play(state=state, luck=luck, players=players):
            chance = state.is_chance_node()
            event = state.sample_chance(luck) if chance else state.view().advice(players)
            state.apply_action(event)

        obs, info = env.reset(seed=seed)
        paid = over = 0
        while not over:
            while state.current_player() not in (seat, TERMINAL):
                others_play()
            np.testing.assert_array_equal(obs, state.observation_tensor(seat, mode))
            np.testing.assert_array_equal(info["action_mask"], state.legal_actions_mask())
            np.testing.assert_array_equal(env.action_masks(), state.legal_actions_mask())
            a = choose(info["action_mask"], rng)
            obs, gain, terminated, truncated, info = env.step(a)
            state.apply_action(a)
            paid += gain
            over = terminated or truncated
        while not state.is_terminal():
            others_play()
        assert truncated == state.is_truncated()
        assert terminated != truncated
        assert paid == pytest.approx(
            (state.returns() if reward == "outcome" else state.scores())[seat]
        )
        np.testing.assert_array_equal(obs, state.observation_tensor(seat, mode))


def test_lane_0_of_a_batch_deals_alike(game):
    batch = farmenvs.make_batch(game, num_envs=3, seed=11)
    env = SeatEnv(game, seat=int(batch.players[0]))
    obs, _ = env.reset(seed=11)
    np.testing.assert_array_equal(obs, batch.observations[0])


def test_chance_falls_alike_whoever_plays():
    def dealt(opponents):
        env = SeatEnv("turtle_soup", nights=20, opponents=opponents, seat=0)
        obs, _ = env.reset(seed=4)
        seen = [obs[:36]]
        while not env._over:
            obs, *_ = env.step(0)  # who waits to the bitter end sees every card
            seen.append(obs[:36])
        return np.unique(seen, axis=0)

    expected = dealt("random")
    assert len(expected) > 20
    for opponents in ("rules", first, drawn, ["random", Asked(), "rules"]):
        np.testing.assert_array_equal(dealt(opponents), expected)


def test_forced_decisions_are_skipped_unless_asked_for():
    env = SeatEnv(GAMES["toy"], opponents="random")
    every = SeatEnv(GAMES["toy"], opponents="random", skip_forced=False)
    rng = np.random.default_rng(0)
    for seed in range(20):
        for given in episode(env, rng, seed)[:-1]:
            assert not given[4]["action_mask"][toy.BOW]
    bows = [
        given[4]["action_mask"][toy.BOW]
        for seed in range(20)
        for given in episode(every, rng, seed)
    ]
    assert any(bows)


# -- the reward


@pytest.mark.parametrize("opponents", list(OPPONENTS))
@pytest.mark.parametrize("reward", ["outcome", "score"])
def test_the_rewards_add_up_to_the_outcome_or_the_points_whoever_moved_last(
    game, opponents, reward
):
    rng = np.random.default_rng(0)
    for seat in ("random", 0, game.num_players() - 1):
        env = SeatEnv(game, opponents=OPPONENTS[opponents], seat=seat, reward=reward)
        for seed in range(10):
            given = episode(env, rng, seed)
            assert sum(step[1] for step in given) == pytest.approx(truth(env, reward == "score"))
            assert all(type(step[1]) is float for step in given)


def test_the_last_reward_comes_with_the_learners_last_decision_though_others_play_on():
    env = SeatEnv("turtle_soup", nights=1, opponents=first, seat=0)
    env.reset(seed=0)
    _, reward, terminated, _, _ = env.step(
        1
    )  # takes a bowl; the others wait until the soup is lost
    assert terminated
    assert reward == 1.0


def test_an_outcome_comes_at_the_end_alone(game):
    given = episode(SeatEnv(game, opponents="random"), np.random.default_rng(0), 0)
    assert not any(step[1] for step in given[:-1])


def test_a_cap_on_the_length_truncates_and_the_rules_terminate():
    rng = np.random.default_rng(0)
    capped = SeatEnv(toy.GAME.load(players=3, goal=10_000, rounds=2), opponents="random")
    for seed in range(5):
        assert episode(capped, rng, seed)[-1][2:4] == (False, True)
        assert not capped.action_masks().any()
    ruled = SeatEnv(toy.GAME.load(players=3, goal=1, rounds=1000), opponents="random")
    for seed in range(5):
        assert episode(ruled, rng, seed)[-1][2:4] == (True, False)


def _apply(cfg, s, a):
    """As the toy, but a first bid of zero ends the game."""
    first_bid = s["phase"] == toy.BID and s["turn"] == 0 and s["round"] == 0
    toy.apply(cfg, s, a)
    if first_bid and a == 0:
        s["phase"] = toy.OVER


@pytest.mark.parametrize("opponents", ["random", drawn])
def test_a_game_that_ends_before_the_learner_decides_is_dealt_anew(opponents):
    env = SeatEnv(variant({"players": 3}, apply=_apply), opponents=opponents, seat=1)
    for seed in range(30):
        env.reset(seed=seed)
        bids = env._seats.states[0]["bid"].tolist()
        assert bids[0] > 0
        assert bids[1:] == [toy.COINS, toy.COINS]
        assert env.action_masks().any()


@pytest.mark.parametrize("opponents", ["rules", Asked()])
def test_a_game_that_always_ends_before_the_learner_decides_is_an_error_not_a_loop(opponents):
    game = variant({"players": 3, "weights": (1, 0, 0)}, apply=_apply)
    env = SeatEnv(game, opponents=opponents, seat=1)
    with pytest.raises(
        RuntimeError, match=r"^64 games on end were over before seat 1 had to decide$"
    ):
        env.reset(seed=0)


# -- what it shows


@pytest.mark.parametrize(
    ("mask_in", "in_obs", "in_info"),
    [("info", False, True), ("obs", True, False), ("both", True, True)],
)
def test_the_mask_is_where_it_was_asked_for(game, mask_in, in_obs, in_info):
    env = SeatEnv(game, opponents="random", mask_in=mask_in)
    size, floats = game.num_distinct_actions(), game.observation_spec().size
    for obs, *_, info in episode(env, np.random.default_rng(0), 0):
        assert isinstance(obs, dict) == in_obs
        assert set(info) == ({"action_mask"} if in_info else set())
        assert obs in env.observation_space
        for holder in [obs] * in_obs + [info] * in_info:
            assert (holder["action_mask"].shape, holder["action_mask"].dtype) == ((size,), np.int8)
        seen = obs["observation"] if in_obs else obs
        assert (seen.shape, seen.dtype) == ((floats,), np.float32)


def test_what_it_gives_is_the_callers_to_change(game):
    one, other = (SeatEnv(game, opponents="random", mask_in="both") for _ in range(2))
    rngs = [np.random.default_rng(0) for _ in range(2)]
    clean = episode(other, rngs[1], 5)
    obs, info = one.reset(seed=5)
    for step in clean[1:]:
        mask = one.action_masks()
        a = choose(mask, rngs[0])
        for part in (obs["observation"], obs["action_mask"], info["action_mask"], mask):
            part[...] = 7
        info.clear()
        found = one.step(a)
        assert same([found], [step])
        obs, *_, info = found


def test_text_shows_the_learners_view():
    env = SeatEnv(GAMES["turtle_soup"], opponents="rules", seat=2, render_mode="ansi")
    env.reset(seed=0)
    assert "player 2 (you)" in env.render()
    assert "player 1: 0 points, has chosen" in env.render()
    episode(env, np.random.default_rng(0), 0)
    assert ", over" in env.render()


def test_without_a_render_mode_there_is_a_warning_and_no_text():
    env = SeatEnv(GAMES["turtle_soup"])
    env.reset(seed=0)
    with pytest.warns(UserWarning, match="render"):
        assert env.render() is None


def test_opponents_are_given_views_of_their_own_seats_and_no_secret():
    views = []

    def spy(view, rng):
        views.append(view)
        return first(view, rng)

    episode(SeatEnv(GAMES["toy"], opponents=spy, seat=0), np.random.default_rng(0), 0)
    assert {type(view) for view in views} == {View}
    assert {view.player for view in views} == {1, 2}
    for view in views:
        coins = view._record[0]["coin"]
        assert [q for q in range(3) if coins[q] != toy.COINS] == [view.player]
