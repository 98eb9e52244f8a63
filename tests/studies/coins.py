"""A study of coins, which takes no time: what the frame does with a study can be seen on it."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import numpy as np

from treewright.arena.report.blocks import Heading, Table
from treewright.arena.store import Trial
from treewright.studies.claims import Claim, Estimate, NotTestable
from treewright.studies.records import Records, mean_and_error
from treewright.studies.study import Study

SIDES = {"smoke": 20, "quick": 400}


def share(bias: float):
    """The estimate that decides a claim about one coin."""
    def estimate(records: Records) -> Estimate | NotTestable:
        values = records.values("coins", {"bias": bias}, "heads")
        if len(values) < 2:
            return NotTestable("fewer than two tosses")
        return Estimate(*mean_and_error(values), len(values), "tosses")

    return estimate


class Coins(Study):
    """Three coins are tossed."""

    name: ClassVar[str] = "coins"
    title: ClassVar[str] = "Coins"
    source: ClassVar[str] = "A. Nobody, \"On coins\", 2026."
    scales: ClassVar[Mapping[str, str]] = {"smoke": "seeing that it runs", "quick": "a verdict"}
    measured_by: ClassVar[tuple[str, ...]] = ("tests.studies.coins",)
    claims: ClassVar[tuple[Claim, ...]] = (
        Claim("fair", "\"most coins are fair\" (section 2)", "share of heads, bias 0.5", 0.4, True, share(0.5)),
        Claim("heavy", "\"heavy coins show heads\"", "share of heads, bias 0.9", 0.5, False, share(0.9)),
        Claim("close", "\"just above one half\"", "share of heads, bias 0.5", 0.5, True, share(0.5)),
        Claim("lost", "\"the third coin was lost\"", "share of heads, bias 0.1", 0.5, True, share(0.1)),
    )

    def trials(self, scale: str) -> Iterator[Trial]:
        for seed in range(SIDES[scale]):
            for bias in (0.5, 0.9):
                yield self.trial({"bias": bias}, seed)

    def measure(self, condition: Mapping[str, Any], seed: int) -> Mapping[str, float]:
        rng = np.random.default_rng([seed, int(100 * condition["bias"])])
        return {"heads": float(rng.random() < condition["bias"])}

    def page(self, records: Records) -> list[Any]:
        lines = [("coin", "heads")]
        for condition in records.conditions():
            lines.append((f"{condition['bias']}", f"{records.values('coins', condition, 'heads').mean():.3f}"))
        return [Heading("Tosses", 2), Table(lines)]

    def best_so_far(self, records: Records) -> str:
        return f"{len(records)} tosses"
