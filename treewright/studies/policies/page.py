"""The page below its head: scores and speeds of every policy in every game, from the records alone."""

import numpy as np

from treewright.arena.intervals import Interval, score_interval
from treewright.arena.report.blocks import Block, Heading, Paragraph, Points, Table
from treewright.studies.policies.field import COLUMNS, PLAIN, POLICIES, SIMULATIONS
from treewright.studies.policies.playing import TIMED
from treewright.studies.records import Records

NAME = "policies"
WANTED = 200
"""Pairs of a cell that is complete."""
NOTHING = "–"


def values(records: Records, policy: str, game: str, name: str) -> np.ndarray:
    """A value of each pair of a cell that has it, in the order of the pairs."""
    entries = records.entries(NAME, {"policy": policy, "game": game, "simulations": SIMULATIONS})
    return np.array([entry.values[name] for entry in entries if name in entry.values])


def score(records: Records, policy: str, game: str) -> Interval | None:
    """Points a game with their interval."""
    points = values(records, policy, game, "points")
    return score_interval(points.mean(axis=1).tolist()) if len(points) else None


def speed(records: Records, policy: str, game: str) -> tuple[float, float, float] | None:
    """Simulations a second beside plain UCT: the median over the pairs, and the quartiles."""
    seconds = values(records, policy, game, "cpu")
    if not len(seconds):
        return None
    median, low, high = np.percentile(seconds[:, 0] / seconds[:, 1], [50, 25, 75])
    return float(median), float(low), float(high)


def page(records: Records) -> list[Block]:
    """The two tables, and what stands behind their names."""
    told = [f"`{policy}`: `{text.format(weights='WEIGHTS')}`" for policy, text in POLICIES.items()]
    beginners = [f"{column.game}: {column.told}: {', '.join(f'{weight:g}' for weight in column.weights)}"
                 for column in COLUMNS]
    return [
        Heading("Scores", 2),
        Paragraph(f"Points a game against `{PLAIN}`, 1 for a win and 1/2 for a draw, with the 95% interval over pairs "
                  f"of games with the seats exchanged. Both have {SIMULATIONS} simulations a move: this compares what "
                  "a simulation is worth, not what a second is worth. An arrow says that 1/2 is outside of the "
                  "interval. All constants are the defaults, on the value scale -1 to 1; none was tuned for its game."),
        _scores(records),
        *_unfinished(records),
        Heading("Speed", 2),
        Paragraph(f"Simulations in a second of the processor as a share of those of `{PLAIN}`, in searches of "
                  f"{TIMED:,} simulations from the start of each pair, one after the other in one process: the median "
                  "over the pairs, and between which values the middle half of them lies. A dash says that nothing was "
                  "measured."),
        _speeds(records),
        Heading("What the names stand for", 2),
        Points(told),
        Paragraph("WEIGHTS is 1/5 and 4/5 of what a beginner is told about the game, a number from 0 to 1 for each "
                  "action, by the action's number:"),
        Points(beginners),
    ]


def _scores(records: Records) -> Table:
    lines = [("policy", *(f"`{column.game}`" for column in COLUMNS))]
    for policy in POLICIES:
        lines.append((f"`{policy}`", *(_score(score(records, policy, column.game)) for column in COLUMNS)))
    return Table(lines)


def _score(found: Interval | None) -> str:
    if found is None:
        return NOTHING
    return f"{found}{' ↑' if found.low > 0.5 else ' ↓' if found.high < 0.5 else ''}"


def _speeds(records: Records) -> Table:
    lines = [("policy", *(f"`{column.game}`" for column in COLUMNS))]
    for policy in POLICIES:
        found = [speed(records, policy, column.game) for column in COLUMNS]
        lines.append((f"`{policy}`", *(NOTHING if one is None else "{:.2f} ({:.2f} to {:.2f})".format(*one)
                                       for one in found)))
    return Table(lines)


def _unfinished(records: Records) -> list[Block]:
    """How many games there are of each cell, unless all are complete."""
    games = {policy: [2 * len(values(records, policy, column.game, "points")) for column in COLUMNS]
             for policy in POLICIES}
    if min(map(min, games.values())) >= 2 * WANTED:
        return [Paragraph(f"Every cell is of at least {2 * WANTED} games.")]
    lines = [("policy", *(f"`{column.game}`" for column in COLUMNS))]
    lines += [(f"`{policy}`", *(f"{played}" for played in row)) for policy, row in games.items()]
    return [Paragraph(f"Not finished yet: a cell is complete with {2 * WANTED} games; so many were played:"),
            Table(lines)]


def told_so_far(records: Records) -> str:
    """The largest score so far."""
    found = [(score(records, policy, column.game), policy, column.game) for policy in POLICIES for column in COLUMNS]
    known = [(one.mean, policy, game) for one, policy, game in found if one is not None]
    if not known:
        return ""
    mean, policy, game = max(known)
    return f"most: {policy} in {game} with {mean:.3f}"
