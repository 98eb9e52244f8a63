"""What the records say: match rates and scores by condition, as arrays over games or pairs."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from treewright.studies.claims import Estimate, NotTestable
from treewright.studies.incentive.plan import FRESH, Condition, budgets_of, reading_condition
from treewright.studies.incentive.published import GAMES, POWERS, SIZES, TABLE_ONE
from treewright.studies.incentive.readings import Reading
from treewright.studies.records import Records, mean_and_error

NAME = "incentive"


def values(records: Records, condition: Condition, name: str, fresh: bool | None = None) -> np.ndarray:
    """A number, or a row of them, of each game in the order of seeds: all, or only those that are fresh or are not."""
    entries = [one for one in records.entries(NAME, condition)
               if fresh is None or (one.trial.seed >= FRESH) == fresh]
    return np.array([one.value(name) for one in entries])


def estimate(games: np.ndarray, unit: str = "games") -> Estimate | NotTestable:
    """A mean with its error, from one number a game."""
    games = np.asarray(games, float)
    games = games[~np.isnan(games)]
    if len(games) < 2:
        return NotTestable("not measured yet")
    return Estimate(*mean_and_error(games), len(games), unit)


def average(parts: Sequence[Estimate | NotTestable]) -> Estimate | NotTestable:
    """The mean of independent estimates."""
    found = [one for one in parts if isinstance(one, Estimate)]
    if len(found) < len(parts) or not parts:
        return NotTestable("not all of it is measured yet")
    error = math.sqrt(sum(one.error**2 for one in found)) / len(found)
    return Estimate(sum(one.mean for one in found) / len(found), error, sum(one.games for one in found), found[0].unit)


def difference(one: Estimate | NotTestable, other: Estimate | NotTestable) -> Estimate | NotTestable:
    """Of two that are independent."""
    if isinstance(one, NotTestable) or isinstance(other, NotTestable):
        return NotTestable("not measured yet")
    return Estimate(one.mean - other.mean, math.hypot(one.error, other.error), min(one.games, other.games), one.unit)


# ---------------------------------------------------------------- Table I


def cell(records: Records, reading: Reading, size: int, simulations: int, fresh: bool) -> np.ndarray:
    """The match rates of all games of a reading, a size and a number of simulations."""
    rows = values(records, reading_condition(reading, size), "match", fresh)
    return rows[:, budgets_of(size).index(simulations)] if len(rows) else np.zeros(0)


def table_one(records: Records, reading: Reading, fresh: bool) -> dict[tuple[int, int], Estimate]:
    """Our Table I, as far as it is measured."""
    found = {key: estimate(cell(records, reading, key[0], key[0] ** (2 * key[1]), fresh)) for key in TABLE_ONE}
    return {key: one for key, one in found.items() if isinstance(one, Estimate)}


def distance(ours: dict[tuple[int, int], Estimate]) -> float:
    """The root mean square of the differences from the paper, over the cells that are measured; nan if not all are."""
    if len(ours) < len(TABLE_ONE):
        return math.nan
    return math.sqrt(sum((one.mean - TABLE_ONE[key]) ** 2 for key, one in ours.items()) / len(ours))


def standard_errors(ours: Estimate, key: tuple[int, int]) -> float:
    """How many standard errors of the difference lie between ours and the paper's, which has them from 100 games; the
    spread between games is taken from ours."""
    spread = ours.error * math.sqrt(ours.games)
    return (ours.mean - TABLE_ONE[key]) / math.hypot(ours.error, spread / math.sqrt(GAMES))


def column(records: Records, reading: Reading, power: int) -> Estimate | NotTestable:
    """The mean of a column of Table I on fresh seeds."""
    return average([estimate(cell(records, reading, size, size ** (2 * power), True)) for size in SIZES])


def growth(records: Records, reading: Reading, power: int) -> Estimate | NotTestable:
    """From the column before to this one, game by game, as the mean over sizes."""
    return average([estimate(cell(records, reading, size, size ** (2 * power), True)
                             - cell(records, reading, size, size ** (2 * power - 2), True))
                    for size in SIZES]) if power > min(POWERS) else NotTestable("there is no column before")


# ---------------------------------------------------------------- games


def scores(records: Records, condition: Condition) -> np.ndarray:
    """What the first agent scored in both games of each pair."""
    return values(records, condition, "scores")


def sums(records: Records, condition: Condition) -> np.ndarray:
    """"The sum of the scores in the two matches is added together to determine the winner of the game." """
    found = scores(records, condition)
    return found.sum(axis=1) if len(found) else np.zeros(0)


def win_rates(records: Records, condition: Condition) -> np.ndarray:
    """Of each pair, the mean of its games: 1 for a win, one half for a draw."""
    found = scores(records, condition)
    return (np.sign(found).mean(axis=1) + 1) / 2 if len(found) else np.zeros(0)


def seconds(records: Records, condition: Condition) -> tuple[float, float]:
    """Seconds that both agents thought in all games together."""
    found = values(records, condition, "seconds")
    return tuple(found.sum(axis=0)) if len(found) else (math.nan, math.nan)


def conditions(records: Records, part: str, **wanted: Any) -> list[Condition]:
    """The conditions of a part that have records."""
    return records.conditions(part=part, **wanted)
