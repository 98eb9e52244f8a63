"""What a game is to everything else: a state record and a handful of verbs.

A game is a component. It declares its facts as class constants (or sets them in `__init__` where they depend on a
size), describes its state with `record(...)`, and gives the first three verbs below; the others have plain
defaults. A state always has `to_move` (a player, or CHANCE), `over`, and `score` (one number a player, which may
grow as the game goes on: what happens next must not depend on it).

Sizes are fields, capacities are types: a board of another size in the same record compiles nothing.
"""

from typing import Any, ClassVar

import numpy as np

from treewright.core.component import Component, declares, python_only
from treewright.core.errors import Refused
from treewright.core.fields import write_fields
from treewright.core.record import view
from treewright.core.stream import Seed, Stream

CHANCE = -1

LARGEST_CHOICE = 2**15 - 1
"""The most actions at once: a node counts its children in 16 bits."""

State = Any
"""One state: a record whose fields are attributes."""
Actions = np.ndarray
"""int32[widest]: a list of action numbers to fill."""


@declares
class Game(Component):
    """Rules, and nothing else. Verbs are compiled; the methods after them are plain Python."""

    __facts__: ClassVar[tuple[str, ...]] = ("players", "actions", "widest", "longest")

    players: ClassVar[int] = 2
    chance: ClassVar[bool] = False
    """Does chance ever move?"""
    hidden: ClassVar[bool] = False
    """Is anything hidden from a player?"""
    veiled: ClassVar[bool] = False
    """Is something kept from a player for a while, such as what the other decides at the same moment? What `observe`
    writes is then a state to search like any other, and all that an agent is shown."""
    zero_sum: ClassVar[bool] = True
    """Do the scores of two players always add up to nothing?"""
    shows_wins: ClassVar[bool] = False
    """Does the game offer the verb `wins`?"""
    score_range: ClassVar[tuple[float, float]]
    """The least and the largest score that a finished game can give."""
    actions: ClassVar[int]
    """How many action numbers there are: actions are 0 .. actions - 1."""
    widest: ClassVar[int]
    """The most actions that can be legal (or outcomes possible) at once."""
    longest: ClassVar[int]
    """The most plies a game can last, those of chance included."""
    least_room: ClassVar[int] = 64
    """The least room for plies that is made, a power of two: shorter games than that share compiled code."""
    state: ClassVar[np.dtype[Any]]
    """The layout of a state."""
    plane_shape: ClassVar[tuple[int, int, int]]
    """Channels, rows and columns of what the verb `planes` writes; declared by games that have it."""

    def start(self, s: State, rng: Stream) -> None:
        """Set up a game in `s` (whose bytes are all zero); `rng` for games that begin at random."""

    def legal(self, s: State, actions: Actions) -> int:
        """Write the legal actions of the player to move, each once; return how many. Not asked of chance."""
        return 0

    def play(self, s: State, action: int) -> None:
        """Play a legal action, or an outcome of chance."""

    def outcomes(self, s: State, actions: Actions, odds: np.ndarray) -> int:
        """Where chance is to move: write what can happen and how likely it is (adding up to 1); return how many."""
        return 0

    def any_action(self, s: State, actions: Actions, rng: Stream) -> int:
        """A legal action, each as likely as the others. Give a faster form if there is one."""
        return int(actions[rng.below(self.legal(s, actions))])

    def copy(self, to: np.ndarray, i: int, s: State) -> None:
        """Copy a state into to[i]. A game whose record holds a handle copies what the handle means."""
        to[i] = s

    def wins(self, s: State, player: int) -> int:
        """An action by which `player` would win at once if it were his turn, -1 if there is none; offered where
        `shows_wins` says so, for playouts that look one ply ahead."""
        return -1

    def key(self, s: State) -> None:
        """`s` is a copy: wipe what does not matter to the rest of the game (a history), so that equal positions are
        equal bytes."""

    def observe(self, s: State, player: int, o: State) -> None:
        """Write into `o`, a blank record laid out like a state, what `player` may know of `s`: all that an agent gets
        where something is hidden."""

    def planes(self, s: State, player: int, out: np.ndarray) -> None:
        """Write what `player` sees as numbers from -1 to 1, for environments and networks, into `out`:
        float32[plane_shape], all 0 before. Where something is hidden, `s` is what `observe` wrote. A game that leaves
        this out shows the fields of its state, whatever their size (see `fields`)."""
        write_fields(s, player, out)

    # ------------------------------------------------------------ plain Python from here on

    @python_only
    def refuse_incomplete(self) -> None:
        """Say what a game that cannot be played yet has left out."""
        missing = [fact for fact in ("actions", "widest", "longest", "score_range", "state") if not hasattr(self, fact)]
        if missing:
            raise Refused(f"{type(self).__name__} does not say its {', '.join(missing)}: declare them in the class")
        fields = self.state.names or ()
        if not 1 <= self.widest <= LARGEST_CHOICE:
            raise Refused(f"widest must be from 1 to {LARGEST_CHOICE}, not {self.widest}, in {type(self).__name__}")
        lacking = [field for field in ("to_move", "over", "score") if field not in fields]
        if lacking:
            raise Refused(f"the state of {type(self).__name__} has no {', '.join(lacking)}: every state needs them")

    @python_only
    def describe(self, s: State, action: int) -> str:
        """The action as a person writes it."""
        return str(action)

    @python_only
    def parse(self, s: State, text: str) -> int:
        """The legal action that `text` means in `s`."""
        for action in self.choices(s):
            if self.describe(s, action).lower() == text.strip().lower():
                return action
        shown = [self.describe(s, action) for action in self.choices(s)]
        listed = ", ".join(shown[:20]) + (f" and {len(shown) - 20} more" if len(shown) > 20 else "")
        raise Refused(f"{text!r} is not a legal action here; there are {listed}")

    @python_only
    def show(self, s: State) -> str:
        """The state as a drawing of text."""
        return "  ".join(f"{name}={s[name]}" for name in self.state.names or ())

    @python_only
    def new(self, seed: Seed = 0) -> np.ndarray:
        """A game's beginning, as an array of one state."""
        states = np.zeros(1, self.state)
        with np.errstate(over="ignore"):
            self.start(view(states), Stream(seed))
        return states

    @python_only
    def position(self, moves: str | list[str] | list[int] = "", seed: Seed = 0) -> np.ndarray:
        """The state after some moves, given as text ("4 4 3"), as texts, or as action numbers."""
        states = self.new(seed)
        s = view(states)
        for move in moves.split() if isinstance(moves, str) else moves:
            if s.over:
                raise Refused(f"the game is over before {move!r}")
            action = self.parse(s, move) if isinstance(move, str) else int(move)
            if action not in self.choices(s):
                raise Refused(f"action {action} is not legal here; there are {', '.join(map(str, self.choices(s)))}")
            with np.errstate(over="ignore"):
                self.play(s, action)
        return states

    @python_only
    def choices(self, s: State) -> list[int]:
        """The legal actions (or chance's outcomes) in `s` as a list."""
        if s.over:
            return []
        actions = np.zeros(self.widest, np.int32)
        with np.errstate(over="ignore"):
            if s.to_move == CHANCE:
                n = self.outcomes(s, actions, np.zeros(self.widest))
            else:
                n = self.legal(s, actions)
        return [int(action) for action in actions[:n]]

    @python_only
    def identity(self, states: np.ndarray, i: int = 0) -> bytes:
        """The bytes by which equal positions are equal: the key without the score."""
        kept = states[i : i + 1].copy()
        self.key(view(kept))
        kept["score"] = 0
        return kept.tobytes()
