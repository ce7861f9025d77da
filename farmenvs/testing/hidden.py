"""Checks of what AEC environments must not show: in paired worlds, and when they render."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from farmenvs.core.contract import MODES
from farmenvs.core.state import State
from farmenvs.testing import follow
from farmenvs.testing.follow import lane_of, plain, settings_of
from farmenvs.testing.histories import dice, failing, looked_at, record
from farmenvs.testing.lockstep import Lane
from farmenvs.testing.worlds import has_secrets, wrong_actions

# -------------------------------------------------------------------------------- paired worlds


def check_env_worlds(env: Any) -> None:
    """Point 6: in a world that an agent can't tell from the truth, it sees and is told the same."""
    other = 0

    def alike(env: Any, lane: Lane) -> None:
        nonlocal other
        if not (looked_at(lane.decisions) or lane.state.is_terminal()):
            return
        for p in range(lane.game.num_players()):
            world = lane.state.view(p, lane.mode).resample(dice(lane.state, p))
            if record(world).tobytes() != record(lane.state).tobytes():
                other += 1
                pair = _put(env, p, lane.state), _put(env, p, world)
                _same(pair, p)
                both = set(lane.state.legal_actions()) & set(world.legal_actions())
                if lane.state.current_player() >= 0 and both:
                    for each in pair:
                        each.step(min(both))
                    if len({each._table.concealed(p).tobytes() for each in pair}) == 1:
                        _same(pair, p)

    follow.follow("check_env_worlds", env, alike)
    with failing("check_env_worlds", env.game):
        hides = has_secrets(env.game, MODES[env._table._mode])
        assert other or not hides, "no world ever differed from the truth"


def _put(env: Any, p: int, state: State) -> Any:
    """Return a copy of `env` in which `state` is the truth, and which renders what `p` sees."""
    twin = copy.deepcopy(env)
    twin._table.put(state)
    twin.render_mode, twin.render_view = "ansi", p
    return twin


def _same(pair: tuple[Any, Any], p: int) -> None:
    one, two = (_shown(env, p) for env in pair)
    for what, value in one.items():
        assert two[what] == value, f"{what} tells player_{p} what is hidden from it"


def _shown(env: Any, p: int) -> dict[str, Any]:
    """Return all that `env` shows to seat `p`."""
    agent = env.possible_agents[p]
    return {
        "its observation": plain(env.observe(agent)),
        "its info": plain(env.infos.get(agent)),
        "the list of rewards": (env.rewards, env._cumulative_rewards),
        "the order of agents": (env.agents, env.agent_selection),
        "an end": (env.terminations, env.truncations),
        "render()": env.render(),
        "the repr": (str(env), repr(type(env))),
        "an error": list(_errors(env, agent)),
    }


def _errors(env: Any, agent: str) -> Iterator[Any]:
    """Yield what an agent that is to move is told if it tries what is no action, or illegal."""
    state = env.game_state()
    if agent != env.agent_selection or state.is_terminal():
        return
    for action in wrong_actions(state):
        twin = copy.deepcopy(env)
        try:
            with follow.quiet():
                twin.step(action)
        except (AssertionError, ValueError) as error:
            yield str(error)
        else:
            yield twin.rewards, plain(twin.observe(agent)), plain(twin.infos[agent])


# -------------------------------------------------------------------------------- rendering


def check_env_render(env: Any) -> None:
    """`render` shows the view of the seat to move, unless another view was asked for."""
    for seed in follow.SEEDS:
        with failing("check_env_render", env.game, f"reset(seed={seed}), then random actions"):
            lane, envs = lane_of(env, seed), dict(_rendering(env))
            for each in envs.values():
                each.reset(seed=seed)
            _rendered(envs, lane)
            while not lane.state.is_terminal():
                action = lane.choose()
                for each in envs.values():
                    each.step(action)
                lane.step(action)
                if looked_at(lane.decisions) or lane.state.is_terminal():
                    _rendered(envs, lane)


def _rendering(env: Any) -> Iterator[tuple[int | str, Any]]:
    """Yield environments like `env` that render, by their views: first the default one."""
    made = {"render_mode": "ansi", **settings_of(env)}
    yield "default", type(env)(env.game, **made)
    for view in ("acting", "public", *range(env.game.num_players()), "all"):
        yield view, type(env)(env.game, render_view=view, **made)


def _rendered(envs: dict[int | str, Any], lane: Lane) -> None:
    state, onlooker = lane.state, lane.game.num_players()
    acting = state.current_player() if state.current_player() >= 0 else onlooker
    seats: dict[int | str, int] = {"default": acting, "acting": acting, "public": onlooker}
    seats.update((seat, seat) for seat in range(onlooker))
    for view, env in envs.items():
        due = str(state) if view == "all" else str(state.view(seats[view], lane.mode))
        shown = env.render()
        assert shown == due, f"render() of the {view} view shows {shown!r}, but should show {due!r}"
