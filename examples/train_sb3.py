"""Train sb3-contrib's MaskablePPO on any game of farmenvs, and see how good it gets.

    python examples/train_sb3.py turtle_soup
    python examples/train_sb3.py turtle_soup --opponents rules --players 3 -o nights=3
    python examples/train_sb3.py turtle_soup --opponents self --steps 3000000

Prints how the untrained and the trained network do, and writes to a folder (the first of runs/GAME,
runs/GAME-2, … without a run) model.zip, which examples/evaluate.py plays as `sb3:FILE`, and the
learning curve as curve.png and curve.csv.
"""

from __future__ import annotations

import argparse
import copy
import itertools
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evaluate import Parser, asked, print_table

from farmenvs.agents import Agent, make_agent, name_of
from farmenvs.agents.arena import Estimate, Match, play_match
from farmenvs.agents.sb3 import SB3Agent, save
from farmenvs.core.game import Game

if TYPE_CHECKING:
    from sb3_contrib import MaskablePPO

LANES = 256
"""Games played at once."""

LEARNING_RATE = 2e-3
"""At the start; it falls linearly to zero."""

HYPERPARAMETERS: dict[str, Any] = {
    "n_steps": 32,  # decisions a lane between updates: 8,192 in all
    "batch_size": 2048,
    "n_epochs": 4,
    "learning_rate": lambda left: LEARNING_RATE * left,
    "gamma": 1.0,  # games end, and only the end counts
    "gae_lambda": 0.95,
    "ent_coef": 0.01,
    "policy_kwargs": {"net_arch": [128, 128]},
}

REFRESH = 10
"""In self-play, updates until the oldest of the earlier selves gives way to the present one."""

FILES = MODEL, PICTURE, CURVE = "model.zip", "curve.png", "curve.csv"
"""What a run writes to its folder."""

EVALUATION_SEED = 1000
"""All evaluations play the same deals."""


class Evaluations:
    """The learning curve: matches on the same deals, more of them in the beginning."""

    def __init__(self, game: Game, learner: SB3Agent, against: list[Agent], games: int):
        self.game, self.learner, self.against, self.games = game, learner, against, games
        self.steps: list[int] = []
        self.matches: list[Match] = []

    def due(self, steps: int, total: int, count: int) -> bool:
        """Say whether it is time for the next of `count` evaluations."""
        return total * (len(self.steps) / count) ** 2 <= steps < total

    def play(self, agent: str | Agent) -> Match:
        return play_match(self.game, [agent, *self.against], self.games, EVALUATION_SEED)

    def add(self, steps: int) -> Estimate:
        self.steps.append(steps)
        self.matches.append(self.play(self.learner))
        return self.matches[-1].standings[0].share

    def write(self, folder: Path) -> None:
        """Write the curve as numbers and as a picture, beside what `rules` and `random` reach."""
        from matplotlib.figure import Figure

        standings = [match.standings[0] for match in self.matches]
        rows = [
            f"{step},{s.share.mean},{s.share.half},{s.points.mean},{s.points.half}"
            for step, s in zip(self.steps, standings, strict=True)
        ]
        head = "steps,win_share,win_share_half_interval,points,points_half_interval"
        (folder / CURVE).write_text("\n".join([head, *rows]) + "\n")
        baselines = {name: self.play(name).standings[0] for name in ("rules", "random")}
        figure = Figure(figsize=(10, 4), layout="constrained")
        names = ", ".join(dict.fromkeys(name_of(agent) for agent in self.against))
        figure.suptitle(f"{self.game.info.title}: MaskablePPO against {names}")
        for axes, key, label in zip(
            figure.subplots(1, 2), ("share", "points"), ("win share", "points a game"), strict=True
        ):
            found = [getattr(standing, key) for standing in standings]
            low, high = [e.low for e in found], [e.high for e in found]
            axes.fill_between(self.steps, low, high, alpha=0.25)
            axes.plot(self.steps, [e.mean for e in found], marker=".", label="trained (95%)")
            for style, (name, standing) in zip(("--", ":"), baselines.items(), strict=True):
                level = getattr(standing, key).mean
                axes.axhline(level, color="gray", linestyle=style, label=f"{name} {level:.2f}")
            axes.set(xlabel="decisions", ylabel=label)
            axes.legend()
        figure.savefig(folder / PICTURE, dpi=150)


def learn(
    model: MaskablePPO, steps: int, count: int, evaluations: Evaluations, selves: list[SB3Agent]
) -> None:
    """Train with a progress bar, evaluate `count` times, and refresh the earlier selves."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
    from stable_baselines3.common.callbacks import BaseCallback

    class Watch(BaseCallback):
        updates = 0

        def _on_step(self) -> bool:
            return True

        def _on_rollout_end(self) -> None:
            progress.update(task, completed=self.num_timesteps)
            self.updates += 1
            if selves and self.updates % REFRESH == 0:
                oldest = selves[self.updates // REFRESH % len(selves)]
                oldest.policy.load_state_dict(self.model.policy.state_dict())
            if evaluations.due(self.num_timesteps, steps, count):
                share = evaluations.add(self.num_timesteps)
                progress.update(task, share=share.text())

    with Progress(
        TextColumn("training"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} decisions"),
        TimeRemainingColumn(),
        TextColumn("win share {task.fields[share]}"),
    ) as progress:
        first = evaluations.matches[0].standings[0].share
        task = progress.add_task("", total=steps, share=first.text())
        model.learn(steps, callback=Watch())
        share = evaluations.add(model.num_timesteps)
        progress.update(task, completed=steps, share=share.text())


def parse_opponents(text: str, game: Game) -> list[Agent]:
    """Return the agents [P-1] clockwise from the learner's left; none for self-play."""
    rivals = game.num_players() - 1
    if text == "self":
        return []
    agents = [make_agent(name, game) for name in text.split(",")]
    if len(agents) not in (1, rivals):
        raise ValueError(
            f"--opponents must be self, one agent or {rivals} with commas, not {text!r}"
        )
    return agents * rivals if len(agents) == 1 else agents


