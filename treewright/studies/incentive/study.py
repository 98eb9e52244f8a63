"""The study of incentive learning: Table I and Figures 4 to 6 of Kao, Wu, Yen & Shan 2013, and what goes beyond."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from treewright.arena.report.blocks import Block
from treewright.arena.store import Trial
from treewright.arena.store.records import Value
from treewright.core.errors import Refused
from treewright.studies.claims import Claim
from treewright.studies.incentive.claims import CLAIMS
from treewright.studies.incentive.page import page, told_so_far
from treewright.studies.incentive.plan import MEASURES, PAPER, QUICK, SMOKE, planned
from treewright.studies.incentive.results import NAME
from treewright.studies.records import Records
from treewright.studies.study import Study

COSTS = {"readings": (3, 1), "curves": (3, 1), "rave curves": (3, 1), "ceiling": (50, 0), "loss": (20, 1),
         "divided": (20, 20), "figure 6": (8, 8), "feasibility": (4, 2), "rivals": (4, 20), "perfect": (10, 8)}
"""Milliseconds for a measurement of each part, and for each thousand simulations a move of the largest number."""


class Incentive(Study):
    """What RIDE learns, how fast, and what it is worth at play."""

    name: ClassVar[str] = NAME
    title: ClassVar[str] = "Incentive learning"
    source: ClassVar[str] = ("K.-Y. Kao, I-C. Wu, S.-J. Yen, Y.-C. Shan, \"Incentive Learning in Monte Carlo Tree "
                             "Search\", IEEE Transactions on Computational Intelligence and AI in Games 5 (4), 2013.")
    scales: ClassVar[Mapping[str, str]] = {SMOKE: "seeing that all of it runs", QUICK: "a first look",
                                           PAPER: "the paper's numbers of games, and more"}
    measured_by: ClassVar[tuple[str, ...]] = (
        "treewright.studies.incentive.learning", "treewright.studies.incentive.playing",
        "treewright.studies.incentive.feasibility")
    claims: ClassVar[tuple[Claim, ...]] = CLAIMS

    def trials(self, scale: str) -> Iterator[Trial]:
        for condition, seeds in planned(scale):
            for seed in seeds:
                yield self.trial(condition, seed)

    def measure(self, condition: Mapping[str, Any], seed: int) -> Mapping[str, Value]:
        part = condition.get("part")
        if part not in MEASURES:
            raise Refused(f"the study {self.name} has no part {part!r}: it has {', '.join(MEASURES)}")
        return MEASURES[part](condition, seed)

    def weight(self, condition: Mapping[str, Any]) -> float:
        """Milliseconds, roughly; a simulation that keeps all that it comes through takes four times as long."""
        given = condition.get("simulations", 0)
        most = given if isinstance(given, int) else max(given)
        fixed, growing = COSTS[condition["part"]]
        slower = 4 if condition.get("states") == "table" else 1
        return fixed + growing * slower * most / 1000

    def page(self, records: Records) -> list[Block]:
        return page(records)

    def best_so_far(self, records: Records) -> str:
        return told_so_far(records)
