"""How a run stands, while it goes on: a table and a bar at a terminal, a line now and then where nobody watches."""

import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from rich.console import Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from treewright.cli.screen import errors, table

if TYPE_CHECKING:
    from treewright.arena.run import Run

GLANCE_SECONDS, LINE_SECONDS = 0.25, 20.0
MOST_ROWS = 20


class Display:
    """`with Display(run, rows) as display: run.play(display)`; `rows` gives the table as lines of text."""

    def __init__(self, run: "Run", rows: Callable[[], list[tuple[str, ...]]], best: Callable[[], str],
                 shown: bool = True):
        self.run, self.rows, self.best = run, rows, best
        self.live = errors.is_terminal and shown
        self.quiet = not shown
        self.begun = self.last = time.monotonic()
        self.bar = Progress(BarColumn(bar_width=26), MofNCompleteColumn(), TextColumn("{task.fields[note]}"),
                            console=errors)
        self.task = self.bar.add_task("", total=run.total, completed=run.games, note="")
        self.screen = Live(self._drawn(), console=errors, transient=True, auto_refresh=False) if self.live else None

    def __enter__(self) -> "Display":
        if self.screen is not None:
            self.screen.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if self.screen is not None:
            self.screen.stop()

    def __call__(self, run: "Run") -> None:
        """Look at the run, if the last look was long enough ago."""
        now = time.monotonic()
        if self.quiet or now - self.last < (GLANCE_SECONDS if self.live else LINE_SECONDS):
            return
        self.last = now
        if self.screen is not None:
            self.bar.update(self.task, total=run.total, completed=run.games, note=self.note())
            self.screen.update(self._drawn(), refresh=True)
        else:
            errors.print(f"{run.games:,}/{run.total:,} games  {self.note()}", soft_wrap=True)

    def note(self) -> str:
        """Games per second, the time that is left, the best so far."""
        rate = self.run.played / max(time.monotonic() - self.begun, 1e-9)
        left = self.run.total - self.run.games
        time_left = f"{duration(left / rate)} left" if rate > 0 and left > 0 else ""
        return "   ".join(filter(None, [f"{rate:.1f} games/s", time_left, self.best()]))

    def _drawn(self) -> Group:
        lines = self.rows()
        shown: list[Table | Progress] = [table(lines[: MOST_ROWS + 1])] if len(lines) > 1 else []
        return Group(*shown, self.bar)


def duration(seconds: float) -> str:
    """`4 s`, `12 min`, `3 h 20 min`: as exact as a guess deserves."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min" if minutes < 24 * 60 else f"{minutes / 60 / 24:.1f} days"
