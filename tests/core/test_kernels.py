"""What `jit.bind` makes of a game: which kernels there are, and that none of them allocates."""

import numba
import numpy as np
import pytest

from farmenvs.core import driver, jit, players, single
from tests.core import toy


def allocates(cfg, s):
    s["turn"] = np.zeros(3)[1]
    return 0


allocates.__module__ = toy.__name__


def test_kernels_are_the_drivers_that_take_their_arrays_from_python(game):
    names = {
        name
        for module in (driver, players, single)
        for name, f in vars(module).items()
        if callable(f) and f.__code__.co_varnames[:1] == ("cfg1",)
    }
    assert {"step", "batch_step", "act", "playout"} <= names
    assert set(vars(game.kernels)) == names
    assert set(vars(game.with_kernels(jit=False).kernels)) == names


def test_a_kernel_that_allocates_does_not_compile():
    verbs = {**toy.GAME.functions, "actor": allocates}
    kernels = jit.bind(toy.GAME.package, verbs, jit.compiler(cache=False, check=False))
    game = toy.GAME.load()
    with pytest.raises(numba.TypingError, match="zeros"):
        kernels.who(game.cfg1, np.zeros(1, toy.STATE))


def test_a_checked_build_names_a_zero_divisor_and_a_wrong_index():
    def divide(cfg, s):
        return 1 // int(s["turn"])

    def beyond(cfg, s):
        return int(s["coin"][int(s["turn"]) + toy.SEATS])

    game = toy.GAME.load()
    for actor, error in ((divide, ZeroDivisionError), (beyond, IndexError)):
        actor.__module__ = toy.__name__
        verbs = {**toy.GAME.functions, "actor": actor}
        kernels = jit.bind(toy.GAME.package, verbs, jit.compiler(cache=False, check=True), True)
        with pytest.raises(error):
            kernels.who(game.cfg1, np.zeros(1, toy.STATE))
