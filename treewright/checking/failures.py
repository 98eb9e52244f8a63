"""An exception in a verb: what it means, where it was raised, and after which moves."""

import numpy as np

from treewright.checking import native, places, plain
from treewright.checking.case import Case
from treewright.checking.complaints import unknown_field
from treewright.checking.patience import Stuck
from treewright.checking.sheet import FORGETTING, PLY, STEP, SWAPPING, VERBS, Sheet
from treewright.checking.streams import streams
from treewright.core.game import Game
from treewright.core.record import view


def add_failure(case: Case, error: Exception, sheet: Sheet, number: int) -> None:
    """A verb raised an exception in one of the games."""
    step = int(sheet.marks[STEP])
    verb, reason = VERBS[step], why(error, case.game)
    called = f"play(s, {sheet.taken[sheet.marks[PLY]]})" if verb == "play" and step != SWAPPING else verb
    rule, sentence = "runs", f"{called}: {reason}"
    if step == FORGETTING:
        rule, sentence = "keys", f"the game fails once the key is taken and the score is set to 0: {reason}"
    place = places.of_error(error.__traceback__) or _line_in_python(case, sheet, number) or case.of_verb(verb)
    case.add(rule, sentence, place, moves_so_far(sheet), number)


def add_stuck(case: Case, stuck: Stuck, sheet: Sheet, number: int) -> None:
    """A verb did not come back."""
    verb = VERBS[sheet.marks[STEP]]
    case.add("runs", f"{verb} did not come back within {case.patient.seconds:g} seconds",
             stuck.place or case.of_verb(verb), moves_so_far(sheet), number)


def moves_so_far(sheet: Sheet) -> np.ndarray:
    """The moves up to where a sheet is now."""
    t = int(sheet.marks[PLY])
    if sheet.marks[STEP] != SWAPPING:
        return sheet.taken[:t]
    moves, first = sheet.taken[: t + 1].copy(), native.partner(sheet.states, t)
    moves[[first, t]] = moves[[t, first]]
    return moves


def why(error: Exception, game: Game) -> str:
    """An exception as words that help."""
    text = str(error)
    if isinstance(error, AttributeError) and "record" in text:
        name = getattr(error, "name", None) or (text.split("'")[-2] if "'" in text else text.split()[-1])
        return unknown_field(game, str(name))
    if isinstance(error, IndexError):
        return f"outside of an array: {text}"
    if isinstance(error, OverflowError):
        return f"a number does not fit: {text}"
    if isinstance(error, TypeError) and "ufunc" in text:
        return "a uint64 met a signed integer; write np.uint64(...) around the signed one"
    if isinstance(error, plain.NoNumber):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _line_in_python(case: Case, sheet: Sheet, number: int) -> str:
    """Compiled code does not know its lines: the same moves are played once more in plain Python."""
    game, moves = case.game, moves_so_far(sheet)
    twin, states = plain.plain_twin(game), np.zeros(1, game.state)
    try:
        with np.errstate(**plain.SURROUNDINGS):
            s = view(states)
            twin.start(s, streams(case.seed, number)[0])
            for action in [*moves, sheet.taken[len(moves)]]:
                twin.legal(s, np.zeros(game.widest, np.int32))
                twin.play(s, int(action))
    except Exception as error:
        return places.of_error(error.__traceback__)
    return ""
