"""One check under way: the game, what was found so far, and who is to be told."""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from treewright.checking import places
from treewright.checking.gathering import Gathering
from treewright.checking.patience import Patient
from treewright.checking.report import Report
from treewright.checking.rules import FOLLOWS
from treewright.core.game import Game

Watch = Callable[[Report, str], Any]
"""Is told of the report as it grows, and what is being done."""


@dataclasses.dataclass
class Case:
    """What all parts of a check share."""

    game: Game
    seed: int
    report: Report
    gathering: Gathering
    patient: Patient
    watch: Watch

    def add(self, rule: str, sentence: str, place: str = "", taken: "np.ndarray | list[int] | None" = None,
            number: int | None = None, kind: str = "") -> None:
        """A rule fails; see Gathering."""
        self.gathering.add(rule, sentence, place, taken, number, kind)

    def of_verb(self, name: str) -> str:
        """Where a verb or a method of the game stands."""
        return places.of_verb(type(self.game), name)

    def done(self, stage: str, *rules: str) -> None:
        """These rules were looked into."""
        report = self.report
        report.findings = self.gathering.findings()
        following = {late for rule in report.failed for late in FOLLOWS.get(rule, ())}
        report.checked = (report.checked | set(rules)) & set(report.rules) - following
        self.watch(report, stage)
