"""A session in this process, and what every answer must look like."""

import json
import threading

from treewright.serve.crew import Crew
from treewright.serve.outbox import Outbox
from treewright.serve.schema import KINDS
from treewright.serve.session import Session

LAST = set(KINDS) - {"progress"}
NEEDED = {
    "result": {"choice", "actions", "principal_variation", "simulations", "seconds", "nodes", "interrupted",
               "position"},
    "position": {"game", "position", "legal"},
    "about": {"treewright", "games", "agents"},
    "cancel": {"cancels", "was"},
    "error": {"error", "line"},
    "progress": {"simulations", "seconds", "actions", "principal_variation"},
}


class Client:
    """Says lines, and keeps the answers."""

    def __init__(self, crew: Crew, **terms):
        self.answers, self._heard = [], threading.Condition()
        self.outbox = Outbox(self._read)
        self.session = Session(crew, self.outbox, **terms)

    def _read(self, data: bytes) -> None:
        with self._heard:
            self.answers += [json.loads(line, parse_constant=_refuse) for line in data.splitlines()]
            self._heard.notify_all()

    def say(self, *lines) -> None:
        for line in lines:
            self.session.hear(line if isinstance(line, bytes) else (json.dumps(line) + "\n").encode())

    def wait_for(self, name, kind=None, seconds=120):
        """The first answer to this query, of this kind or the last one."""
        def found():
            return next((one for one in self.answers if one["id"] == name
                         and (one["kind"] == kind or (kind is None and one["kind"] in LAST))), None)
        with self._heard:
            assert self._heard.wait_for(found, seconds), (name, self.answers[-3:])
            return found()

    def end(self):
        """All answers, when there will be no more."""
        self.session.end()
        self.outbox.close()
        return self.answers


def refuse_malformed(answer) -> None:
    """Every answer has a version, an id, a kind, and what belongs to the kind."""
    assert answer["protocol"] == 1
    assert answer["id"] is None or isinstance(answer["id"], str | int)
    assert NEEDED[answer["kind"]] <= set(answer)
    if answer["kind"] == "error":
        assert answer["error"].strip()
        assert "\n" not in answer["error"]
        assert len(answer["error"]) < 1000
        assert answer["line"] >= 1
    else:
        assert answer["id"] is not None


def _refuse(constant):
    raise AssertionError(f"{constant} is not JSON")
