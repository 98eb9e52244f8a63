"""Is any_action as likely to give one legal action as another? A chi-square test on some positions.

The chance that a fair game is blamed is below FALSE_ALARM for each position.
"""

import time
from collections.abc import Callable

import numpy as np
from scipy.special import chdtrc  # type: ignore[import-untyped]

from treewright.checking.native import draw_often
from treewright.checking.samples import Sample
from treewright.core.game import CHANCE, Game
from treewright.core.record import view
from treewright.core.stream import Stream

FALSE_ALARM = 1e-12
DRAWS, DRAWS_AN_ACTION = 20_000, 200
POSITIONS, SECONDS = 60, 4.0

Add = Callable[[str, Sample], None]
"""Takes a sentence and the position that shows it."""


def check_fairness(game: Game, samples: list[Sample], seed: int, add: Add) -> None:
    """Draw thousands of actions at each position, and count."""
    begun, rng = time.perf_counter(), Stream((seed, 1))
    actions = np.zeros(game.widest, np.int32)
    for sample in samples[:POSITIONS]:
        legal = [] if sample.state["to_move"][0] == CHANCE else game.choices(view(sample.state.copy()))
        if not legal or time.perf_counter() - begun > SECONDS:
            continue
        drawn, times = np.zeros(game.actions + 1, np.int64), DRAWS + DRAWS_AN_ACTION * len(legal)
        draw_often(game, sample.state.copy(), actions, times, drawn, rng)
        if said := unfair(legal, drawn, times):
            add(said, sample)


def unfair(legal: list[int], drawn: np.ndarray, times: int) -> str:
    """What is wrong with these counts, if anything is."""
    others = drawn.copy()
    others[legal] = 0
    if others.any():
        action = int(np.argmax(others))
        named = f"{action}" if action < len(drawn) - 1 else "what is no action number"
        return f"any_action gave {named}, which is not legal"
    expected = times / len(legal)
    statistic = float(((drawn[legal] - expected) ** 2).sum() / expected)
    if len(legal) < 2 or chdtrc(len(legal) - 1, statistic) > FALSE_ALARM:
        return ""
    rarest, commonest = (legal[int(pick(drawn[legal]))] for pick in (np.argmin, np.argmax))
    return (f"any_action gave {rarest} {drawn[rarest]} times and {commonest} {drawn[commonest]} times in {times} "
            f"draws; each of the {len(legal)} legal actions should come about {expected:.0f} times")
