"""The program of a process that plays for one agent; `isolation` starts it and speaks with it.

Standard input and output carry the messages, so they are moved aside first: what the agent prints goes to standard
error, and it reads nothing. The process ends when the other side is gone: at the end of its input, and on Linux, where
the agent may be in native code that lets nobody read, by a signal.
"""

import ctypes
import faulthandler
import os
import pickle
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from typing import IO, Any

import numpy as np

from treewright.agents import language
from treewright.arena import words
from treewright.arena.pipe import receive, send
from treewright.arena.seat import Lost, Seat
from treewright.core.compiling import counts
from treewright.core.errors import Refused
from treewright.core.game import Game
from treewright.core.result import Thought
from treewright.core.stream import Seed

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Play for whoever is at the other end, until he is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.enable()
    end_with_the_parent()
    heard, said = set_aside()
    Player(heard, said).play()


def end_with_the_parent() -> None:
    """Linux ends this process when the thread that started it ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def set_aside() -> tuple[IO[bytes], IO[bytes]]:
    """Standard input and output as streams for messages; in their place come nothing and standard error."""
    heard, said = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    return heard, said


class Player:
    """One agent, asked by messages. A thread reads them, so that a stop is heard while the agent thinks."""

    def __init__(self, heard: IO[bytes], said: IO[bytes]):
        self._heard, self._said, self._saying = heard, said, threading.Lock()
        self._calls: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        self.game: Game
        self.seat: Seat | None = None
        counts.notice = lambda title, seconds: self._say("compiling", title, seconds)

    def play(self) -> None:
        self.text, folders = receive(self._heard)
        sys.path.extend(folder for folder in folders if folder not in sys.path)
        threading.Thread(target=self._listen, daemon=True).start()
        while True:
            verb, *arguments = self._calls.get()
            self._say(*self._answer(verb, arguments))

    def _answer(self, verb: str, arguments: list[Any]) -> tuple[Any, ...]:
        verbs: dict[str, Callable[..., Any]] = {"begin": self.begin, "see": self.see, "choose": self.choose}
        try:
            return "done", verbs[verb](*arguments)
        except Refused as refused:
            return "refused", str(refused)
        except Lost as lost:
            return "lost", lost.reason, lost.words

    def begin(self, game: str | bytes | None, seat: int, seed: Seed) -> None:
        """A game begins: another one, unless it is None. Before the first one the agent is made."""
        try:
            self.seat = self.seat or Seat(language.agent(self.text))
            if game is not None:
                self.game = language.game(game) if isinstance(game, str) else pickle.loads(game)
        except Refused:
            raise
        except Exception as error:
            raise Refused(f"{self.text} cannot be isolated: {words.of_error(error)}") from error
        self._taken().begin(self.game, seat, seed)

    def see(self, observation: bytes) -> None:
        self._taken().see(np.frombuffer(observation, self.game.state).copy())

    def choose(self) -> tuple[int, Thought]:
        """The action, and what it cost but for the seconds, which the other side counts."""
        action, (simulations, _, mean, largest, value) = self._taken().choose()
        return action, Thought(simulations, mean, largest, value)

    def _taken(self) -> Seat:
        assert self.seat is not None
        return self.seat

    def _say(self, *message: Any) -> None:
        with self._saying:
            send(self._said, message)

    def _listen(self) -> None:
        """Take calls in; the end of the input, or an agent that cannot even be stopped, ends the process."""
        try:
            while True:
                message = receive(self._heard)
                if message[0] != "stop":
                    self._calls.put(message)
                elif self.seat is not None:
                    self.seat.agent.stop()
        except EOFError:
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
