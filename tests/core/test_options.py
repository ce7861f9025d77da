"""Games by name and option: what is right loads, and what is wrong is named on one line."""

import copy
import pickle

import numpy as np
import pytest

import farmenvs
from farmenvs import games, load_game, make_batch
from farmenvs.core.game import FIRST_PLAYER, Game, boolean, whole
from tests.core.toy import GAME as TOY
from tests.helpers import short


def message(call, *args, **kwargs) -> str:
    with pytest.raises(ValueError) as error:
        call(*args, **kwargs)
    text = str(error.value)
    assert text
    assert "\n" not in text
    assert len(text) < 300
    return text


# -------------------------------------------------------------------------------- names and options


@pytest.mark.parametrize(
    "name", ["", "chess", "turtle-soup", "Turtle_Soup", None, 3, ["turtle_soup"], {}, "x" * 10_000]
)
def test_an_unknown_game_is_answered_with_those_there_are(name):
    for call in (lambda: load_game(name), lambda: make_batch(name, 1)):
        text = message(call)
        assert text.startswith("no game ")
        for known in games():
            assert known in text


def test_a_near_miss_gets_a_hint():
    assert message(load_game, "turtle_soop").endswith("did you mean 'turtle_soup'?")


@pytest.mark.parametrize(
    "name", ["night", "Nights", "self", "info", "name", "game", "name_", "seed", "num_envs"]
)
def test_an_unknown_option_is_answered_with_those_there_are(name):
    text = message(load_game, "turtle_soup", **{name: 1})
    assert text == f"turtle_soup has no option {name!r}; options: players, nights, deck"


@pytest.mark.parametrize("players", [1, 7, 0, -4, 4.0, "4", True, None, 10**30, [4], np.float64(4)])
def test_a_wrong_number_of_players_is_answered_with_the_right_ones(players):
    text = message(load_game, "turtle_soup", players=players)
    assert text.startswith("turtle_soup: players must be one of 2, 3, 4, 5, 6, not ")


@pytest.mark.parametrize("nights", [0, -1, 10_001, 2.0, "5", False, None, 10**400, 1j, np.zeros(9)])
def test_a_wrong_whole_number_is_answered_with_the_range(nights):
    text = message(load_game, "turtle_soup", nights=nights)
    assert text.startswith("turtle_soup: nights must be a whole number from 1 to 10000, not ")


@pytest.mark.parametrize(
    "deck",
    [
        "", "Basic", "huge", 5, None, True, (), [0], (0, 0, 1, 2, 3, 4, 5), range(5), (0, 99),
        (-1, 0, 1, 2, 3, 4, 5), (0.0, 1, 2, 3, 4, 5), "0,1,2", {"basic": 1}, [[0]], np.zeros(3),
        (True, 1, 2, 3, 4, 5), [10**30], object(), b"basic",
    ],
    ids=short,
)  # fmt: skip
def test_a_wrong_deck_is_answered_with_what_a_deck_is(deck):
    text = message(load_game, "turtle_soup", deck=deck)
    assert text.startswith('turtle_soup: deck must be "basic", "extended", or ')


@pytest.mark.parametrize("preset", ["huge", "", 3, ["short"], {}])
def test_an_unknown_preset_is_answered_with_those_there_are(preset):
    assert message(TOY.load, preset).endswith("; presets: short")
    assert message(load_game, "turtle_soup", preset).startswith("turtle_soup has no preset ")


def test_options_given_beside_a_preset_win():
    assert TOY.load("short").options["rounds"] == 1
    assert TOY.load("short", rounds=2, goal=9).options == {
        "players": 2, "rounds": 2, "goal": 9, "weights": (1, 2, 5),
    }  # fmt: skip
    assert TOY.load("short") == TOY.load(rounds=1)


@pytest.mark.parametrize("mode", ["", "Recall", "all", None, 0, ["recall"], np.zeros(2)])
def test_an_unknown_mode_is_answered_with_those_there_are(game, mode):
    state = game.new_initial_state()
    for call in (
        lambda: game.observation_spec(mode),
        lambda: state.view(0, mode),
        lambda: state.observation_tensor(0, mode),
        lambda: state.observation_string(0, mode=mode),
        lambda: make_batch("turtle_soup", num_envs=1, observation=mode),
    ):
        assert message(call).startswith("observation mode must be one of recall, table, not ")


def test_first_player_is_random_or_a_seat():
    for word in ("random", np.str_("random")):
        assert repr(FIRST_PLAYER.parse(word)) == "'random'"
    assert FIRST_PLAYER.parse(np.int8(2)) == 2
    for wrong in ("0", None, 1.0, True, np.array(["random"]), np.array(["random"] * 2)):
        with pytest.raises(TypeError):
            FIRST_PLAYER.parse(wrong)


