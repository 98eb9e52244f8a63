"""States of a game whose rules are themselves written in Python: what they said once is not asked again.

There a move costs tens of microseconds and a look-up a tenth of one. So a search goes down its tree without any state:
who moves, how it ended and what is legal are looked up. Only where it comes to a move that is not known is there need
of a state, which is cloned from the nearest one that is known, further up, and brought there.
"""

from typing import Any, NamedTuple

from treewright.envs.states import DRAWS, OVER, States, write

MOST_KNOWN, MOST_FROZEN = 2**17, 2**13


class Known(NamedTuple):
    """What came of a move."""

    mover: int
    returns: list[float]
    """If the game was over."""
    before: int
    """The digest of the position that the move was made in."""
    action: int


class RememberedStates(States):
    """`known` and `listed`, the legal actions, are emptied when they are full."""

    most_frozen = MOST_FROZEN

    def __init__(self, game: Any, name: str, longest: int):
        super().__init__(game, name, longest)
        self.known: dict[int, Known] = {}
        self.listed: dict[int, list[int]] = {}

    def forget(self) -> None:
        super().forget()
        self.known.clear()
        self.listed.clear()

    def play(self, here: int, history: int, length: int, action: int, there: int, score: int) -> int:
        found = self.known.get(there)
        if found is None:
            self.refuse_longer(length)
            state = self.take(here, history, length)
            state.apply_action(action)
            if state.is_terminal():
                found = Known(OVER, state.returns(), here, action)
            else:
                found = Known(int(state.current_player()), [], here, action)
                self.keep(there, state)
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            self.known[there] = found
        if found.mover == OVER:
            write(score, "f", found.returns)
        return found.mover

    def pick(self, here: int, history: int, length: int, draw: int) -> int:
        legal = self.list_legal(here, history, length)
        return legal[draw * len(legal) // DRAWS]

    def legal(self, here: int, history: int, length: int, actions: int) -> int:
        return write(actions, "i", self.list_legal(here, history, length))

    def list_legal(self, here: int, history: int, length: int) -> list[int]:
        legal = self.listed.get(here)
        if legal is None:
            state = self.take(here, history, length)
            legal = state._legal_actions(int(state.current_player()))
            self.keep(here, state)
            if len(self.listed) >= MOST_KNOWN:
                self.listed.clear()
            self.listed[here] = legal
        return legal

    def take(self, here: int, history: int, length: int) -> Any:
        """Of the position itself, or of the nearest one before it, brought on from there."""
        moves, at = list[int](), here
        while (state := self.live.pop(at, None)) is None and at not in self.frozen and at in self.known:
            moves.append(self.known[at].action)
            at = self.known[at].before
        if state is not None:
            return played(state, moves)
        state = super().take(at, history, length - len(moves))
        if moves:
            self.freeze(here, played(state, moves))
            state = state.clone()
        return state


def played(state: Any, moves: list[int]) -> Any:
    """The state after some moves, the last one first in the list."""
    for action in reversed(moves):
        state.apply_action(action)
    return state
