"""What a study is: conditions, published numbers and claims as data, how a condition is measured, how it is shown.

A study is a class in a room of its own below `studies/`. The frame does the rest: scales, `--estimate`, progress,
resuming, the store, the committed data, intervals, verdicts, and the page.

    trials(scale)          what is to be measured: a condition and a seed each
    measure(trial)         one measurement: named numbers and arrays; depends on the trial and the code alone
    claims                 what the paper says, as estimates with thresholds
    page(records)          tables, figures and words, from the records alone

Measuring lives in modules apart from showing, and `measured_by` names them: then a better caption does not turn every
record into one of older code.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from treewright.arena.report.blocks import Block
from treewright.arena.store import Trial
from treewright.arena.store.records import Value
from treewright.core import sources
from treewright.core.errors import Refused, nearest
from treewright.studies.claims import Claim
from treewright.studies.records import Records


class Study(ABC):
    """One paper, run again."""

    name: ClassVar[str]
    title: ClassVar[str]
    source: ClassVar[str]
    """Authors, title, year: what a reader needs to find it."""
    scales: ClassVar[Mapping[str, str]]
    """The names of the scales, the smallest first, and what each is for in a few words; `smoke` takes seconds."""
    measured_by: ClassVar[tuple[str, ...]]
    """The modules whose code decides what is measured."""
    claims: ClassVar[tuple[Claim, ...]] = ()

    @abstractmethod
    def trials(self, scale: str) -> Iterator[Trial]:
        """What this scale measures, in the order in which it is to be measured; larger scales contain smaller ones."""

    @abstractmethod
    def measure(self, condition: Mapping[str, Any], seed: int) -> Mapping[str, Value]:
        """Measure a condition once. Called from several threads at the same time."""

    @abstractmethod
    def page(self, records: Records) -> list[Block]:
        """What the page shows below its head, from the records alone."""

    def weight(self, condition: Mapping[str, Any]) -> float:
        """How long a measurement takes beside the others, roughly; for the time that is left."""
        return 1.0

    def best_so_far(self, records: Records) -> str:
        """What is worth knowing while it goes on, in a few words."""
        return ""

    def refuse_scale(self, scale: str) -> None:
        """Say which scales there are."""
        if scale not in self.scales:
            raise Refused(f"the study {self.name} has no scale {scale}{nearest(scale, self.scales)}")

    def trial(self, condition: Mapping[str, Any], seed: int) -> Trial:
        """A trial of this study."""
        return Trial(self.name, condition, seed)

    def code(self) -> str:
        """The digest of the code that measures."""
        return "-".join(sources.fingerprint(module) for module in self.measured_by)
