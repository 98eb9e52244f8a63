"""A tournament's plan: from the command line's words, or from a TOML file.

    game = "connect_four"                  # or several: games = ["hex(5)", "heap_go(5, 5)"]
    agents = ["uct(simulations=1000)", "rave(simulations=1000)"]
    format = "round-robin"                 # or gauntlet, ladder
    pairing = 200                          # games of each pairing
    seed = 0
    start = "random:4"
    move_seconds = 2.0
    sprt = "elo0=0,elo1=30"
    until_ci = 0.05

A word that the plan does not know, or an agent that does not exist, is told with its line.
"""

import dataclasses
import re
import tomllib
from pathlib import Path
from typing import Any

from treewright.arena.schedule import FORMATS
from treewright.core.errors import Refused, nearest


@dataclasses.dataclass(frozen=True)
class Plan:
    """What a tournament is; texts as they were given."""

    games: tuple[str, ...]
    agents: tuple[str, ...]
    format: str = "round-robin"
    pairing: int = 100
    seed: int = 0
    start: str = "own"
    move_seconds: float | None = None
    sprt: str | None = None
    until_ci: float | None = None

    def as_dict(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


KINDS: dict[str, tuple[type, ...]] = {
    "format": (str,), "pairing": (int,), "seed": (int,), "start": (str,), "move_seconds": (int, float),
    "sprt": (str,), "until_ci": (int, float)}
WORDS = {"game": "a text", "games": "a list of texts", "agents": "a list of texts", "format": "a text",
         "pairing": "a whole number", "seed": "a whole number", "start": "a text", "move_seconds": "a number",
         "sprt": "a text", "until_ci": "a number"}


class PlanFile:
    """A TOML file, which knows on what line each thing stands."""

    def __init__(self, place: Path):
        self.place = place
        try:
            self.text = place.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
            raise Refused(f"{place} cannot be read: {reason}") from None
        try:
            self.data = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise Refused(f"{place}: {error}") from None

    def plan(self) -> Plan:
        """The plan that the file holds."""
        for name, value in self.data.items():
            if name not in WORDS:
                raise self.refused(name, f"there is no setting {name}{nearest(name, WORDS)}")
            if not self._fits(name, value):
                raise self.refused(name, f"{name} must be {WORDS[name]}, not {value!r}")
        if "game" in self.data and "games" in self.data:
            raise self.refused("games", "give either game or games")
        games = self.data.get("games", [self.data["game"]] if "game" in self.data else [])
        if not games:
            raise Refused(f"{self.place} names no game: add game = \"connect_four\"")
        if not self.data.get("agents"):
            raise Refused(f"{self.place} names no agents: add agents = [\"uct(simulations=1000)\", ...]")
        if self.data.get("format", FORMATS[0]) not in FORMATS:
            given = self.data["format"]
            raise self.refused("format", f"there is no format {given}{nearest(given, FORMATS)}")
        others = {name: value for name, value in self.data.items() if name in KINDS}
        return Plan(tuple(games), tuple(self.data["agents"]), **others)

    def refused(self, text: str, sentence: str) -> Refused:
        """The sentence with the line on which the text stands first."""
        return Refused(f"{self.place}:{self.line_of(text)}: {sentence}")

    def line_of(self, text: str) -> int:
        """Where a setting begins, or a text stands in quotes; 1 where neither is found."""
        setting = re.compile(rf"\s*{re.escape(text)}\s*=")
        lines = self.text.splitlines()
        places = [number for number, line in enumerate(lines, 1) if setting.match(line)]
        places += [number for number, line in enumerate(lines, 1) if _unescaped(line).find(text) >= 0]
        return places[0] if places else 1

    @staticmethod
    def _fits(name: str, value: Any) -> bool:
        if isinstance(value, bool):
            return False
        if name in ("games", "agents"):
            return isinstance(value, list) and all(isinstance(one, str) for one in value)
        return isinstance(value, KINDS.get(name, (str,)))


def _unescaped(line: str) -> str:
    return line.replace('\\"', '"')
