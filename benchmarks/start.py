"""The program whose start is timed.  usage: start.py GAME env|batch: imports, and one decision."""

import sys


def main(game: str, kind: str) -> None:
    if kind == "batch":
        import farmenvs

        batch = farmenvs.make_batch(game, 4096, seed=0)
        batch.step(batch.action_masks.argmax(1))
        return
    import importlib

    from farmenvs.envs import env_name

    env = importlib.import_module(f"farmenvs.{env_name(game)}").env()
    env.reset(seed=0)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    env.last()


main(*sys.argv[1:])
