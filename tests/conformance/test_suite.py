"""The tools of the suite: which games it tries, what it draws, counts, writes and says."""

import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import find, settings
from scipy.stats import kstest

import farmenvs
from farmenvs import testing
from farmenvs.core.rng import counter
from farmenvs.testing import __main__ as command
from farmenvs.testing import draws, golden, graph, visibility
from farmenvs.testing.histories import given_whole, random_event
from tests.core import toy
from tests.helpers import NAMES, faulty

SMALL = farmenvs.load_game("turtle_soup", players=2, nights=1)


# ---------------------------------------------------------------------------- which games


@pytest.mark.parametrize("name", NAMES)
def test_cases_are_all_player_counts_presets_examples_and_the_small_version(name):
    info = farmenvs.load_game(name).info
    cases = testing.cases(name)
    assert [game.num_players() for game in cases[: len(info.players)]] == list(info.players)
    for chosen in (*info.presets.values(), info.small, info.small_crowd):
        assert info.load(**chosen) in cases
    for option in info.options:
        for value in option.examples:
            assert info.load(**{option.name: value}) in cases
    assert len(set(cases)) == len(cases)


@pytest.mark.parametrize("name", NAMES)
def test_registered_games_leave_no_check_without_its_declaration(name):
    info = farmenvs.load_game(name).info
    assert info.small
    assert info.load(**info.small).num_players() == info.players[0]
    assert max(info.players) == 2 or info.load(**info.small_crowd).num_players() > 2
    assert info.conserved
    assert info.visibility


def test_options_choose_one_case_and_a_game_stands_for_itself():
    assert testing.cases("turtle_soup", players=2, nights=1) == [SMALL]
    assert testing.cases(SMALL) == [SMALL]


def test_what_only_some_options_use_is_demanded_of_whole_declarations_alone():
    """A game with its options chosen is sound though a row, an entry or a phase is not met with."""
    for name in NAMES:
        info = farmenvs.load_game(name).info
        for chosen in (info.small, info.small_crowd):
            game = info.load(**chosen)
            for check in (
                testing.check_visibility,
                testing.check_entries,
                testing.check_players,
                testing.check_paired_worlds,
            ):
                check(game)
    assert given_whole((name, info, game)) == [info]


# ---------------------------------------------------------------------------- histories


def test_a_random_history_is_fixed_by_its_seed_and_ends_the_game():
    history = testing.random_history(SMALL, 3)
    assert testing.random_history(SMALL, 3) == history != testing.random_history(SMALL, 4)
    assert testing.replay(SMALL, history).is_terminal()
    assert testing.random_history(SMALL, 3, plies=5) == history[:5]


def test_hypothesis_shrinks_a_history_to_the_shortest():
    """Seat 1 is to move after two flips that show four suits, and the choice of seat 0."""
    quick = settings(max_examples=200, database=None, derandomize=True)
    history = find(
        testing.histories(SMALL),
        lambda history: testing.replay(SMALL, history).current_player() == 1,
        settings=quick,
    )
    assert len(history) == 3


def test_random_events_follow_the_chance_weights():
    state = toy.GAME.load(players=2).new_initial_state()
    rng = np.random.default_rng(0)
    drawn = [random_event(state, rng) for _ in range(800)]
    shares = np.bincount(drawn, minlength=3) / len(drawn)
    assert np.allclose(shares, [1 / 8, 2 / 8, 5 / 8], atol=0.06)


# ---------------------------------------------------------------------------- counts


def test_the_tree_of_a_game_counted_by_hand():
    """The toy, one round of two seats: a coin (of 3) each, a bid from 0 to the coin each, a bow.

    Chance: 1 + 3 nodes.  Bids: 9 pairs of coins, then 1, 2 or 3 bids before seat 1's.
    """
    counts = graph.Graph(toy.GAME.load(players=2, rounds=1)).counts
    first, both = 9, 3 * (1 + 2 + 3)
    bids = (1 + 2 + 3) ** 2
    assert (counts.chances, counts.endings) == (1 + 3, bids)
    assert counts.decisions == first + both + bids
    assert (counts.most_decisions, counts.most_chances) == (3, 2)


def test_outcomes_of_the_tree_are_exact():
    counts = graph.Graph(testing.cases("turtle_soup")[-2]).counts
    assert counts.returns == (Fraction(0), Fraction(0))
    assert counts.points[0] == counts.points[1] > 0


# ---------------------------------------------------------------------------- draws


