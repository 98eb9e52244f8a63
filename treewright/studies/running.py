"""Running a study: what has been measured is not measured again, and what is measured is kept at once.

The committed records come first, then the store; only what neither has is measured, by worker threads, in the study's
own order. Records of older code count as measured, since a study of hours must survive an edit elsewhere; how many
they are is said, and `--measure-anew` measures them again.
"""

import contextlib
import math
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from treewright.arena.spread import refuse_workers, spread
from treewright.arena.store import Store, Trial
from treewright.arena.store.records import Value
from treewright.core.compiling import counts
from treewright.core.thinking import Stop
from treewright.studies.records import Entry, Records
from treewright.studies.study import Study

LOOK_AHEAD = 500

class StudyRun:
    """One study at one scale."""

    def __init__(self, study: Study, scale: str, committed: Records, store: Store | None = None, workers: int = 1,
                 anew: bool = False):
        study.refuse_scale(scale)
        refuse_workers(workers)
        self.study, self.scale, self.store, self.workers, self.code = study, scale, store, workers, study.code()
        self.records = Records()
        """Those of this scale."""
        self.measured = 0
        self.older = 0
        """How many records come from older code."""
        self.trials = list(study.trials(scale))
        self.missing = self._missing(committed, anew)
        self.weights = {trial.text: study.weight(trial.condition) for trial in self.trials}
        self.left = Counter(trial.text for trial in self.missing)
        """How many measurements are missing, by condition."""
        self.seconds: dict[str, list[float]] = {}
        """What measurements took, by condition; those that had to wait for compiled code do not count."""

    @property
    def interrupted(self) -> bool:
        return len(self.records) < len(self.trials)

    def run(self, watch: Callable[["StudyRun"], None] = lambda run: None, seconds: float | None = None,
            first: Callable[[Trial], Any] | None = None) -> None:
        """Measure what is missing; with `seconds`, begin nothing new after that time; with `first`, in that order."""
        missing = sorted(self.missing, key=first) if first is not None else self.missing
        tasks = self._until(missing, math.inf if seconds is None else time.perf_counter() + seconds)
        for trial, (values, took) in spread(tasks, self.workers, lambda: contextlib.nullcontext(self._measure)):
            if Stop.raised_for_all:
                continue
            if self.store is not None:
                self.store.put_measurement(trial, self.code, values)
            self.records.add(Entry(trial, self.code, values))
            self.measured += 1
            self.left[trial.text] -= 1
            if took is not None:
                self.seconds.setdefault(trial.text, []).append(took)
            watch(self)
        self.missing = [trial for trial in self.missing if trial not in self.records]

    def core_seconds_left(self) -> float:
        """What is missing will take: by the measurements of its condition, or by its weight beside those of others; nan
        before the first one."""
        weight = sum(self.weights[text] * len(took) for text, took in self.seconds.items())
        pace = sum(map(sum, self.seconds.values())) / weight if weight else math.nan
        return sum(number * (statistics.median(self.seconds[text]) if text in self.seconds
                             else pace * self.weights[text])
                   for text, number in self.left.items() if number)

    # ------------------------------------------------------------ what is known already

    def _missing(self, committed: Records, anew: bool) -> list[Trial]:
        """Take in what is known, and return what is not."""
        known = {(entry.trial.text, entry.trial.seed): entry for entry in committed}
        missing = []
        for begin in range(0, len(self.trials), LOOK_AHEAD):
            some = self.trials[begin : begin + LOOK_AHEAD]
            kept = self._in_store(some, anew)
            for trial, stored in zip(some, kept, strict=True):
                entry = stored or known.get((trial.text, trial.seed))
                if entry is None or (anew and entry.code != self.code):
                    missing.append(trial)
                else:
                    self.records.add(entry)
                    self.older += entry.code != self.code
        return missing

    def _in_store(self, trials: list[Trial], anew: bool) -> list[Entry | None]:
        if self.store is None:
            return [None] * len(trials)
        found = self.store.find_measurements([(trial, self.code) for trial in trials], accept_other_code=not anew)
        return [None if one is None else Entry(one.trial, one.code, one.values) for one in found]

    # ------------------------------------------------------------ measuring

    def _until(self, missing: Iterable[Trial], end: float) -> Iterator[Trial]:
        """Nothing new is begun after the end."""
        for trial in missing:
            if time.perf_counter() > end:
                return
            yield trial

    def _measure(self, trial: Trial) -> tuple[Mapping[str, Value], float | None]:
        """The values, and the seconds that they took if nothing was compiled or loaded meanwhile."""
        code, begun = (counts.compiled, counts.loaded), time.perf_counter()
        values = self.study.measure(trial.condition, trial.seed)
        took = time.perf_counter() - begun
        return values, took if code == (counts.compiled, counts.loaded) else None
