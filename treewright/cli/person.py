"""The person at the terminal: asked for a move, he may also say one of a few words."""

import queue
import sys
import textwrap
import threading
from collections.abc import Callable
from typing import Any

from treewright.core.errors import Refused
from treewright.core.game import Game
from treewright.core.thinking import Stop

FEW = 12
"""So many legal moves are shown in the prompt."""

HELP = """\
a move   in the game's notation; the word moves lists those that are legal
undo     take back to your previous turn; again for the one before
hint     what the agent thinks of your position
moves    every legal move
help     this list
quit     leave the game"""


class TakeBack(Exception):
    """The person wants his last turn back."""


class Left(Exception):
    """The person left, the input ended, or Ctrl-C was pressed."""


class Keyboard:
    """Lines from standard input, read by a thread of its own, so that Ctrl-C is heard while nobody types."""

    def __init__(self) -> None:
        self.is_terminal = sys.stdin.isatty()
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            for line in sys.stdin:
                self._lines.put(line.strip())
        except (OSError, ValueError):
            pass
        finally:
            self._lines.put(None)

    def line(self) -> str:
        """The next line; `Left` when there is none any more."""
        while not Stop.raised_for_all:
            try:
                line = self._lines.get(timeout=0.05)
            except queue.Empty:
                continue
            if line is None:
                print()
                break
            if not self.is_terminal:
                print(line)
            return line
        raise Left


class Person:
    """What a `Human` of the command line asks. At a terminal a wrong answer is explained and he is asked
    again; a wrong line of a pipe ends the command."""

    def __init__(self, keyboard: Keyboard, hint: Callable[[], None], name: str = "your"):
        self.keyboard, self.hint, self.name = keyboard, hint, name

    def __call__(self, game: Game, s: Any) -> int:
        legal = [game.describe(s, action) for action in game.choices(s)]
        shown = f" ({' '.join(legal)})" if len(legal) <= FEW else ""
        while True:
            print(f"{self.name} move{shown}: ", end="", flush=True)
            line = self.keyboard.line()
            try:
                if not self._obey(line.lower(), legal):
                    return game.parse(s, line)
            except Refused as refused:
                if not self.keyboard.is_terminal:
                    raise
                print(refused)

    def _obey(self, word: str, legal: list[str]) -> bool:
        """Is it a word instead of a move? Then it is done."""
        if word == "undo":
            raise TakeBack
        if word == "quit":
            raise Left
        if word == "hint":
            self.hint()
        elif word == "moves":
            print(textwrap.fill(" ".join(legal), 78))
        elif word in ("help", "?"):
            print(HELP)
        elif word:
            return False
        return True
