"""For all tests: checked kernels, Hypothesis that finds the same each time, and no litter."""

import os

# before the first game is loaded; `make test FARMENVS_CHECK=0` tests the fast build
os.environ.setdefault("FARMENVS_CHECK", "1")

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "farmenvs",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=15,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("farmenvs")


@pytest.fixture(scope="session", autouse=True)
def _logs_of_trainings(tmp_path_factory):
    """Stable-Baselines3 makes a folder for each training; by default in the temporary directory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SB3_LOGDIR", str(tmp_path_factory.mktemp("sb3")))
        yield
