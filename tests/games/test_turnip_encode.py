"""What a seat observes in Turnip (R26, R27, R29), worked out by hand."""

import numpy as np
import pytest

from farmenvs.core.contract import MODES
from farmenvs.games.turnip import GAME
from tests.games.garden import garden, near, new, observed, play

TURN_UP = (
    "plant 2 show 3, claim 10, turn up, say nothing, sow 5, sow 2 show 2, plant 7, claim 7"
    # seat 0 lied and was caught by seat 1; now it claims a 7, and seat 1 is to answer
)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("free", [False, True])
def test_the_pieces_follow_the_number_of_players_and_the_claims(players, free):
    """R26, R27."""
    game = new(players, free_claims=free).game
    n = players
    both = {"phase": 5, "turn": n, "due": n, "crown": n, "hand": 4, "progress": 1}
    both |= {"claim": 1, "claim_up": 4, "claim_down": 4}
    both |= {"left": n, "tokens": n, "market": n, "points": n}
    if n > 2:
        both["call"] = 1
    memory = {"stash": 4, "tax": 4, "face_down": 4, "honest": 1, "odds": 1}
    memory |= {"total": n, "called": 2 * n, "lied": 2 * n}
    memory |= {"unseen": 4 * n, "face_up": 4 * n, "shown": 4 * n}
    memory |= {"claimed": (4 + free) * n, "tested": (4 + free) * n}
    if free:
        memory |= {"said": 20 * n, "said_tested": 20 * n}
    table = {"up": 4 * n, "down": n, "taxes": n}
    for mode, rest in zip(MODES, (memory, table), strict=True):
        sizes = {piece.name: piece.size for piece in game.observation_spec(mode)}
        assert sizes == both | rest


def test_what_the_next_to_answer_sees_in_both_modes():
    """R25: own seat, 1, first; then 2 and 0, whose turn it is and who has the Crown."""
    state = play(garden(stash=3), TURN_UP)
    for mode in MODES:
        seen = observed(state, 1, mode)
        assert seen["phase"] == [0, 0, 0, 1, 0]
        assert seen["turn"] == seen["crown"] == [0, 0, 1]
        assert seen["due"] == [1, 1, 0]
        assert seen["hand"] == near([1, 2 / 3, 1 / 2, 1])  # 2 2 2 2 3 3 5 7
        assert seen["claim"] == near(7 / 20)
        assert seen["claim_up"] == seen["claim_down"] == [0, 0, 0, 0]
        assert seen["left"] == near([0.8, 0.7, 0.6])
        assert seen["tokens"] == near([1 / (1 + 4), 0, 0])
        assert seen["market"] == seen["points"] == [0, 0, 0]
        assert seen["progress"] == 0


def test_recall_counts_cards_and_remembers_claims_and_calls():
    """R26: seat 1, 2, 0. Seat 0 has shown 2 and 3: one of its eight other cards is a 7."""
    seen = observed(play(garden(stash=3), TURN_UP), 1)
    assert seen["stash"] == [0, 1, 0, 0]
    assert seen["odds"] == near(1 / 8)
    assert seen["unseen"] == near([[1, 1, 1, 1], [3 / 4, 1, 1, 1], [3 / 4, 2 / 3, 1, 1]])
    assert seen["tax"] == [0, 0, 0, 0]
    assert seen["face_down"] == near([0, 0, 1 / 2, 0])
    assert seen["honest"] == near(1 / 10)
    assert seen["face_up"] == near([[0, 0, 0, 0], [1 / 4, 0, 0, 0], [0, 0, 0, 0]])
    assert seen["shown"] == near([[0, 0, 0, 0], [0, 0, 0, 0], [1 / 4, 1 / 3, 0, 0]])
    assert seen["total"] == near([5 / 34, 2 / 34, 5 / 34])
    # what was not tested: 5, and 2 beside 2 face up; the 7 is not in the Field yet
    assert seen["claimed"] == near([[0, 0, 0.1, 0], [0.1, 0, 0, 0], [0, 0, 0, 0]])
    assert seen["tested"] == near([[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0.1]])  # 10 less 3
    assert seen["called"] == near([[1 / (1 + 8), 0], [0, 0], [0, 0]])
    assert seen["lied"] == near([[0, 0], [0, 0], [1 / (1 + 8), 0]])


