"""The game to copy: its rules, and the proof that a game needs no registration to be played."""

import itertools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from examples.new_game import GAME
from examples.new_game.rules import KEEP, KINDS, SWAP
from farmenvs import testing
from farmenvs.core.batch import Batch
from farmenvs.core.contract import CHANCE
from farmenvs.envs.aec import CheckedEnv

SMALL = GAME.load(**GAME.small)


def play(game, *events):
    """Return the state after deals and draws (kinds) and choices."""
    state = game.new_initial_state()
    for event in events:
        state.apply_action(event)
    return state


def test_r1_a_patch_without_two_pumpkins_a_player_is_refused():
    with pytest.raises(ValueError, match=r"kinds × copies must be at least 8, .* not 6"):
        GAME.load(players=4, kinds=3, copies=2)


def test_r1_each_pumpkin_dealt_is_one_less_in_the_patch():
    state = play(SMALL, 0)
    assert state.chance_outcomes() == [(0, 1 / 5), (1, 2 / 5), (2, 2 / 5)]


def test_r2_everybody_is_dealt_one_pumpkin_before_seat_0_chooses():
    assert play(GAME.load(players=3), 4, 4).current_player() == CHANCE
    assert play(GAME.load(players=3), 4, 4, 2).current_player() == 0


def test_r3_who_keeps_passes_the_turn_and_who_swaps_draws_first():
    assert play(SMALL, 0, 1, KEEP).current_player() == 1
    assert play(SMALL, 0, 1, SWAP).current_player() == CHANCE
    assert play(SMALL, 0, 1, SWAP, 2).current_player() == 1


def test_r3_a_pumpkin_given_up_does_not_return_to_the_patch():
    state = play(SMALL, 0, 0, SWAP)
    assert state.chance_outcomes() == [(1, 1 / 2), (2, 1 / 2)]


def test_r4_the_others_see_that_one_swaps_but_no_pumpkin():
    low, high = play(SMALL, 1, 0, SWAP, 0), play(SMALL, 1, 2, SWAP, 2)
    assert low.observation_string(1) != high.observation_string(1)
    for world in (play(SMALL, 2, 0, SWAP, 0), play(SMALL, 2, 0, SWAP, 1)):
        assert world.view(1).tobytes() == low.view(1).tobytes()
        assert world.observation_string(1) == low.observation_string(1)
    assert play(SMALL, 1, 0, KEEP).view(1).tobytes() != low.view(1).tobytes()


def test_r4_what_one_gave_up_is_remembered_but_does_not_lie_on_the_table():
    one, two = play(SMALL, 0, 1, SWAP, 2), play(SMALL, 1, 1, SWAP, 2)
    assert one.view(0).tobytes() != two.view(0).tobytes()
    assert one.view(0, "table").tobytes() == two.view(0, "table").tobytes()
    assert "given" in [piece.name for piece in SMALL.observation_spec("recall")]
    assert "given" not in [piece.name for piece in SMALL.observation_spec("table")]


def test_r5_the_last_choice_shows_all_hands_but_not_what_was_given_up():
    state = play(SMALL, 0, 1, SWAP, 2, KEEP)
    assert state.is_terminal()
    assert str(state.view(1)).splitlines()[1] == "player 0: weight 3, swapped"


def test_r6_the_heaviest_wins_and_ties_share():
    assert play(SMALL, 0, 1, KEEP, KEEP).returns() == [-1, 1]
    assert play(SMALL, 2, 2, KEEP, KEEP).winners() == [0, 1]
    three = play(GAME.load(players=3), 3, 3, 1, KEEP, KEEP, KEEP)
    assert three.returns() == [0.25, 0.25, -0.5]


def test_r6_there_are_no_points_before_the_showdown():
    assert play(SMALL, 0, 1, KEEP).scores() == [0, 0]
    assert play(SMALL, 0, 1, KEEP, KEEP).scores() == [1, 2]


def seat_0_wins(threshold):
    """Return the share of wins of seat 0, if both swap pumpkins of kinds under `threshold`.

    Counted without the rules: over all orders of the six single pumpkins of the small version.
    """
    won = total = 0
    for first, second, *patch in itertools.permutations([0, 0, 1, 1, 2, 2]):
        patch = iter(patch)
        first = next(patch) if first < threshold else first
        second = next(patch) if second < threshold else second
        won += (first > second) + (first == second) / 2
        total += 1
    return won / total