def test_a_boolean_option_takes_booleans_alone():
    option = boolean("open", True, "")
    assert option.parse(False) is False
    assert option.parse(np.True_) is True
    for wrong in (0, 1, "true", None):
        with pytest.raises(TypeError):
            option.parse(wrong)


def test_whole_numbers_are_integers_of_any_kind_but_no_bool():
    assert whole(np.uint8(3)) == 3
    assert type(whole(np.int64(3))) is int
    for wrong in (True, 3.0, "3", None, np.True_, [3]):
        with pytest.raises(TypeError):
            whole(wrong)


# -------------------------------------------------------------------------------- identity


def test_options_are_canonical_so_that_equal_games_are_equal():
    subset = [9, 0, 1, 2, 3, 4, 5]
    ones = [load_game("turtle_soup", deck=deck) for deck in (subset, tuple(sorted(subset)))]
    ones.append(load_game("turtle_soup", deck=np.array(subset, np.int8)))
    ones.append(load_game("turtle_soup", deck={*subset}, players=np.int64(4)))
    assert len(set(ones)) == 1
    assert all(one == ones[0] and one.digest == ones[0].digest for one in ones)
    assert ones[0] != load_game("turtle_soup")
    assert ones[0].digest != load_game("turtle_soup").digest
    assert ones[0] != "turtle_soup"
    assert (load_game("turtle_soup") == TOY.load()) is False


def test_games_pickle_copy_and_print_to_what_they_are(game):
    copies = [pickle.loads(pickle.dumps(game, protocol)) for protocol in range(2, 6)]
    copies += [copy.copy(game), copy.deepcopy(game)]
    for one in copies:
        assert one == game
        assert hash(one) == hash(game)
        assert repr(one) == repr(game)
        assert one.info is game.info
        assert one.cfg1.tobytes() == game.cfg1.tobytes()
        assert not one.cfg1.flags.writeable
        assert one.kernels is game.kernels  # checked as the first was
    loaded = eval(repr(game), {"load_game": lambda name, **o: game.info.load(**o)})
    assert loaded == game


def test_nothing_about_a_game_can_be_changed(game):
    game.options["players"] = 2
    assert game.options["players"] == game.num_players() == 3
    with pytest.raises(ValueError, match="read-only"):
        game.cfg["players"] = 2
    given = {"players": 2, **{k: v for k, v in game.options.items() if k != "players"}}
    made = Game(game.info, given)
    given["players"] = 3
    assert made.options["players"] == 2


def test_a_game_with_other_kernels_is_the_same_game(game):
    other = game.with_kernels(jit=False, check=False)
    assert other == game
    assert hash(other) == hash(game)
    assert other.kernels is not game.kernels
    assert pickle.loads(pickle.dumps(other)).kernels is other.kernels


# -------------------------------------------------------------------------------- sizes and words


def test_sizes_are_those_of_the_declaration(game):
    assert game.num_players() == 3
    assert game.num_distinct_actions() == game.action_spec.size == len(game.action_words)
    assert game.max_chance_outcomes() == game.info.outcomes(game.cfg)
    assert game.max_game_length() == game.info.max_decisions(game.cfg) > 0
    assert game.max_chance_nodes_in_history() == game.info.max_chance_nodes(game.cfg) > 0
    assert (game.min_utility(), game.max_utility()) == (-0.5, 1.0)
    assert game.utility_sum() == game.info.utility_sum
    assert game.name == game.info.name


def test_words_and_numbers_name_actions(game):
    for a, word in enumerate(game.action_words):
        for text in (word, word.upper(), f"  {word.replace(' ', '   ')}\n", str(a), f"0{a}"):
            assert game.string_to_action(text) == a
            assert game.new_initial_state().string_to_action(text) == a


@pytest.mark.parametrize("text", ["", "fly", "-1", "99", "1.0", "²", "9" * 5000, "x" * 5000, None])
def test_an_unknown_word_is_answered_with_the_words_there_are(game, text):
    answer = message(game.string_to_action, text)
    assert answer.startswith(f"{game.name} has no action ")
    assert game.action_words[0] in answer


def test_the_package_says_what_it_exports():
    assert farmenvs.CHANCE == -1
    assert farmenvs.TERMINAL == -4
    for name in farmenvs.__all__:
        assert hasattr(farmenvs, name)


def test_a_batch_takes_a_game_by_name_or_as_it_is():
    by_name = make_batch("turtle_soup", 3, 7, players=2)
    as_it_is = make_batch(load_game("turtle_soup", players=2), 3, 7)
    assert as_it_is.game == by_name.game
    assert as_it_is.observations.tobytes() == by_name.observations.tobytes()


def test_a_game_that_has_its_options_takes_no_more_of_them():
    assert "can't be given" in message(make_batch, load_game("turtle_soup"), 3, players=2)
