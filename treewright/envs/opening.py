"""How every environment begins: its game, the numbers that chance draws, what it cannot do said in a sentence."""

import importlib.util
import operator
from typing import Any

import numpy as np

from treewright.agents import language
from treewright.core.compiling import compiling_for
from treewright.core.errors import Refused
from treewright.core.game import Game
from treewright.core.stream import Stream
from treewright.envs.table import start

RENDER_MODES = ("human", "ansi", "rgb_array")
ILLEGAL = ("refuse", "forfeit")
NAMES = {"pettingzoo": "PettingZoo", "gymnasium": "Gymnasium"}


def need(package: str) -> None:
    """Refuse to go on without a package of the extra `envs`."""
    if importlib.util.find_spec(package) is None:
        raise Refused(f"the environment needs {NAMES[package]}, which is not installed: pip install 'treewright[envs]'")


def opened(game: str | Game, **chosen: str | None) -> Game:
    """The game of an expression; `chosen` are the options that an environment was given."""
    for name, words, value in (("render_mode", RENDER_MODES, chosen.get("render_mode")),
                               ("illegal", ILLEGAL, chosen.get("illegal"))):
        if value is not None and value not in words:
            raise Refused(f"{name} must be one of {', '.join(words)}, not {value!r}")
    made = language.game(game)
    made.refuse_incomplete()
    return made


def stream(seed: int | None, before: Stream | None) -> Stream:
    """The random numbers of a game that is reset: those of a seed; without one they go on, or come from the system."""
    if seed is None:
        return before if before is not None else Stream(np.random.SeedSequence())
    return Stream(checked_seed(seed))


def checked_seed(seed: Any) -> int:
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if number < 0 or isinstance(seed, bool | np.bool_):
        raise Refused(f"a seed must be a whole number, 0 or above, not {seed!r}")
    return number


def action_number(action: Any, game: Game) -> int:
    """An action as a whole number; -1 stands for any number that no action has."""
    try:
        number = operator.index(action)
    except TypeError:
        raise Refused(f"an action must be a whole number from 0 to {game.actions - 1}, not {action!r}") from None
    return number if 0 <= number < game.actions else -1


def first_state(game: Game, dice: Stream) -> np.ndarray:
    """A game's beginning, drawn from a stream that goes on: of `Stream(seed)` what `game.new(seed)` gives."""
    states = np.zeros(1, game.state)
    with compiling_for(f"the rules of {game.name}"):
        start(game, states, dice)
    return states


def illegal_action(game: Game, action: Any, who: str) -> Refused:
    """What is wrong with an action, in a sentence."""
    return Refused(f"action {action} is not legal for {who} in {game.name} now: take one that action_mask has a 1 for")


