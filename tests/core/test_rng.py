"""Seeds, counters and exact uniform draws."""

import numba
import numpy as np
import pytest

from farmenvs import load_game
from farmenvs.core import jit, rng
from farmenvs.core.rng import below, check_seed, counter, stream, streams
from tests.helpers import short

WORD = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15


def mixed(z: int) -> int:
    """Return Steele, Lea and Flood's splitmix64 finaliser, in unbounded integers."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & WORD
    return z ^ (z >> 31)


def unmixed(z: int) -> int:
    """Return the argument of which `mixed` makes z."""
    z ^= z >> 31 ^ z >> 62
    z = z * pow(0x94D049BB133111EB, -1, 2**64) & WORD
    z ^= z >> 27 ^ z >> 54
    z = z * pow(0xBF58476D1CE4E5B9, -1, 2**64) & WORD
    return z ^ z >> 30 ^ z >> 60


def lemire(state: int, n: int) -> tuple[int, int]:
    """Return a uniform number below n and the next counter; 32 bits a try, exact by rejection."""
    while True:
        state = (state + GAMMA) & WORD
        product = (mixed(state) >> 32) * n
        if product % 2**32 >= 2**32 % n:
            return product >> 32, state


@pytest.fixture(scope="module")
def compiled_below():
    mix = numba.njit(rng.mix)
    below_at = numba.njit(jit.FunctionType(rng.below_at.__code__, {**vars(rng), "mix": mix}))
    return lambda r, n: int(below_at(r, 0, n))


# -------------------------------------------------------------------------------- mixing


def test_mix_gives_the_published_outputs_of_splitmix64():
    # Seed 1234567: the reference outputs that Rosetta Code and the C source of Vigna agree on.
    published = [
        6457827717110365317, 3203168211198807973, 9817491932198370423,
        4593380528125082431, 16408922859458223821,
    ]  # fmt: skip
    state = np.array([1234567], np.uint64)
    for value in published:
        with np.errstate(over="ignore"):
            state += rng.GAMMA
            assert int(rng.mix(state)[0]) == value == mixed(int(state[0]))


@pytest.mark.parametrize("z", [0, 1, 2**31, 2**63, WORD, GAMMA])
def test_mix_equals_arithmetic_without_overflow(z):
    with np.errstate(over="ignore"):
        assert int(rng.mix(np.uint64(z))) == mixed(z)
    assert unmixed(mixed(z)) == z


# -------------------------------------------------------------------------------- below


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 36, 44, 1000, 2**16 + 1, 2**31 + 1, 2**32 - 1])
def test_below_equals_the_same_method_in_unbounded_integers(n, compiled_below):
    state = 42
    ours, compiled = np.array([42], np.uint64), np.array([42], np.uint64)
    for _ in range(300):
        expected, state = lemire(state, n)
        with np.errstate(over="ignore"):
            assert below(ours, n) == expected < n
        assert compiled_below(compiled, n) == expected
        assert int(ours[0]) == int(compiled[0]) == state


def test_below_advances_the_counter_also_when_there_is_nothing_to_choose():
    r = stream(0)
    before = int(r[0])
    with np.errstate(over="ignore"):
        assert below(r, 1) == 0
    assert int(r[0]) == (before + GAMMA) & WORD


def share_of(n: int, bits: int) -> list[int]:
    """Return how often each number below n comes of all words of `bits` bits, after rejection."""
    counts = [0] * n
    for word in range(2**bits):
        product = word * n
        if product % 2**bits >= 2**bits % n:
            counts[product >> bits] += 1
    return counts


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 10, 36, 44, 63, 64])
def test_the_method_is_exact_over_all_words_of_few_bits(n):
    """Lemire's argument holds for any word size: enumerate all words of 6, 8 and 10 bits."""
    for bits in (6, 8, 10):
        if n <= 2**bits:
            assert len(set(share_of(n, bits))) == 1


@pytest.mark.parametrize("n", [3, 36, 44, 2**31 + 1, 2**32 - 1])
def test_below_rejects_just_the_words_that_would_favour_a_number(n, compiled_below):
    """Hit the words on both sides of the threshold: reached by running the mixer backwards."""
    threshold = 2**32 % n
    inverse = pow(n, -1, 2**32) if n % 2 else None
    lows = [0, threshold - 1, threshold] if inverse else []
    words = [low * inverse % 2**32 for low in lows if low >= 0] if inverse else [0, 2**32 - 1]
    for word in words:
        before = (unmixed(word << 32) - GAMMA) & WORD
        assert mixed((before + GAMMA) & WORD) >> 32 == word
        expected, after = lemire(before, n)
        tries = (after - before) * pow(GAMMA, -1, 2**64) % 2**64
        assert (tries == 1) == (word * n % 2**32 >= threshold)
        for draw in (below, compiled_below):
            r = np.array([before], np.uint64)
            with np.errstate(over="ignore"):
                assert draw(r, n) == expected
            assert int(r[0]) == after


