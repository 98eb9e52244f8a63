"""`treewright serve` in a process of its own, spoken to line by line."""

import contextlib
import json
import select
import subprocess
import time

from tests.cli.terminal import COMMAND, environment


class Server:
    """Keeps every answer that it read."""

    def __init__(self, process: "subprocess.Popen[bytes]"):
        self.process, self.answers, self._unread = process, [], b""

    def say(self, *lines) -> None:
        for line in lines:
            self.process.stdin.write(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()

    def read(self, seconds: float = 120):
        """The next answer."""
        end = time.monotonic() + seconds
        while b"\n" not in self._unread:
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(f"no answer in {seconds} s, after {self.answers[-3:]}")
            more = self.process.stdout.read1(2**16)
            if not more:
                raise AssertionError(f"it ended, after {self.answers[-3:]}")
            self._unread += more
        line, _, self._unread = self._unread.partition(b"\n")
        self.answers.append(json.loads(line))
        return self.answers[-1]

    def wait_for(self, name, kind):
        while (answer := self.read())["id"] != name or answer["kind"] != kind:
            pass
        return answer


@contextlib.contextmanager
def server(*options: str, folder=None):
    """A server that is ended, whatever happens."""
    process = subprocess.Popen([*COMMAND, "serve", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=environment(), cwd=folder, start_new_session=True)
    try:
        yield Server(process)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            with contextlib.suppress(OSError):
                pipe.close()
