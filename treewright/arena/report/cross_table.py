"""The cross table as a heat map: what each row scored against each column, with its interval."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from treewright.arena.intervals import Interval
from treewright.arena.report.heat import BAR_ROOM, BROADEST, HEIGHT, NARROWEST, Cell, draw_bar, draw_cells
from treewright.arena.report.labels import GAP, draw_foot, draw_labels, foot_height, in_full, label_width, notes
from treewright.arena.report.names import Name
from treewright.arena.report.style import COLUMN, PAGE, SMALL, Sheet

TOP = 0.24

Scores = Mapping[tuple[str, str], Interval]
Marks = Mapping[tuple[str, str], str]
"""By row and column, which are agents' expressions."""


def draw_cross_table(names: Sequence[Name], scores: Scores, marks: Marks, note: str) -> Figure:
    """Rows and columns in the order of `names`; `marks` stand behind the scores."""
    left, right, count = label_width(names) + GAP, GAP + BAR_ROOM, len(names)
    page = COLUMN if left + NARROWEST * count + right <= COLUMN else PAGE
    cell = max(NARROWEST, min(BROADEST, (page - left - right) / count))
    width = max(left + cell * count + right, COLUMN)
    foot = [*in_full([name for name in names if name.is_shortened], width), *notes(note, width)]
    sheet = Sheet(width, TOP + HEIGHT * count + GAP + foot_height(foot))
    draw_labels(sheet, names, [TOP + (k + 0.5) * HEIGHT for k in range(count)])
    for k, name in enumerate(names):
        sheet.text(left + (k + 0.5) * cell, TOP - 0.05, name.letter, SMALL, ha="center", va="bottom")
    draw_cells(sheet.axes(left, TOP, cell * count, HEIGHT * count),
               [[_cell(one.full, other.full, scores, marks) for other in names] for one in names])
    draw_bar(sheet, left + cell * count + GAP, TOP, HEIGHT * count)
    draw_foot(sheet, foot)
    return sheet.figure


def _cell(one: str, other: str, scores: Scores, marks: Marks) -> Cell:
    score = scores.get((one, other))
    if score is None:
        return None, "" if one == other else "–"
    return score, marks.get((one, other), "")
