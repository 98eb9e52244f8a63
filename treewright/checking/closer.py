"""A closer look at some positions of the games: their texts and drawings, fair draws, storage."""

import time
from functools import partial

import numpy as np

from treewright.checking import places
from treewright.checking.case import Case
from treewright.checking.fairness import check_fairness
from treewright.checking.patience import Stuck
from treewright.checking.samples import Sample
from treewright.checking.storing import lost_by_storing
from treewright.checking.talking import check_talk

TALK_SECONDS = 4.0
STORED = 50
SPOILING = ("runs", "legal", "widest", "stuck")
"""Where one of these rules fails, drawing and storing would fail for that reason."""


def look_closer(case: Case, samples: list[Sample], compiles: bool) -> None:
    """Everything that takes too long to be asked at every ply."""
    if not samples:
        return
    _talk(case, samples)
    case.done("looking closer", "texts", "drawing", *(("looks",) if compiles else ()))
    if compiles and not case.gathering.has(*SPOILING):
        check_fairness(case.game, samples, case.seed, lambda sentence, sample: case.add(
            "fair", sentence, case.of_verb("any_action"), sample.so_far(), sample.number))
        _store(case, samples[:STORED])
        case.done("looking closer", "fair", "storage")


def _talk(case: Case, samples: list[Sample]) -> None:
    def add(rule: str, sentence: str, sample: Sample, place: str) -> None:
        if rule != "looks" or not case.gathering.has("looks"):  # the methods ask the verbs
            case.add(rule, sentence, place, sample.so_far(), sample.number)

    begun, said = time.perf_counter(), set[str]()
    for sample in samples:
        if time.perf_counter() - begun > TALK_SECONDS:
            break
        try:
            said |= case.patient.run(partial(check_talk, case.game, sample, add), np.zeros(1))
        except Stuck as stuck:
            add("texts", "describe, parse or show did not come back", sample, stuck.place)
            break
        case.watch(case.report, "looking closer")
    if blank := min((text for text in said if len(text.split()) > 1), default=""):
        case.report.hints.append(f"describe gives {blank!r}: with a blank in it, a move cannot be typed as one of "
                                 f"several")


def _store(case: Case, samples: list[Sample]) -> None:
    for sample in samples:
        try:
            wrong = lost_by_storing(case.game, sample)
        except (ValueError, IndexError) as error:
            wrong = f"a state cannot be stored: {error}"
        if wrong:
            case.add("storage", wrong, places.of_class(type(case.game)), sample.so_far(), sample.number)
