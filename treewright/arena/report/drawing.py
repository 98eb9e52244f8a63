"""The figures of a contest, and what is said below each."""

import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from matplotlib.figure import Figure

from treewright.arena.report.blocks import Shown
from treewright.arena.report.contest import Contest, Meeting, lengths_of, seats_of
from treewright.arena.report.cross_table import draw_cross_table
from treewright.arena.report.curves import MOST_PANELS, draw_curves
from treewright.arena.report.families import BUDGETS, panels
from treewright.arena.report.histograms import draw_lengths
from treewright.arena.report.names import Name
from treewright.arena.report.rating_plot import draw_ratings
from treewright.arena.report.seat_bars import draw_seats
from treewright.arena.report.style import picture
from treewright.arena.report.telling import in_order, marks_of, meaning_of_marks, numbered

MOST_ROWS = 10
"""So many pairings have a row each; where there are more, agents have."""
OVER_PAIRS = "95% intervals over pairs of games"

Row = tuple[Name, list[Meeting]]
Plan = tuple[str, str, Callable[[], Figure]]
"""The end of a figure's file name, its caption, and what draws it."""


def plans(contest: Contest, names: Sequence[Name]) -> Iterator[Plan]:
    """The figures that there is something to draw for."""
    games = numbered(sum(one.games for one in contest.met), "game")
    if contest.met:
        marks, meaning = marks_of(contest), meaning_of_marks(contest)
        yield ("cross-table", f"`{contest.game}`: score of the row against the column, the best agent first.",
               lambda: draw_cross_table(names, contest.scores, marks, f"{games}. Score of the row against the column; "
                                        f"below it the 95% interval over pairs of games. {meaning}"))
        rated = [name for name in names if contest.of(name.full)]
        yield ("ratings", f"`{contest.game}`: ratings in Elo after Bradley and Terry, with 95% intervals.",
               lambda: draw_ratings(rated, [contest.ratings.interval(name.full) for name in rated],
                                    f"{games}. Whiskers are {OVER_PAIRS}; the mean of agents that games connect is 0."))
    for budget in BUDGETS:
        yield from _curves(contest, names, budget)
    yield from _by_rows(contest, names)


def _curves(contest: Contest, names: Sequence[Name], budget: str) -> Iterator[Plan]:
    drawn = panels([name.full for name in names], contest.scores, budget)
    if drawn:
        most = f" The {MOST_PANELS} strongest opponents of {len(drawn)} are shown." if len(drawn) > MOST_PANELS else ""
        games = numbered(sum(one.games for one in contest.met), "game")
        yield (f"score-over-{budget}", f"`{contest.game}`: score over {BUDGETS[budget]}, against the same opponent.",
               lambda: draw_curves(names, drawn, budget, f"From {games}. Bands are {OVER_PAIRS}.{most}"))


def _by_rows(contest: Contest, names: Sequence[Name]) -> Iterator[Plan]:
    rows, legend = rows_of(contest, names)
    labels, seats = [name for name, _ in rows], [seats_of(meetings) for _, meetings in rows]
    lengths = [lengths_of(meetings) for _, meetings in rows]
    games = numbered(contest.games, "game")
    forfeited = contest.games - len(lengths[0])
    without = f" (without {forfeited:,} that were forfeited)" if forfeited else ""
    if np.concatenate(lengths).size:
        yield ("lengths", f"`{contest.game}`: how many plies games last.",
               lambda: draw_lengths(labels, lengths, legend, f"{games}{without}. Each histogram is as high as its "
                                    "tallest bar; the line is the median."))
    yield ("seats", f"`{contest.game}`: how games ended for the first seat.",
           lambda: draw_seats(labels, seats, legend, f"{games}. The dot is the score of the first seat; whiskers are "
                              f"{OVER_PAIRS}."))


def rows_of(contest: Contest, names: Sequence[Name]) -> tuple[list[Row], list[Name]]:
    """All games, and then those of each pairing or, if there are many, of each agent; and the names that need to be
    given in full."""
    counted = [one for one in contest.meetings if one.games]
    every = [(Name("all", "", ""), counted)]
    if len(counted) > MOST_ROWS:
        named = [(name, [one for one in counted if name.full in (one.first, one.second)]) for name in names]
        return every + named, [name for name in names if name.is_shortened]
    rows = [(Name(pairing, "", ""), [one]) for pairing, one in in_order(contest, names) if one.games]
    return (every + rows if len(rows) > 1 else rows), list(names)


def drawn(contest: Contest, names: Sequence[Name], stem: str, watch: Callable[[str], None]) -> dict[str, Shown]:
    """The figures by the ends of their names; `watch` is told before each is drawn."""
    figures = {}
    for ending, caption, draw in plans(contest, names):
        watch(f"{contest.game}: {ending}")
        figures[ending] = Shown(f"{stem}-{ending}", caption, picture(draw))
    return figures


def stem_of(game: str, taken: Sequence[str]) -> str:
    """A beginning for the names of a game's files that no other contest has."""
    stem = re.sub(r"[^A-Za-z0-9_]+", "-", re.sub(r"^.*/", "", game)).strip("-")[:60].strip("-") or "game"
    return stem if stem not in taken else next(f"{stem}-{k}" for k in range(2, len(taken) + 3)
                                               if f"{stem}-{k}" not in taken)
