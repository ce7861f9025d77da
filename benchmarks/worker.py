"""A process that holds one family of cases and measures them when it is asked.

usage: worker.py FAMILY.  It speaks lines of JSON with `run.py` through standard input and output;
what the libraries print goes to standard error.
"""

import gc
import importlib
import json
import os
import sys
import time
import warnings
from importlib import metadata

from loops import RATE, Play

PATIENCE = 10
"""A measurement ends after so many times its budget by the clock on the wall."""


def measure(play: Play, budget: float) -> tuple[int, float]:
    """Play once, and on until `budget` CPU seconds are used; return decisions and CPU seconds."""
    gc.collect()
    decisions, cpu = play()
    begin = time.perf_counter()
    while cpu < budget and time.perf_counter() - begin < PATIENCE * budget:
        more, seconds = play()
        decisions += more
        cpu += seconds
    return decisions, cpu


def main(family: str) -> None:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    warnings.simplefilter("ignore")
    replies = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)

    def reply(**answer: object) -> None:
        replies.write(json.dumps(answer) + "\n")

    module = importlib.import_module(f"family_{family}")
    cases = {case.key: case for case in module.cases()}
    reply(
        versions={package: metadata.version(package) for package in module.PACKAGES},
        cases=[
            {"key": key, "game": case.game, "row": case.row, "what": case.what, "unit": case.unit}
            for key, case in cases.items()
        ],
    )
    plays: dict[str, Play] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        case = cases[asked["key"]]
        try:
            if case.key not in plays:
                plays[case.key] = case.make()
                if case.unit == RATE:
                    plays[case.key]()  # compiles, fills caches
            if case.unit == RATE:
                decisions, cpu = measure(plays[case.key], asked["budget"])
                reply(value=decisions / cpu)
            else:
                _, cpu = plays[case.key]()
                reply(value=cpu)
        except Exception as error:  # one broken case does not end the run
            reply(error=f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main(sys.argv[1])
