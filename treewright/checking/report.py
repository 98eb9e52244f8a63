"""What came of a check: which rules hold, and of those that fail where, with the moves that show it."""

import dataclasses
from typing import Any

from treewright.checking.rules import RULES

MOST_SHOWN = 3
"""Findings shown of one rule."""


@dataclasses.dataclass(frozen=True)
class Finding:
    """One way in which a rule fails."""

    rule: str
    sentence: str
    place: str = ""
    """`kayles.py:31`, where it can be told."""
    moves: tuple[str, ...] | None = None
    """The shortest game met that shows it; None where no game is needed."""
    game: int | None = None
    """Which of the random games it was met in."""
    times: int = 1
    """In how many of the games it was met."""
    random_start: bool = False

    def lines(self) -> list[str]:
        """The finding as text: a sentence, and below it how to get there."""
        said = [f"{self.place}: {self.sentence}" if self.place else self.sentence]
        if self.moves is not None:
            start = f"in game {self.game}, whose start is drawn at random, " if self.random_start else ""
            when = f"after {' '.join(self.moves)}" if self.moves else "at the start"
            said.append(f"{start}{when} (met in {self.times} {'game' if self.times == 1 else 'games'})")
        return said


@dataclasses.dataclass
class Report:
    """The outcome of a check."""

    name: str
    """The game as an expression."""
    title: str
    """The game in one word: `kayles`."""
    seed: int
    wanted: int
    """How many games were asked for."""
    rules: list[str]
    """Those that apply to the game."""
    checked: set[str] = dataclasses.field(default_factory=set)
    """Those that were looked into."""
    findings: list[Finding] = dataclasses.field(default_factory=list)
    hints: list[str] = dataclasses.field(default_factory=list)
    games: int = 0
    plies: int = 0
    longest: int = 0
    compared_games: int = 0
    compared_plies: int = 0
    seconds: float = 0.0
    bounds_checked: bool = False
    interrupted: bool = False

    @property
    def failed(self) -> list[str]:
        """The rules that do not hold."""
        broken = {finding.rule for finding in self.findings}
        return [rule for rule in RULES if rule in broken]

    @property
    def holds(self) -> bool:
        """Was every rule looked into, and does every one hold?"""
        return not self.findings and not self.interrupted and self.checked >= set(self.rules)

    def standing(self, rule: str) -> str:
        """"holds", "fails" or "not checked"."""
        return "fails" if rule in self.failed else "holds" if rule in self.checked else "not checked"

    def summary(self) -> str:
        """One line."""
        return f"{self.title}: {self._games()} ... {self._verdict()}"

    def _games(self) -> str:
        if not self.games:
            return "no game was played"
        mean = self.plies / self.games
        games = f"{self.games} {'game' if self.games == 1 else 'games'}"
        return f"{games}, {mean:.1f} moves on average, longest {self.longest}"

    def _verdict(self) -> str:
        if self.failed:
            return f"{len(self.failed)} of {len(self.rules)} rules {'fails' if len(self.failed) == 1 else 'fail'}"
        if self.interrupted:
            return "interrupted; nothing wrong so far"
        if self.holds:
            return f"all {len(self.rules)} rules hold"
        return f"{len(self.checked)} of {len(self.rules)} rules were checked, and hold"

    def remarks(self) -> list[str]:
        """What a reader must know beside the summary: how much was compared, and what looks odd."""
        said = []
        if self.compared_games < self.games:
            said.append(f"plain Python played {self.compared_games} of the {self.games} games ({self.compared_plies} "
                        f"moves); the others were played by compiled code alone")
        if self.games and not self.bounds_checked:
            said.append("compiled code ran without bounds checks (plain Python always has them)")
        return said + [f"hint: {hint}" for hint in self.hints]

    def __str__(self) -> str:
        said = []
        for rule in self.failed:
            met = [finding for finding in self.findings if finding.rule == rule]
            said.append(f"fails: {RULES[rule]}")
            for finding in met[:MOST_SHOWN]:
                first, *rest = finding.lines()
                said += [f"    {first}", *(f"        {line}" for line in rest)]
            if len(met) > MOST_SHOWN:
                said.append(f"    and {len(met) - MOST_SHOWN} more")
        return "\n".join([*said, *self.remarks(), self.summary()])

    def as_dict(self) -> dict[str, Any]:
        """The report as data."""
        return {"game": self.name, "seed": self.seed, "holds": self.holds, "interrupted": self.interrupted,
                "games": self.games, "games_wanted": self.wanted, "moves": self.plies, "longest": self.longest,
                "games_in_plain_python": self.compared_games, "moves_in_plain_python": self.compared_plies,
                "bounds_checked": self.bounds_checked, "seconds": round(self.seconds, 3),
                "rules": [{"rule": rule, "says": RULES[rule], "standing": self.standing(rule)}
                          for rule in RULES if rule in self.rules or rule in self.failed],
                "findings": [dataclasses.asdict(finding) for finding in self.findings],
                "hints": self.hints}
