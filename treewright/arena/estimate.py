"""How long a run will take, from some of its own games, which are kept like all others."""

import dataclasses
from collections.abc import Callable

from treewright.arena.run import Run

SECONDS = 60.0


@dataclasses.dataclass(frozen=True)
class Estimate:
    """What is left of a run when some of it has been played."""

    games_left: int
    core_hours: float
    cores: int
    unseen: int
    """Pairings of which no game has been played yet; they are taken for average."""


def estimate(run: Run, seconds: float = SECONDS, watch: Callable[[Run], None] = lambda run: None) -> Estimate:
    """Play some of the run for so many seconds and reckon what the rest will take."""
    run.play(watch, seconds)
    costs = [one.seconds_a_game for one in run.pairings]
    seen = [cost for cost in costs if cost is not None]
    average = sum(seen) / len(seen) if seen else 0.0
    left = [2 * (one.terms.games // 2 - one.pairs) if one.open else 0 for one in run.pairings]
    total = sum(games * (average if cost is None else cost) for games, cost in zip(left, costs, strict=True))
    unseen = sum(cost is None and games > 0 for games, cost in zip(left, costs, strict=True))
    return Estimate(sum(left), total / 3600, run.engine.cores, unseen)
