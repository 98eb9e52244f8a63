"""The findings of a check as they come in: of each kind the one with the fewest moves is kept."""

import dataclasses
from collections.abc import Sequence

import numpy as np

from treewright.checking.report import Finding
from treewright.checking.rules import FOLLOWS
from treewright.core.game import Game
from treewright.core.record import view
from treewright.core.stream import branch


@dataclasses.dataclass
class _Met:
    rule: str
    sentence: str
    place: str
    taken: tuple[int, ...] | None
    number: int | None
    games: set[int]


class Gathering:
    """Findings by rule and place."""

    def __init__(self, game: Game, seed: int):
        self.game, self.seed = game, seed
        self.random_start = False
        self._met: dict[tuple[str, str, str], _Met] = {}

    def add(self, rule: str, sentence: str, place: str = "", taken: "np.ndarray | Sequence[int] | None" = None,
            number: int | None = None, kind: str = "") -> None:
        """A rule fails, after the actions `taken` in one of the games. Findings of a kind are counted together."""
        actions = None if taken is None else tuple(int(action) for action in taken)
        games = set() if number is None else {number}
        met = self._met.setdefault((rule, place, kind), _Met(rule, sentence, place, actions, number, set()))
        met.games |= games
        if actions is not None and met.taken is not None and len(actions) < len(met.taken):
            met.sentence, met.taken, met.number = sentence, actions, number

    def has(self, *rules: str) -> bool:
        """Does any of these rules fail?"""
        return any(rule in rules for rule, _, _ in self._met)

    def findings(self) -> list[Finding]:
        """One a kind, without echoes: what does not compile, or mixes signs, also fails when it is run."""
        first = {met.place for met in self._met.values() if met.rule in ("compiles", "signs") and met.place}
        following = {rule for met in self._met.values() for rule in FOLLOWS.get(met.rule, ())}
        kept = [met for met in self._met.values()
                if met.rule not in following and not (met.rule in ("runs", "same") and met.place in first)]
        return [Finding(met.rule, met.sentence, met.place, None if met.taken is None else self._spoken(met), met.number,
                        max(1, len(met.games)), self.random_start and met.taken is not None) for met in kept]

    def _spoken(self, met: _Met) -> tuple[str, ...]:
        """The moves as a person writes them; as numbers, where the game fails to say them."""
        taken = met.taken or ()
        try:
            states = self.game.new(branch(self.seed, met.number or 0, 0))
            s, said = view(states), []
            for action in taken:
                said.append(self.game.describe(s, action))
                self.game.play(s, action)
            return tuple(text if isinstance(text, str) and text else str(action)
                         for text, action in zip(said, taken, strict=True))
        except Exception:  # the game is broken: that is what is being reported
            return tuple(str(action) for action in taken)
