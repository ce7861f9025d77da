"""Small models of sb3-contrib, and how to ask them."""

import numpy as np
from sb3_contrib import MaskablePPO

from farmenvs.agents import mode_of
from farmenvs.envs.sb3 import SeatVecEnv
from tests.agents.positions import decisions, many


def trained(game, observation="recall", mask_in="info"):
    """Return a small model after one update."""
    env = SeatVecEnv(game, 8, 0, observation=observation, mask_in=mask_in, opponents="random")
    policy = "MlpPolicy" if mask_in == "info" else "MultiInputPolicy"
    model = MaskablePPO(
        policy, env, n_steps=8, batch_size=32, n_epochs=2, seed=1, device="cpu",
        learning_rate=0.01, policy_kwargs={"net_arch": [16]},
    )  # fmt: skip
    return model.learn(64)


def asked(agent, game, count=60, seed=0):
    """Return what the agent does in some positions, and their masks."""
    _, masks, players = many(decisions(game, count, seed))
    observations = np.stack(
        [state.view(mode=mode_of(agent)).observation() for state in decisions(game, count, seed)]
    )
    return agent.batch(observations, masks, players, np.random.default_rng(seed)), masks
