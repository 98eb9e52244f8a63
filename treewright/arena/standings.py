"""How the agents of a tournament stand in one game: their ratings, and what each scored against each."""

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from treewright.arena.pairing import Pairing
from treewright.arena.ratings import Ratings, rate
from treewright.core.drawn import drawn

HEAD = ("agent", "games", "score", "Elo", "95% interval")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclasses.dataclass(frozen=True)
class Standings:
    """The pairings of one game."""

    game: str
    agents: tuple[str, ...]
    pairings: tuple[Pairing, ...]

    def pairing(self, one: str, other: str) -> Pairing | None:
        """Where the two have met, whoever is named first."""
        for pairing in self.pairings:
            if {pairing.first, pairing.second} == {one, other} and pairing.pairs:
                return pairing
        return None

    def score(self, one: str, other: str) -> float:
        """What one scored against the other, nan where they have not met."""
        pairing = self.pairing(one, other)
        if pairing is None:
            return np.nan
        return pairing.tally.score if pairing.first == one else 1 - pairing.tally.score

    def total(self, agent: str) -> tuple[int, float]:
        """An agent's games, and its score over all of them."""
        met = [pairing for pairing in self.pairings if agent in (pairing.first, pairing.second) and pairing.pairs]
        games = sum(2 * pairing.pairs for pairing in met)
        points = sum(2 * pairing.pairs * self.score(agent, _other(pairing, agent)) for pairing in met)
        return games, points / games if games else np.nan

    def ratings(self) -> Ratings:
        """Bradley-Terry ratings from all pairs that count."""
        return rate({(one.first, one.second): one.tally for one in self.pairings if one.pairs})

    def lines(self) -> list[tuple[str, ...]]:
        """For each agent its games, its score and its rating with the interval, the best first."""
        ratings, lines = self.ratings(), list[tuple[str, ...]]()
        for agent in ratings.ranked():
            (games, score), rating = self.total(agent), ratings.interval(agent)
            lines.append((agent, f"{games:,}", f"{score:.3f}", f"{rating.mean:+.0f}",
                          f"[{rating.low:+.0f}, {rating.high:+.0f}]"))
        return lines

    def cross_lines(self) -> list[tuple[str, ...]]:
        """The score of each row against each column; agents are named by letters, the best first."""
        ranked = self.ratings().ranked()
        named = {agent: letter_of(k) for k, agent in enumerate(ranked)}
        lines: list[tuple[str, ...]] = [("score of row against column", *named.values())]
        for one in ranked:
            scores = ["" if one == other else shown(self.score(one, other)) for other in ranked]
            lines.append((f"{named[one]}  {one}", *scores))
        return lines

    def __str__(self) -> str:
        return "\n".join("  ".join(line) for line in [HEAD, *self.lines()])

    def _repr_html_(self) -> str:
        return str(drawn("contest:as_tables", self))

    def plot(self) -> Any:
        """A figure of matplotlib: the cross table, with intervals."""
        return drawn("contest:draw_standings", self)

    def as_dict(self) -> dict[str, Any]:
        ratings, rows = self.ratings(), list[dict[str, Any]]()
        for agent in ratings.ranked():
            (games, score), rating = self.total(agent), ratings.interval(agent)
            rows.append({"agent": agent, "games": games, "score": score, "elo": rating.mean,
                         "interval": [rating.low, rating.high]})
        return {"game": self.game, "agents": rows, "pairings": [one.as_dict() for one in self.pairings]}


def standings(pairings: Sequence[Pairing]) -> list[Standings]:
    """For each game, in the order of the pairings."""
    tables = []
    for game in dict.fromkeys(pairing.game for pairing in pairings):
        mine = tuple(pairing for pairing in pairings if pairing.game == game)
        agents = tuple(dict.fromkeys(name for pairing in mine for name in (pairing.first, pairing.second)))
        tables.append(Standings(game, agents, mine))
    return tables


def letter_of(k: int) -> str:
    """A, B ... Z, AA, AB ..."""
    return LETTERS[k] if k < len(LETTERS) else letter_of(k // len(LETTERS) - 1) + LETTERS[k % len(LETTERS)]


def shown(score: float) -> str:
    return "-" if np.isnan(score) else f"{score:.3f}"


def _other(pairing: Pairing, agent: str) -> str:
    return pairing.second if pairing.first == agent else pairing.first
