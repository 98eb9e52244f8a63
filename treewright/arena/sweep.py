"""A sweep: one agent with one or two of its arguments varied, each against the same opponent."""

import dataclasses
import itertools
import math
import os
import re
from collections.abc import Sequence
from pathlib import Path

from treewright.agents.vary import with_arguments
from treewright.arena.cast import Cast
from treewright.arena.pairing import Pairing, Terms
from treewright.arena.tournament import pairing_of
from treewright.core.errors import Refused
from treewright.core.game import Game

POINTS = 7
"""So many values make a range, if it does not say."""
LARGEST = 1000
"""More pairings than that are a slip of the finger."""
PICTURES = (".png", ".pdf", ".svg")
NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
RANGE = re.compile(rf"({NUMBER})\.\.({NUMBER})(?::(\d+))?")
EXAMPLE = "write it like c=0.2..2, simulations=100..10000:5 or final=visits,mean"

Value = int | float | str


@dataclasses.dataclass(frozen=True)
class Varied:
    """An argument and the values that it takes."""

    name: str
    values: tuple[Value, ...]

    @property
    def is_number(self) -> bool:
        return all(isinstance(value, int | float) for value in self.values)


def parse_varied(text: str) -> Varied:
    """`c=0.2..2:5` (evenly spaced, or by equal ratios where the ends are a factor of ten apart) or `c=0.5,1,2`."""
    name, equals, given = text.partition("=")
    if not equals or not name.strip().isidentifier() or not given.strip():
        raise Refused(f"{text!r} does not say what is to be varied: {EXAMPLE}")
    found = RANGE.fullmatch(given.strip())
    values = _spaced(text, found[1], found[2], found[3]) if found else [_value(one) for one in given.split(",")]
    if "" in values:
        raise Refused(f"{text!r} leaves a value empty: {EXAMPLE}")
    return Varied(name.strip(), tuple(dict.fromkeys(values)))


def _spaced(text: str, first: str, last: str, count: str | None) -> list[Value]:
    low, high, points = _value(first), _value(last), int(count or POINTS)
    assert isinstance(low, int | float)
    assert isinstance(high, int | float)
    if not low < high:
        raise Refused(f"{text!r}: the range must go up")
    if points < 2:
        raise Refused(f"{text!r}: a range has two values or more")
    if low > 0 and high / low >= 10:
        spaced = [low * (high / low) ** (k / (points - 1)) for k in range(points)]
    else:
        spaced = [low + (high - low) * k / (points - 1) for k in range(points)]
    if isinstance(low, int) and isinstance(high, int):
        return [round(value) for value in spaced]
    return [_rounded(value, high) for value in spaced]


def _rounded(value: float, high: float) -> float:
    """Three digits that count: nobody wants to read or to store 0.30000000000000004."""
    return round(value, 2 - math.floor(math.log10(max(abs(value), abs(high) / 1000, 1e-300))))


def _value(text: str) -> Value:
    word = text.strip()
    if re.fullmatch(r"[-+]?\d+", word):
        return int(word)
    return float(word) if re.fullmatch(NUMBER, word) else word


def combinations_of(varied: Sequence[Varied]) -> list[dict[str, Value]]:
    """Every value of the one with every value of the other."""
    if not 1 <= len(varied) <= 2:
        raise Refused(f"a sweep varies one argument or two, not {len(varied)}")
    if len({one.name for one in varied}) < len(varied):
        raise Refused(f"{varied[0].name} is varied twice")
    made = [dict(zip([one.name for one in varied], values, strict=True))
            for values in itertools.product(*(one.values for one in varied))]
    if len(made) > LARGEST:
        raise Refused(f"{len(made):,} combinations are too many: {LARGEST:,} at most")
    return made


@dataclasses.dataclass(frozen=True)
class Point:
    """One combination of values, and what came of it."""

    values: dict[str, Value]
    pairing: Pairing


def points_of(cast: Cast, game: Game, agent: str, varied: Sequence[str], against: str, terms: Terms) -> list[Point]:
    """Every combination as a pairing, when all of its agents can be made and can play the game."""
    opponent = cast.enter_agent(against)
    opponent.refuse(game)
    points = []
    for values in combinations_of([parse_varied(text) for text in varied]):
        made = cast.enter_agent(with_arguments(agent, values))
        made.refuse(game)
        points.append(Point(values, pairing_of(game, made, opponent, terms)))
    return points


def refuse_unwritable(place: Path) -> None:
    """Say before hours of play that the picture could not be written after them."""
    if place.suffix not in PICTURES:
        raise Refused(f"a picture ends in {', '.join(PICTURES)}, not in {place.suffix or 'nothing'}")
    if not place.parent.is_dir() or not os.access(place.parent, os.W_OK):
        raise Refused(f"{place} cannot be written: there is no folder {place.parent} that lets you")
