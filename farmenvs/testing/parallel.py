"""Checks of Parallel environments against the AEC environment of the same options.

That one is checked against `State`, so whatever is equal in both is right, and hides what it must.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np

from farmenvs.core.state import State
from farmenvs.testing.follow import (
    SEEDS,
    copies,
    floats,
    masks,
    moments,
    plain,
    quiet,
    seeded,
    settings_of,
    spaces,
)
from farmenvs.testing.histories import EVENTS, dice, failing, looked_at
from farmenvs.testing.seeds import RESETS

Shown = tuple[dict[str, Any], dict[str, Any]]
"""Observations and infos by agent."""


# -------------------------------------------------------------------------------- the same game


def check_parallel_play(env: Any) -> None:
    """Agents choose when they must, and see, get and are told what the AEC environment says."""
    from farmenvs.envs.aec import CheckedEnv

    with failing("check_parallel_play", env.game):
        spaces(env)
    for seed in SEEDS:
        with failing("check_parallel_play", env.game, f"reset(seed={seed}), then random actions"):
            aec = CheckedEnv(env.game, **settings_of(env))
            twin = type(env)(env.game, render_mode="ansi", **settings_of(env))
            aec.render_mode = "ansi"
            shown = twin.reset(seed=seed)
            aec.reset(seed=seed)
            _same_history(twin, aec.game_state())
            assert twin.render() == aec.render(), "render() shows another view by default"
            rng, ply = np.random.default_rng(seed), 0
            while twin.agents:
                shown = _step(twin, aec, shown, rng, looked_at(ply))
                ply += 1


def _step(env: Any, aec: Any, shown: Shown, rng: np.random.Generator, look: bool) -> Shown:
    """Play one step in both, and compare; returns what is shown after it.

    Histories and pictures are compared at the end, and where one is to `look`.
    """
    truth = aec.game_state()
    if look:
        _same_history(env, truth)
        _rendered(env, aec)
    choosers = [f"player_{p}" for p in _choosers(truth)]
    found = list(_allowed(shown))
    assert found == choosers, f"{found} have masks, but {choosers} choose"
    actions = _actions(shown, rng)
    _waiting(env, aec, shown, choosers)
    seen, infos = copy.deepcopy(shown)
    _spoil(shown)
    # whoever waits may send what it will, or nothing
    junk = {agent: "junk" for agent in env.agents if agent not in actions and rng.integers(2)}
    after, rewards, terminations, truncations, told = env.step({**junk, **actions})
    paid = np.zeros(len(env.possible_agents))
    for agent in choosers:
        assert agent == aec.agent_selection
        _alike(agent, (seen, infos), aec)
        aec.step(actions[agent])
        paid += list(aec.rewards.values())
    assert list(rewards) == env.possible_agents, f"rewards are for {list(rewards)}"
    got = list(rewards.values())
    assert np.allclose(got, paid), f"a step paid {got}, but {paid.tolist()} in the AEC environment"
    for what, flags, due in (
        ("terminations", terminations, aec.terminations),
        ("truncations", truncations, aec.truncations),
    ):
        assert flags == due, f"{what} are {flags}, but {due} in the AEC environment"
        assert all(type(x) is bool for x in flags.values()), f"{what} are no Python bools"
    over = any(aec.terminations.values()) or any(aec.truncations.values())
    assert env.agents == ([] if over else env.possible_agents), f"agents are {env.agents}"
    if over:
        _waiting(env, aec, (after, told), [])
        _same_history(env, aec.game_state())
        _rendered(env, aec)
    return after, told


def _rendered(env: Any, aec: Any) -> None:
    """Every view is rendered alike; that it shows no more than it may is checked in `hidden`."""
    for view in ("acting", "public", *range(len(env.possible_agents)), "all"):
        env.render_view = aec.render_view = view
        assert env.render() == aec.render(), (
            f"render() of the {view} view is not as in the AEC environment"
        )


def _same_history(env: Any, truth: State) -> None:
    history = env.game_state().history()
    assert history == truth.history(), "it has another history than the AEC environment"


def _choosers(state: State) -> list[int]:
    """Return the seats that choose next: where all is sealed, all before chance or the end.

    The state is played on.
    """
    found = [state.current_player()] if state.current_player() >= 0 else []
    while state.game.info.simultaneous and found:
        state.apply_action(state.legal_actions()[0])
        if (p := state.current_player()) < 0 or p in found:
            break
        found.append(p)
    return found


def _waiting(env: Any, aec: Any, shown: Shown, choosers: list[str]) -> None:
    """All but the choosers are shown what the AEC environment shows them now."""
    assert list(shown[0]) == list(shown[1]) == env.possible_agents, "somebody is shown nothing"
    for agent in env.possible_agents:
        assert env.observation_space(agent).contains(shown[0][agent]), f"{agent} is out of space"
        if agent not in choosers:
            _alike(agent, shown, aec)


def _alike(agent: str, shown: Shown, aec: Any) -> None:
    for what, value, due in (
        ("observes", shown[0][agent], aec.observe(agent)),
        ("has the info", shown[1][agent], aec.infos[agent]),
    ):
        assert plain(value) == plain(due), (
            f"{agent} {what} {value}, but {due} in the AEC environment"
        )


def _allowed(shown: Shown) -> dict[str, np.ndarray[Any, Any]]:
    """Return the actions that each agent with a mask may choose from."""
    found = {}
    for agent, seen in shown[0].items():
        places = [mask for _, mask in masks(seen, shown[1][agent])]
        assert places, f"{agent} has no mask anywhere"
        assert len({mask.tobytes() for mask in places}) == 1, f"{agent} has two different masks"
        if places[0].any():
            found[agent] = places[0].nonzero()[0]
    return found


def _actions(shown: Shown, rng: np.random.Generator) -> dict[str, int]:
    return {agent: int(rng.choice(legal)) for agent, legal in _allowed(shown).items()}


def _spoil(shown: Shown) -> None:
    """Overwrite all arrays: they are the agents' own, and what they do to them changes nothing."""
    for agent, seen in shown[0].items():
        floats(seen)[:] = -1
        for _, mask in masks(seen, shown[1][agent]):
            mask[:] = 0


