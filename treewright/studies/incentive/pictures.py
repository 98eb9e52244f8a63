"""The figures: the paper's 4 to 6, and what goes beyond them."""

from collections.abc import Sequence

import numpy as np

from treewright.arena.intervals import Interval
from treewright.arena.report.blocks import Block, Shown
from treewright.arena.report.style import picture
from treewright.studies.claims import Estimate
from treewright.studies.incentive.plan import (
    AGAINST_PERFECT,
    FIGURE_SIZE,
    PLAYS,
    TESTED,
    Condition,
    curve_condition,
    match_condition,
    perfect_condition,
    rave_condition,
)
from treewright.studies.incentive.readings import BASES, BEST
from treewright.studies.incentive.results import NAME, conditions, estimate, sums, values
from treewright.studies.panels import Curve, Panel, draw_panels
from treewright.studies.records import Records

MATCH, BANDS = "match rate (%)", "Bands are 95% intervals over {}."
BUDGETS = (10, 100, 1000, 10_000, 100_000)


def pictures(records: Records) -> dict[str, Block]:
    """Those that there is something to draw for, by name."""
    made = {"figure-4": figure_4(records), "figure-5": figure_5(records), "figure-6": figure_6(records),
            "feasibility": feasibility(records), "perfect": perfect(records)}
    return {name: one for name, one in made.items() if one is not None}


def figure_4(records: Records) -> Shown | None:
    """MAXI beside RAND."""
    panels = [Panel(str(reading), curves_of(records, {
        default.upper(): curve_condition(reading, default) for default in ("maxi", "rand")}))
        for reading in (*BASES.values(), BEST)]
    return shown("figure-4", f"Figure 4: match rate of L* with both default policies, {FIGURE_SIZE} × {FIGURE_SIZE}.",
                 panels, "simulations", MATCH, "games")


def figure_5(records: Records) -> Shown | None:
    """RIDE beside RAVE, from the same simulations."""
    panels = [Panel(str(reading), curves_of(records, {
        "RIDE": curve_condition(reading, "rand"),
        **{f"RAVE, plays={plays}": rave_condition(reading, plays) for plays in PLAYS}}))
        for reading in BASES.values()]
    return shown("figure-5", "Figure 5: match rate of L* and of RAVE's order from the same simulations, random "
                 f"playouts, {FIGURE_SIZE} × {FIGURE_SIZE}.", panels, "simulations", MATCH, "games")


def figure_6(records: Records) -> Shown | None:
    """Who wins a pair."""
    outcomes = {"MAXI wins": lambda points: points > 0, "ties": lambda points: points == 0,
                "RAND wins": lambda points: points < 0}
    panels = []
    for states, base in BASES.items():
        found = {budget: sums(records, match_condition(base, budget)) for budget in BUDGETS}
        found = {budget: points for budget, points in found.items() if len(points) > 1}
        panels.append(Panel(states, [curve(name, list(found), [100 * counted(points) for points in found.values()])
                                     for name, counted in outcomes.items()] if found else []))
    return shown("figure-6", f"Figure 6: pairs of games of {FIGURE_SIZE} × {FIGURE_SIZE} won by the sum of both "
                 "scores.", panels, "simulations a move", "% of pairs", "pairs")


def feasibility(records: Records) -> Shown | None:
    """The test of section VI."""
    curves = []
    for game in TESTED:
        known = conditions(records, "feasibility", game=game)
        curves += curves_of(records, {game: known[-1]} if known else {})
    return shown("feasibility", "The feasibility test: match rate between L* and the root's actions by their means.",
                 [Panel("tree", curves)], "simulations", MATCH, "positions")


def perfect(records: Records) -> Shown | None:
    """Points lost against perfect play."""
    panels = []
    for game in AGAINST_PERFECT:
        curves = []
        for policy in ("MAXI", "RAND"):
            found = {budget: sums(records, perfect_condition(game, policy, budget)) for budget in BUDGETS}
            found = {budget: -points / 2 for budget, points in found.items() if len(points) > 1}
            curves.append(curve(policy, list(found), list(found.values())))
        panels.append(Panel(game, curves))
    return shown("perfect", "Points that UCT loses per game against perfect play.", panels, "simulations a move",
                 "points lost", "pairs")


# ---------------------------------------------------------------- how they are made


def curves_of(records: Records, named: dict[str, Condition]) -> list[Curve]:
    """A curve for each condition that has a row of match rates."""
    curves = []
    for name, condition in named.items():
        rows = values(records, condition, "match")
        if len(rows) > 1:
            curves.append(curve(name, condition["simulations"], list(rows.T)))
    return curves


def curve(name: str, at: Sequence[float], samples: Sequence[np.ndarray]) -> Curve:
    """Means with their intervals."""
    return Curve(name, at, [interval_of(one) for one in samples])


def interval_of(games: np.ndarray) -> Interval:
    """Of the mean; all there is where one game says nothing of the others."""
    found = estimate(games)
    return found.interval() if isinstance(found, Estimate) else Interval(0.0, 0.0, 0.0)


def shown(name: str, caption: str, panels: Sequence[Panel], across: str, upwards: str, unit: str) -> Shown | None:
    """A figure of the panels that have curves; None if there are none."""
    drawn = [Panel(panel.title, [one for one in panel.curves if len(one.at)]) for panel in panels]
    drawn = [panel for panel in drawn if panel.curves]
    if not drawn:
        return None
    return Shown(f"{NAME}-{name}", caption, picture(lambda: draw_panels(
        drawn, across, upwards, BANDS.format(unit)), (".png",)))
