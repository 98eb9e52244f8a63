"""The tables of the page: Table I beside the paper's, all readings, ceilings, what L* loses, rivals."""

import math
from collections.abc import Sequence

import numpy as np

from treewright.arena.report.blocks import Table
from treewright.studies.claims import Estimate, NotTestable
from treewright.studies.incentive.plan import (
    FIXED,
    PLAYED,
    RIVALS,
    TESTED,
    THOUGHT,
    Condition,
    rival_condition,
)
from treewright.studies.incentive.published import POWERS, SIZES, TABLE_ONE
from treewright.studies.incentive.readings import READINGS, Reading, reading_of
from treewright.studies.incentive.results import (
    cell,
    conditions,
    distance,
    estimate,
    scores,
    seconds,
    standard_errors,
    table_one,
    values,
    win_rates,
)
from treewright.studies.records import Records

Line = Sequence[str]
AGREES = 3.0
"""Standard errors of the difference within which a cell agrees with the paper's."""
NOTHING = "–"
POWER_NAMES = {1: "(m×n)¹", 2: "(m×n)²", 3: "(m×n)³"}


def number(value: float, digits: int = 2) -> str:
    return NOTHING if math.isnan(value) else f"{value:.{digits}f}"


def with_interval(found: Estimate | NotTestable, digits: int = 2) -> str:
    """`88.1 [87.5, 88.7]`."""
    return NOTHING if isinstance(found, NotTestable) else format(found.interval(), f".{digits}f")


def table_one_beside(records: Records, reading: Reading) -> Table:
    """Our Table I on fresh seeds beside the paper's, with a word for each cell."""
    ours = table_one(records, reading, fresh=True)
    lines: list[Line] = [("size", "simulations", "paper", "ours", "games", "standard errors apart", "")]
    for size in SIZES:
        for power in POWERS:
            key = (size, power)
            found = ours.get(key)
            apart = standard_errors(found, key) if found else math.nan
            word = "" if found is None else "agrees" if abs(apart) <= AGREES else "higher" if apart > 0 else "lower"
            lines.append((f"{size} × {size}", f"{size ** (2 * power):,}", number(TABLE_ONE[key]),
                          with_interval(found) if found else NOTHING, f"{found.games:,}" if found else "0",
                          f"{apart:+.1f}" if found else NOTHING, word))
    return Table(lines, names=1)


def nearness(records: Records, reading: Reading, fresh: bool) -> tuple[float, int, int]:
    """The distance from Table I, the cells that agree with it, and how many are measured."""
    ours = table_one(records, reading, fresh)
    agree = sum(abs(standard_errors(one, key)) <= AGREES for key, one in ours.items())
    return distance(ours), agree, len(ours)


def all_readings(records: Records) -> Table:
    """Each reading on the seeds on which they are compared; the nearest to the paper first."""
    lines = []
    for reading in READINGS:
        ours = table_one(records, reading, fresh=False)
        apart, agree, cells = nearness(records, reading, fresh=False)
        means = [float(np.mean([ours[size, power].mean for size in SIZES])) if cells == len(TABLE_ONE) else math.nan
                 for power in POWERS]
        games = min((one.games for one in ours.values()), default=0)
        lines.append((apart, (f"`{reading}`", number(apart), f"{agree} of {cells}", *(number(one, 1) for one in means),
                              f"{games}")))
    lines.sort(key=lambda one: (math.isnan(one[0]), one[0]))
    paper = [float(np.mean([TABLE_ONE[size, power] for size in SIZES])) for power in POWERS]
    return Table([("reading", "distance", "cells that agree", *POWER_NAMES.values(), "games a cell"),
                  ("paper", "", "", *(number(one, 1) for one in paper), "100"), *(line for _, line in lines)])


def readings_in_full(records: Records, power: int) -> Table:
    """A column of Table I under every reading."""
    lines: list[Line] = [("reading", *(f"{size} × {size}" for size in SIZES))]
    lines.append(("paper", *(number(TABLE_ONE[size, power]) for size in SIZES)))
    for reading in READINGS:
        ours = table_one(records, reading, fresh=False)
        lines.append((f"`{reading}`", *(with_interval(ours[size, power], 1) if (size, power) in ours else NOTHING
                                        for size in SIZES)))
    return Table(lines)


def best_reading(records: Records) -> Reading | None:
    """The nearest to the paper on the seeds on which readings are compared, of those that are measured whole."""
    apart = {reading: nearness(records, reading, fresh=False)[0] for reading in READINGS}
    known = {reading: value for reading, value in apart.items() if not math.isnan(value)}
    return min(known, key=lambda reading: known[reading]) if known else None


