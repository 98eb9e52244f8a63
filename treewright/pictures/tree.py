"""A tree: as HTML that folds and unfolds, without scripts, and as a figure whose thick branches were visited often."""

import html
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from treewright.arena.report.style import INK, PAGE, QUIET, SMALL, TINY, styled
from treewright.core.branch import Branch
from treewright.pictures.drawing import Drawing

FIRST, NEITHER, SECOND = "#2166ac", "#f0ece4", "#b35806"
VALUES = LinearSegmentedColormap.from_list("values", [SECOND, NEITHER, FIRST])
"""From bad to good for whoever moves at the root."""
HEIGHT = 3.2
"""Inches."""
THINNEST = 0.06
"""Branches that are at least so thick have their action written on them."""

# ---------------------------------------------------------------- HTML

BAR = 90
"""Pixels of the bar of a node that has all visits."""


def as_html(branch: Branch) -> str:
    """A list in which what lies below a node is shown by a click; the first two levels are open."""
    return f"<div style='font: 13px/1.5 monospace'>{_folded(branch, max(1, branch.visits), 0)}</div>"


def _folded(branch: Branch, total: int, depth: int) -> str:
    line, more = _line(branch, total), f"<i>and {branch.more} more</i>" if branch.more else ""
    if not branch.children:
        return f"<div style='margin-left: 1.1em'>{line} {more}</div>"
    below = "".join(_folded(child, total, depth + 1) for child in branch.children)
    below += f"<div style='margin-left: 1.1em'>{more}</div>" if more else ""
    opened = " open" if depth == 0 else ""
    return (f"<details{opened}><summary style='cursor: pointer'>{line}</summary>"
            f"<div style='margin-left: 1.6em'>{below}</div></details>")


def _line(branch: Branch, total: int) -> str:
    """A bar for the visits, the action, and what is known of it."""
    width = BAR * branch.visits / total
    bar = (f"<span style='display: inline-block; width: {BAR}px'><span style='display: inline-block; height: .7em; "
           f"width: {width:.0f}px; background: {FIRST if branch.player in (0, None) else SECOND}'></span></span>")
    name = "all" if branch.action is None else html.escape(branch.text)
    return f"{bar} <b>{name}</b> {html.escape(told(branch))}"


def told(branch: Branch) -> str:
    """What is known of a node, in a few words."""
    said = [f"{branch.visits:,} visits"]
    if branch.proven is not None:
        said.append(f"proven {branch.proven:+g}")
    elif branch.mean is not None:
        said.append(f"mean {branch.mean:+.3f}")
    return ", ".join(said)


# ---------------------------------------------------------------- a figure


def draw(branch: Branch) -> Figure:
    """Depth goes to the right. The colour of a branch is its worth to whoever moves at the root: blue is good."""
    with styled():
        figure = Drawing(figsize=(PAGE, HEIGHT), facecolor="white")
        axes = figure.add_axes((0.01, 0.07, 0.98, 0.92))
        axes.axis("off")
        mover = branch.children[0].player if branch.children else None
        largest = max((abs(one.mean) for _, one in branch.walk() if one.mean is not None), default=1.0) or 1.0
        depth = max(level for level, _ in branch.walk())
        _grow(axes, branch, _Look(max(1, branch.visits), mover, largest), 0, 0.5, 1.0)
        axes.set(xlim=(-0.02, max(1, depth) + 0.02), ylim=(0, 1))
        figure.text(0.01, 0.02, f"{branch.visits:,} visits; blue: good for the player to move, brown: bad",
                    fontsize=TINY, color=QUIET)
    return figure


class _Look:
    """How thick a branch is, and in which colour."""

    def __init__(self, total: int, mover: int | None, largest: float):
        self.total, self.mover, self.largest = total, mover, largest

    def thickness(self, branch: Branch) -> float:
        """Less than its share of the visits for the large, more for the small, which could not be seen otherwise."""
        return 0.8 * float(branch.visits / self.total) ** 0.58

    def colour(self, branch: Branch) -> tuple[float, ...]:
        worth = (branch.mean or 0.0) * (1 if branch.player == self.mover else -1)
        return VALUES(0.5 + worth / (2 * self.largest))


def _grow(axes: Axes, branch: Branch, look: _Look, depth: int, middle: float, room: float) -> None:
    """The branches below a node, within the room that it has."""
    wide = [look.thickness(child) for child in branch.children]
    rooms = _shared(room, wide)
    trunk = min(0.8, room, sum(wide)) if depth == 0 else min(look.thickness(branch), room)
    top, start = middle + room / 2, middle + trunk / 2
    for child, thick, share in zip(branch.children, wide, rooms):
        begin, end = trunk * child.visits / max(1, sum(one.visits for one in branch.children)), top - share / 2
        thick = min(thick, 0.9 * share)
        axes.add_patch(_ribbon(depth, start - begin / 2, begin, end, thick, look.colour(child)))
        if thick >= THINNEST:
            axes.text(depth + 0.97, end, child.text, ha="right", va="center", fontsize=SMALL, color=INK)
        _grow(axes, child, look, depth + 1, end, share)
        top -= share
        start -= begin


def _shared(room: float, wanted: Sequence[float]) -> list[float]:
    """A room in parts that are as the widths of what stands in them."""
    total = sum(wanted) or 1.0
    return [room * one / total for one in wanted]


def _ribbon(x: float, y: float, width: float, end: float, end_width: float, colour: tuple[float, ...]) -> PathPatch:
    """From (x, y) to (x + 1, end)."""
    half, last, bend = width / 2, end_width / 2, x + 0.5
    curve = Path([(x, y + half), (bend, y + half), (bend, end + last), (x + 1, end + last),
                  (x + 1, end - last), (bend, end - last), (bend, y - half), (x, y - half), (x, y + half)],
                 [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3, Path.CLOSEPOLY])
    return PathPatch(curve, facecolor=colour, edgecolor="white", linewidth=0.3)