def test_the_table_shows_face_up_cards_and_numbers_of_face_down_ones():
    """R27: seat 1, 2, 0; of the three face-down cards of seat 0 two were shown, one is new."""
    seen = observed(play(garden(stash=3), TURN_UP), 1, "table")
    assert seen["up"] == near([[0, 0, 0, 0], [1 / 4, 0, 0, 0], [0, 0, 0, 0]])
    assert seen["down"] == near([0.1, 0.1, 0.3])
    assert seen["taxes"] == [0, 0, 0]


@pytest.mark.parametrize("mode", MODES)
def test_who_has_answered_remembers_the_answer_until_all_have(mode):
    """R10: of three seats 1 has called, 2 is yet to answer."""
    for answer, called in (("turn up", 1), ("say nothing", 0)):
        state = play(garden(), f"plant 3, claim 3, {answer}")
        assert [observed(state, p, mode)["call"] for p in range(3)] == [0, called, 0]
        play(state, "say nothing")
        assert [observed(state, p, mode)["call"] for p in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("mode", MODES)
def test_the_planter_sees_its_own_face_down_card_when_it_claims(mode):
    """R25, R27: the others see the face-up one only; nothing is claimed yet."""
    state = play(garden(), "plant 7 show 2")
    for p, down in enumerate(([0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0])):
        seen = observed(state, p, mode)
        assert seen["phase"] == [0, 0, 1, 0, 0]
        assert seen["claim"] == 0
        assert seen["claim_up"] == [1, 0, 0, 0]
        assert seen["claim_down"] == down


def test_after_a_harvest_cards_are_counted_in_the_market_and_under_the_tax_collector():
    """R18, R26: seat 0 won three of thirty cards and is to pay, then has paid."""
    state = play(garden(), "sow 7, sow 2, sow 5, harvest")
    assert observed(state, 1)["phase"] == [0, 0, 0, 0, 1]
    play(state, "tax 2")
    for mode in MODES:
        seen = observed(state, 0, mode)
        assert seen["market"] == near([3 / 30, 0, 0])
        assert seen["crown"] == [0, 1, 0]
    assert observed(state, 0, "table")["taxes"] == near([0.1, 0, 0])
    assert observed(state, 2)["unseen"][1] == near([1, 1, 1, 0])  # seat 0 showed its 7


def test_with_free_claims_a_total_that_no_card_fits_is_counted_apart():
    """R9, R26: 20 with a 7 face up would take a 13; nobody has one."""
    state = play(garden(2, free_claims=True), "plant 2 show 7, claim 20")
    assert observed(state, 1)["odds"] == 0
    play(state, "say nothing, plant 2 show 7, claim 20, turn up")
    seen = observed(state, 1)
    assert seen["claimed"] == near([[0, 0, 0, 0, 0], [0, 0, 0, 0, 0.1]])
    assert seen["said"] == near([[0] * 20, [*[0] * 19, 0.1]])
    assert seen["said_tested"] == near([[*[0] * 19, 0.1], [0] * 20])
    assert seen["tested"] == near([[0, 0, 0, 0, 0.1], [0, 0, 0, 0, 0]])


@pytest.mark.parametrize(
    ("script", "due"),  # seen by seats 0, 1 and 2
    [
        ("stash 2", [[0.5, 1, 1], [1, 1, 0.5], [1, 0.5, 1]]),
        ("stash 2, stash 2, stash 2", [[1, 0, 0], [0, 0, 1], [0, 1, 0]]),
        ("stash 2, stash 2, stash 2, plant 3", [[1, 0, 0], [0, 0, 1], [0, 1, 0]]),
        (
            "stash 2, stash 2, stash 2, plant 3, claim 3, turn up",
            [[0, 0.5, 1], [0.5, 1, 0], [1, 0, 0.5]],
        ),
        # seats 1 and 2 share the Harvest; seat 1 has paid
        (
            "stash 2, stash 2, stash 2, sow 2, sow 3, sow 3, harvest, crown to player 0, tax 2",
            [[0, 0.5, 1], [0.5, 1, 0], [1, 0, 0.5]],
        ),
    ],
)
@pytest.mark.parametrize("mode", MODES)
def test_observations_tell_who_is_yet_to_decide_and_who_has(script, due, mode):
    """R4, R6, R10, R18: 1 for who is yet to decide here, ½ for who has decided, of those asked."""
    state = play(new(), script)
    for p in range(3):
        assert observed(state, p, mode)["due"] == due[p]


APART = {
    # seat 0 keeps a 2 and a 3 face down, in the Field or under the Tax Collector, in both
    "own tax and own field": (
        0,
        "plant 7 show 3, claim 10, say nothing, sow 2, harvest, tax 2, sow 2, plant 3, claim 5,"
        " say nothing, sow 2, plant 2, claim 5, turn up, sow 3",
        "plant 7 show 2, claim 9, say nothing, sow 2, harvest, tax 3, sow 2, plant 2, claim 5,"
        " say nothing, sow 2, plant 3, claim 5, turn up, sow 3",
    ),
    # seat 0 has a 2, 3 and 5 in the Field: what lies face up, was shown, and is guessed
    "covered and open": (
        1,
        "plant 2 show 3, claim 5, turn up, sow 2, plant 5, claim 5, say nothing",
        "plant 2, claim 2, turn up, sow 2, plant 5 show 3, claim 8, say nothing",
    ),
    "own true claims": (
        0,
        "plant 2, claim 3, say nothing, sow 2, plant 3, claim 2, say nothing",
        "plant 2, claim 2, say nothing, sow 2, plant 3, claim 3, say nothing",
    ),
}


@pytest.mark.parametrize("case", APART)
def test_recall_tells_apart_whatever_its_seat_has_seen_to_differ(case):
    """R26: two games of two players that look different to the seat."""
    seat, *scripts = APART[case]
    states = [play(garden(2, stash=5), script) for script in scripts]
    one, two = (state.observation_tensor(seat) for state in states)
    assert one.tolist() != two.tolist()


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (
            "claim 20, say nothing, sow 2, plant 2, claim 1",
            "claim 10, say nothing, sow 2, plant 2, claim 11",
        ),
        ("claim 20, turn up, sow 2, plant 2, claim 1", "claim 1, turn up, sow 2, plant 2, claim 1"),
    ],
)
def test_recall_keeps_each_free_claim_and_whether_it_was_tested(one, two):
    """R9, R26: neither their sum nor their number alone."""
    states = [
        play(garden(2, free_claims=True), f"plant 2, {script}, say nothing")
        for script in (one, two)
    ]
    for seat in range(2):
        views = [observed(state, seat) for state in states]
        assert views[0] != views[1]
        assert {name for name in views[0] if views[0][name] != views[1][name]} <= {
            "said",
            "said_tested",
        }


