"""What is measured: the conditions of every part, and how many seeds each has at which scale.

Larger scales contain the smaller ones. Readings are compared on the seeds from 0 on; what the best of them, and the
plain one, are worth is told from seeds that nobody looked at before (from FRESH on).
"""

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from treewright.studies.incentive.calibration import equal_time
from treewright.studies.incentive.feasibility import feasibility
from treewright.studies.incentive.learning import (
    Values,
    ceiling,
    divided,
    loss,
    match_rates,
    rave_match_rates,
)
from treewright.studies.incentive.playing import POLICIES, against, against_perfect, maxi_against_rand
from treewright.studies.incentive.published import POWERS, SIZES
from treewright.studies.incentive.readings import BASES, BEST, PLAIN, READINGS, Reading

SMOKE, QUICK, PAPER = SCALES = ("smoke", "quick", "paper")
FRESH = 10_000
FIXED = 1000
"""A number of simulations at which all sizes are compared."""
FIGURE_SIZE = 5
"""Figures 4 to 6 are about games of 5 x 5."""
DOUBLING = [FIGURE_SIZE**2 * 2**k for k in range(10)]
"""The simulations at which the curves of Figures 4 and 5 are measured."""
PLAYS = ("root", "own", "all")
"""RAVE's order: whose plays count (see `RaveOrder`)."""
PLAYED = ("heap_go(3)", "heap_go(5)", "heap_go(7)", "tic_tac_toe()", "connect_four()", "hex(5)", "bingo3d()")
TESTED = ("heap_go(5)", "tic_tac_toe()", "connect_four()", "hex(5)", "bingo3d()")
"""One game of each kind, for the feasibility test."""
AGAINST_PERFECT = ("heap_go(3)", "heap_go(4)", "heap_go(5)")
THOUGHT = 1000
"""Simulations a move of MAXI where it plays its rivals."""

Condition = dict[str, Any]
Plan = Iterator[tuple[Condition, range]]
"""Conditions, and their seeds."""

MEASURES: dict[str, Callable[[Mapping[str, Any], int], Values]] = {
    "readings": match_rates,
    "curves": match_rates,
    "rave curves": rave_match_rates,
    "ceiling": ceiling,
    "loss": loss,
    "divided": divided,
    "figure 6": maxi_against_rand,
    "feasibility": feasibility,
    "rivals": against,
    "perfect": against_perfect,
}
"""How each part is measured."""


def planned(scale: str) -> Plan:
    """Everything, in the order in which it is measured: what much depends on first, what takes long last."""
    for plan in (_bases, _fresh, _ceiling, _curves, _figure_six, _feasibility, _rivals, _perfect, _loss, _divided,
                 _readings, _equal_time, _long_games):
        for condition, seeds in plan(scale):
            if len(seeds):
                yield condition, seeds


def budgets_of(size: int) -> list[int]:
    """The simulations of Table I, and a number that is the same for all sizes."""
    return sorted({FIXED, *(size ** (2 * power) for power in POWERS)})


def reading_condition(reading: Reading, size: int) -> Condition:
    return {"part": "readings", **reading.condition(), "size": size, "simulations": budgets_of(size)}


def _by_size(readings: tuple[Reading, ...], seeds: Callable[[int], range]) -> Plan:
    for size in SIZES:
        for reading in readings:
            yield reading_condition(reading, size), seeds(size)


def _bases(scale: str) -> Plan:
    games = {SMOKE: lambda size: 4 * (size == 3), QUICK: lambda size: 20 if size < 6 else 6, PAPER: lambda size: 100}
    return _by_size((*BASES.values(), BEST), lambda size: range(games[scale](size)))


def _fresh(scale: str) -> Plan:
    games = {SMOKE: lambda size: 4 * (size == 3), QUICK: lambda size: 20 if size < 6 else 6,
             PAPER: lambda size: 1000 if size < 6 else 100}
    return _by_size((BEST, PLAIN), lambda size: range(FRESH, FRESH + games[scale](size)))


def _readings(scale: str) -> Plan:
    games = {SMOKE: lambda size: 0, QUICK: lambda size: 10 * (size < 6), PAPER: lambda size: 100}
    others = tuple(reading for reading in READINGS if reading not in (*BASES.values(), BEST))
    return _by_size(others, lambda size: range(games[scale](size)))


def _ceiling(scale: str) -> Plan:
    for size in SIZES if scale != SMOKE else SIZES[:2]:
        for alternating in (False, True):
            yield ({"part": "ceiling", "size": size, "alternating": alternating},
                   range({SMOKE: 4, QUICK: 20, PAPER: 100}[scale]))


def curve_condition(reading: Reading, default: str) -> Condition:
    return {"part": "curves", **reading.condition(), "default": default, "size": FIGURE_SIZE,
            "simulations": DOUBLING}