# -------------------------------------------------------------------------------- wrong actions


def check_parallel_illegal(env: Any) -> None:
    """What is out of space or left out raises, nothing changed; what is illegal ends the game."""

    def wrong(env: Any, shown: Shown, actions: dict[str, int]) -> None:
        _refuses(env, shown, actions)
        _fouls(env, shown, actions)

    _now_and_then("check_parallel_illegal", env, wrong)


def _now_and_then(
    check: str, env: Any, holds: Callable[[Any, Shown, dict[str, int]], None]
) -> None:
    """Play a game; ask what takes long at some steps, of the actions that are played next."""
    for seed in SEEDS[:1]:
        with failing(check, env.game, f"reset(seed={seed}), random actions"):
            played, rng = copy.deepcopy(env), np.random.default_rng(seed)
            shown, step = played.reset(seed=seed), 0
            while played.agents:
                actions = _actions(shown, rng)
                if moments(step):
                    holds(played, shown, actions)
                shown, step = _shown(played.step(actions)), step + 1


def _shown(step: Any) -> Shown:
    return step[0], step[4]


def _refuses(env: Any, shown: Shown, actions: dict[str, int]) -> None:
    due = _play_on(copy.deepcopy(env), shown, 3)
    last, size = list(actions)[-1], env.game.num_distinct_actions()
    wrong: list[Any] = [{**actions, last: a} for a in (-1, size, 0.5, "0", True, None)]
    wrong += [{each: a for each, a in actions.items() if each != last}]
    wrong += [{**actions, "nobody": 0}, list(actions.values()), None]
    tried, world = copy.deepcopy(env), copy.deepcopy(env)
    state, p = env.game_state(), env.possible_agents.index(last)
    world._table.put(state.view(p, settings_of(env)["observation"]).resample(dice(state)))
    for each in wrong:
        said = _error(tried, each)
        assert _error(world, each) == said, f"an error tells {last} what is hidden from it: {said}"
    assert _play_on(tried, shown, 3) == due, "wrong actions are refused, but change something"


