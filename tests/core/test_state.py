"""States: whose move, moving on, results, words; an illegal action changes nothing."""

from fractions import Fraction

import numpy as np
import pytest

from farmenvs import CHANCE, TERMINAL, load_game
from farmenvs.core.rng import stream
from tests.core.conftest import play
from tests.core.toy import BOW, GAME
from tests.helpers import short


def snapshot(state) -> tuple:
    """Return all that can be asked of a state."""
    seats = range(state.game.num_players())
    return (
        state.to_dict(),
        state.history(),
        state.current_player(),
        state.legal_actions(),
        state.serialize(),
        str(state),
        [state.information_state_string(p) for p in seats],
        [state.observation_tensor(p).tobytes() for p in seats],
        state.scores(),
        state.returns(),
    )


def walk(game, seed=0):
    """Yield the states of a random game, the last one included."""
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        play(state, seed, 1)
        seed += 1
        yield state


# -------------------------------------------------------------------------------- whose move


def test_a_node_is_a_decision_a_chance_node_or_the_end(game):
    kinds = set()
    for state in walk(game):
        p = state.current_player()
        kinds.add(min(p, 0))
        assert state.is_chance_node() == (p == CHANCE)
        assert state.is_terminal() == (p == TERMINAL)
        assert p in (CHANCE, TERMINAL, *range(3))
    assert kinds == {0, CHANCE, TERMINAL}


def test_legal_actions_are_sorted_ids_of_whoever_acts(game):
    for state in walk(game):
        legal = state.legal_actions()
        mask = state.legal_actions_mask()
        assert legal == sorted(set(legal))
        assert all(type(a) is int for a in legal)
        assert mask.dtype == np.int8
        assert mask.shape == (game.num_distinct_actions(),)
        p = state.current_player()
        for q in range(3):
            assert state.legal_actions(q) == (legal if q == p else [])
        if p >= 0:
            assert mask.nonzero()[0].tolist() == legal != []
        else:
            assert not mask.any()
            assert bool(legal) == (p == CHANCE)


def test_chance_outcomes_are_exact_and_only_at_chance_nodes(game):
    for state in walk(game):
        if not state.is_chance_node():
            with pytest.raises(ValueError, match=r"^not a chance node: (player \d is to|the game)"):
                state.chance_outcomes()
            with pytest.raises(ValueError, match=r"^not a chance node: "):
                state.chance_weights()
            with pytest.raises(ValueError, match=r"^not a chance node: "):
                state.sample_chance(0)
            continue
        weights, total = state.chance_weights()
        assert weights.dtype == np.int64
        assert weights.shape == (game.max_chance_outcomes(),)
        assert weights.sum() == total > 0
        outcomes = state.chance_outcomes()
        assert [o for o, _ in outcomes] == state.legal_actions() == weights.nonzero()[0].tolist()
        for o, probability in outcomes:
            assert probability == float(Fraction(int(weights[o]), total))
        assert state.sample_chance(5) in weights.nonzero()[0]


def test_the_weights_of_the_toy_are_those_of_its_options():
    state = GAME.load(weights=(2, 0, 1)).new_initial_state()
    assert state.chance_outcomes() == [(0, 2 / 3), (2, 1 / 3)]
    assert [state.child(o).to_dict()["coin"][0] for o in state.legal_actions()] == [0, 2]


# -------------------------------------------------------------------------------- moving on

WRONG = [
    -1, -4, 99, 2**31 - 1, 2**31, 2**63, -(2**63) - 1, 10**100, 0.0, 1.5, np.float64(0),
    float("nan"), "0", b"0", "wait", None, True, False, np.True_, [0], (0,), {}, {0}, ...,
    np.zeros(2, int), np.zeros(1), 0j, object(),
]  # fmt: skip


@pytest.mark.parametrize("action", WRONG, ids=short)
def test_an_illegal_action_changes_nothing_and_is_named_with_what_is_legal(game, action):
    for state in walk(game):
        before = snapshot(state)
        for call in (state.apply_action, state.child):
            with pytest.raises(ValueError, match="is illegal") as error:
                call(action)
            text = str(error.value)
            assert "\n" not in text
            if state.is_terminal():
                assert text.endswith("is illegal: the game is over")
            else:
                who = "chance" if state.is_chance_node() else f"player {state.current_player()}"
                kind = "outcome" if state.is_chance_node() else "action"
                assert text.startswith(f"{kind} ")
                legal = [f"{a} {state.action_to_string(a)}" for a in state.legal_actions()]
                listed = ", ".join(legal[:10])
                if len(legal) > 10:
                    listed += f", … ({len(legal)} in all)"
                assert text.endswith(f"is illegal for {who}; legal: {listed}")
        assert snapshot(state) == before


def test_each_action_outside_of_the_mask_is_illegal(game):
    for state in walk(game, seed=3):
        count = max(game.num_distinct_actions(), game.max_chance_outcomes()) + 2
        for a in {*range(count)} - {*state.legal_actions()}:
            with pytest.raises(ValueError, match=f"{a}.* is illegal"):
                state.apply_action(a)


