"""How long a study will take, from a minute of its own measurements, which are kept like all others."""

import dataclasses
import statistics
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
    """Measure each condition once, the quickest first, as far as the time goes, and reckon the rest from it."""
    met, turn = Counter[str](), dict[Trial, int]()
    for trial in run.missing:
        turn[trial] = met[trial.text]
        met[trial.text] += 1

    def quickest(trial: Trial) -> tuple[int, float]:
        return turn[trial], run.study.weight(trial.condition)

    run.run(watch, seconds, quickest)
    weights = {trial.text: run.study.weight(trial.condition) for trial in run.trials}
    spent = sum(sum(took) for took in run.seconds.values())
    weight = sum(weights[text] * len(took) for text, took in run.seconds.items())
    pace = spent / weight if weight else 0.0
    left = 0.0
    for trial in run.missing:
        took = run.seconds.get(trial.text)
        left += statistics.median(took) if took else pace * weights[trial.text]
    unseen = len({trial.text for trial in run.missing} - set(run.seconds))
    return StudyEstimate(len(run.missing), left / 3600, unseen)
