"""PettingZoo's own tests of AEC environments, with every warning accounted for."""

import warnings

import pytest

from farmenvs.envs.aec import CheckedEnv, RawEnv
from tests.envs import tables

THIRD_PARTY_DICT = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or"
    " gymnasium.spaces.discrete",
}
"""What `api_test` says of every Dict observation but those of PettingZoo's own games."""


@pytest.fixture(params=tables.GAMES)
def game(request):
    return tables.GAMES[request.param]


@pytest.mark.parametrize("reward", ["outcome", "score"])
@pytest.mark.parametrize("mask_in", ["obs", "info", "both"])
@pytest.mark.parametrize("cls", [CheckedEnv, RawEnv])
def test_api_test_passes_and_warns_of_dict_observations_only(game, cls, mask_in, reward):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        tables.pettingzoo_test.api_test(cls(game, mask_in=mask_in, reward=reward), num_cycles=200)
    expected = set() if mask_in == "info" else THIRD_PARTY_DICT
    assert expected == {str(warning.message) for warning in caught}


@pytest.mark.parametrize("mask_in", ["obs", "info", "both"])
@pytest.mark.parametrize("cls", [CheckedEnv, RawEnv])
def test_seed_test_passes(game, cls, mask_in):
    tables.pettingzoo_test.seed_test(lambda: cls(game, mask_in=mask_in))


@pytest.mark.parametrize("view", ["acting", 0, "public", "all"])
def test_render_test_passes(game, view):
    def make(render_mode):
        # render_test asks every environment for "human", to read the render modes off it
        mode = None if render_mode == "human" else render_mode
        return CheckedEnv(game, render_mode=mode, render_view=view)

    tables.pettingzoo_test.render_test(make)
