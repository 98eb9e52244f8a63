"""A game played once more from its actions, move by move, by the rules as they are today."""

import hashlib

import numpy as np

from treewright.agents import language
from treewright.arena.fixture import Fixture
from treewright.arena.played import Played
from treewright.arena.starts import beginning
from treewright.core.errors import Refused
from treewright.core.game import CHANCE, Game
from treewright.core.record import view


class Replay:
    """Every position of a game. Where today's rules do not allow what was played, it ends there, and `trouble` says
    why."""

    def __init__(self, fixture: Fixture, played: Played):
        self.game: Game = language.game(fixture.game)
        self.fixture, self.played = fixture, played
        self.positions = [beginning(self.game, fixture).beginning]
        self.moves: list[str] = []
        """Every action in the game's notation."""
        self.trouble = self._of_opening() or self._of_actions() or self._of_end()

    def player(self, ply: int) -> str:
        """Who makes the move after so many actions: 1, 2 or chance."""
        mover = int(self.positions[ply]["to_move"][0])
        return "chance" if mover == CHANCE else str(mover + 1)

    def drawing(self, ply: int) -> str:
        """The position after so many actions as a drawing of text."""
        return self.game.show(view(self.positions[ply])).rstrip()

    def _of_opening(self) -> str | None:
        """As the referee, which noted how the game began."""
        begun = hashlib.blake2b(self.game.identity(self.positions[0]), digest_size=8).digest()
        same = not self.played.opening or begun == self.played.opening
        return None if same else "by today's rules the game would have begun otherwise"

    def _of_actions(self) -> str | None:
        for number, action in enumerate(self.played.actions, 1):
            position = self.positions[-1]
            s = view(position)
            if s.over:
                return f"by today's rules the game would have been over before move {number}"
            if action not in self.game.choices(s):
                return f"by today's rules move {number} (action {action}) is not legal"
            self.moves.append(self.game.describe(s, action))
            self._play(position, action)
        return None

    def _play(self, position: np.ndarray, action: int) -> None:
        after = position.copy()
        self.game.copy(after, 0, position[0])
        with np.errstate(over="ignore"):
            self.game.play(view(after), action)
        self.positions.append(after)

    def _of_end(self) -> str | None:
        """A game that was played to its end must end with the scores that were noted."""
        if self.played.forfeit is not None:
            return None
        s = view(self.positions[-1])
        scores = tuple(float(score) for score in s.score)
        if not s.over:
            return "by today's rules the game would not be over yet"
        if scores == self.played.scores:
            return None
        return f"by today's rules the scores would be {_shown(scores)}, not {_shown(self.played.scores)}"


def _shown(scores: tuple[float, ...]) -> str:
    return " and ".join(f"{score:g}" for score in scores)


def replayed(fixture: Fixture, played: Played) -> tuple[Replay | None, str | None]:
    """The replay, none where the game's file or its start is gone; and a sentence that says what is wrong, if anything
    is."""
    try:
        replay = Replay(fixture, played)
    except Refused as refused:
        return None, f"the game cannot be replayed: {refused}"
    return replay, replay.trouble
