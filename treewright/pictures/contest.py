"""Matches and standings as HTML and as figures, in the same hand as the reports."""

import html
from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from treewright.arena.report.cross_table import draw_cross_table
from treewright.arena.report.labels import GAP
from treewright.arena.report.names import names_of
from treewright.arena.report.rows import Rows, draw_whiskers
from treewright.arena.report.style import INK, TINY, styled, width_of
from treewright.arena.standings import HEAD

if TYPE_CHECKING:
    from treewright.arena.match import MatchResult
    from treewright.arena.standings import Standings

ROW, TOP = 0.26, 0.3
OUTCOMES = (("wins", "#92c5de"), ("draws", "#e4e4e4"), ("losses", "#f5b78a"))
KEY = 0.08
"""The side of a coloured square, in inches."""


def as_tables(standings: "Standings") -> str:
    """Standings and the cross table, as tables of a notebook."""
    return as_table([HEAD, *standings.lines()]) + as_table(standings.cross_lines())


def as_table(lines: Sequence[Sequence[str]]) -> str:
    """Lines of text as a table, the first of which is its head."""
    head, *body = (_line(line, "th" if row == 0 else "td") for row, line in enumerate(lines))
    return f"<table><thead>{head}</thead><tbody>{''.join(body)}</tbody></table>"


def _line(cells: Sequence[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def draw_match(result: "MatchResult") -> Figure:
    """For each agent its wins, draws and losses, and over them its score with the interval."""
    tallies = [result.tally, result.tally.mirrored()]
    names = names_of([result.first, result.second])
    note = (f"{result.games:,} games of {result.pairing.game} in pairs with the seats exchanged. The dot is the score, "
            "whiskers are its 95% interval over pairs.")
    with styled():
        rows = Rows(names, ROW, TOP, [f"{one.score:.3f}" for one in tallies],
                    [name for name in names if name.is_shortened], note)
        rows.entitle_values("score")
        rows.axes.set(xlim=(0, 1), xlabel="share of games")
        rows.axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "0.25", "0.5", "0.75", "1"])
        for k, one in enumerate(tallies):
            begin = 0.0
            for count, (_, colour) in zip((one.wins, one.draws, one.losses), OUTCOMES):
                rows.axes.barh(k + 0.5, count / max(1, one.games), 0.74, begin, color=colour)
                begin += count / max(1, one.games)
            draw_whiskers(rows.axes, one.interval(), k + 0.5)
        rows.axes.axvline(0.5, color=INK, linewidth=0.6, linestyle=(0, (3, 2)))
        _draw_key(rows)
    return rows.figure


def _draw_key(rows: Rows) -> None:
    """What the colours mean, above the rows."""
    sheet, left = rows.sheet, rows.left
    for words, colour in OUTCOMES:
        square = (left / sheet.width, 1 - 0.14 / sheet.height)
        sheet.figure.add_artist(Rectangle(square, KEY / sheet.width, KEY / sheet.height, color=colour, linewidth=0))
        sheet.text(left + KEY + 0.03, 0.14 - KEY / 2, words, TINY, va="center_baseline")
        left += KEY + 0.03 + width_of(words, TINY) + 1.3 * GAP


def draw_standings(standings: "Standings") -> Figure:
    """The cross table: what each row scored against each column, with its interval, the best agent first."""
    names = names_of(standings.ratings().ranked())
    scores = {}
    for one in standings.pairings:
        if one.pairs:
            scores[one.first, one.second] = one.tally.interval()
            scores[one.second, one.first] = one.tally.mirrored().interval()
    games = sum(2 * one.pairs for one in standings.pairings)
    with styled():
        return draw_cross_table(names, scores, {}, f"{games:,} games of {standings.game}. Score of the row against the "
                                "column; below it the 95% interval over pairs of games.")
