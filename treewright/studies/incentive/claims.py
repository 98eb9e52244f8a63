"""What the paper claims, made definite: a quantity, a threshold, and on which side of it the quantity should lie.

What the paper says of Table I and of the figures is judged twice: under the plain reading of its text and under the
reading that comes nearest to its numbers, both on fresh seeds.
"""

import math
from collections.abc import Callable

import numpy as np

from treewright.studies.claims import Claim, Estimate, NotTestable
from treewright.studies.incentive.plan import (
    DOUBLING,
    FIGURE_SIZE,
    FIXED,
    TESTED,
    THOUGHT,
    curve_condition,
    match_condition,
    rave_condition,
    rival_condition,
)
from treewright.studies.incentive.published import SIZES
from treewright.studies.incentive.readings import BASES, BEST, PLAIN, Reading
from treewright.studies.incentive.results import (
    average,
    cell,
    column,
    conditions,
    difference,
    estimate,
    growth,
    sums,
    values,
    win_rates,
)
from treewright.studies.records import Records

Found = Estimate | NotTestable
EIGHTFOLD = 3
"""So many doublings: the grid of the figures has no tenfold, and eight is almost ten."""
FAR = 5.0
"""Points of match rate that count as far above."""
READ = {"plain": PLAIN, "best": BEST}


def of_tables(name: str, reading: Reading) -> list[Claim]:
    """The sentences below Table I."""
    return [
        Claim(f"soon above 60% ({name})", "\"even with a very small number m×n of simulations, the average match rate "
              "quickly runs above 60%\"", "mean of the first column", 60.0, True,
              lambda records: column(records, reading, 1)),
        Claim(f"first step up ({name})", "\"increases as the number of simulations increases\"",
              "mean growth from the first column to the second", 0.0, True,
              lambda records: growth(records, reading, 2)),
        Claim(f"second step up ({name})", "\"increases as the number of simulations increases\"",
              "mean growth from the second column to the third", 0.0, True,
              lambda records: growth(records, reading, 3)),
        Claim(f"almost 90% ({name})", "\"almost reaches 90% within (m×n)³ simulations\"", "mean of the third column",
              89.0, True, lambda records: column(records, reading, 3)),
        Claim(f"large games are harder ({name})", "\"decreases as the action space size increases, under a fixed "
              "number of simulations\"", f"3×3 less 7×7, after {FIXED:,} simulations", 0.0, True,
              lambda records: difference(estimate(cell(records, reading, SIZES[0], FIXED, True)),
                                         estimate(cell(records, reading, SIZES[-1], FIXED, True)))),
        Claim(f"small error ({name})", "\"a standard error much less than 1%\", of 100 games of 5×5",
              "standard deviation between games over √100, after 625 simulations", 0.5, False,
              lambda records: error_of_hundred(cell(records, reading, FIGURE_SIZE, FIGURE_SIZE**4, True))),
    ]


def error_of_hundred(games: np.ndarray) -> Found:
    """The standard error of a mean of 100 games, with its own."""
    if len(games) < 2:
        return NotTestable("not measured yet")
    error = float(np.std(games, ddof=1)) / 10
    return Estimate(error, error / math.sqrt(2 * (len(games) - 1)), len(games))


def of_figures(name: str, reading: Reading, base: Reading) -> list[Claim]:
    """Figures 4 and 5. RAVE's order is learnt from the same simulations as D where both playouts are random."""
    return [
        Claim(f"MAXI above RAND ({name})", "Figure 4: \"the MAXI default policy has a higher match rate\"",
              "mean difference over the curves", 0.0, True,
              lambda records: between(records, reading, "maxi", "rand", 0)),
        Claim(f"almost ten times ({name})", "\"to achieve the same match rate as the MAXI default policy, the RAND "
              "default policy needs almost ten times as many simulations\"",
              "MAXI less RAND with eight times as many simulations, mean over the curves", 0.0, True,
              lambda records: between(records, reading, "maxi", "rand", EIGHTFOLD)),
        *(Claim(f"far above RAVE, plays={plays} ({name})", "Figure 5: \"the match rate of incentive learning is far "
                "above the one of RAVE\"", "mean difference over the curves, random playouts", FAR, True,
                above_rave(base, plays)) for plays in ("root", "own")),
    ]


