"""Turf War for PettingZoo: `env`, `raw_env` and `parallel_env`."""

from farmenvs.envs import pettingzoo_api

env, raw_env, parallel_env = pettingzoo_api("turf_war")
__all__ = ["env", "parallel_env", "raw_env"]
