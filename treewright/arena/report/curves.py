"""Score over budget: agents that differ in nothing but how much they may think, each against the same opponent."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from treewright.arena.intervals import Interval
from treewright.arena.report.labels import GAP, MARGIN, draw_foot, foot_height, in_full, notes
from treewright.arena.report.names import Name, names_of, taken_apart
from treewright.arena.report.style import COLUMN, FAINT, MARKERS, PAGE, SERIES, SMALL, Sheet, line_height, width_of

BUDGETS = {"simulations": "simulations a move", "seconds": "seconds a move", "nodes": "nodes of a tree"}
"""Arguments that say how much an agent may think, and what they are called on an axis."""

MOST_PANELS, ACROSS = 12, 3
PANEL_LEFT, PANEL_TOP, PANEL_BELOW, PANEL_HEIGHT = 0.44, 0.2, 0.26, 1.15
"""Inches around and inside of the axes of a panel."""


@dataclasses.dataclass(frozen=True)
class Point:
    """What one member of a family scored against an opponent."""

    budget: float
    score: Interval


Panel = dict[str, list[Point]]
"""One opponent's: for each family, by its expression without the budget, the points from left to right."""


def families(agents: Iterable[str], budget: str) -> dict[str, dict[str, float]]:
    """Agents whose expressions are the same but for this argument: the budget of each member, by family."""
    found: dict[str, dict[str, float]] = {}
    for agent in agents:
        call = taken_apart(agent)
        for name, value in call.arguments:
            if name == budget and _is_number(value):
                found.setdefault(str(call.without(budget)), {})[agent] = float(value)
    return {family: members for family, members in found.items() if len(members) > 1}


def _is_number(text: str) -> bool:
    try:
        return float(text) > 0
    except ValueError:
        return False


def panels(agents: Sequence[str], scores: Mapping[tuple[str, str], Interval], budget: str) -> dict[str, Panel]:
    """A panel for each opponent that two members of a family have met, in the order of the agents."""
    found: dict[str, Panel] = {}
    for opponent in agents:
        for family, members in families(agents, budget).items():
            points = [Point(value, scores[agent, opponent]) for agent, value in members.items()
                      if (agent, opponent) in scores]
            if len(points) > 1:
                found.setdefault(opponent, {})[family] = sorted(points, key=lambda point: point.budget)
    return found


def draw_curves(names: Sequence[Name], drawn: Mapping[str, Panel], budget: str, note: str) -> Figure:
    """A panel for each opponent, at most MOST_PANELS; the same family has the same colour in all."""
    shown = [(name, drawn[name.full]) for name in names if name.full in drawn][:MOST_PANELS]
    lines = names_of(list(dict.fromkeys(family for _, panel in shown for family in panel)))
    budgets = sorted({point.budget for _, panel in shown for points in panel.values() for point in points})
    across = min(ACROSS, len(shown))
    width = COLUMN if across == 1 else PAGE
    key = _key_places(lines, width)
    top = MARGIN + (key[-1][1] + line_height(SMALL) if key else 0)
    down = -(-len(shown) // across)
    foot = [*in_full([name for name, _ in shown if name.is_shortened], width), *notes(note, width)]
    high = PANEL_TOP + PANEL_HEIGHT + PANEL_BELOW
    sheet = Sheet(width, top + high * down + 0.16 + foot_height(foot))
    _draw_key(sheet, lines, key)
    wide = (width - MARGIN) / across
    for k, (name, panel) in enumerate(shown):
        row, column = divmod(k, across)
        axes = sheet.axes(column * wide + PANEL_LEFT, top + row * high + PANEL_TOP, wide - PANEL_LEFT - GAP,
                          PANEL_HEIGHT)
        _draw_panel(axes, panel, [line.full for line in lines], budgets)
        axes.set_title(f"against {name.letter}  {name.short}", fontsize=SMALL)
        if column == 0:
            axes.set_ylabel("score", labelpad=2)
        if k + across >= len(shown):
            axes.set_xlabel(BUDGETS[budget])
    draw_foot(sheet, foot)
    return sheet.figure


def _draw_panel(axes: Axes, panel: Panel, order: Sequence[str], budgets: Sequence[float]) -> None:
    for family, points in panel.items():
        k = order.index(family)
        draw_band(axes, [point.budget for point in points], [point.score for point in points], k)
    draw_even(axes)
    log_ticks(axes, budgets)


def draw_band(axes: Axes, x: Sequence[float], scores: Sequence[Interval], k: int = 0) -> None:
    """A curve with markers, and the band of its intervals, in the k-th colour."""
    colour, marker = SERIES[k % len(SERIES)], MARKERS[k % len(MARKERS)]
    axes.fill_between(x, [score.low for score in scores], [score.high for score in scores], color=colour, alpha=0.18,
                      linewidth=0)
    axes.plot(x, [score.mean for score in scores], marker=marker, color=colour)


def draw_even(axes: Axes) -> None:
    """The axis of scores, and one half."""
    axes.set_ylim(-0.02, 1.02)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "0.25", "0.5", "0.75", "1"])
    axes.axhline(0.5, color=FAINT, linewidth=0.7, linestyle=(0, (4, 3)), zorder=0)


def log_ticks(axes: Axes, values: Sequence[float], most: int = 5) -> None:
    """A logarithmic axis with ticks at the values that there are: all, or every second, third, ... of them."""
    axes.set_xscale("log")
    step = -(-len(values) // most)
    shown = values[::-step][::-1]
    axes.set_xticks(shown, [briefly(value) for value in shown])
    axes.xaxis.set_minor_locator(NullLocator())
    room = (values[-1] / values[0]) ** 0.06 if values[-1] > values[0] else 1.5
    axes.set_xlim(values[0] / room, values[-1] * room)


def briefly(value: float) -> str:
    """`300`, `1k`, `2.5M`, `0.05`."""
    for size, sign in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.3g}{sign}"
    return f"{value:.3g}"


KEY_LINE = 0.2
"""Inches of the piece of a curve in the key."""


def _key_places(lines: Sequence[Name], width: float) -> list[tuple[float, float]]:
    """Where the names of the curves stand: left and top, in inches, in as many lines as they need."""
    left, top, places = MARGIN, MARGIN, list[tuple[float, float]]()
    for line in lines:
        needed = KEY_LINE + GAP + width_of(line.short, SMALL) + 2 * GAP
        if places and left + needed > width:
            left, top = MARGIN, top + line_height(SMALL)
        places.append((left, top))
        left += needed
    return places


def _draw_key(sheet: Sheet, lines: Sequence[Name], places: Sequence[tuple[float, float]]) -> None:
    for k, (line, (left, top)) in enumerate(zip(lines, places, strict=True)):
        axes = sheet.axes(left, top, KEY_LINE, line_height(SMALL))
        axes.axis("off")
        axes.set(xlim=(0, 2), ylim=(0, 2))
        axes.plot([0, 1, 2], [1, 1, 1], color=SERIES[k % len(SERIES)], marker=MARKERS[k % len(MARKERS)], markevery=[1])
        sheet.text(left + KEY_LINE + GAP / 2, top + line_height(SMALL) / 2, line.short, SMALL, va="center_baseline")


