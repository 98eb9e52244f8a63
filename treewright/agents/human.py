"""A person as a player: whenever it is his turn, a function asks him for his move.

`treewright play` brings a function of its own, which knows undo and hints; a program can bring another:

    tw.play_game(game, [tw.human(ask), tw.uct(seconds=1)])

where `ask(game, s)` returns an action, or a text in the game's notation.
"""

import sys
from collections.abc import Callable
from typing import Any

from treewright.agents.agent import Agent
from treewright.core.errors import Refused
from treewright.core.game import Game
from treewright.core.record import view

Ask = Callable[[Game, Any], int | str]


class Human(Agent):
    """Asks `ask`, or at the terminal if there is none."""

    def __init__(self, ask: Ask | None = None):
        if ask is not None and not callable(ask):
            raise Refused(f"ask must be a function that returns a move, not {ask!r}")
        self.ask = ask

    def refuse(self, game: Game) -> None:
        super().refuse(game)
        if self.ask is None and not sys.stdin.isatty():
            raise Refused("human() asks for its moves at the terminal, but standard input is none")

    def choose(self) -> int:
        s = view(self.observation)
        answer = (self.ask or ask_at_terminal)(self.game, s)
        return self.game.parse(s, answer) if isinstance(answer, str) else int(answer)

    @property
    def reproducible(self) -> bool:
        return False

    def __str__(self) -> str:
        return self.expression or "human()"

    def __deepcopy__(self, memo: dict[int, Any]) -> "Human":
        return Human(self.ask)


def human(ask: Ask | None = None) -> Human:
    """`human()`: a person at the terminal, or somebody who is asked in another way.

    ask   a function of the game and the state that returns an action or a text; only in Python
    """
    return Human(ask)


def ask_at_terminal(game: Game, s: Any) -> int:
    """Draw the position and ask until the answer is a legal move."""
    print(game.show(s))
    while True:
        print(f"{game.name}, player {s.to_move + 1} to move:", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise Refused("standard input ended before the game did")
        try:
            return game.parse(s, line.strip())
        except Refused as refused:
            print(refused)
