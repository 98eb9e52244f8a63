"""States of OpenSpiel, found again by what was played: nothing that is copied holds one.

A search copies positions byte by byte, so a handle in a position would come to mean another one. A position here is
the list of its actions, with a digest; the states are kept aside and looked up by the digest.

    live      states that a move takes out, changes and puts back under the digest of what came of it
    frozen    states that are never changed: what was asked for a second time is cloned from there

A state in neither is made from its actions, so both may be emptied at any time. Whoever uses a live state has taken
it out: threads that come to the same position never meet in one state.
"""

import ctypes
from array import array
from collections.abc import Sequence
from typing import Any

from treewright.core.errors import Refused

OVER = -4
"""Who moves when the game is over, as OpenSpiel numbers it."""
MOST_LIVE, MOST_FROZEN = 256, 1024
DRAWS = 2**31
"""`pick` is given one of so many numbers."""


class States:
    """What the verbs of a game ask; `history` is where its actions stand in memory."""

    most_frozen = MOST_FROZEN

    def __init__(self, game: Any, name: str, longest: int):
        self.game, self.name, self.longest = game, name, longest
        self.live: dict[int, Any] = {}
        self.frozen: dict[int, Any] = {}

    def play(self, here: int, history: int, length: int, action: int, there: int, score: int) -> int:
        """Go from the position with the digest `here` to `there`; returns who moves next, or OVER with the returns
        written at `score`."""
        self.refuse_longer(length)
        state = self.take(here, history, length)
        state.apply_action(action)
        if state.is_terminal():
            write(score, "f", state.returns())
            return OVER
        mover = int(state.current_player())
        self.keep(there, state)
        return mover

    def pick(self, here: int, history: int, length: int, draw: int) -> int:
        """A legal action, drawn by a number below DRAWS."""
        state = self.take(here, history, length)
        legal = state.legal_actions()
        self.keep(here, state)
        return legal[draw * len(legal) // DRAWS]

    def legal(self, here: int, history: int, length: int, actions: int) -> int:
        """Write the legal actions."""
        state = self.take(here, history, length)
        found = state.legal_actions()
        self.keep(here, state)
        return write(actions, "i", found)

    def outcomes(self, here: int, history: int, length: int, actions: int, odds: int) -> int:
        """Write what chance can bring, and how likely it is."""
        state = self.take(here, history, length)
        found = state.chance_outcomes()
        self.keep(here, state)
        write(odds, "d", [odd for _, odd in found])
        return write(actions, "i", [outcome for outcome, _ in found])

    def take(self, here: int, history: int, length: int) -> Any:
        """A state of that position which nobody else has."""
        state = self.live.pop(here, None)
        if state is None:
            frozen = self.frozen.get(here)
            if frozen is None:
                frozen = self.made(ctypes.string_at(history, 2 * length))
                self.freeze(here, frozen)
            state = frozen.clone()
        return state

    def freeze(self, here: int, state: Any) -> None:
        """Nobody changes this state any more."""
        if len(self.frozen) >= self.most_frozen:
            self.frozen.clear()
        self.frozen[here] = state

    def keep(self, here: int, state: Any) -> None:
        """Whoever comes to that position may take this state."""
        if len(self.live) >= MOST_LIVE:
            self.live.clear()
        self.live[here] = state

    def forget(self) -> None:
        """As if nothing had been played yet."""
        self.live.clear()
        self.frozen.clear()

    def refuse_longer(self, length: int) -> None:
        if length >= self.longest:
            raise Refused(f"{self.name} went on after {self.longest} plies, the most that OpenSpiel says it can last")

    def made(self, history: bytes) -> Any:
        """A state from the bytes of its actions."""
        state = self.game.new_initial_state()
        for action in array("h", history):
            state.apply_action(action)
        return state


def write(place: int, kind: str, numbers: Sequence[float]) -> int:
    """Write some numbers to memory; returns how many."""
    made = array(kind, numbers)
    ctypes.memmove(place, made.buffer_info()[0], len(made) * made.itemsize)
    return len(made)