def test_a_known_but_illegal_action_is_named_in_words():
    state = GAME.load().new_initial_state()
    for coin in (0, 0):
        state.apply_action(coin)
    with pytest.raises(ValueError) as error:
        state.apply_action(2)
    assert str(error.value) == "action 2 (bid 2) is illegal for player 0; legal: 0 bid 0"


@pytest.mark.parametrize("kind", [int, np.int8, np.uint8, np.int64, np.uint64])
def test_actions_are_whole_numbers_of_any_kind(game, kind):
    state, same = game.new_initial_state(), game.new_initial_state()
    for _ in range(8):
        a = state.legal_actions()[-1]
        state.apply_action(a)
        same.apply_action(kind(a))
    assert snapshot(state) == snapshot(same)
    assert all(type(a) is int for a in same.history())


def test_history_is_what_was_played(game):
    state, played = game.new_initial_state(), []
    assert state.history() == []
    while not state.is_terminal():
        played.append(state.legal_actions()[0])
        state.apply_action(played[-1])
        assert state.history() == played
    assert len(played) <= game.max_game_length() + game.max_chance_nodes_in_history()
    assert repr(state) == f"<State of {game!r} after {played}>"


# -------------------------------------------------------------------------------- results


def test_before_the_end_nobody_has_won(game):
    for state in walk(game):
        if not state.is_terminal():
            assert state.returns() == [0.0] * 3
            assert state.winners() == []
            assert state.is_truncated() is False


def test_returns_share_the_win_and_sum_to_nought_if_anybody_won(game):
    for seed in range(20):
        state = play(game.new_initial_state(), seed)
        winners, scores = state.winners(), state.scores()
        assert winners == [p for p in range(3) if scores[p] == max(scores) > 0] or not any(scores)
        share = 3 / len(winners) if winners else 0
        expected = [((share if p in winners else 0) - 1) / 2 for p in range(3)]
        assert state.returns() == expected
        assert all(type(x) is float for x in state.returns() + scores)


@pytest.mark.parametrize(
    ("coins", "returns"),
    [((2, 1, 0), [1, -0.5, -0.5]), ((2, 2, 1), [0.25, 0.25, -0.5]), ((0, 0, 0), [-0.5] * 3)],
)
def test_one_wins_two_share_or_nobody_does(coins, returns):
    state = GAME.load(players=3, rounds=1, goal=2).new_initial_state()
    for coin in (*coins, *coins, BOW):
        state.apply_action(coin)
    assert state.is_terminal()
    assert state.returns() == returns
    assert state.scores() == list(coins)
    assert state.winners() == [p for p in range(3) if returns[p] > 0]
    assert state.is_truncated() == (max(coins) < 2)


# -------------------------------------------------------------------------------- words


def test_each_action_and_outcome_has_a_word(game):
    for state in walk(game):
        if state.is_chance_node():
            count = game.max_chance_outcomes()
        else:
            count = game.num_distinct_actions()
            assert [state.action_to_string(a) for a in range(count)] == list(game.action_words)
        words = [state.action_to_string(a) for a in range(count)]
        assert len(set(words)) == count
        assert all(isinstance(word, str) and word for word in words)
        for wrong in (-1, count, 2**70, 0.0, True, "wait", None):
            with pytest.raises(ValueError, match=rf"^no \w+ .*; there are 0 to {count - 1}$"):
                state.action_to_string(wrong)


def test_a_state_prints_as_the_truth_and_lists_its_record(game):
    for state in walk(game):
        record = state.to_dict()
        assert list(record) == list(game.info.STATE.names)
        assert all(isinstance(value, int | list) for value in record.values())
        assert str(state)


# -------------------------------------------------------------------------------- playing out


@pytest.mark.parametrize("player", ["random", "rules"])
def test_a_playout_ends_the_game_by_a_seed_and_leaves_the_state_alone(game, player):
    state = play(game.new_initial_state(), 1, 4)
    before = snapshot(state)
    first = state.playout(5, player)
    assert len(first) == 3
    assert first == state.playout(5, player)
    assert len({tuple(state.playout(seed, player)) for seed in range(30)}) > 1
    mine, again = stream(5), stream(5)
    assert first == state.playout(mine, player)
    assert mine != again
    assert snapshot(state) == before


def test_a_playout_from_the_end_is_the_result(game):
    state = play(game.new_initial_state())
    assert state.playout(0) == state.returns()


@pytest.mark.parametrize("player", ["", "Random", "best", None, 0, ["random"], {}])
def test_an_unknown_player_is_answered_with_those_there_are(game, player):
    with pytest.raises(ValueError, match=r"^player must be one of random, rules, not .*$"):
        game.new_initial_state().playout(0, player)


def test_playouts_win_as_often_as_games_played_move_by_move():
    state = load_game("turtle_soup", players=2, nights=1).new_initial_state()
    n = 4000
    outs = np.array([state.playout(seed) for seed in range(n)])
    hand = np.array([play(state.clone(), seed).returns() for seed in range(600)])
    assert (outs.sum(axis=1) == 0).all()
    spread = 4 * (outs[:, 0].std() / n**0.5 + hand[:, 0].std() / 600**0.5)
    assert abs(outs[:, 0].mean() - hand[:, 0].mean()) < spread
