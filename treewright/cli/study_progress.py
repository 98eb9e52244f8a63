"""How far a study is: a bar at a terminal, a line now and then where nobody watches."""

import math
import time
from types import TracebackType
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from treewright.cli.screen import errors
from treewright.cli.standing import GLANCE_SECONDS, LINE_SECONDS, duration

if TYPE_CHECKING:
    from treewright.studies.running import StudyRun


class StudyProgress:
    """`with StudyProgress(run) as progress: run.run(progress)`."""

    def __init__(self, run: "StudyRun"):
        self.live = errors.is_terminal
        self.last = time.monotonic()
        self.bar = Progress(BarColumn(bar_width=26), MofNCompleteColumn(), TextColumn("{task.fields[note]}"),
                            console=errors, transient=True, disable=not self.live)
        self.task = self.bar.add_task("", total=len(run.trials), completed=len(run.records), note="")

    def __enter__(self) -> "StudyProgress":
        self.bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.bar.stop()

    def __call__(self, run: "StudyRun") -> None:
        """Look at the run, if the last look was long enough ago."""
        now = time.monotonic()
        if now - self.last < (GLANCE_SECONDS if self.live else LINE_SECONDS):
            return
        self.last = now
        note = self.note(run)
        if self.live:
            self.bar.update(self.task, completed=len(run.records), note=note)
        else:
            errors.print(f"{len(run.records):,}/{len(run.trials):,} measurements  {note}", soft_wrap=True)

    def note(self, run: "StudyRun") -> str:
        """The time that is left, and the best so far."""
        seconds = run.core_seconds_left() / run.workers
        left = "" if math.isnan(seconds) else f"{duration(seconds)} left"
        return "   ".join(filter(None, [left, run.study.best_so_far(run.records)]))
