"""A fixture: one game to be played, named so completely that whoever plays it plays the same moves.

All random numbers of a fixture come from one place in the tree of seeds: the run's seed, the number of the pair, and
within it 0 for the start, which both games of a pair share, and 1 or 2 for the games themselves. Which of the two is
1 depends on the agents alone, not on who is named first, so `match A B` and `match B A` are the same games.
"""

import dataclasses
import hashlib
import json

import numpy as np

from treewright.core.stream import branch


@dataclasses.dataclass(frozen=True)
class Fixture:
    """Two agents, in the order of their seats, and everything else that decides how their game goes."""

    game: str
    """The game's canonical expression."""
    agents: tuple[str, str]
    """The agents' canonical expressions, the first one at seat 0."""
    start: str = "own"
    """`own`, `random:PLIES`, or `moves:...`; see `starts`."""
    seed: int = 0
    number: int = 0
    """Of the pair. Under a budget in seconds, the number of the repetition."""
    turn: int = 1
    """1 or 2: which game of the pair."""
    move_seconds: float | None = None
    """How long a move may take."""

    def __post_init__(self) -> None:
        """2 and 2.0 seconds are the same, and have the same key."""
        if self.move_seconds is not None:
            object.__setattr__(self, "move_seconds", float(self.move_seconds))

    @property
    def start_seed(self) -> np.random.SeedSequence:
        return branch(self.seed, self.number, 0)

    @property
    def game_seed(self) -> np.random.SeedSequence:
        return branch(self.seed, self.number, self.turn)

    def key(self) -> bytes:
        """Twelve bytes that tell this fixture from every other; the code that plays it is not among them."""
        text = json.dumps((self.game, self.agents, self.start, self.seed, self.number, self.turn, self.move_seconds))
        return hashlib.blake2b(text.encode(), digest_size=12).digest()


def pair_of(game: str, first: str, second: str, number: int, seed: int = 0, start: str = "own",
            move_seconds: float | None = None) -> tuple[Fixture, Fixture]:
    """The two games of a pair: the first agent at seat 0, then at seat 1."""
    turns = (1, 2) if first <= second else (2, 1)
    return (Fixture(game, (first, second), start, seed, number, turns[0], move_seconds),
            Fixture(game, (second, first), start, seed, number, turns[1], move_seconds))
