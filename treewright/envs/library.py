"""OpenSpiel itself: a game by its text, what it declares, and what is refused in a sentence."""

import importlib.metadata
import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

from treewright.core.errors import Refused, nearest

MISSING = "OpenSpiel is not installed: pip install 'treewright[openspiel]'"
LISTS = '`python -c "import pyspiel; print(*pyspiel.registered_names())"`'
LISTED = 200
"""So many letters of what OpenSpiel says are enough."""


class Loaded(NamedTuple):
    """A game of OpenSpiel."""

    theirs: Any
    text: str
    """Its name with the parameters that are not as by default."""
    in_python: bool
    """Are its rules written in Python?"""


@lru_cache(None)
def library() -> Any:
    """The module `pyspiel`."""
    try:
        import pyspiel
    except ImportError:
        raise Refused(MISSING) from None
    return pyspiel


def version() -> str:
    return f"open_spiel {importlib.metadata.version('open_spiel')}"


def load(text: str) -> Loaded:
    """The game that OpenSpiel's own text names; refused where it has none, or an agent here could not play it."""
    pyspiel = library()
    if not isinstance(text, str):
        raise Refused(f"openspiel takes a name, such as openspiel(breakthrough), not {text!r}")
    text = "".join(text.split())
    name, bracket, given = text.partition("(")
    refuse_unknown(name)
    if bracket and not given.endswith(")"):
        raise Refused(f"{text} cannot be read: write it like hex(board_size=7)")
    try:
        with hushed():
            parameters = pyspiel.game_parameters_from_string(text) if given else {}
            allowed = kind_of(name).parameter_specification
            for one in parameters:
                if one not in allowed and one != "name":
                    raise Refused(f"OpenSpiel's {name} has no parameter {one}"
                                  f"{nearest(one, allowed) if allowed else ': it takes none'}")
            told = {one: value for one, value in parameters.items() if one not in allowed or value != allowed[one]}
            game = pyspiel.load_game(name, {one: value for one, value in told.items() if one != "name"})
            refuse(game)
            beginning = game.new_initial_state()
    except pyspiel.SpielError as error:
        raise Refused(f"OpenSpiel refuses {text}: {in_a_line(error)}") from None
    return Loaded(game, str(game).removesuffix("()"), not type(beginning).__module__.startswith("pyspiel"))


def in_a_line(error: Exception) -> str:
    return " ".join(str(error).split())[:LISTED] or "it does not say why"


def refuse_unknown(name: str) -> None:
    """There must be a game of that name; those written in Python are looked for when no other has it."""
    pyspiel = library()
    if name in pyspiel.registered_names():
        return
    import open_spiel.python.games  # noqa: F401  (registers them)
    names = pyspiel.registered_names()
    if name not in names:
        hint = nearest(name, names)
        if not hint.startswith("; did you mean"):
            hint = f"; {LISTS} lists them"
        raise Refused(f"OpenSpiel has no game {name or 'without a name'}{hint}")


def kind_of(name: str) -> Any:
    return next(kind for kind in library().registered_games() if kind.short_name == name)


def refuse(game: Any) -> None:
    """What no agent here can play."""
    kind, types = game.get_type(), library().GameType
    name = kind.short_name
    if kind.dynamics != types.Dynamics.SEQUENTIAL:
        raise Refused(f"in OpenSpiel's {name} players act at the same time: here they move in turn")
    if kind.information != types.Information.PERFECT_INFORMATION:
        raise Refused(f"OpenSpiel's {name} hides something from its players, and no agent here can play it yet")
    if kind.chance_mode == types.ChanceMode.SAMPLED_STOCHASTIC:
        raise Refused(f"OpenSpiel's {name} draws its chances by itself and does not tell their odds, "
                      "which a search needs")
    if not -math.inf < game.min_utility() < game.max_utility() < math.inf:
        raise Refused(f"OpenSpiel's {name} declares scores from {game.min_utility():g} to {game.max_utility():g}: "
                      "a search needs two bounds")


def facts(game: Any) -> dict[str, Any]:
    """What a game of ours declares."""
    kind, types = game.get_type(), library().GameType
    chance = kind.chance_mode == types.ChanceMode.EXPLICIT_STOCHASTIC
    most = max(game.num_distinct_actions(), game.max_chance_outcomes())
    return {
        "players": game.num_players(), "actions": most, "widest": most, "chance": chance,
        "longest": game.max_game_length() + (game.max_chance_nodes_in_history() if chance else 0),
        "score_range": (game.min_utility(), game.max_utility()),
        "zero_sum": game.num_players() == 2 and kind.utility == types.Utility.ZERO_SUM,
    }


@contextmanager
def hushed() -> Iterator[None]:
    """OpenSpiel prints what it raises to standard error, from C++, before Python hears of it."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