def test_the_odds_of_sound_draws_are_those_of_chance():
    """A sound game is found at fault as seldom as is said: the odds of its draws are uniform."""
    graph = draws.Graph(testing.cases(SMALL.info)[-1])
    groups = draws._groups(graph, 2, "recall")
    rng = np.random.default_rng(0)
    odds = [
        each.likely
        for _ in range(8)
        for each in draws._Seat(graph, groups, 2, "recall", counter(rng)).odds(rng)
    ]
    assert len(odds) > 100
    assert kstest(odds, "uniform").pvalue > 0.001


# ---------------------------------------------------------------------------- visibility


def test_a_report_says_who_learns_of_what_when():
    assert testing.visibility_report(SMALL) == {
        row: set(words) for row, words in SMALL.info.visibility.items()
    }


def test_a_row_for_one_mode_counts_before_the_row_for_all():
    table = {
        ("deal", "all"): frozenset({"at once"}),
        ("deal", "all", "table"): frozenset({"never"}),
    }
    assert visibility.declared_rows(table, "recall") == {("deal", "all"): {"at once"}}
    assert visibility.declared_rows(table, "table") == {("deal", "all"): {"never"}}


# ---------------------------------------------------------------------------- more faults


def skip_whatever_is_forced(cfg, s):
    return True


def test_a_skip_that_tells_of_a_private_limit():
    limited = toy.GAME.load(players=2)
    testing.check_paired_worlds(faulty(limited))
    with pytest.raises(AssertionError, match="check_paired_worlds: a skipped decision tells seat"):
        testing.check_paired_worlds(faulty(limited, skippable=skip_whatever_is_forced))


# ---------------------------------------------------------------------------- golden files


def test_golden_files_are_asked_for_written_and_compared(tmp_path):
    with pytest.raises(AssertionError, match=r"check_golden: there is no .*write it with"):
        testing.check_golden("turtle_soup", tmp_path)
    paths = golden.write_golden("turtle_soup", tmp_path)
    testing.check_golden("turtle_soup", tmp_path)
    changed = paths[0].read_text(encoding="utf-8").replace("Turtle Soup", "Hare Soup", 1)
    paths[0].write_text(changed, encoding="utf-8")
    with pytest.raises(AssertionError, match=r"(?s)has changed; if that is right: .*-.*Hare"):
        testing.check_golden("turtle_soup", tmp_path)


def test_a_playthrough_tells_apart_what_seats_see():
    history = testing.random_history(SMALL, 0)
    text = golden.playthrough(SMALL, history)
    assert "chance: " in text
    assert "seen by all:" in text
    assert "seen by player 1, onlooker:" in text
    assert "observed by player 0:" in text
    assert text.count("\n[") == min(len(history), golden.LONGEST)


def test_the_golden_variants_tell_a_game_of_each_to_its_end(tmp_path):
    golden.write_golden("turtle_soup", tmp_path)
    text = (tmp_path / "turtle_soup_variants.txt").read_text(encoding="utf-8")
    told = text.split("\n\n")
    played = testing.cases("turtle_soup")
    assert [part.splitlines()[0] for part in told] == [repr(case) for case in played]
    for part, case in zip(told, played, strict=True):
        history = testing.random_history(case, 0)
        assert f"\n  {len(history)} events, to " in part
        assert str(testing.replay(case, history)).splitlines()[-1] in part


# ---------------------------------------------------------------------------- all at once


def test_check_game_passes_a_sound_game_and_stops_at_a_fault():
    testing.check_game("turtle_soup", players=2, nights=2)
    broken = faulty(SMALL, {"max_decisions": lambda cfg: 1})
    with pytest.raises(AssertionError, match=r"^check_shapes: more than the declared 1 decisions"):
        testing.check_game(broken)


def test_all_checks_are_public_and_documented_by_point():
    checks = {check.__name__ for check in (*testing.CHECKS, *testing.UNION_CHECKS)}
    assert checks | {"check_golden"} <= set(testing.__all__)
    assert all(name in testing.__doc__ for name in checks)
    rows = [line.split("|")[1].strip() for line in testing.__doc__.splitlines() if "| `" in line]
    assert list(dict.fromkeys(rows)) == [str(point) for point in range(1, 17)]


def test_the_command_writes_golden_files(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(
        sys, "argv", ["testing", "golden", "turtle_soup", "--folder", str(tmp_path)]
    )
    command.main()
    assert [str(path) for path in sorted(tmp_path.iterdir())] == sorted(
        capsys.readouterr().out.split()
    )


def test_the_command_answers_an_unknown_game_with_one_line():
    done = subprocess.run(
        [sys.executable, "-m", "farmenvs.testing", "check", "chess"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "error: no game 'chess'; games: " in done.stderr.splitlines()[-1]
