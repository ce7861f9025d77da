"""Turf War with cards from a file: wherever a game goes, the set goes along, not the file (R1)."""

import copy
import json
import pickle

import gymnasium
import numpy as np
import pytest

import farmenvs
from farmenvs import turf_war_v0
from farmenvs.games.turf_war.loader import HOUSE_FILE
from farmenvs.testing.histories import random_event

MAKERS = {
    "load_game": lambda cards: farmenvs.load_game("turf_war", cards=cards),
    "env": lambda cards: turf_war_v0.env(cards=cards).game,
    "raw_env": lambda cards: turf_war_v0.raw_env(cards=cards).game,
    "parallel_env": lambda cards: turf_war_v0.parallel_env(cards=cards).game,
    "make_batch": lambda cards: farmenvs.make_batch("turf_war", 2, cards=cards).game,
    "gymnasium": lambda cards: gymnasium.make("farmenvs/TurfWar-v0", cards=cards).unwrapped.game,
}


@pytest.fixture
def mine(tmp_path):
    """A file with the house set, but for the name of a card."""
    path = tmp_path / "my_cards.toml"
    text = HOUSE_FILE.read_text("utf-8")
    assert text.count('"Garden Gnome"') == 1
    path.write_text(text.replace('"Garden Gnome"', '"Pink Flamingo"'), "utf-8")
    return path


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_every_interface_takes_the_path_of_a_card_set(make, mine):
    game = make(mine)
    assert "card pink flamingo" in game.action_words
    assert "card garden gnome" not in game.action_words
    assert game == make(str(mine)) != farmenvs.load_game("turf_war")


def test_copies_pickles_and_replays_need_the_file_no_more(mine):
    env = turf_war_v0.env(cards=str(mine))
    mine.unlink()
    env.reset(seed=0)
    for _ in range(40):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    data = pickle.dumps(env)
    assert mine.name.encode() not in data
    state = env.game_state()
    for twin in (copy.deepcopy(env), pickle.loads(data)):
        assert twin.game == env.game
        assert twin.game_state().history() == state.history()
    text = state.serialize()
    assert mine.name.encode() not in text
    assert b"Pink Flamingo" in text
    again = farmenvs.load_replay(text)
    assert again.game == env.game
    assert str(again) == str(state)


def test_a_replay_is_not_read_with_other_cards(mine):
    """The cards are part of what a replay was played with, however alike two sets are."""
    game, house = farmenvs.load_game("turf_war", cards=mine), farmenvs.load_game("turf_war")
    state, rng = game.new_initial_state(), np.random.default_rng(0)
    for _ in range(20):
        state.apply_action(random_event(state, rng))
    with pytest.raises(ValueError, match="was played with other options or cards than"):
        house.deserialize_state(state.serialize())
    options = json.loads(state.serialize())["options"]
    assert farmenvs.load_game("turf_war", **options) == game


def test_what_is_wrong_with_a_file_is_one_line_that_names_it(mine):
    mine.write_text(
        mine.read_text("utf-8").replace('symbols = ["Tool"]', "symbols = []", 1), "utf-8"
    )
    with pytest.raises(ValueError, match=r"my_cards\.toml: card '.*': symbols: ") as error:
        turf_war_v0.env(cards=str(mine))
    assert "\n" not in str(error.value)
