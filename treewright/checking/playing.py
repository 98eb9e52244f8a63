"""The random games: plain Python plays each and is a step ahead, compiled code follows, and the sheets are compared.

What plain Python has no time for is played by compiled code alone.
"""

import time
from collections.abc import Callable
from random import Random

import numpy as np

from treewright.checking import native, negative, places, plain
from treewright.checking.case import Case
from treewright.checking.examine import examine, examine_faults
from treewright.checking.failures import add_failure, add_stuck
from treewright.checking.patience import Interrupted, Stuck
from treewright.checking.samples import Samples
from treewright.checking.sheet import LOOKED, PLY, STARTING, STEP, Sheet, clear, new_sheet
from treewright.checking.streams import streams
from treewright.checking.transpositions import Transpositions
from treewright.checking.twins import Difference, first_difference
from treewright.checking.verbs import add_complaint
from treewright.core.compiling import compiling_for
from treewright.core.component import Component
from treewright.core.errors import Refused
from treewright.core.game import Game
from treewright.core.thinking import Stop

THOROUGH = 100
"""In so many games plain Python is asked for every verb and compiled code plays twice."""
NOTICING = 20
"""In so many games plain Python looks out for negative indices."""
PLAIN_SECONDS, PLAIN_PLIES = 20.0, 60_000
"""What plain Python may take in all."""