def ceilings(records: Records) -> Table:
    """The match rate of the exact order."""
    lines: list[Line] = [("size", "all positions", "positions that a game can meet", "pairs of equal temperature",
                          "games")]
    for size in SIZES:
        every, met = ([values(records, one, "match") for one in conditions(records, "ceiling", size=size,
                                                                           alternating=kind)] for kind in (False, True))
        if every and met:
            known = conditions(records, "ceiling", size=size, alternating=False)[0]
            equal, compared = values(records, known, "equal").sum(), values(records, known, "compared").sum()
            lines.append((f"{size} × {size}", with_interval(estimate(every[0])), with_interval(estimate(met[0])),
                          f"{100 * equal / (equal + compared):.1f}%", f"{len(every[0])}"))
    return Table(lines)


def losses(records: Records) -> Table:
    """What keeping L* step by step costs beside sorting from scratch and beside the least."""
    lines: list[Line] = [("size", "simulations", "reading", "cost: step by step", "from scratch", "least",
                          "match rate: step by step", "from scratch", "least", "proven")]
    for one in sorted(conditions(records, "loss"), key=lambda one: (one["size"], one["simulations"], one["states"])):
        share = values(records, one, "costs") / values(records, one, "differences")[:, None]
        match = values(records, one, "match")
        proven = values(records, one, "proven")
        lines.append((f"{one['size']} × {one['size']}", f"{one['simulations']:,}", f"`{reading_of(one)}`",
                      *(f"{100 * value:.2f}%" for value in share.mean(axis=0)),
                      *(with_interval(estimate(column), 1) for column in match.T),
                      f"{int(proven.sum())} of {len(proven)}"))
    return Table(lines, names=3)


def divisions(records: Records) -> Table:
    """Divide and conquer."""
    lines: list[Line] = [("size", "simulations a group", "runs", "simulations in all", "match rate, merged",
                          "one search with as many", "games")]
    for one in sorted(conditions(records, "divided"), key=lambda one: (one["size"], one["simulations"])):
        match = values(records, one, "match")
        lines.append((f"{one['size']} × {one['size']}", f"{one['simulations']:,}",
                      number(values(records, one, "runs").mean(), 1),
                      f"{values(records, one, 'simulations').mean():,.0f}",
                      *(with_interval(estimate(column), 1) for column in match.T), f"{len(match)}"))
    return Table(lines)


def rivals(records: Records, equal: str) -> Table:
    """MAXI as a player."""
    lines: list[Line] = [("game", "rival", "simulations", "MAXI's score", "MAXI", "points a game", "time, MAXI / rival",
                          "games")]
    for game in PLAYED:
        for rival in RIVALS:
            for one in sorted(conditions(records, "rivals", game=game, rival=rival, equal=equal),
                              key=lambda one: one["simulations"]):
                lines.append(_rival(records, one))
    return Table(lines, names=2)


def _rival(records: Records, condition: Condition) -> Line:
    won = estimate(win_rates(records, condition))
    points = estimate(scores(records, condition).mean(axis=1))
    ours, theirs = seconds(records, condition)
    return (f"`{condition['game']}`", condition["rival"], " : ".join(f"{one:,}" for one in condition["simulations"]),
            with_interval(won, 3), verdict(won, 0.5), with_interval(points),
            number(ours / theirs) if theirs else NOTHING, f"{2 * len(scores(records, condition)):,}")


def verdict(found: Estimate | NotTestable, level: float) -> str:
    """helps, hurts, or that nothing is shown."""
    if isinstance(found, NotTestable):
        return NOTHING
    interval = found.interval()
    return "helps" if interval.low > level else "hurts" if interval.high < level else "no difference shown"


def tested(records: Records) -> Table:
    """The feasibility test beside what MAXI does to the win rate."""
    lines: list[Line] = [("game", "match rate", "after so many more", "rises by", *(
        f"MAXI's score at {budget:,}" for budget in (100, THOUGHT, 10_000)), "at 1,000, MAXI", "the test says")]
    for game in TESTED:
        known = conditions(records, "feasibility", game=game)
        rows = values(records, known[-1], "match") if known else np.zeros((0, 0))
        if len(rows) < 2:
            continue
        rise = estimate(rows[:, -1] - rows[:, 0])
        won = {budget: estimate(win_rates(records, rival_condition(game, "RAND", "simulations", budget)))
               for budget in (100, THOUGHT, 10_000)}
        first, last = (f"{budget:,}" for budget in (known[-1]["simulations"][0], known[-1]["simulations"][-1]))
        lines.append((f"`{game}`", f"{np.nanmean(rows[:, 0]):.1f}% after {first}",
                      f"{np.nanmean(rows[:, -1]):.1f}% after {last}", with_interval(rise, 1),
                      *(with_interval(one, 3) for one in won.values()), verdict(won[THOUGHT], 0.5),
                      {"helps": "feasible", "hurts": "not feasible"}.get(verdict(rise, 0.0), "nothing")))
    return Table(lines)


def fixed(records: Records, reading: Reading) -> Table:
    """All sizes after the same number of simulations."""
    found = [estimate(cell(records, reading, size, FIXED, True)) for size in SIZES]
    return Table([("simulations", *(f"{size} × {size}" for size in SIZES)),
                  (f"{FIXED:,}", *(with_interval(one, 1) for one in found))])
