"""A study's records: measurements by condition, and what is to be known of many of them at once."""

import dataclasses
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from treewright.arena.store import Trial
from treewright.arena.store.records import Value
from treewright.core.errors import Refused


@dataclasses.dataclass(frozen=True)
class Entry:
    """One measurement, and the code that made it."""

    trial: Trial
    code: str
    values: Mapping[str, Value]

    def value(self, name: str) -> Value:
        """One of its values."""
        if name not in self.values:
            raise Refused(f"a record of {self.trial.study} has no {name}, but {', '.join(self.values) or 'nothing'}: "
                          "it was changed, or measured by other code; remove it and measure anew")
        return self.values[name]


class Records:
    """Entries by condition and seed. Later ones of the same trial take the place of earlier ones."""

    def __init__(self, entries: Iterable[Entry] = ()):
        self._of: dict[str, dict[int, Entry]] = {}
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        self._of.setdefault(entry.trial.text, {})[entry.trial.seed] = entry

    def __len__(self) -> int:
        return sum(len(seeds) for seeds in self._of.values())

    def __iter__(self) -> Iterator[Entry]:
        """In the order of condition and seed."""
        for text in sorted(self._of):
            for seed in sorted(self._of[text]):
                yield self._of[text][seed]

    def __contains__(self, trial: object) -> bool:
        return isinstance(trial, Trial) and trial.seed in self._of.get(trial.text, ())

    def conditions(self, **wanted: Any) -> list[dict[str, Any]]:
        """The conditions that have these values, in order."""
        found = (json.loads(text) for text in sorted(self._of))
        return [one for one in found if all(one.get(name) == value for name, value in wanted.items())]

    def entries(self, study: str, condition: Mapping[str, Any]) -> list[Entry]:
        """The entries of one condition by seed."""
        seeds = self._of.get(Trial(study, condition).text, {})
        return [seeds[seed] for seed in sorted(seeds)]

    def values(self, study: str, condition: Mapping[str, Any], name: str) -> np.ndarray:
        """A number of every entry of one condition, in the order of the seeds; empty where nothing was measured."""
        return np.array([entry.value(name) for entry in self.entries(study, condition)])


def mean_and_error(values: np.ndarray) -> tuple[float, float]:
    """The mean of independent values and its standard error; nan where there are too few."""
    if len(values) == 0:
        return math.nan, math.nan
    error = float(np.std(values, ddof=1) / math.sqrt(len(values))) if len(values) > 1 else math.nan
    return float(np.mean(values)), error
