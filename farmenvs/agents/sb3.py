"""Models of sb3-contrib's MaskablePPO as agents: the only module that knows sb3_contrib and torch.

A file that `save` writes is an ordinary Stable-Baselines3 model that also says what it was trained
for, so that a mismatch is one line and not a shape error.  Stable-Baselines3 unpickles parts of a
model, which can run any code: load only files that you trust.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from farmenvs.core.checks import brief
from farmenvs.core.contract import MODES
from farmenvs.core.game import Game, check_mode
from farmenvs.core.version import __version__
from farmenvs.core.view import View

if TYPE_CHECKING:
    from sb3_contrib import MaskablePPO


class SB3Agent:
    """A policy network of MaskablePPO.

    Attributes:
        name: For tables.
        mode: The observation mode in which it looks.
        policy: The network; it may go on being trained.
        deterministic: Play the likeliest action, or draw one by its probability.
    """

    def __init__(
        self, policy: Any, name: str = "sb3", mode: str = "recall", deterministic: bool = True
    ):
        self.policy, self.name, self.mode = policy, name, check_mode(mode)
        self.deterministic = deterministic

    def __call__(self, view: View, rng: np.random.Generator) -> int:
        """Return the action for one view."""
        observations, masks = view.observation()[None], view.legal_actions_mask()[None]
        return int(self.batch(observations, masks, np.array([view.player]), rng)[0])

    def batch(
        self,
        observations: npt.NDArray[np.float32],
        masks: npt.NDArray[np.int8],
        players: npt.NDArray[np.int64],
        rng: np.random.Generator,
    ) -> npt.NDArray[np.int64]:
        """Return the actions for `observations` [K, F], `masks` [K, A]: [K] int64, legal."""
        import torch

        inputs: Any = observations
        if hasattr(self.policy.observation_space, "spaces"):  # trained with the mask in the Dict
            inputs = {"observation": observations, "action_mask": masks}
        self.policy.set_training_mode(False)
        with torch.no_grad():
            tensors, _ = self.policy.obs_to_tensor(inputs)
            logits = self.policy.get_distribution(tensors, masks).distribution.logits.cpu().numpy()
        if not self.deterministic:  # the Gumbel trick: torch's own generator is left alone
            logits = logits + rng.gumbel(size=logits.shape)
        best: npt.NDArray[np.int64] = np.where(masks, logits, -np.inf).argmax(1)
        return best


def save(model: MaskablePPO, path: str | Path, game: Game, observation: str = "recall") -> None:
    """Save a model together with what it was trained for.

    Args:
        model: A MaskablePPO.
        path: The file to write; `.zip` is added to a name without a suffix, as in `load`.
        game: The game it plays.
        observation: The observation mode it was trained in.

    Raises:
        ValueError: If the model is no MaskablePPO, or has other numbers of inputs or actions than
            the game in that mode.
    """
    if not isinstance(model, _maskable_ppo()):
        raise ValueError(f"the model must be a MaskablePPO of sb3-contrib, not {brief(model)}")
    card = _card(game, check_mode(observation))
    spaces: Any = model.observation_space, model.action_space
    seen = getattr(spaces[0], "spaces", {"observation": spaces[0]})["observation"]
    sizes = int(seen.shape[0]), int(spaces[1].n)
    if sizes != (card["inputs"], card["actions"]):
        raise ValueError(
            f"the model has {sizes[0]} inputs and {sizes[1]} actions, but {game!r} "
            f"has {card['inputs']} and {card['actions']} in the mode {observation}"
        )
    model.__dict__["farmenvs"] = card
    model.save(_file(path))


def load(path: str | Path, game: Game, deterministic: bool = True) -> SB3Agent:
    """Return the agent that `save` wrote.

    Loading unpickles: the file must come from somebody whom you trust.

    Args:
        path: The file; `.zip` is added to a name without a suffix, as in `save`.
        game: The game it is to play.
        deterministic: Play the likeliest action, or draw one by its probability.

    Raises:
        ValueError: If there is no such file, it is no model, or it is one of another game, option
            or layout: one line.
        ImportError: If sb3-contrib is not installed.
    """
    file = _file(path)
    card = _read_card(file)
    mode = card.get("observation")
    if mode not in MODES:
        raise ValueError(f"the model {path} has an unknown observation mode {brief(mode)}")
    right = _card(game, mode)
    keys = ["game"] if card.get("game") != game.name else [key for key in right if key != "version"]
    wrong = [
        f"{key} {brief(card.get(key))}, not {brief(right[key])}"
        for key in keys
        if card.get(key) != right[key]
    ]
    if wrong:
        raise ValueError(
            f"the model {path} (of farmenvs {card.get('version')}) is made for {'; '.join(wrong)}"
        )
    maskable_ppo = _maskable_ppo()
    import torch

    try:
        # no random generator of the process may move: not by new networks, not by the model's seed
        with torch.random.fork_rng(devices=[]):
            model = maskable_ppo.load(file, device="cpu", custom_objects={"seed": None})
    except Exception as error:
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise ValueError(f"the model {path} can't be loaded: {reason}") from error
    return SB3Agent(model.policy, f"sb3:{path}", right["observation"], deterministic)


def _maskable_ppo() -> Any:
    """Return the class MaskablePPO, or raise an ImportError that says what to install."""
    try:
        from sb3_contrib import MaskablePPO
    except ImportError:
        raise ImportError("models need sb3-contrib: pip install 'farmenvs[sb3]'") from None
    return MaskablePPO


def _file(path: str | Path) -> Path:
    """Return the file of a model: with a suffix, as Stable-Baselines3 writes none without."""
    file = Path(path)
    return file if file.suffix else Path(f"{file}.zip")


def _card(game: Game, mode: str) -> dict[str, Any]:
    """Return what a model of this game and mode is made for, as it comes back from a file."""
    card = {
        "version": __version__,
        "game": game.name,
        **{f"option {name}": value for name, value in game.options.items()},
        "observation": mode,
        "inputs": game.observation_spec(mode).size,
        "actions": game.num_distinct_actions(),
    }
    plain: dict[str, Any] = json.loads(json.dumps(card))
    return plain


def _read_card(path: Path) -> dict[str, Any]:
    """Return what the model was trained for, without unpickling anything."""
    if not path.is_file():
        raise ValueError(f"no model {path}: there is no such file")
    try:
        with zipfile.ZipFile(path) as archive:
            data = json.loads(archive.read("data"))
    except Exception:  # what a file that is none can raise has no end: zlib.error, RecursionError …
        raise ValueError(f"{path} is no model of Stable-Baselines3") from None
    card = data.get("farmenvs") if isinstance(data, dict) else None
    if not isinstance(card, dict):
        raise ValueError(
            f"the model {path} does not say what it was trained for: "
            "save it with farmenvs.agents.sb3.save"
        )
    return card