def remembered(view):
    """Return what a view shows, without what is no news to anybody: how far the game has come."""
    record = np.frombuffer(view.tobytes(), GAME.STATE).copy()
    record["turns"] = record["season"] = 0
    return record.tobytes()


@pytest.mark.parametrize("options", [{}, {"free_claims": True}, {"players": 3}], ids=str)
def test_positions_that_look_alike_to_a_perfect_memory_are_observed_alike_and_no_others(options):
    """R26: over the decisions of random games with few cards, where many positions are alike."""
    state = new(**{"players": 2, "cards": (2, 2, 0, 0), **options})
    game, rng = state.game, np.random.default_rng(0)
    views, tensors = {}, {}
    for _ in range(600):
        state = game.new_initial_state()
        while not state.is_terminal():
            for p in range(game.num_players() if state.current_player() >= 0 else 0):
                view = p, remembered(state.view(p))
                tensor = state.observation_tensor(p).tobytes()
                assert views.setdefault(view, tensor) == tensor
                assert tensors.setdefault((p, tensor), view) == view
            state.apply_action(rng.choice(state.legal_actions()))
    assert len(views) > 1000


@pytest.mark.parametrize(
    ("option", "progress"),
    [
        # two short seasons bring 6 points to both and take 6 turns
        ({"seasons": 4}, 2 / 4),
        ({"target": 12}, 6 / (6 + 12)),
        ({"clock": 9}, 6 / (6 + 9)),
    ],
)
def test_observations_tell_how_far_the_game_is(option, progress):
    """R29."""
    state = new(2, cards=(2, 0, 0, 0), **option)
    assert observed(state, 0)["progress"] == 0
    for _ in range(2):
        play(state, "stash 2, stash 2, sow 2, sow 2, harvest, crown to player 0")
    for mode in MODES:
        seen = observed(state, 1, mode)
        assert seen["progress"] == near(progress)
        assert seen["points"] == near([6 / (6 + 40)] * 2)


def test_points_and_tokens_have_no_bound_but_their_entries_have():
    """In a game of many seasons all entries stay within 0 and 1."""
    game = new(2, clock=3000).game
    state, rng = game.new_initial_state(), np.random.default_rng(0)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert max(state.scores()) > 500
    for mode in MODES:
        tensor = state.observation_tensor(0, mode)
        assert ((tensor >= 0) & (tensor <= 1)).all()