def curve(records: Records, reading: Reading, default: str) -> np.ndarray:
    """Match rates by game and budget."""
    return values(records, curve_condition(reading, default), "match")


def between(records: Records, reading: Reading, one: str, other: str, doublings: int) -> Found:
    """One default policy less another that has that many doublings more, game by game."""
    ours, theirs = curve(records, reading, one), curve(records, reading, other)
    games = min(len(ours), len(theirs))
    if games == 0:
        return NotTestable("not measured yet")
    return estimate((ours[:games, :len(DOUBLING) - doublings] - theirs[:games, doublings:]).mean(axis=1))


def above_rave(reading: Reading, plays: str) -> Callable[[Records], Found]:
    def found(records: Records) -> Found:
        ours = curve(records, reading, "rand")
        theirs = values(records, rave_condition(reading, plays), "match")
        games = min(len(ours), len(theirs))
        return estimate((ours[:games] - theirs[:games]).mean(axis=1)) if games else NotTestable("not measured yet")

    return found


def of_matches(states: str, most: int) -> list[Claim]:
    """Figure 6."""
    base = BASES[states]

    def ahead(simulations: int) -> Callable[[Records], Found]:
        return lambda records: estimate(np.sign(sums(records, match_condition(base, simulations))), "pairs")

    def ties(records: Records) -> Found:
        few, many = (estimate(sums(records, match_condition(base, simulations)) == 0, "pairs")
                     for simulations in (100, most))
        return difference(many, few)

    said = "Figure 6: \"the MAXI default has a higher winning rate than the RAND default when the number of " \
           "simulations is more than 100\""
    budgets = [10**k for k in (3, 4, 5) if 10**k <= most]
    return [*(Claim(f"MAXI wins at {simulations:,} ({states})", said, "pairs won less pairs lost, as a share", 0.0,
                    True, ahead(simulations)) for simulations in budgets),
            Claim(f"ties rise ({states})", "\"the percentage of ties also increases as the number of simulations "
                  "increases\"", f"share of ties at {most:,} less that at 100", 0.0, True, ties)]


def exact_rate(records: Records) -> Found:
    """The match rate of the exact order of least cost, mean over sizes, all positions counted."""
    return average([estimate(values(records, one, "match")) for one in conditions(records, "ceiling", alternating=False)
                    ])


def prediction(records: Records) -> Found:
    """Does the feasibility test say where MAXI wins more than RAND? Games in which nobody is shown to be better do not
    count."""
    right = []
    for game in TESTED:
        won = estimate(win_rates(records, rival_condition(game, "RAND", "simulations", THOUGHT)))
        tested = [values(records, one, "match") for one in conditions(records, "feasibility", game=game)]
        grown = estimate(tested[-1][:, -1] - tested[-1][:, 0]) if tested and len(tested[-1]) else NotTestable("")
        if isinstance(won, Estimate) and isinstance(grown, Estimate) and won.surprise(0.5) < 0.05:
            right.append((grown.mean > 0) == (won.mean > 0.5))
    if len(right) < 3:
        return NotTestable(f"MAXI and RAND are told apart in {len(right)} of {len(TESTED)} games only")
    return estimate(np.array(right, float), "kinds of games")


CLAIMS = (
    *(claim for name, reading in READ.items() for claim in of_tables(name, reading)),
    Claim("never 100%", "\"the average match rate never reaches 100%, even if a game tree is completely explored\"",
          "match rate of the order of least cost under exact Q, mean over sizes", 100.0, False, exact_rate),
    Claim("near the least cost", "\"an action sequence ordered by action temperatures is very close to the action "
          "sequence with the minimum ordering cost\"", "the same", 89.0, True, exact_rate),
    *(claim for name, reading in READ.items() for claim in of_figures(name, reading, BASES[reading.states])),
    *of_matches("tree", 100_000),
    *of_matches("table", 10_000),
    Claim("the test tells", "section VI: \"one way of measuring the feasibility of incentive learning\"",
          "share of kinds of games in which the match rate rises just where MAXI wins", 0.5, True, prediction),
)
