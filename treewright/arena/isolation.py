"""An agent in a process of its own, which can be ended whatever it is doing, and whose death is only a lost game.

    parent: the agent's text, then  begin, see, choose  and, at any time, stop
    child:  an answer to each of the first three  (done, refused or lost),  and what it is compiling

`isolated` is the program on the other side. The moves are those that the agent would play here: it is made from the
same text, and gets the same seeds and observations.
"""

import contextlib
import importlib.util
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from treewright.agents import language
from treewright.agents.agent import Agent
from treewright.agents.human import Human
from treewright.arena.pipe import receive, send
from treewright.arena.seat import Lost
from treewright.arena.timing import BEGIN_SECONDS, Answers, wait_for
from treewright.core.compiling import counts
from treewright.core.errors import Refused
from treewright.core.game import Game
from treewright.core.result import Thought
from treewright.core.stream import Seed

ROOT = str(Path(__file__).resolve().parents[2])
PROGRAM = "import sys; sys.path.append(sys.argv.pop()); from treewright.arena.isolated import main; main()"


class Isolated(Agent):
    """The agent of an expression, in a process that is started when its first game begins, and again after it had to
    be ended or ended by itself."""

    def __init__(self, text: str):
        self.text = text
        self.named = language.agent(text)
        """The same agent in this process: it is asked what it is, and never plays."""
        if isinstance(self.named, Human):
            raise Refused(f"{self.named} cannot be isolated: a process of its own has no terminal to ask at")
        self.expression, self.cheats = str(self.named), self.named.cheats
        self._seconds: float | None = None
        self._child: Child | None = None
        self._thought: Thought | None = None

    # ------------------------------------------------------------ the contract

    def refuse(self, game: Game) -> None:
        self.named.refuse(game)

    def keep_time(self, seconds: float | None) -> bool:
        self._seconds = seconds
        return True

    def begin(self, game: Game, seat: int, seed: Seed) -> None:
        super().begin(game, seat, seed)
        limit = None if self._seconds is None else max(self._seconds, BEGIN_SECONDS)
        if self._child is not None and self._child.ended:
            self.close()
        if self._child is None:
            self._child = Child(self.text)
        known = self._child.game is game
        self._child.game = game
        self._ask(limit, "begin", None if known else _elsewhere(game), seat, seed)

    def see(self, observation: np.ndarray) -> None:
        super().see(observation)
        self._ask(self._seconds, "see", observation.tobytes())

    def choose(self) -> int:
        action, self._thought = self._ask(self._seconds, "choose")
        return int(action)

    @property
    def reproducible(self) -> bool:
        return self.named.reproducible

    def thought(self) -> Thought | None:
        return self._thought

    def stop(self) -> None:
        child = self._child
        if child is not None:
            child.tell("stop")

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.end()
            self._child = None

    # ------------------------------------------------------------ how it is done

    def _ask(self, limit: float | None, verb: str, *arguments: Any) -> Any:
        """What the agent answers; the process is ended where it cannot be asked again."""
        if self._child is None:
            raise Lost("crash", "its process has ended")
        try:
            kind, *said = self._child.ask(limit, verb, *arguments)
        except BaseException:
            self.close()
            raise
        if kind == "refused":
            raise Refused(*said)
        if kind == "lost":
            raise Lost(*said)
        return said[0]


class Child:
    """The process, and the thread that starts it, reads what it says, and waits for its end.

    It is the same thread that starts it, because Linux can end a process with the thread that started it (see
    `isolated`)."""

    def __init__(self, text: str):
        self.game: Game | None = None
        """The game that it plays, so that it is sent once."""
        self.compiling = Compiling()
        self._answers, self._started, self._sending = Answers(), Answers(), threading.Lock()
        threading.Thread(target=_attend, args=(self._started, self._answers, self.compiling), daemon=True).start()
        started = self._started.get()
        if isinstance(started, OSError):
            raise Refused(f"no process can be started for {text}: {started.strerror}") from started
        self._process: subprocess.Popen[bytes] = started
        self.end: Callable[[], Any] = weakref.finalize(self, _end, started)
        """End it, and all that it started; done by itself when nobody has the child any more, or Python ends."""
        self.tell(text, sys.path)

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def tell(self, *message: Any) -> None:
        """Send something. Where nobody is left to hear it, the next answer says so."""
        with self._sending, contextlib.suppress(OSError, ValueError):
            assert self._process.stdin is not None
            send(self._process.stdin, message)

    def ask(self, limit: float | None, *message: Any) -> Any:
        """Send something and wait for the answer."""
        self.tell(*message)
        answer = wait_for(self._answers, message[0], limit, lambda: self.tell("stop"), self.compiling.so_far)
        if isinstance(answer, BaseException):
            raise answer
        return answer


class Compiling:
    """The seconds that the process spends compiling, which are not those of a move."""

    def __init__(self) -> None:
        self._seconds, self._begun = 0.0, 0.0

    def hear(self, title: str, seconds: float | None) -> None:
        """It begins to compile something (None), or is done after so many seconds; told as if it were done here."""
        self._begun = time.perf_counter() if seconds is None else 0.0
        self._seconds += seconds or 0.0
        if counts.notice is not None:
            counts.notice(title, seconds)

    def so_far(self) -> float:
        return self._seconds + (time.perf_counter() - self._begun if self._begun else 0.0)


def _attend(started: Answers, answers: Answers, compiling: Compiling) -> None:
    """What a child's thread does: it holds on to nothing but the process, so that a forgotten child is ended."""
    try:
        process = subprocess.Popen([sys.executable, "-P", "-c", PROGRAM, ROOT], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, start_new_session=True)
    except OSError as error:
        started.put(error)
        return
    started.put(process)
    assert process.stdout is not None
    with process.stdout:
        try:
            while True:
                kind, *said = receive(process.stdout)
                if kind == "compiling":
                    compiling.hear(*said)
                else:
                    answers.put((kind, *said))
        except EOFError:
            answers.put(Lost("crash", f"its process {_ending(_finished(process))}"))
        except Exception as error:
            _finished(process)
            answers.put(Lost("crash", f"its process sent what cannot be read: {type(error).__name__}"))


def _finished(process: "subprocess.Popen[bytes]") -> int:
    """End what there is of a process that says nothing more, and of what it started; its exit code."""
    _kill(process)
    return process.wait()


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Its thread then waits for it."""
    if process.poll() is None:
        _kill(process)
    with contextlib.suppress(OSError):
        assert process.stdin is not None
        process.stdin.close()


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """The whole group of processes, where there are such groups. One that is ending already keeps its exit code."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _ending(code: int) -> str:
    """How a process ended, in words."""
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"


def _elsewhere(game: Game) -> str | bytes:
    """A game for another process: its text, or a pickle where no text names it."""
    text = str(game)
    if language.names(language.game, text) and type(language.game(text)) is type(game):
        return text
    module = type(game).__module__
    if module == "__main__" or importlib.util.find_spec(module) is None:
        raise Refused(f"the game {text} cannot be found by another process: put its class into a file and write "
                      f"file.py:{type(game).__name__}, or do not isolate agents")
    return pickle.dumps(game)
