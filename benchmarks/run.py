"""Measure farmenvs beside its peers in one run; print the table, write results.json and results.md.

    python benchmarks/run.py
    python benchmarks/run.py --only 'leduc|batch' --repeats 3     a part, sooner

README.md tells the method.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from loops import RATE
from report import console_table, markdown, summarise
from rich.console import Console
from rich.progress import track

HERE = Path(__file__).resolve().parent
FAMILIES = ("pettingzoo", "openspiel", "farmenvs", "starts")


class Worker:
    """A process that holds one family of cases."""

    def __init__(self, family: str):
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - lives as long as the worker
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "worker.py"), family],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )
        hello = self._reply()
        self.cases: list[dict[str, Any]] = hello["cases"]
        self.versions: dict[str, str] = hello["versions"]

    def measure(self, key: str, budget: float) -> dict[str, Any]:
        """Return the `value` of one measurement, or an `error`."""
        print(json.dumps({"key": key, "budget": budget}), file=self._process.stdin, flush=True)
        return self._reply()

    def _reply(self) -> dict[str, Any]:
        line = self._process.stdout.readline()
        if not line:
            self._process.wait()
            self._errors.seek(0)
            raise ChildProcessError(self._errors.read().strip().rpartition("\n")[2])
        return json.loads(line)

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait()


def start_workers(families: list[str], only: str) -> list[Worker]:
    """Return a worker for each family that can be measured here, with the cases asked for."""
    workers = []
    for family in families:
        try:
            worker = Worker(family)
        except ChildProcessError as error:
            print(f"left out: {family}: {error} (pip install 'farmenvs[bench]')", file=sys.stderr)
            continue
        worker.cases = [case for case in worker.cases if re.search(only, case["key"])]
        workers.append(worker)
    return workers


def measure_all(workers: list[Worker], repeats: int, starts: int, budget: float) -> list[float]:
    """Measure every case once a repeat, the families forth and back; return the load at each.

    Each case gets a list `values`, or an `error`.
    """
    rounds = [
        (repeat, worker, case)
        for repeat in range(max(repeats, starts))
        for worker in workers[:: -1 if repeat % 2 else 1]
        for case in worker.cases
        if repeat < (repeats if case["unit"] == RATE else starts)
    ]
    loads: dict[int, float] = {}
    for repeat, worker, case in track(rounds, "measuring", console=Console(stderr=True)):
        loads.setdefault(repeat, os.getloadavg()[0])
        if "error" in case:
            continue
        answer = worker.measure(case["key"], budget)
        if "error" in answer:
            case["error"] = answer["error"]
            case.pop("values", None)
        else:
            case.setdefault("values", []).append(answer["value"])
    return list(loads.values())


def pin() -> None:
    """Keep this process and its children on one core, where the system lets us."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def machine() -> dict[str, Any]:
    """Return what the machine is, without its name."""
    cpuinfo = Path("/proc/cpuinfo")
    text = cpuinfo.read_text() if cpuinfo.exists() else ""
    model = re.search(r"model name\s*: (.*)", text)
    return {
        "processor": model[1] if model else platform.processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=7, help="of each case (%(default)s)")
    parser.add_argument("--starts", type=int, default=3, help="of each start (%(default)s)")
    parser.add_argument("--budget", type=float, default=0.3, help="CPU seconds each (%(default)s)")
    parser.add_argument("--only", default="", help="regular expression for GAME/ROW")
    parser.add_argument("--families", nargs="+", choices=FAMILIES, default=FAMILIES)
    parser.add_argument("--out", type=Path, default=HERE, help="folder for the results")
    args = parser.parse_args()

    pin()
    date, begin = time.strftime("%Y-%m-%d"), time.perf_counter()
    workers = start_workers(args.families, args.only)
    loads = measure_all(workers, args.repeats, args.starts, args.budget)
    versions: dict[str, str] = {}
    for worker in workers:
        worker.close()
        versions |= worker.versions
    results = {
        "date": date,
        "minutes": round((time.perf_counter() - begin) / 60, 1),
        "machine": machine(),
        "versions": dict(sorted(versions.items())),
        "budget": args.budget,
        "loads": loads,
        "cases": summarise([case for worker in workers for case in worker.cases]),
    }
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    (args.out / "results.md").write_text(markdown(results))
    Console(width=None if sys.stdout.isatty() else 120).print(console_table(results))


if __name__ == "__main__":
    main()
