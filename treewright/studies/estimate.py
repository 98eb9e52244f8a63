"""How long a study will take, from a minute of its own measurements, which are kept like all others."""

import dataclasses
from collections import Counter
from collections.abc import Callable

from treewright.arena.store import Trial
from treewright.studies.running import StudyRun

SECONDS = 60.0


@dataclasses.dataclass(frozen=True)
class StudyEstimate:
    """What is left of a study's scale."""

    measurements_left: int
    core_hours: float
    unseen: int
    """Conditions that were not tried; they are reckoned by their weight beside those that were."""


def estimate(run: StudyRun, seconds: float = SECONDS,
             watch: Callable[[StudyRun], None] = lambda run: None) -> StudyEstimate:
    """Measure each condition twice, since the first measurement may wait for compiled code; the quickest first, as far
    as the time goes; and reckon the rest from it."""
    met, turn = Counter[str](), dict[Trial, int]()
    for trial in run.missing:
        turn[trial] = met[trial.text] // 2
        met[trial.text] += 1

    def quickest(trial: Trial) -> tuple[int, float, str]:
        return turn[trial], run.weights[trial.text], trial.text

    run.run(watch, seconds, quickest)
    unseen = len({trial.text for trial in run.missing} - set(run.seconds))
    return StudyEstimate(len(run.missing), run.core_seconds_left() / 3600, unseen)
