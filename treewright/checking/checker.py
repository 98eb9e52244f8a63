"""The check itself: declarations, types, a thousand games, a closer look at some positions."""

import os
import time
from pathlib import Path

from numba import config

from treewright.agents import language
from treewright.checking import places
from treewright.checking.case import Case, Watch
from treewright.checking.closer import look_closer
from treewright.checking.facts import check_facts, check_state, check_verbs, odd
from treewright.checking.gathering import Gathering
from treewright.checking.patience import SECONDS, Interrupted, Patient
from treewright.checking.playing import Playing, all_rules
from treewright.checking.report import Report
from treewright.checking.rules import rules_for
from treewright.checking.verbs import compile_verbs
from treewright.core.component import snake
from treewright.core.errors import Refused
from treewright.core.game import Game


def check(game: str | Game, games: int = 1000, seed: int = 0, watch: Watch | None = None,
          patience: float = SECONDS) -> Report:
    """Play `games` random games compiled and as plain Python side by side, and verify everything a search relies on.

    Compiled code checks its bounds if NUMBA_BOUNDSCHECK=1 is set before anything is compiled, as the command
    `treewright check` does; plain Python always does, and is a step ahead. A verb that does not come back within
    `patience` seconds is given up."""
    made = opened(game)
    if not isinstance(games, int) or isinstance(games, bool) or games < 1:
        raise Refused(f"games must be a whole number above 0, not {games!r}")
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise Refused(f"seed must be a whole number, 0 or above, not {seed!r}")
    begun = time.perf_counter()
    title = str(made).replace(made.name, snake(type(made).__name__)) if ".py" in made.name else str(made)
    report = Report(str(made), title, seed, games, rules_for(made), bounds_checked=bool(config.BOUNDSCHECK))
    case = Case(made, seed, report, Gathering(made, seed), Patient(patience), watch or (lambda report, stage: None))
    try:
        _look_into(case, games)
    except Interrupted:
        report.interrupted = True
    finally:
        case.patient.close()
    report.findings = case.gathering.findings()
    report.seconds = time.perf_counter() - begun
    return report


def opened(game: str | Game) -> Game:
    """The game of an expression; whatever goes wrong on the way is refused in a sentence."""
    try:
        return language.unfinished_game(game)
    except Refused as error:
        raise Refused(str(error).replace(f"{Path.cwd()}{os.sep}", "")) from error
    except Exception as error:
        place = places.of_error(error.__traceback__)
        raise Refused(f"{place or game}: {type(error).__name__}: {error}") from error


def _look_into(case: Case, games: int) -> None:
    """One stage after the other, as far as the game allows."""
    if not _is_declared(case):
        return
    case.report.hints += odd(case.game)
    playing = Playing(case, compile_verbs(case))
    playing.compile()
    case.done("compiling", "compiles", "signs")
    playing.play(games)
    case.done("playing", *all_rules(playing.compiles))
    look_closer(case, playing.samples.taken, playing.compiles)


def _is_declared(case: Case) -> bool:
    """Is there enough to play with?"""
    for look in (check_facts, check_state, check_verbs):
        look(case.game, lambda rule, sentence, place: case.add(rule, sentence, place, kind=sentence))
    case.done("reading", "facts", "state", "verbs")
    return not case.gathering.has("facts", "state", "verbs")