def _error(env: Any, actions: Any) -> str:
    try:
        env.step(actions)
    except (AssertionError, ValueError) as error:
        return str(error)
    raise AssertionError(f"{actions!r} may be played")


def _fouls(env: Any, shown: Shown, actions: dict[str, int]) -> None:
    """One agent, then all who can, play what is illegal."""
    everything = np.arange(env.game.num_distinct_actions())
    fouls = {
        agent: int(illegal[0])
        for agent, legal in _allowed(shown).items()
        if (illegal := np.setdiff1d(everything, legal)).size
    }
    for culprits in {tuple(fouls)[:1], tuple(fouls)} - {()}:
        twin = copy.deepcopy(env)
        with quiet():
            after = twin.step({**actions, **{agent: fouls[agent] for agent in culprits}})
        paid = {agent: -1.0 if agent in culprits else 0.0 for agent in env.possible_agents}
        assert after[1] == paid, f"illegal actions of {culprits} pay {after[1]}"
        assert all(after[2].values()), "an illegal action does not end the game"
        assert not any(after[3].values()), "an illegal action truncates the game"
        assert not twin.agents, "there are agents after an illegal action"
        assert not _allowed(_shown(after)), "there is a mask after an illegal action"
        mode, stands = settings_of(env)["observation"], twin.game_state()
        for p, agent in enumerate(env.possible_agents):
            due = stands.observation_tensor(p, mode)
            assert np.array_equal(floats(after[0][agent]), due), (
                f"after an illegal action {agent} does not observe where the game stands"
            )


# -------------------------------------------------------------------------------- copies, seeds


def check_parallel_copies(env: Any) -> None:
    """Copies and pickles made in mid-game are independent and go on alike, resets included."""
    _now_and_then("check_parallel_copies", env, _copies)


def _copies(env: Any, shown: Shown, actions: dict[str, int]) -> None:
    before, played = env.game_state().history(), list[bytes]()
    for how, twin in copies(env):
        played.append(_play_on(twin, shown, 7))
        assert env.game_state().history() == before, f"playing with {how} changes the original"
        assert played[-1] == played[0], f"{how} goes on differently from the first copy"


def check_parallel_seeds(env: Any) -> None:
    """Point 14: a seed fixes this game and all that unseeded resets begin."""
    with failing("check_parallel_seeds", env.game):
        seeded(env, digest, lambda env: _play_on(env, env.reset(), 0))


def digest(env: Any, seed: int) -> str:
    """Return a hash of a seeded game of a Parallel environment and of unseeded ones after it."""
    found = hashlib.sha256()
    for k in range(1 + RESETS):
        found.update(_play_on(env, env.reset(seed=seed if k == 0 else None), k, resets=0))
    return found.hexdigest()


def _play_on(env: Any, shown: Shown, seed: int, resets: int = 1) -> bytes:
    """Play at random, and some unseeded games more, as `follow.play_on`; return a hash."""
    rng, found = np.random.default_rng(seed), hashlib.sha256()
    found.update(repr(plain(shown)).encode())
    for _ in range(EVENTS):
        if not env.agents:
            break
        step = env.step(_actions(shown, rng))
        found.update(repr(plain(step)).encode())
        shown = _shown(step)
    for k in range(resets):
        found.update(_play_on(env, env.reset(), k, resets=0))
    return found.digest()


PARALLEL_CHECKS: tuple[Callable[[Any], None], ...] = (
    check_parallel_play,
    check_parallel_illegal,
    check_parallel_copies,
    check_parallel_seeds,
)
"""What `check_env` runs on a Parallel environment, in order, before it starts another process."""
