"""Score over budget: how much an agent gains from thinking longer, with a panel for each opponent."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from treewright.arena.report.bands import draw_band, draw_log_axis, draw_score_axis
from treewright.arena.report.families import BUDGETS, Panel
from treewright.arena.report.key import draw_key, places_of
from treewright.arena.report.labels import GAP, MARGIN, Foot, draw_foot, foot_height, in_full, notes
from treewright.arena.report.names import Name, names_of
from treewright.arena.report.style import COLUMN, INK, PAGE, SMALL, TINY, Sheet, line_height, width_of, wrapped

MOST_PANELS, ACROSS, TICKS = 12, 3, 5
LEFT, ABOVE, HEIGHT, BELOW = 0.44, 0.2, 1.15, 0.26
"""Inches: what a panel needs around its axes, and how high they are."""
AXIS = 0.16
"""What the last row needs besides for the name of its axis."""


def draw_curves(names: Sequence[Name], drawn: Mapping[str, Panel], budget: str, note: str) -> Figure:
    """A panel for each opponent, at most MOST_PANELS; the same family has the same colour in all."""
    shown = [(name, drawn[name.full]) for name in names if name.full in drawn][:MOST_PANELS]
    lines = names_of(list(dict.fromkeys(family for _, panel in shown for family in panel)))
    across = 2 if len(shown) == 4 else min(ACROSS, len(shown))
    width = COLUMN if across == 1 else PAGE
    key, wide = places_of([line.short for line in lines], width), (width - MARGIN) / across
    titles = [_title(name, wide - LEFT) for name, _ in shown]
    unsaid = [name for (name, _), title in zip(shown, titles, strict=True) if not title.endswith(name.full)]
    foot = [*in_full(unsaid, width), *_explained(lines, width), *notes(note, width)]
    top, high = key[-1][1] + line_height(SMALL) + MARGIN, ABOVE + HEIGHT + BELOW
    sheet = Sheet(width, top + high * -(-len(shown) // across) + AXIS + foot_height(foot))
    draw_key(sheet, [line.short for line in lines], key)
    for k, (_, panel) in enumerate(shown):
        row, column = divmod(k, across)
        axes = sheet.axes(column * wide + LEFT, top + row * high + ABOVE, wide - LEFT - GAP, HEIGHT)
        for family, points in panel.items():
            order = [line.full for line in lines].index(family)
            draw_band(axes, [point.budget for point in points], [point.score for point in points], order)
        draw_score_axis(axes)
        draw_log_axis(axes, _budgets(shown), TICKS)
        axes.set_title(titles[k], fontsize=SMALL)
        axes.set_ylabel("score" if column == 0 else "", labelpad=2)
        axes.set_xlabel(BUDGETS[budget] if k + across >= len(shown) else "")
    draw_foot(sheet, foot)
    return sheet.figure


def _title(name: Name, room: float) -> str:
    """The opponent, by its letter alone where its name has no room."""
    title = f"against {name.letter}  {name.short}"
    return title if width_of(title, SMALL) < room else f"against {name.letter}"


def _budgets(shown: Sequence[tuple[Name, Panel]]) -> list[float]:
    """All that there are, so that panels have the same axis."""
    return sorted({point.budget for _, panel in shown for points in panel.values() for point in points})


def _explained(lines: Sequence[Name], width: float) -> Foot:
    """Names of curves that had to be shortened."""
    return [(text, 0.0, INK) for line in lines if line.is_shortened
            for text in wrapped(f"{line.short} is {line.full}", TINY, width - 2 * MARGIN)]
