"""What a search found: a row for each root action, the principal variation, and how the tree looks.

The interval of a row is the mean plus and minus 1.96 standard errors of the rewards seen below that action in this
search. They come from a policy that was still improving, so it says how noisy the mean is, not where the true value
lies.
"""

import dataclasses
import html
import json
import math
from collections.abc import Callable
from typing import Any, NamedTuple

from treewright.core.branch import Branch
from treewright.core.drawn import drawn
from treewright.core.errors import Refused
from treewright.core.plain import finite


class Thought(NamedTuple):
    """What a move cost and found, in four numbers: cheap enough to be kept of every move."""

    simulations: int
    depth_mean: float
    depth_largest: int
    value: float
    """The root's value to the player to move, on the scale of the search."""


@dataclasses.dataclass(frozen=True)
class Row:
    """One root action. `proven` is its exact score for the player to move, `ceiling` the most it can still turn out
    to be, where a solver found them."""

    action: int
    text: str
    visits: int
    mean: float
    low: float
    high: float
    proven: float | None = None
    ceiling: float = math.inf


@dataclasses.dataclass(frozen=True)
class Line:
    """The principal variation: the most visited path, as text and as action numbers."""

    actions: tuple[int, ...]
    texts: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Result:
    """A search's answer; `choice` is the action to play."""

    choice: int
    rows: tuple[Row, ...]
    line: Line
    simulations: int
    """How many were run in this search; visits also count those kept from the move before."""
    seconds: float
    nodes: int
    depth_mean: float
    depth_largest: int
    scale: str
    """The value scale that means are on, with the range of scores it was made from."""
    agent: str
    game: str
    constants: str = ""
    """The rule's numbers, such as c=1.4: they and the scale mean nothing without each other."""
    full: bool = False
    """Did the tree's memory run out? The search then went on without expanding."""
    interrupted: bool = False
    solved: bool = False
    threads: int = 1
    tree: Any = dataclasses.field(default=None, repr=False, compare=False)
    read: Callable[[int, int], Branch] | None = dataclasses.field(default=None, repr=False, compare=False)
    """Reads the tree: how deep, and how many nodes at most."""

    @property
    def per_second(self) -> float:
        return self.simulations / self.seconds if self.seconds > 0 else 0.0

    @property
    def text(self) -> str:
        return next(row.text for row in self.rows if row.action == self.choice)

    def branches(self, depth: int = 3, most: int = 200) -> Branch:
        """The tree down to a depth, at most so many nodes: those that were visited most often. To be asked before the
        agent searches again."""
        if self.read is None:
            raise Refused(f"{self.agent} grows no tree whose branches could be read")
        return self.read(depth, most)

    def plot(self) -> Any:
        """A figure of matplotlib: for each action the mean with its interval, and the share of the visits."""
        return drawn("search:draw", self)

    def as_dict(self) -> dict[str, Any]:
        """Plain data: what an answer of the protocol holds, and `to_json` writes."""
        return {
            "choice": {"action": self.choice, "text": self.text},
            "actions": [dataclasses.asdict(row) for row in self.rows],
            "principal_variation": {"actions": list(self.line.actions), "texts": list(self.line.texts)},
            "simulations": self.simulations,
            "seconds": self.seconds,
            "simulations_per_second": self.per_second,
            "nodes": self.nodes,
            "depth_mean": self.depth_mean,
            "depth_largest": self.depth_largest,
            "scale": self.scale,
            "constants": self.constants,
            "agent": self.agent,
            "game": self.game,
            "memory_full": self.full,
            "interrupted": self.interrupted,
            "solved": self.solved,
            "threads": self.threads,
        }

    def to_json(self, **options: Any) -> str:
        return str(json.dumps(finite(self.as_dict()), **options))

    def remarks(self) -> list[str]:
        """What a reader must know beside the table."""
        said = [f"{self.simulations:,} simulations in {self.seconds:.3f} s ({self.per_second:,.0f} a second), "
                f"{self.nodes:,} nodes, depth {self.depth_mean:.1f} on average and {self.depth_largest} at most",
                f"values on the scale {self.scale}" + (f", with {self.constants}" if self.constants else "")]
        if self.line.texts:
            said.append("principal variation: " + " ".join(self.line.texts))
        if self.solved:
            said.append("the position is solved")
        if self.full:
            said.append("the tree's memory was full: the search went on without expanding (raise memory=)")
        if self.interrupted:
            said.append("interrupted: this is what the search had found by then")
        return said

    def cells(self) -> list[tuple[str, ...]]:
        """The table as text, a header first."""
        total = max(1, sum(row.visits for row in self.rows))
        lines: list[tuple[str, ...]] = [("action", "visits", "share", "mean", "95% interval", "proven")]
        for row in self.rows:
            interval = f"[{row.low:+.3f}, {row.high:+.3f}]" if math.isfinite(row.low) else "-"
            mean = f"{row.mean:+.3f}" if row.visits else "-"
            lines.append((row.text, f"{row.visits:,}", f"{100 * row.visits / total:.1f}%", mean, interval,
                          "" if row.proven is None else f"{row.proven + 0.0:+g}"))
        return lines if any(line[5] for line in lines[1:]) else [line[:5] for line in lines]

    def __str__(self) -> str:
        lines = self.cells()
        widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
        drawn = ["  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in lines]
        return "\n".join([f"{self.agent} on {self.game}", *drawn, *self.remarks()])

    def _repr_html_(self) -> str:
        head, *body = self.cells()
        row = "<tr>{}</tr>".format
        cells = [row("".join(f"<td>{html.escape(cell)}</td>" for cell in line)) for line in body]
        return (f"<b>{html.escape(self.agent)}</b> on {html.escape(self.game)}"
                f"<table><thead>{row(''.join(f'<th>{html.escape(cell)}</th>' for cell in head))}</thead>"
                f"<tbody>{''.join(cells)}</tbody></table>{'<br>'.join(html.escape(said) for said in self.remarks())}")
