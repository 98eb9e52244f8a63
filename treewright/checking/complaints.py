"""What Numba has to say about a verb, as one sentence with a place."""

import inspect
import re
from difflib import get_close_matches
from typing import Any

from numba.core import errors

from treewright.checking import places
from treewright.core.component import NUMBERS
from treewright.core.errors import nearest
from treewright.core.game import Game
from treewright.core.record import SPARE

UNKNOWN_ATTRIBUTE = re.compile(r"Unknown attribute '(\w+)' of type (.+)")
UNTYPED_NAME = re.compile(r"Untyped global name '(\w+)':.*?(?:<class '([\w.]+)'>|$)")
NO_SUCH_NAME = re.compile(r"name '(\w+)' is not defined")
NO_OPERATION = re.compile(r">>> (\w+\(.*\))")
LOCATION = re.compile(r"\b(?:at|from) ((?:/|[A-Za-z]:)[^\n]*?\.py) \((\d+)\)")
CANNOT_CAST = re.compile(r"Cannot cast (.+?) to (.+?)(?:: [%i].*)?$", re.MULTILINE)
LITERAL = re.compile(r"Literal\[\w+\]\((.*?)\)")
NOISE = ("Failed in nopython", "During:")


def complaint(error: BaseException, game: Game, verb: str) -> tuple[str, str]:
    """The place and the sentence."""
    function = getattr(type(game), verb)
    if isinstance(error, KeyError) and error.args:
        return _unknown_field(game, verb, str(error.args[0]))
    text = str(error)
    place = _place(error, text) or places.of_verb(type(game), verb)
    if found := UNKNOWN_ATTRIBUTE.search(text):
        return place, _unknown_attribute(game, found[1], found[2])
    if found := NO_SUCH_NAME.search(text):
        return _named(game, function, found[1]), f"the name {found[1]} is not defined"
    if found := UNTYPED_NAME.search(text):
        kind = f", which is a {found[2]}" if found[2] else ""
        return place, (f"compiled code cannot use {found[1]}{kind}; use numbers, arrays, or functions marked "
                       f"@tw.compiled")
    if found := NO_OPERATION.search(text):
        return place, f"compiled code cannot do {LITERAL.sub(lambda one: one[1], found[1])}"
    if found := CANNOT_CAST.search(text):
        return place, f"compiled code cannot turn {LITERAL.sub(lambda one: one[1], found[1])} into {found[2]}"
    if isinstance(error, errors.NumbaError):
        return place, f"{verb} does not compile: {_first_sentence(text)}"
    return place, f"{verb} does not compile: {type(error).__name__}: {_first_sentence(text)}"


def _place(error: BaseException, text: str) -> str:
    """The innermost place in the rules that the message names."""
    for file, line in LOCATION.findall(text):
        if not places.is_foreign(file):
            return places.shown(file, int(line))
    location = getattr(error, "loc", None)
    if location is not None and location.line and not places.is_foreign(location.filename):
        return places.shown(location.filename, location.line)
    return ""


def _first_sentence(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith(NOISE)]
    first = lines[0] if lines else "Numba does not say why"
    return re.sub(r"\s*Raised from .*$", "", first).rstrip(".:")


def _unknown_field(game: Game, verb: str, name: str) -> tuple[str, str]:
    """A field that the state does not have makes Numba raise a bare KeyError."""
    place = _named(game, getattr(type(game), verb), name)
    return place, unknown_field(game, name)


def unknown_field(game: Game, name: str) -> str:
    """`the state has no field stonse; did you mean stones?`"""
    fields = [field for field in game.state.names or () if not field.startswith(SPARE)]
    return f"the state has no field {name}{nearest(name, fields)}"


def _named(game: Game, function: Any, name: str) -> str:
    """Where a verb or another method of the game names something."""
    others = [one for one in vars(type(game)).values() if inspect.isfunction(one)]
    beginnings = {places.of_function(one) for one in others}
    for one in [function, *others]:
        place = places.of_word(one, name)
        if place not in beginnings:
            return place
    return places.of_function(function)


def _unknown_attribute(game: Game, name: str, owner: str) -> str:
    cls = type(game)
    if f"{cls.__module__}.{cls.__qualname__}@" not in owner:
        return f"compiled code finds no {name} in {owner.partition('(')[0].strip()}"
    there = getattr(cls, name, getattr(game, name, None))
    if inspect.isfunction(there):
        return f"self.{name}(...) is plain Python, which compiled code cannot call; mark it with @tw.verb"
    if there is not None and not isinstance(there, NUMBERS):
        return (f"compiled code cannot see self.{name}, which is a {type(there).__name__}: only numbers, and arrays "
                f"that are fields")
    near = get_close_matches(name, dir(game), n=1)
    return f"{cls.__name__} has no {name}" + (f"; did you mean {near[0]}?" if near else "")