def expected(state, threshold):
    """Return the same by walking through the tree of the game."""
    if state.is_terminal():
        return (state.returns()[0] + 1) / 2
    if state.is_chance_node():
        return sum(p * expected(state.child(o), threshold) for o, p in state.chance_outcomes())
    hand = state.to_dict()["hand"][state.current_player()]
    return expected(state.child(SWAP if hand < threshold else KEEP), threshold)


@pytest.mark.parametrize("threshold", range(4))
def test_chances_are_those_of_single_pumpkins(threshold):
    found = expected(SMALL.new_initial_state(), threshold)
    assert found == pytest.approx(seat_0_wins(threshold), abs=1e-12)


def test_the_rule_based_player_swaps_light_pumpkins_only():
    advice = [play(SMALL, kind, 1).view().advice(0) for kind in range(3)]
    assert advice == [SWAP, KEEP, KEEP]


@pytest.mark.parametrize("check", testing.CHECKS, ids=lambda check: check.__name__)
def test_it_keeps_what_holds_for_each_option(check):
    check(*testing.cases(GAME))


@pytest.mark.parametrize("check", testing.UNION_CHECKS, ids=lambda check: check.__name__)
def test_it_keeps_what_holds_over_its_options(check):
    check(GAME)


@pytest.mark.parametrize("env", [*testing.environments([GAME.load(players=3)])], ids=str)
def test_its_environments_keep_their_promises(env):
    testing.check_env(env)


def test_an_unregistered_game_is_played_by_its_declaration():
    batch = Batch(GAME.load(players=4), 16, seed=0)
    for _ in range(12):
        batch.step(batch.action_masks.argmax(axis=1))
    assert batch.terminated.all()
    env = CheckedEnv(GAME.load(kinds=KINDS))
    env.reset(seed=0)
    paid = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        _, reward, terminated, _, _ = env.last()
        paid[agent] += reward
        env.step(None if terminated else KEEP)
    assert list(paid.values()) == env.game_state().returns()


# -------------------------------------------------------------------------------- the recipe

ROOT = Path(__file__).parents[1]

USE = """
import gymnasium, farmenvs
from farmenvs import my_game_v0
from farmenvs.games.my_game import rules
assert rules.__file__.startswith({here!r})
env = my_game_v0.env(players=3, kinds=8)
env.reset(seed=0)
while env.agents:
    observation, _, terminated, truncated, _ = env.last()
    env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))
env = gymnasium.make("farmenvs/MyGame-v0", opponents="random")
assert env.reset(seed=0)[1]["action_mask"].sum() == 2
"""


def test_a_copy_is_a_game_of_the_library_after_the_steps_of_the_recipe(tmp_path):
    package = tmp_path / "farmenvs"
    shutil.copytree(ROOT / "farmenvs", package, ignore=shutil.ignore_patterns("__pycache__"))
    mine = package / "games" / "my_game"
    shutil.copytree(ROOT / "examples" / "new_game", mine)
    (mine / "__main__.py").unlink()

    def replace(path, old, new):
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    replace(mine / "__init__.py", 'name="best_pumpkin"', 'name="my_game"')
    for path in (mine / "__init__.py", mine / "text.py", mine / "RULES.md"):
        replace(path, "Best Pumpkin", "My Game")
    line = "REGISTRY: dict[str, str] = {\n"
    replace(
        package / "games/__init__.py", line, f'{line}    "my_game": "farmenvs.games.my_game",\n'
    )
    shutil.copy(package / "turtle_soup_v0.py", package / "my_game_v0.py")
    replace(package / "my_game_v0.py", '"turtle_soup"', '"my_game"')

    def run(*args):
        env = {**os.environ, "PYTHONPATH": str(tmp_path), "FARMENVS_JIT": "0"}
        done = subprocess.run(
            [sys.executable, *args],
            env=env, cwd=tmp_path, input="keep\n", capture_output=True, text=True,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    assert "\nmy_game " in run("-m", "farmenvs", "list")
    assert f"Rules: {mine / 'RULES.md'}\n" in run("-m", "farmenvs", "show", "my_game")
    told = run("-m", "farmenvs", "play", "my_game", "--seed", "1")
    assert told.startswith("My Game: seats 0 you, 1 rules")
    assert re.search(r"\nMy Game, \d in the patch, over\n", told)
    run("-c", USE.format(here=str(mine)))
