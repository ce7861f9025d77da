"""For all tests: kernels with bounds checks, and Hypothesis that finds the same each time."""

import os

# before the first game is loaded; `make test FARMENVS_CHECK=0` tests the fast build
os.environ.setdefault("FARMENVS_CHECK", "1")

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