class Playing:
    """The games of one check."""

    def __init__(self, case: Case, compiles: bool):
        self.case, self.game, self.report, self.compiles = case, case.game, case.report, compiles
        self.samples, self.transpositions = Samples(case.seed), Transpositions(case.game)
        self.plain_seconds, self.first_start = 0.0, b""
        self.twin, self.noticing = plain.plain_twin(self.game), plain.plain_twin(self.game)
        negative.make_noticing(self.noticing)
        try:
            self.plain, self.native, self.second = (new_sheet(self.game) for _ in range(3))
        except (MemoryError, ValueError):
            raise Refused(f"a game of {self.game.longest} moves with {self.game.widest} actions each (longest, widest) "
                          f"does not fit into memory") from None

    def compile(self) -> None:
        """Play no moves, so that nothing has to be compiled later."""
        if self.compiles:
            try:
                with compiling_for(f"the check of {self.report.title}"):
                    self._play_compiled(self.native, 0, 0, 0)
            except Exception as error:
                add_complaint(self.case, error.__cause__ or error, "play")  # type: ignore[arg-type]
                self.compiles = False

    def play(self, games: int) -> None:
        """All the games, as far as they can be played."""
        report, arrays = self.report, own_arrays(self.game)
        for number in range(games if self.compiles else min(games, THOROUGH)):
            if Stop.raised_for_all:
                raise Interrupted
            in_plain = self.plain_seconds < PLAIN_SECONDS and report.compared_plies < PLAIN_PLIES
            if not (in_plain or self.compiles):
                break
            plies = self._side_by_side(number) if in_plain else self._compiled_alone(number)
            if plies is None:
                break
            report.games, report.plies = number + 1, report.plies + plies
            report.longest = max(report.longest, plies)
            if number < 3:
                self._see_arrays(arrays)
            self.case.watch(report, "playing")
        self._see_arrays(arrays)
        report.hints += [*negative.hints(), *filter(None, [self.transpositions.hint()])]

    # ------------------------------------------------------------ one game

    def _side_by_side(self, number: int) -> int | None:
        """One game in plain Python, then the same moves compiled; None where a verb does not come back."""
        begun, sheet, all_verbs = time.perf_counter(), self.plain, number < THOROUGH
        plies, came_back = self._run(sheet, number, lambda: self._play_plain(sheet, number))
        self.plain_seconds += time.perf_counter() - begun
        self._see_start(sheet)
        if not came_back:
            return None
        if plies is not None:
            examine(self.game, sheet, plies, self._adder(sheet, number), all_verbs)
        reached = int(sheet.marks[PLY]) if plies is None else plies
        self.report.compared_games += 1
        self.report.compared_plies += reached
        began = plies is not None or sheet.marks[STEP] != STARTING
        if self.compiles and began and not self._follow(number, reached, plies is not None):
            return None
        return reached

    def _follow(self, number: int, plies: int, whole: bool) -> bool:
        """The moves of the plain sheet once more, compiled, and what differs; did it come back?"""
        sheet, all_verbs = self.native, whole and number < THOROUGH
        sheet.taken[:plies] = self.plain.taken[:plies]
        most = self.game.longest if whole else plies
        done, came_back = self._run(sheet, number, lambda: self._play_compiled(sheet, plies, most, number))
        if done is None:
            return came_back
        if number < THOROUGH and not self._repeats(number, done):
            return True
        sides = ("compiled", "in plain Python")
        difference = first_difference(self.game, sheet, self.plain, min(done, plies), all_verbs, sides)
        if difference is not None:
            self._add_difference("same", difference, number, "")
        elif done != plies:
            self.case.add("same", f"the game lasts {done} moves compiled, and {plies} in plain Python",
                          self.case.of_verb("play"), sheet.taken[: min(done, plies)], number)
        self._take_in(sheet, number, done, whole)
        return True

    def _repeats(self, number: int, plies: int) -> bool:
        """Does compiled code do the same a second time?"""
        again = self.second
        again.taken[:plies] = self.native.taken[:plies]
        done, _ = self._run(again, number, lambda: self._play_compiled(again, plies, plies, number))
        if done is None:
            return False
        sides = ("the first time", "the second time")
        difference = first_difference(self.game, self.native, again, min(plies, done), True, sides)
        if difference is not None:
            self._add_difference("seeds", difference, number, ": is something drawn otherwise than by rng, or kept "
                                                              "outside of the state?")
        return difference is None

    def _compiled_alone(self, number: int) -> int | None:
        sheet, most = self.native, self.game.longest
        plies, came_back = self._run(sheet, number, lambda: self._play_compiled(sheet, 0, most, number))
        if plies is None:
            return int(sheet.marks[PLY]) if came_back else None
        examine(self.game, sheet, plies, self._adder(sheet, number), True)
        self._take_in(sheet, number, plies, True)
        return plies

    def _take_in(self, sheet: Sheet, number: int, plies: int, whole: bool) -> None:
        examine_faults(sheet, plies, self._adder(sheet, number))
        if whole:
            self.transpositions.see(sheet, plies)
            self.samples.take(number, sheet, plies)

    # ------------------------------------------------------------ how it is played

    def _run(self, sheet: Sheet, number: int, call: Callable[[], int]) -> tuple[int | None, bool]:
        """How many plies a game had (None if it failed, which is added), and whether it came back at all."""
        clear(sheet)
        try:
            return self.case.patient.run(call, sheet.marks), True
        except Interrupted:
            raise
        except Stuck as stuck:
            add_stuck(self.case, stuck, sheet, number)
            return None, False
        except Exception as error:
            add_failure(self.case, error, sheet, number)
            return None, True

    def _play_plain(self, sheet: Sheet, number: int) -> int:
        starter, asker, chooser = streams(self.case.seed, number)
        watching = number < NOTICING
        return plain.play_game(self.noticing if watching else self.twin, sheet, self.game.longest, starter, asker,
                               Random(int(chooser.state[0])), number < THOROUGH, negative.Noticed if watching else None)

    def _play_compiled(self, sheet: Sheet, given: int, most: int, number: int) -> int:
        game, s = self.game, sheet
        plies = int(native.play_game(game, s.states, s.raw, s.before, s.lists, s.odds, s.notes, s.marks, s.spare,
                                     given, most, *streams(self.case.seed, number)))
        looked = int(s.marks[LOOKED])
        native.check_keys(game, s.states, s.keyed, s.keyed_raw, s.swapped_raw, s.scratch, s.scratch_raw, s.lists,
                          s.notes, s.marks, s.spare, s.spare_odds, s.stamps, s.kept, plies)
        if game.shows_wins:
            native.check_wins(game, s.states, s.raw, s.before, s.scratch, s.lists, s.notes, s.marks, s.answers, looked)
        if game.hidden or game.veiled:
            native.check_sight(game, s.states, s.raw, s.before, s.seen, s.seen_raw, s.notes, s.marks, s.sight, looked)
        if s.paints:  # not before plain Python has done so: an index out of range would write somewhere else
            last = plies if self.report.compared_games and not self.case.gathering.has("runs") else -1
            native.check_planes(game, s.states, s.raw, s.before, s.seen, s.seen_raw, s.canvas, s.canvas_raw, s.notes,
                                s.marks, s.painted, last)
        return plies

    # ------------------------------------------------------------ what is found

    def _adder(self, sheet: Sheet, number: int) -> Callable[[str, str, int, str], None]:
        def add(rule: str, sentence: str, plies: int, verb: str) -> None:
            if rule == "keys" and type(self.game).key is Game.key:
                sentence = sentence.replace("the key is taken and ", "").replace(", or on what key leaves out", "")
            self.case.add(rule, sentence, self.case.of_verb(verb), sheet.taken[:plies], number)
        return add

    def _add_difference(self, rule: str, difference: Difference, number: int, meant: str) -> None:
        plies, verb, sentence = difference
        before = plies - 1 if verb == "play" else plies
        if rule == "same" and verb in ("observe", "planes"):
            rule = verb
        self.case.add(rule, sentence + meant, self.case.of_verb(verb), self.native.taken[:before], number)

    def _see_start(self, sheet: Sheet) -> None:
        """Is the start drawn at random? Then moves alone do not lead to a position."""
        start = sheet.raw[0].tobytes()
        self.first_start = self.first_start or start
        self.case.gathering.random_start |= start != self.first_start

    def _see_arrays(self, before: dict[str, bytes]) -> None:
        for name, kept in own_arrays(self.game).items():
            if kept != before.get(name):
                self.case.add("shared", f"a verb writes to self.{name}, which all threads and all states share; keep "
                                        f"what changes in the state", places.of_fact(type(self.game), name))


def own_arrays(part: Component, path: str = "") -> dict[str, bytes]:
    """The bytes of every array among a component's fields, by name."""
    found: dict[str, bytes] = {}
    for name, value in part.__dict__.items():
        if isinstance(value, np.ndarray):
            found[path + name] = value.tobytes()
        elif isinstance(value, Component):
            found |= own_arrays(value, f"{path}{name}.")
    return found


def all_rules(compiles: bool) -> tuple[str, ...]:
    """The rules that the games look into."""
    in_any = ("runs", "stuck", "legal", "widest", "ends", "mover", "scores", "zero_sum", "spare", "chance", "shared")
    return (*in_any, "same", "seeds", "copies", "wins", "observe", "planes", "keys") if compiles else in_any


