"""What can be told before a game is played: the facts, the state's layout, the verbs that must be there."""

import inspect
import math
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

import numpy as np

from treewright.checking import places
from treewright.core.game import Game
from treewright.core.planes import writes_planes
from treewright.core.record import holes
from treewright.core.tree import LARGEST_BLOCK

Add = Callable[[str, str, str], None]
"""Takes a rule, a sentence and a place."""

MEANINGS = {
    "players": "how many players there are",
    "actions": "how many action numbers there are",
    "widest": "the most actions that can be legal at once",
    "longest": "the most moves that a game can last",
    "score_range": "the least and the largest score of a finished game",
}
MOST_NUMBERS = 2**20
"""What planes may hold: 4 megabytes a state."""
TALKING = ("describe", "parse", "show")
"""The methods of the contract that are plain Python."""


def check_facts(game: Game, add: Add) -> None:
    """Are the facts there, and what they must be?"""
    cls = type(game)
    for name, meaning in MEANINGS.items():
        value = getattr(game, name, None)
        if value is None:
            add("facts", f"{cls.__name__} does not declare {name}: {meaning}", places.of_class(cls))
        elif name == "score_range":
            if not _is_range(value):
                add("facts", f"score_range must be two numbers, the smaller one first, not {value!r}",
                    places.of_fact(cls, name))
        elif not isinstance(value, int | np.integer) or isinstance(value, bool) or value < 1:
            add("facts", f"{name} must be a whole number above 0, not {value!r}", places.of_fact(cls, name))
        elif name == "widest" and value > LARGEST_BLOCK:
            add("facts", f"widest must be at most {LARGEST_BLOCK}, not {value}", places.of_fact(cls, name))
    _check_plane_shape(game, add)


def _check_plane_shape(game: Game, add: Add) -> None:
    """The shape is declared where the verb is there, and only there."""
    cls, shape = type(game), getattr(game, "plane_shape", None)
    if not writes_planes(game):
        if shape is not None:
            add("facts", f"plane_shape is declared, but {cls.__name__} has no planes(s, player, out)",
                places.of_fact(cls, "plane_shape"))
        return
    meaning = "three whole numbers above 0, how many channels, rows and columns planes writes"
    if shape is None:
        add("facts", f"{cls.__name__} does not declare plane_shape: {meaning}", places.of_class(cls))
    elif not _is_shape(shape):
        add("facts", f"plane_shape must be {meaning}, not {shape!r}", places.of_fact(cls, "plane_shape"))
    elif math.prod(shape) > MOST_NUMBERS:
        add("facts", f"plane_shape {shape} has {math.prod(shape)} numbers; it must have at most {MOST_NUMBERS}",
            places.of_fact(cls, "plane_shape"))


def _is_shape(shape: Any) -> bool:
    return isinstance(shape, tuple) and len(shape) == 3 and all(
        isinstance(size, int | np.integer) and not isinstance(size, bool) and size > 0 for size in shape)


def _is_range(value: Any) -> bool:
    try:
        low, high = value
        return math.isfinite(low) and math.isfinite(high) and low < high
    except (TypeError, ValueError):
        return False


def check_state(game: Game, add: Add) -> None:
    """Has the state what everything else reads in it, and no byte that nobody writes?"""
    cls = type(game)
    state, place = getattr(game, "state", None), places.of_fact(cls, "state")
    if not isinstance(state, np.dtype) or state.names is None:
        wrong = f"state must be a record, not {state!r}"
        missing = f"{cls.__name__} does not describe its state"
        add("state", f'{missing if state is None else wrong}; write state = tw.record(to_move="i1", over="i1", '
                     f'score=("f4", players), ...)', place)
        return
    players = getattr(game, "players", 0)
    signed = ' with a sign, such as "i1"' if game.chance else ', such as "i1"'
    wanted = {"to_move": ("i" if game.chance else "iu", (), f"a whole number{signed}"),
              "over": ("iub", (), 'a whole number, such as "i1"'),
              "score": ("f", (players,), f'a number for each player, such as ("f4", {players})')}
    for name, (kinds, shape, words) in wanted.items():
        if name not in state.names:
            add("state", f"the state has no {name}; it must be {words}", place)
        elif state[name].base.kind not in kinds or state[name].shape != shape:
            add("state", f"{name} of the state must be {words}, not {state[name].base.str!r} of shape "
                         f"{state[name].shape}", place)
    if gaps := holes(state):
        add("state", f"{' and '.join(gaps)} of the state belong to no field, so equal states may differ there; "
                     f"tw.record(...) leaves no gaps", place)
    if state.hasobject:
        add("state", "the state holds Python objects, which cannot be copied as bytes", place)


def check_verbs(game: Game, add: Add) -> None:
    """Are the verbs there that the facts call for, and can the plain methods be called?"""
    cls = type(game)
    needed = {"legal": "", "play": ""}
    needed |= {"outcomes": "chance moves, but "} if game.chance else {}
    needed |= {"wins": "shows_wins is set, but "} if game.shows_wins else {}
    needed |= {"observe": "something is hidden, but "} if game.hidden or game.veiled else {}
    for name, why in needed.items():
        if getattr(cls, name) is getattr(Game, name):
            parameters = ", ".join(inspect.signature(getattr(Game, name)).parameters)
            add("verbs", f"{why}{cls.__name__} has no {name}({parameters}){_meant(cls, name)}", places.of_class(cls))
    for name in TALKING:
        wanted, given = (list(inspect.signature(getattr(one, name)).parameters) for one in (Game, cls))
        if len(wanted) != len(given):
            add("verbs", f"{cls.__name__}.{name}({', '.join(given)}) must be {name}({', '.join(wanted)})",
                places.of_verb(cls, name))


def _meant(cls: type, name: str) -> str:
    """`; is leagl meant to be it?`"""
    own = [one for one, value in vars(cls).items() if inspect.isfunction(value) and not hasattr(Game, one)]
    close = get_close_matches(name, own, n=1, cutoff=0.6)
    return f"; is {close[0]} meant to be it?" if close else ""


def odd(game: Game) -> list[str]:
    """What a search can live with, but what is probably not meant."""
    cls, said = type(game), []
    if game.widest > game.actions:
        said.append(f"widest is {game.widest}, but there are only {game.actions} action numbers")
    for verb, fact in (("outcomes", "chance"), ("wins", "shows_wins"), ("observe", "hidden")):
        asked = getattr(game, fact) or (verb == "observe" and game.veiled)
        if getattr(cls, verb) is not getattr(Game, verb) and not asked:
            said.append(f"{cls.__name__} has the verb {verb}, which is only asked where {fact} = True is declared")
    if not game.state.isalignedstruct:
        said.append("the state's fields are not aligned, which makes reading them slower; tw.record(...) aligns them")
    return said