def rave_condition(reading: Reading, plays: str) -> Condition:
    return {"part": "rave curves", "states": reading.states, "c": reading.c, "plays": plays, "size": FIGURE_SIZE,
            "simulations": DOUBLING}


def _curves(scale: str) -> Plan:
    """Figures 4 and 5."""
    games = range({SMOKE: 2, QUICK: 20, PAPER: 100}[scale])
    for reading in (*BASES.values(), BEST):
        for default in ("maxi", "rand"):
            yield curve_condition(reading, default), games
    for reading in BASES.values():
        for plays in PLAYS:
            yield rave_condition(reading, plays), games


def match_condition(reading: Reading, simulations: int) -> Condition:
    return {"part": "figure 6", **reading.condition(), "size": FIGURE_SIZE, "simulations": simulations}


def _figure_six(scale: str) -> Plan:
    pairs = {SMOKE: {100: 2}, QUICK: {100: 100, 1000: 40}, PAPER: {100: 1000, 1000: 1000, 10_000: 1000}}[scale]
    for simulations, number in pairs.items():
        yield match_condition(BASES["tree"], simulations), range(number)
        if simulations < 10_000:
            yield match_condition(BASES["table"], simulations), range(number)


def _long_games(scale: str) -> Plan:
    """The last point of Figure 6 in the tree, and what there is of it in the table, where simulations take longer."""
    pairs = range(1000 if scale == PAPER else 0)
    yield match_condition(BASES["tree"], 100_000), pairs
    yield match_condition(BASES["table"], 10_000), pairs


def _feasibility(scale: str) -> Plan:
    for game in TESTED[:2] if scale == SMOKE else TESTED:
        yield ({"part": "feasibility", "game": game, "simulations": [30, 100, 300, 1000, 3000, 10_000]},
               range({SMOKE: 2, QUICK: 10, PAPER: 100}[scale]))


def rival_condition(game: str, rival: str, equal: str, simulations: int = THOUGHT) -> Condition:
    theirs = simulations if equal == "simulations" else equal_time(game, rival, simulations)
    return {"part": "rivals", "game": game, "rival": rival, "equal": equal, "simulations": [simulations, theirs]}


RIVALS = tuple(name for name in POLICIES if name != "MAXI")


def _rivals(scale: str) -> Plan:
    """At equal simulations."""
    if scale == SMOKE:
        yield rival_condition("tic_tac_toe()", "RAND", "simulations", 100), range(4)
        return
    for game in PLAYED:
        for rival in RIVALS:
            often = {QUICK: 6, PAPER: 1000 if rival == "RAND" else 500}[scale]
            if scale == PAPER or rival == "RAND":
                yield rival_condition(game, rival, "simulations"), range(often)
    for game in TESTED:
        yield rival_condition(game, "RAND", "simulations", 100), range({QUICK: 20, PAPER: 1000}[scale])
        if scale == PAPER:
            yield rival_condition(game, "RAND", "simulations", 10_000), range(200)


def _equal_time(scale: str) -> Plan:
    """At equal time: the same, with as many simulations as the rival makes in MAXI's time."""
    for game in PLAYED if scale == PAPER else ():
        for rival in RIVALS:
            yield rival_condition(game, rival, "time"), range(500 if rival == "RAND" else 200)


def perfect_condition(game: str, policy: str, simulations: int) -> Condition:
    return {"part": "perfect", "game": game, "policy": policy, "simulations": simulations}


def _perfect(scale: str) -> Plan:
    pairs = {SMOKE: {10: 2}, QUICK: {10: 20, 100: 20, 1000: 10}, PAPER: {10: 200, 100: 200, 1000: 200, 10_000: 200}}
    for game in AGAINST_PERFECT[:1 if scale == SMOKE else 3]:
        for simulations, number in pairs[scale].items():
            for policy in ("MAXI", "RAND"):
                yield perfect_condition(game, policy, simulations), range(number)


def _loss(scale: str) -> Plan:
    for size in SIZES[:1 if scale == SMOKE else 3]:
        for reading in (*BASES.values(), BEST):
            for power in POWERS[1:2 if scale == SMOKE else 3]:
                yield ({"part": "loss", **reading.condition(), "size": size, "simulations": size ** (2 * power)},
                       range({SMOKE: 2, QUICK: 6, PAPER: 100}[scale]))


def _divided(scale: str) -> Plan:
    reading = dataclasses.replace(BEST, start="met")    # an order for all heaps says nothing of half of them
    for size in SIZES[1:2 if scale == SMOKE else 5]:
        for simulations in (200,) if scale == SMOKE else (200, 2000):
            yield ({"part": "divided", **reading.condition(), "size": size, "simulations": simulations},
                   range({SMOKE: 2, QUICK: 3, PAPER: 50}[scale]))
