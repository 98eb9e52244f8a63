"""What commands share on the terminal: tables, progress, and a word when something is being compiled."""

import sys
import time
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

console = Console(highlight=False, markup=False, soft_wrap=False)
errors = Console(stderr=True, highlight=False, markup=False)


def table(lines: Sequence[Sequence[str]], title: str | None = None, names: int = 1) -> Table:
    """Lines of text, the first of which is the header; the first `names` columns hold words, the others numbers."""
    drawn = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for k, name in enumerate(lines[0]):
        drawn.add_column(name, justify="left" if k < names else "right", overflow="fold")
    for line in lines[1:]:
        drawn.add_row(*line)
    return drawn


def progress(shown: bool = True) -> Progress:
    """A bar with what is done, what is left of the time, and a column for the best so far."""
    return Progress(
        BarColumn(bar_width=26),
        MofNCompleteColumn(),
        TextColumn("{task.fields[note]}"),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
        disable=not (shown and errors.is_terminal),
    )


def say_what_compiles() -> None:
    """From now on, tell what is being compiled and how long it took (only what takes half a second or more is kept)."""
    from treewright.core.compiling import counts

    live = errors.is_terminal

    def notice(title: str, seconds: float | None) -> None:
        if seconds is None:
            if live:
                errors.print(f"compiling {title} ...", end="\r")
        elif seconds >= 0.5:
            errors.print(f"compiling {title} ... {seconds:.1f} s")
        elif live:
            errors.print(" " * (len(title) + 14), end="\r")

    counts.notice = notice


class Pace:
    """Things done a second, since the first one was."""

    def __init__(self) -> None:
        self.begun = time.perf_counter()

    def of(self, done: int) -> float:
        return done / max(time.perf_counter() - self.begun, 1e-9)


def print_json(data: Any) -> None:
    """Data as JSON on standard output."""
    import json

    from treewright.core.plain import finite
    sys.stdout.write(json.dumps(finite(data), indent=2) + "\n")
