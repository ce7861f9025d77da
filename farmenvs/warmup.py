"""One short walk through every API, so that all kernels that they use are compiled and kept."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from farmenvs.agents.arena import play_match
from farmenvs.core.batch import REWARDS, Batch
from farmenvs.core.game import Game
from farmenvs.core.state import PLAYERS
from farmenvs.core.view import View


def exercise(game: Game) -> None:
    """Call every kernel of a game as the APIs call it."""
    from farmenvs.envs.aec import CheckedEnv
    from farmenvs.envs.parallel import GameParallelEnv
    from farmenvs.envs.single import SeatEnv

    seat = _state(game)
    _batch(game)
    for reward in REWARDS:
        _cycle(CheckedEnv(game, reward=reward, render_mode="ansi"))
        _parallel(GameParallelEnv(game, reward=reward))
        for opponents in ("rules", Outsider()):
            how: dict[str, Any] = {"opponents": opponents, "reward": reward, "render_mode": "ansi"}
            _seat(SeatEnv(game, seat=seat, **how))
    play_match(game, ["random", *[Outsider()] * (game.num_players() - 1)], games=1)
    play_match(game, ["rules", *[OneByOne()] * (game.num_players() - 1)], games=1)


class OneByOne:
    """A policy that no kernel plays."""

    name = "first"

    def __call__(self, view: View, rng: np.random.Generator) -> int:
        """Return the first legal action."""
        return view.legal_actions()[0]


class Outsider(OneByOne):
    """The same, asked for many games at once."""

    def batch(
        self,
        observations: npt.NDArray[np.float32],
        masks: npt.NDArray[np.int8],
        players: npt.NDArray[np.int64],
        rng: np.random.Generator,
    ) -> npt.NDArray[np.int64]:
        """Return the first legal action of each game: [K] int64."""
        first: npt.NDArray[np.int64] = masks.argmax(1)
        return first


def _state(game: Game) -> int:
    """Return a seat that has something to decide; in a small version others may have nothing."""
    rng = np.random.default_rng(0)
    state, seat = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.chance_outcomes()
            state.apply_action(state.sample_chance(rng))
            continue
        view = state.view()
        view.observation()
        seat = state.current_player()
        state.apply_action(view.advice(rng))
    state.is_truncated(), state.returns(), state.scores(), state.winners()
    for player in PLAYERS:
        game.new_initial_state().playout(rng, player)
    world = state.resample_from_infostate(0, rng)
    world.information_state_string(0)
    game.deserialize_state(world.serialize())
    return seat


def _batch(game: Game) -> None:
    for threads in (1, 2):
        batch = Batch(game, 2, autoreset="disabled", num_threads=threads)
        while (batch.players >= 0).any():
            batch.step(batch.action_masks.argmax(1))
        batch.final_observation([0], 0)


def _cycle(env: Any) -> None:
    env.reset(seed=0)
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _info = env.last()
        env.observe(env.possible_agents[-1])
        done = terminated or truncated
        env.step(None if done else int(observation["action_mask"].argmax()))
    env.render()
    env.game_state()


def _parallel(env: Any) -> None:
    observations, _ = env.reset(seed=0)
    while env.agents:
        actions = {a: int(seen["action_mask"].argmax()) for a, seen in observations.items()}
        observations, *_ = env.step(actions)


def _seat(env: Any) -> None:
    env.reset(seed=0)
    over = False
    while not over:
        _, _, terminated, truncated, _ = env.step(int(env.action_masks().argmax()))
        over = terminated or truncated
    env.render()
