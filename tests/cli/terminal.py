"""The command line as somebody has it: commands in processes of their own, with pipes or with a terminal."""

import contextlib
import dataclasses
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

COMMAND = [sys.executable, "-c", "from treewright.cli import main; main()"]


@dataclasses.dataclass(frozen=True)
class Said:
    """What a command left behind."""

    code: int
    out: str
    err: str
    seconds: float

    @property
    def complaint(self) -> list[str]:
        """The lines on standard error, but for the word that something is being compiled."""
        return [line for line in self.err.splitlines() if not line.startswith("compiling ")]


def treewright(*arguments: str, typed: str = "", folder: str | None = None) -> Said:
    """Run one command to its end with pipes; `typed` is its standard input."""
    begun = time.monotonic()
    done = subprocess.run([*COMMAND, *arguments], input=typed, capture_output=True, text=True, cwd=folder,
                          timeout=120, env=environment())
    return Said(done.returncode, done.stdout, done.stderr, time.monotonic() - begun)


def environment() -> dict[str, str]:
    """The tests' own, with a page of 80 columns and the package in reach from any folder."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, "COLUMNS": "80", "TERM": "xterm"}


class Terminal:
    """A command under a terminal of its own; all it says is on the one screen."""

    def __init__(self, process: "subprocess.Popen[bytes]", screen: int):
        self.process, self.screen, self._unread = process, screen, ""

    def wait_for(self, text: str, seconds: float = 60) -> str:
        """Read on until the text appears; returns what was read, up to its end."""
        end = time.monotonic() + seconds
        while text not in self._unread:
            more = self._more(0.05)
            if more is None or time.monotonic() > end:
                raise AssertionError(f"{text!r} did not appear, but:\n{self._unread}")
            self._unread += more
        before, found, self._unread = self._unread.partition(text)
        return before + found

    def type(self, line: str) -> None:
        os.write(self.screen, line.encode() + b"\n")

    def press_control_c(self) -> float:
        """Interrupt it; returns when that was."""
        now = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        return now

    def rest(self) -> tuple[int, str, float]:
        """Its exit code, what it still said, and when it ended."""
        read, self._unread = self._unread, ""
        while self.process.poll() is None:
            read += self._more(0.005) or ""
        ended = time.monotonic()
        while more := self._more(0.05):
            read += more
        return self.process.returncode, read, ended

    def _more(self, seconds: float) -> str | None:
        """What appeared, None once nothing can any more."""
        if not select.select([self.screen], [], [], seconds)[0]:
            return "" if self.process.poll() is None else None
        try:
            return os.read(self.screen, 65536).decode(errors="replace").replace("\r\n", "\n")
        except OSError:
            return None


@contextlib.contextmanager
def at_terminal(*arguments: str, out: int | None = None) -> Iterator[Terminal]:
    """A command that believes a person sits before it; standard output may go elsewhere."""
    screen, side = pty.openpty()
    process = subprocess.Popen([*COMMAND, *arguments], stdin=side, stdout=side if out is None else out,
                               stderr=side, env=environment(), start_new_session=True)
    os.close(side)
    try:
        yield Terminal(process, screen)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(screen)
