"""Models of sb3-contrib as agents: saved, loaded, matched against the game, and asked."""

import copy
import pickle
import random
import re
import sys
import zipfile

import numpy as np
import pytest
import torch
from stable_baselines3 import PPO

import farmenvs
from farmenvs.agents import make_agent, mode_of, name_of
from farmenvs.agents.arena import play_match
from farmenvs.agents.sb3 import SB3Agent, load, save
from farmenvs.envs.sb3 import SeatVecEnv
from tests.agents.models import asked, trained
from tests.agents.positions import decisions
from tests.envs.tables import GAMES

TOY, SOUP = GAMES["toy"], GAMES["turtle_soup"]


@pytest.fixture(scope="module")
def model():
    return trained(TOY)


@pytest.fixture(scope="module")
def path(model, tmp_path_factory):
    file = tmp_path_factory.mktemp("models") / "toy.zip"
    save(model, file, TOY)
    return file


@pytest.mark.parametrize("deterministic", [True, False])
def test_a_saved_model_plays_as_before(model, path, deterministic):
    before = SB3Agent(model.policy, deterministic=deterministic)
    after = load(path, TOY, deterministic)
    np.testing.assert_array_equal(asked(before, TOY)[0], asked(after, TOY)[0])


def test_a_model_is_an_agent_by_its_file(path):
    agent = make_agent(f"sb3:{path}", TOY)
    assert isinstance(agent, SB3Agent)
    assert name_of(agent) == f"sb3:{path}"
    match = play_match(TOY, [agent, "random", "rules"], 30)
    again = play_match(TOY, [f"sb3:{path}", "random", "rules"], 30)
    np.testing.assert_array_equal(match.points, again.points)


def test_one_view_gives_what_a_batch_gives(path):
    agent = load(path, TOY)
    states = decisions(TOY, 20)
    alone = [agent(state.view(), np.random.default_rng()) for state in states]
    assert alone == asked(agent, TOY, 20)[0].tolist()


@pytest.mark.parametrize("deterministic", [True, False])
def test_a_model_plays_no_illegal_action_however_much_it_wants_to(path, deterministic):
    agent = load(path, TOY, deterministic)
    with torch.no_grad():
        agent.policy.action_net.bias += torch.tensor([-500.0, 0.0, 500.0, 1000.0])
    actions, masks = asked(agent, TOY, 200)
    assert masks[np.arange(200), actions].all()
    assert not masks.all()


def test_a_model_that_draws_does_so_by_its_probabilities(path):
    agent = load(path, TOY, deterministic=False)
    state = next(s for s in decisions(TOY, 200) if s.legal_actions() == [0, 1, 2])
    count = 20_000
    seen = state.view().observation()[None].repeat(count, 0)
    masks = state.legal_actions_mask()[None].repeat(count, 0)
    drawn = agent.batch(seen, masks, np.zeros(count, np.int64), np.random.default_rng(0))
    tensor, _ = agent.policy.obs_to_tensor(seen[:1])
    wanted = agent.policy.get_distribution(tensor, masks[:1]).distribution.probs[0].detach().numpy()
    np.testing.assert_allclose(np.bincount(drawn, minlength=4) / count, wanted, atol=0.015)


def test_drawing_takes_its_luck_from_the_generator_that_it_is_given(path):
    agent = load(path, TOY, deterministic=False)
    torch.manual_seed(0)
    once = asked(agent, TOY, seed=1)[0]
    before = torch.random.get_rng_state()
    again = asked(agent, TOY, seed=1)[0]
    np.testing.assert_array_equal(once, again)
    assert torch.equal(before, torch.random.get_rng_state())


def test_loading_moves_no_random_generator_of_the_process(path):
    torch.manual_seed(3)
    np.random.seed(3)  # noqa: NPY002  # the very generator that must not move
    random.seed(3)
    states = torch.random.get_rng_state(), random.getstate(), np.random.get_state()[1].copy()  # noqa: NPY002
    load(path, TOY)
    assert torch.equal(states[0], torch.random.get_rng_state())
    assert states[1] == random.getstate()
    np.testing.assert_array_equal(states[2], np.random.get_state()[1])  # noqa: NPY002


def test_a_model_looks_in_the_mode_in_which_it_was_trained(tmp_path):
    save(trained(TOY, "table"), tmp_path / "m.zip", TOY, "table")
    agent = load(tmp_path / "m.zip", TOY)
    assert mode_of(agent) == "table"
    views = [state.view(mode="table") for state in decisions(TOY, 60)]
    alone = [agent(view, np.random.default_rng()) for view in views]
    assert alone == asked(agent, TOY)[0].tolist()


