"""A hint: indices that happen to be negative. They count from the end of an array, which is seldom meant.

Plain Python plays some games with states and tables that notice. An index that is written out (`row[-1]`) is meant.
"""

import linecache
import re
import sys
from typing import Any

import numpy as np

from treewright.checking import places

WRITTEN_OUT = re.compile(r"[\[,]\s*-\s*\d")


class Noticing(np.ndarray):
    """An array that remembers where it was asked for what lies before its beginning."""

    met: dict[str, int] = {}

    def __getitem__(self, key: Any) -> Any:
        _notice(key)
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        _notice(key)
        super().__setitem__(key, value)


class Noticed:
    """A state whose arrays notice."""

    __slots__ = ("state",)

    def __init__(self, state: Any):
        object.__setattr__(self, "state", state)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.state, name)
        return value.view(Noticing) if isinstance(value, np.ndarray) else value

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.state, name, value)


def _notice(key: Any) -> None:
    for one in key if isinstance(key, tuple) else (key,):
        if isinstance(one, int | np.integer) and one < 0:
            frame = sys._getframe(2)
            line = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
            if not places.is_foreign(frame.f_code.co_filename) and not WRITTEN_OUT.search(line):
                Noticing.met.setdefault(places.shown(frame.f_code.co_filename, frame.f_lineno), int(one))


def make_noticing(twin: Any) -> None:
    """Let the tables of a plain twin notice."""
    for name, value in twin.__dict__.items():
        if isinstance(value, np.ndarray):
            twin.__dict__[name] = value.view(Noticing)


def hints() -> list[str]:
    """What was noticed since the last time."""
    said = [f"{place}: an index is {index} here, which counts from the end of the array; is that meant?"
            for place, index in Noticing.met.items()]
    Noticing.met.clear()
    return said