# -------------------------------------------------------------------------------- streams


def test_stream_is_one_lane_of_streams_whatever_their_number():
    whole = streams(7, 100)
    assert whole.dtype == np.uint64
    assert whole.shape == (100,)
    assert len(set(whole.tolist())) == 100
    assert (streams(7, 10) == whole[:10]).all()
    assert (streams(7, 30, first=50) == whole[50:80]).all()
    for lane in (0, 1, 63, 99):
        assert (stream(7, lane) == whole[lane : lane + 1]).all()


def test_stream_is_what_its_documentation_says():
    key = int(np.random.SeedSequence(7).generate_state(1, np.uint64)[0])
    for lane in (0, 5, 2**40):
        assert int(stream(7, lane)[0]) == mixed(mixed((key + GAMMA * (lane + 1)) & WORD))


def test_seeds_may_be_any_whole_number_of_any_size_and_all_differ():
    seeds = [0, 1, 2, 2**31, 2**32, 2**63, 2**64, 2**64 + 1, 10**40]
    assert len({int(stream(seed)[0]) for seed in seeds}) == len(seeds)
    for kind in (np.int8, np.uint32, np.int64, np.uint64):
        assert (stream(kind(9)) == stream(9)).all()


def test_no_seed_is_entropy():
    assert check_seed(None) is None
    assert int(stream(None)[0]) != int(stream(None)[0])


@pytest.mark.parametrize(
    "seed", [-1, np.int64(-5), 1.0, np.float64(3), "1", b"1", True, np.True_, [1], (), {}, 1j, ...]
)
def test_a_wrong_seed_is_named_in_one_line(seed):
    with pytest.raises(ValueError, match=r"^seed must be a whole number >= 0 or None, not ") as e:
        streams(seed, 1)
    assert "\n" not in str(e.value)


# -------------------------------------------------------------------------------- counters


def test_counter_takes_a_seed_a_generator_a_callable_or_a_counter():
    assert (counter(3) == stream(3)).all()
    assert (counter(np.int32(3)) == stream(3)).all()
    mine = stream(4)
    assert counter(mine) is mine
    assert counter(None).shape == (1,)
    same = [counter(np.random.default_rng(1)) for _ in range(2)]
    assert (same[0] == same[1]).all()
    generator = np.random.default_rng(1)
    assert (counter(generator) != counter(generator)).all()


def test_counter_takes_64_bits_of_a_callable():
    values = iter([0.5, 0.25, 1 - 2**-53, 0.0])
    assert int(counter(lambda: next(values))[0]) == (2**31 << 32) | 2**30
    assert int(counter(lambda: next(values))[0]) == (2**32 - 1) << 32
    assert counter(np.random.default_rng(0).random).dtype == np.uint64


@pytest.mark.parametrize("value", [1.0, -0.1, 2, float("nan"), float("inf"), "0.5", None])
def test_a_callable_outside_of_its_range_is_named_in_one_line(value):
    with pytest.raises(ValueError, match=r"^rng\(\) must be a float in \[0, 1\), not ") as error:
        counter(lambda: value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "wrong",
    [
        -1, 1.5, True, "seed", [1], np.zeros(1), np.zeros(2, np.uint64), np.uint64([[1]]),
        np.zeros(1, np.int64), np.random.RandomState(0), np.zeros(1, ">u8"),
        np.frombuffer(bytes(8), np.uint64), np.zeros(1000), "long " * 1000,
    ],
    ids=short,
)  # fmt: skip
def test_a_wrong_rng_is_named_in_one_line(wrong):
    with pytest.raises(ValueError, match=r"^(rng|seed) must be ") as error:
        counter(wrong)
    assert "\n" not in str(error.value)


def test_a_counter_given_is_advanced_and_a_seed_repeats():
    state = load_game("turtle_soup").new_initial_state()
    mine = stream(11)
    deals = [state.sample_chance(mine) for _ in range(20)]
    again = stream(11)
    assert deals == [state.sample_chance(again) for _ in range(20)]
    assert len(set(deals)) > 1
    assert len({state.sample_chance(11) for _ in range(5)}) == 1


def test_a_uniform_draw_looks_uniform():
    r, n = stream(1), 44
    with np.errstate(over="ignore"):
        counts = np.bincount([below(r, n) for _ in range(20_000)], minlength=n)
    chi2 = float(((counts - 20_000 / n) ** 2 / (20_000 / n)).sum())
    assert chi2 < 82  # the 0.9997 quantile with 43 degrees of freedom; the seed is fixed