def test_a_model_with_the_mask_in_its_observation_plays_too(tmp_path):
    save(trained(TOY, mask_in="obs"), tmp_path / "m.zip", TOY)
    actions, masks = asked(load(tmp_path / "m.zip", TOY), TOY)
    assert masks[np.arange(len(actions)), actions].all()
    assert play_match(TOY, [f"sb3:{tmp_path / 'm.zip'}", "random", "random"], 3).games == 3


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda a: pickle.loads(pickle.dumps(a))])
def test_copies_of_a_model_play_as_it_does(path, copied):
    agent = load(path, TOY)
    np.testing.assert_array_equal(asked(agent, TOY)[0], asked(copied(agent), TOY)[0])


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (SOUP, "game 'toy', not 'turtle_soup'"),
        (TOY.info.load(), "option players 3, not 2; inputs 9, not 7"),
        (TOY.info.load(players=3, goal=9), "option goal 4, not 9"),
        (TOY.info.load(players=3, weights=(1, 1, 1)), r"option weights \[1, 2, 5\], not .*"),
    ],
)  # fmt: skip
def test_a_model_of_another_game_or_option_is_one_line(path, other, reason):
    version = re.escape(farmenvs.__version__)
    with pytest.raises(
        ValueError, match=rf"^the model .*toy\.zip \(of farmenvs {version}\) is made for {reason}$"
    ):
        load(path, other)


def test_a_missing_file_is_one_line(tmp_path):
    with pytest.raises(ValueError, match=r"^no model .*none\.zip: there is no such file$"):
        make_agent(f"sb3:{tmp_path / 'none.zip'}", TOY)
    with pytest.raises(ValueError, match=r"^no model .*none\.zip: there is no such file$"):
        load(tmp_path / "none", TOY)


@pytest.mark.parametrize("mask_in", ["info", "obs"])
def test_a_model_is_not_saved_as_one_of_a_game_that_it_does_not_fit(tmp_path, mask_in):
    other = trained(TOY, mask_in=mask_in)
    for game in (SOUP, TOY.info.load(players=2)):
        with pytest.raises(ValueError, match=r"^the model has 9 inputs and 4 actions, but load_"):
            save(other, tmp_path / "m.zip", game)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("other", [None, "model", PPO])
def test_only_a_maskable_model_is_saved(tmp_path, other):
    if other is PPO:
        other = PPO("MlpPolicy", SeatVecEnv(TOY, 2), n_steps=2, batch_size=4)
    with pytest.raises(ValueError, match=r"^the model must be a MaskablePPO of sb3-contrib, not "):
        save(other, tmp_path / "m.zip", TOY)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["m", "m.zip", "m.v2", "in.folder/m"])
def test_a_model_is_loaded_by_the_name_by_which_it_was_saved(model, tmp_path, name):
    (tmp_path / "in.folder").mkdir()
    for path in (tmp_path / name, str(tmp_path / name)):
        save(model, path, TOY)
        assert load(path, TOY).name == f"sb3:{path}"
        assert name_of(make_agent(f"sb3:{path}", TOY)) == f"sb3:{path}"
    files = [file.name for file in tmp_path.rglob("*") if file.is_file()]
    assert files == [{"m": "m.zip", "in.folder/m": "m.zip"}.get(name, name)]


@pytest.mark.parametrize("what", ["bytes", "json"])
def test_a_model_whose_card_is_damaged_is_one_line(path, tmp_path, what):
    with zipfile.ZipFile(path) as whole:
        data = whole.read("data") if what == "bytes" else b"[" * 100_000
    with zipfile.ZipFile(tmp_path / "m.zip", "w", zipfile.ZIP_DEFLATED) as part:
        part.writestr("data", data)
    content = bytearray((tmp_path / "m.zip").read_bytes())
    if what == "bytes":
        content[60:80] = b"\xff" * 20
    (tmp_path / "m.zip").write_bytes(content)
    with pytest.raises(ValueError, match=r"m\.zip is no model of Stable-Baselines3$"):
        load(tmp_path / "m.zip", TOY)


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x03\x04 half of one"])
def test_a_file_that_is_no_model_is_one_line(tmp_path, content):
    file = tmp_path / "m.zip"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"m\.zip is no model of Stable-Baselines3$"):
        load(file, TOY)


def test_a_model_that_does_not_say_what_it_is_for_is_one_line(tmp_path):
    trained(TOY).save(tmp_path / "m.zip")
    with pytest.raises(ValueError, match=r"save it with farmenvs\.agents\.sb3\.save$"):
        load(tmp_path / "m.zip", TOY)


def test_a_damaged_model_is_one_line(path, tmp_path):
    with zipfile.ZipFile(path) as whole, zipfile.ZipFile(tmp_path / "m.zip", "w") as part:
        for name in whole.namelist():
            content = whole.read(name)
            part.writestr(name, content if name == "data" else content[: len(content) // 2])
    with pytest.raises(ValueError, match=r"^the model .*m\.zip can't be loaded: .*$") as caught:
        load(tmp_path / "m.zip", TOY)
    assert "\n" not in str(caught.value)


def test_an_unknown_observation_mode_in_a_file_is_one_line(path, tmp_path):
    file = tmp_path / "m.zip"
    with zipfile.ZipFile(path) as whole, zipfile.ZipFile(file, "w") as other:
        data = whole.read("data").replace(b'"observation": "recall"', b'"observation": "xray"')
        other.writestr("data", data)
    with pytest.raises(ValueError, match=r"has an unknown observation mode 'xray'$"):
        load(file, TOY)


def test_without_the_extra_a_model_says_what_to_install(path, monkeypatch):
    monkeypatch.setitem(sys.modules, "sb3_contrib", None)
    with pytest.raises(ImportError, match=r"pip install 'farmenvs\[sb3\]'$"):
        make_agent(f"sb3:{path}", TOY)
