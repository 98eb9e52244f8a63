"""What it is worth to begin: how games ended for whoever sat in the first seat."""

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from treewright.arena.report.labels import GAP, MARGIN
from treewright.arena.report.names import Name
from treewright.arena.report.rows import Rows, draw_whiskers
from treewright.arena.report.style import INK, TINY, width_of
from treewright.arena.tally import Tally

ROW, TOP = 0.22, 0.3
OUTCOMES = (("first seat wins", "#92c5de"), ("draw", "#e4e4e4"), ("second seat wins", "#f5b78a"))
KEY = 0.08
"""The side of a coloured square, in inches."""


def draw_seats(names: Sequence[Name], seats: Sequence[Tally], legend: Sequence[Name], note: str) -> Figure:
    """Stacked bars, and over them the score of the first seat; the tallies are told from that seat's side."""
    rows = Rows(names, ROW, TOP, [f"{one.score:.2f}" for one in seats], legend, note)
    rows.entitle_values("score")
    rows.axes.set(xlim=(0, 1), xlabel="share of games")
    rows.axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "0.25", "0.5", "0.75", "1"])
    for k, one in enumerate(seats):
        begin = 0.0
        for count, (_, colour) in zip((one.wins, one.draws, one.losses), OUTCOMES):
            rows.axes.barh(k + 0.5, count / one.games, 0.74, begin, color=colour)
            begin += count / one.games
        draw_whiskers(rows.axes, one.interval(), k + 0.5)
    rows.axes.axvline(0.5, color=INK, linewidth=0.6, linestyle=(0, (3, 2)))
    _draw_key(rows)
    return rows.figure


def _draw_key(rows: Rows) -> None:
    """What the colours mean, above the rows."""
    sheet, steps = rows.sheet, [KEY + 0.03 + width_of(words, TINY) + 1.3 * GAP for words, _ in OUTCOMES]
    left = min(rows.left, sheet.width - MARGIN - sum(steps) + 1.3 * GAP)
    for (words, colour), step in zip(OUTCOMES, steps):
        square = (left / sheet.width, 1 - 0.14 / sheet.height)
        sheet.figure.add_artist(Rectangle(square, KEY / sheet.width, KEY / sheet.height, color=colour, linewidth=0))
        sheet.text(left + KEY + 0.03, 0.14 - KEY / 2, words, TINY, va="center_baseline")
        left += step
