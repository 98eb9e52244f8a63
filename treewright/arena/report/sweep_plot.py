"""What a sweep found: the score over one parameter, or over two."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure

from treewright.arena.intervals import Interval
from treewright.arena.report.bands import draw_band, draw_log_axis, draw_score_axis
from treewright.arena.report.heat import BAR_ROOM, BROADEST, HEIGHT, NARROWEST, draw_bar, draw_cells
from treewright.arena.report.labels import GAP, MARGIN, draw_foot, foot_height, notes
from treewright.arena.report.names import Name
from treewright.arena.report.rows import AXIS, Rows, draw_whiskers
from treewright.arena.report.style import (
    COLUMN,
    FAINT,
    FORMATS,
    LABEL,
    QUIET,
    RULE,
    SERIES,
    SMALL,
    TEXT,
    TINY,
    Sheet,
    line_height,
    picture,
    widest,
    wrapped,
)
from treewright.core.errors import Refused

Value = int | float | str

DECADE = 10.0
"""Numbers that span as much are drawn by their ratios."""
TICKS = 8
LEFT, CURVE, ROW, SIDEWAYS = 0.44, 1.75, 0.19, 0.16
"""Inches: what stands left of a curve, the height of a curve and of a row; what a label takes that stands upright."""


@dataclasses.dataclass(frozen=True)
class Found:
    """What one combination of values scored."""

    values: tuple[Value, ...]
    """One for each parameter."""
    score: Interval
    games: int


def draw_sweep(place: str | Path, parameters: Sequence[str], found: Sequence[Found], title: str) -> Path:
    """Draw a sweep to a file that ends in .png, .pdf or .svg, and return its path.

    `parameters` are the names of one or two; `title` says who played whom in which game."""
    path = Path(place)
    if path.suffix not in FORMATS:
        raise Refused(f"a figure is written to a file that ends in {', '.join(FORMATS)}, not to {path.name}")
    if not found:
        raise Refused("there is nothing to draw: no pair of games has been played")
    drawn = picture(lambda: sweep_figure(parameters, found, title), [path.suffix])
    try:
        path.write_bytes(drawn.content[path.suffix])
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}") from None
    return path


def sweep_figure(parameters: Sequence[str], found: Sequence[Found], title: str) -> Figure:
    """The figure, inside of `styled`."""
    if len(parameters) == 2:
        return _plane(parameters, found, title)
    if len(found) > 1 and all(isinstance(one.values[0], int | float) for one in found):
        return _curve(parameters[0], found, title)
    return _words(parameters[0], found, title)


def _curve(parameter: str, found: Sequence[Found], title: str) -> Figure:
    """A parameter that is a number: a curve with its band."""
    foot = notes(f"{games_of(found)} The band is the 95% interval over pairs of games.", COLUMN)
    heading, top = _heading(title, COLUMN)
    sheet = Sheet(COLUMN, top + CURVE + AXIS + foot_height(foot))
    _draw_heading(sheet, heading)
    axes = sheet.axes(LEFT, top, COLUMN - LEFT - 2 * GAP, CURVE)
    draw_score_axis(axes)
    axes.set_xlabel(parameter)
    axes.set_ylabel("score", labelpad=2)
    ordered = sorted(found, key=lambda one: one.values[0])
    numbers = [float(one.values[0]) for one in ordered]
    draw_band(axes, numbers, [one.score for one in ordered])
    if numbers[0] > 0 and numbers[-1] >= DECADE * numbers[0]:
        draw_log_axis(axes, numbers, TICKS)
    draw_foot(sheet, foot)
    return sheet.figure


def _words(parameter: str, found: Sequence[Found], title: str) -> Figure:
    """A parameter that is a word or an expression, or has one value: a row for each."""
    heading, top = _heading(title, COLUMN)
    note = f"{games_of(found)} Whiskers are 95% intervals over pairs of games."
    values = [f"{one.score.mean:.2f}" for one in found]
    rows = Rows([Name("", shown(one.values[0]), "") for one in found], ROW, top + line_height(TINY), values, [], note)
    _draw_heading(rows.sheet, heading)
    rows.sheet.text(MARGIN + GAP, top, parameter, TINY, QUIET)
    rows.entitle_values("score")
    rows.axes.set(xlim=(0, 1), xlabel="score")
    rows.axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "0.25", "0.5", "0.75", "1"])
    rows.axes.axvline(0.5, color=FAINT, linewidth=0.7, linestyle=(0, (4, 3)))
    for k, one in enumerate(found):
        rows.axes.axhline(k + 0.5, color=RULE, linewidth=0.4, zorder=0)
        draw_whiskers(rows.axes, one.score, k + 0.5, SERIES[0])
    return rows.figure


def _plane(parameters: Sequence[str], found: Sequence[Found], title: str) -> Figure:
    """Two parameters: a heat map, the first to the right and the second upwards."""
    across = [shown(value) for value in dict.fromkeys(one.values[0] for one in found)]
    up = [shown(value) for value in dict.fromkeys(one.values[1] for one in found)][::-1]
    scores: dict[tuple[str, str], Interval] = {(shown(x), shown(y)): one.score for one in found
                                               for x, y in [one.values]}
    left = MARGIN + SIDEWAYS + widest(up, SMALL) + GAP
    cell = max(NARROWEST, min(BROADEST, (COLUMN - left - GAP - BAR_ROOM) / len(across)))
    width, height = max(COLUMN, left + cell * len(across) + GAP + BAR_ROOM), HEIGHT * len(up)
    upright = widest(across, SMALL) > 0.9 * cell
    below = (widest(across, SMALL) if upright else line_height(SMALL)) + 0.05
    heading, top = _heading(title, width)
    top += line_height(TINY)
    foot = notes(f"{games_of(found)} Below each score is its 95% interval over pairs of games.", width)
    sheet = Sheet(width, top + height + below + 0.22 + foot_height(foot))
    _draw_heading(sheet, heading)
    draw_cells(sheet.axes(left, top, cell * len(across), height),
               [[(scores.get((x, y)), "" if (x, y) in scores else "–") for x in across] for y in up])
    for k, value in enumerate(up):
        sheet.text(left - GAP, top + (k + 0.5) * HEIGHT, value, SMALL, ha="right", va="center_baseline")
    for k, value in enumerate(across):
        sheet.text(left + (k + 0.5) * cell, top + height + 0.05, value, SMALL, ha="center", rotation=90 * upright)
    sheet.text(left + cell * len(across) / 2, top + height + below + 0.03, parameters[0], LABEL, ha="center")
    sheet.text(MARGIN, top + height / 2, parameters[1], LABEL, va="center", rotation=90)
    draw_bar(sheet, left + cell * len(across) + GAP, top, height)
    draw_foot(sheet, foot)
    return sheet.figure


def _heading(title: str, width: float) -> tuple[list[str], float]:
    """The lines of a title, and where they end."""
    lines = wrapped(title, TEXT, width - 2 * MARGIN)
    return lines, MARGIN + len(lines) * line_height(TEXT) + GAP


def _draw_heading(sheet: Sheet, lines: Sequence[str]) -> None:
    for k, line in enumerate(lines):
        sheet.text(MARGIN, MARGIN + k * line_height(TEXT), line)


def games_of(found: Sequence[Found]) -> str:
    """`200 games for each score.`"""
    least, most = min(one.games for one in found), max(one.games for one in found)
    return f"{least:,} games for each score." if least == most else f"{least:,} to {most:,} games for each score."


def shown(value: Value) -> str:
    """A value as one writes it."""
    return value if isinstance(value, str) else f"{value:,}" if isinstance(value, int) else f"{value:g}"
