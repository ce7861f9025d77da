"""Random numbers: a 64-bit counter (splitmix64) a lane, outside of every state.

`stream(seed, lane)` is the one place where seeds become counters.  A single environment with seed
`s` is lane 0 of a batch with seed `s`, whatever the batch size, thread count or platform; episodes
continue the counter.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from farmenvs.core.checks import brief, whole

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX1 = np.uint64(0xBF58476D1CE4E5B9)
MIX2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
LOW32 = np.uint64(0xFFFFFFFF)
FIRST = np.int64(0)

PLAYERS_LANE = 2**62
"""The players of game `i` draw from lane `PLAYERS_LANE + i`: chance falls alike whoever plays."""

Counter = npt.NDArray[np.uint64]
RngLike = int | np.random.Generator | Callable[[], float] | Counter | None


def mix(z):
    """Return the splitmix64 finaliser of uint64 `z` (a scalar or an array)."""
    z = (z ^ (z >> S30)) * MIX1
    z = (z ^ (z >> S27)) * MIX2
    return z ^ (z >> S31)


def below_at(r, i, n):
    """Return a uniform integer in 0 … n-1, exactly (n < 2**32), advancing `r[i]` of `r` [N]."""
    m = np.uint64(n)
    while True:
        r[i] += GAMMA
        product = (mix(r[i]) >> S32) * m
        low = product & LOW32
        # Lemire: only a low part under 2**32 mod n is biased, and that is under n
        if low >= m or low >= ((LOW32 - m) + np.uint64(1)) % m:
            return np.int64(product >> S32)


def below(r, n):
    """Return a uniform integer in 0 … n-1, exactly, advancing the random counter `r` [1] uint64."""
    return below_at(r, FIRST, np.int64(n))  # no literals: Numba compiles callees anew for them


def streams(seed: int | None, lanes: int, first: int = 0) -> Counter:
    """Return the counters of lanes `first … first + lanes - 1`: [lanes] uint64.

    Args:
        seed: A whole number >= 0 of any size, or None for entropy from the system.
        lanes: How many counters.
        first: Number of the first lane.

    Raises:
        ValueError: If the seed is negative or not a whole number.
    """
    key = np.random.SeedSequence(check_seed(seed)).generate_state(1, np.uint64)[0]
    with np.errstate(over="ignore"):
        numbers = np.arange(first + 1, first + lanes + 1, dtype=np.uint64)
        return np.asarray(mix(mix(key + GAMMA * numbers)))


def stream(seed: int | None, lane: int = 0) -> Counter:
    """Return the random counter of one lane: [1] uint64, advanced by whoever draws from it."""
    return streams(seed, 1, lane)


def check_seed(seed: object) -> int | None:
    """Return `seed` as an int (or None), or raise a ValueError that says what a seed is."""
    if seed is None:
        return None
    try:
        number = whole(seed)
    except TypeError:
        number = -1
    if number < 0:
        raise ValueError(f"seed must be a whole number >= 0 or None, not {brief(seed)}")
    return number


def counter(rng: RngLike) -> Counter:
    """Return a random counter made from whatever the caller has.

    Args:
        rng: An int seed, a `numpy.random.Generator`, a callable that returns floats in [0, 1), a
            counter from `stream` (used as it is, and advanced), or None for entropy.

    Raises:
        ValueError: If it is none of these.
    """
    if isinstance(rng, np.ndarray):
        if rng.shape == (1,) and rng.dtype == np.uint64 and rng.flags.writeable:
            return rng
    elif isinstance(rng, np.random.Generator):
        return rng.integers(2**64, size=1, dtype=np.uint64)
    elif callable(rng):
        return np.array([_bits(rng()) << 32 | _bits(rng())], np.uint64)
    elif rng is None or hasattr(rng, "__index__"):
        return stream(rng)
    raise ValueError(
        "rng must be an int seed, a NumPy Generator, a callable in [0, 1) or a counter of "
        f"stream(), not {brief(rng)}"
    )


def _bits(x: object) -> int:
    """Return the first 32 bits of a float in [0, 1)."""
    if not isinstance(x, float | np.floating) or not 0 <= x < 1:
        raise ValueError(f"rng() must be a float in [0, 1), not {brief(x)}")
    return int(x * 2**32)
