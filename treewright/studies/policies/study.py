"""The study of policies: each of the field's policies against plain UCT in each of the games, at equal simulations."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from treewright.arena.report.blocks import Block
from treewright.arena.store import Trial
from treewright.arena.store.records import Value
from treewright.studies.policies.field import COLUMNS, POLICIES, SIMULATIONS, SLOW
from treewright.studies.policies.page import NAME, page, told_so_far
from treewright.studies.policies.playing import measured
from treewright.studies.records import Records
from treewright.studies.study import Study

SMOKE, QUICK, FULL = "smoke", "quick", "full"
PAIRS = {SMOKE: 2, QUICK: 10, FULL: 200}
BLOCK = 50
"""Pairs of every cell that are played before further ones of any."""
TRIED = ("grave", "nst", "decisive")
"""The policies of the smallest scale, in tic-tac-toe."""


def condition(policy: str, game: str) -> dict[str, Any]:
    return {"policy": policy, "game": game, "simulations": SIMULATIONS}


class Policies(Study):
    """A cell of the table is a condition, and a pair of games is a measurement."""

    name: ClassVar[str] = NAME
    title: ClassVar[str] = "Policies against games"
    source: ClassVar[str] = ("The policies of docs/policies.md, each with the reference that it has there, beside "
                             "plain UCT.")
    scales: ClassVar[Mapping[str, str]] = {SMOKE: "seeing that it runs", QUICK: "a first look",
                                           FULL: "400 games for every cell"}
    measured_by: ClassVar[tuple[str, ...]] = ("treewright.studies.policies.playing",)

    def trials(self, scale: str) -> Iterator[Trial]:
        """By blocks of pairs, so that an unfinished table is even; cells that take long come after all others."""
        cells = [(policy, column.game) for policy in POLICIES for column in COLUMNS]
        if scale == SMOKE:
            cells = [(policy, COLUMNS[0].game) for policy in TRIED]
        for slow in (False, True):
            for begin in range(0, PAIRS[scale], BLOCK):
                for cell in cells:
                    for pair in range(begin, min(begin + BLOCK, PAIRS[scale])) if (cell in SLOW) == slow else ():
                        yield self.trial(condition(*cell), pair)

    def measure(self, condition: Mapping[str, Any], seed: int) -> Mapping[str, Value]:
        return measured(condition, seed)

    def weight(self, condition: Mapping[str, Any]) -> float:
        """Beside a pair of tic-tac-toe, roughly."""
        if (condition["policy"], condition["game"]) in SLOW:
            return 100.0
        return {"tic_tac_toe()": 1.0, "connect_four()": 4.0, "bingo3d()": 8.0}.get(condition["game"], 3.0)

    def page(self, records: Records) -> list[Block]:
        return page(records)

    def best_so_far(self, records: Records) -> str:
        return told_so_far(records)
