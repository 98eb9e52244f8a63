"""What a store holds: games, and measurements, which are named numbers and arrays of a study."""

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from treewright.arena.fixture import Fixture
from treewright.arena.played import Played
from treewright.arena.store.conditions import canonical

Value = int | float | np.ndarray


@dataclasses.dataclass(frozen=True)
class Record:
    """A game that was kept."""

    id: int
    fixture: Fixture
    code: str
    """A digest of the code it was played with."""
    played: Played
    reproducible: bool
    """Would whoever plays the fixture with this code play the same moves? Not under a budget in seconds."""
    when: int
    """Seconds since 1970."""


@dataclasses.dataclass(frozen=True)
class Trial:
    """What is to be measured: to a measurement what a fixture is to a game."""

    study: str
    condition: Mapping[str, Any] = dataclasses.field(compare=False)
    """Anything that JSON can say."""
    seed: int = 0
    text: str = dataclasses.field(init=False, repr=False)
    """The condition as canonical JSON: equal conditions are equal texts."""

    def __post_init__(self) -> None:
        text = canonical(self.condition)
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "condition", json.loads(text))

    def key(self) -> bytes:
        """Twelve bytes that tell this trial from every other; the code that measures is not among them."""
        text = json.dumps((self.study, self.text, self.seed), ensure_ascii=True)
        return hashlib.blake2b(text.encode(), digest_size=12).digest()


@dataclasses.dataclass(frozen=True)
class Measurement:
    """A measurement that was kept."""

    id: int
    trial: Trial
    code: str
    values: dict[str, Value]
    """Numbers and arrays by their names."""
    when: int