def make_folder(args: argparse.Namespace) -> Path:
    """Return the folder of this run, in which no other run is lost unless --overwrite says so."""

    def before(folder: Path) -> list[str]:
        return [name for name in FILES if (folder / name).exists()]

    folder = args.out or Path("runs") / args.game
    if args.out is None and not args.overwrite:
        names = (f"{args.game}-{k}" for k in itertools.count(2))
        while before(folder):
            folder = folder.with_name(next(names))
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"--out must be a folder, and {folder} is a file")
    if before(folder) and not args.overwrite:
        raise ValueError(
            f"{folder} has the {before(folder)[0]} of an earlier run: "
            "name another folder with --out, or say --overwrite"
        )
    folder.mkdir(parents=True, exist_ok=True)
    tempfile.TemporaryFile(dir=folder).close()  # can't it be written, then say so before training
    return folder


def train(args: argparse.Namespace) -> None:
    begun = time.monotonic()
    for name in ("steps", "games", "evaluations"):
        if getattr(args, name) < 1:
            raise ValueError(f"--{name} must be at least 1, not {getattr(args, name)}")
    if not 0 <= args.seed < 2**32:  # what NumPy's old generator takes, which SB3 seeds too
        raise ValueError(f"--seed must be from 0 to {2**32 - 1}, not {args.seed}")
    game = asked(args, args.players)
    rivals = game.num_players() - 1
    opponents = parse_opponents(args.opponents, game)

    import matplotlib.figure  # noqa: F401  # missing, it should not be missed after the training
    import torch
    from sb3_contrib import MaskablePPO

    from farmenvs.envs.sb3 import SeatVecEnv

    folder = make_folder(args)
    torch.set_num_threads(1)  # the networks are small: more threads wait for each other
    learner = SB3Agent(None, "untrained", args.observation)
    selves = [copy.copy(learner) for _ in range(0 if opponents else rivals)]
    env = SeatVecEnv(
        game, LANES, opponents=opponents or selves, reward=args.reward,
        observation=args.observation,
    )  # fmt: skip
    model = MaskablePPO("MlpPolicy", env, seed=args.seed, device="cpu", **HYPERPARAMETERS)
    learner.policy = model.policy
    for agent in selves:
        agent.policy, agent.deterministic = copy.deepcopy(model.policy), False

    against = opponents or [make_agent("rules", game)] * rivals
    evaluations = Evaluations(game, learner, against, args.games)
    evaluations.add(0)
    print_table(evaluations.matches[0], "Before the training", args.per)
    learner.name = "trained"
    learn(model, args.steps, args.evaluations, evaluations, selves)
    save(model, folder / MODEL, game, args.observation)
    print_table(evaluations.matches[-1], f"After {model.num_timesteps:,} decisions", args.per)
    if any(name_of(agent) != "rules" for agent in against):
        match = play_match(game, [learner, *["rules"] * rivals], args.games, EVALUATION_SEED)
        print_table(match, "Against the rule-based agent", args.per)
    evaluations.write(folder)
    seconds = time.monotonic() - begun
    print(f"\nIn {folder}: {', '.join(FILES)}. It took {seconds:.0f} seconds.")


def main() -> None:
    parser = Parser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_game()
    parser.add_argument("--players", type=int, metavar="N", help="number of players")
    parser.add_argument(
        "--opponents", default="random", metavar="AGENTS",
        help="random, rules, sb3:FILE, one for all or one a seat with commas, clockwise from the "
        "learner's left; or self, for earlier selves (default random)",
    )  # fmt: skip
    parser.add_argument(
        "--steps", type=int, default=1_500_000, metavar="N",
        help="decisions to learn from, rounded up to whole updates of 8,192 (default 1,500,000)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help="fixes networks and luck (default 0)")
    parser.add_argument("--reward", default="outcome", choices=("outcome", "score"))
    parser.add_argument("--observation", default="recall", choices=("recall", "table"))
    parser.add_argument("--evaluations", type=int, default=15, metavar="N", help="default 15")
    parser.add_argument("--games", type=int, default=2000, metavar="N",
        help="in each evaluation (default 2000)")  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="FOLDER",
        help="default: the first of runs/GAME, runs/GAME-2, … without a run")  # fmt: skip
    parser.add_argument(
        "--overwrite", action="store_true", help="replace the run that the folder has"
    )
    with parser.told():
        train(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
