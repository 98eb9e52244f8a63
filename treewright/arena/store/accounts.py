"""What a store holds of each pairing, counted in SQL, so that a hundred thousand games are told within a second.

A fixture that was played by several versions of the code counts once: as the current code played it, else as it was
played last. Two games make a pair if they agree in all but the seats of the agents.
"""

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

from treewright.arena.intervals import Interval, interval_of_counts
from treewright.arena.store.store import Store
from treewright.arena.store.trouble import told
from treewright.arena.store.wanted import EVERYTHING, Wanted

CurrentCode = Callable[[str, str, str], str | None]
"""The digest of the current code for a game and two agents, None where nobody can say; see `Today`."""


@dataclasses.dataclass(frozen=True)
class Account:
    """Two agents that met in a game on the same terms; everything is told from the first agent's side."""

    game: str
    first: str
    second: str
    start: str
    """As fixtures have it; positions from a file are all called `moves`."""
    move_seconds: float | None
    games: int
    wins: int
    draws: int
    pairs: tuple[int, ...]
    """How many pairs are worth 0, 1/4, 1/2, 3/4 and 1."""
    distinct: int
    """How many games are not the same, move for move, as another."""
    forfeits: int
    reproducible: int
    current: int
    """How many games were played by the current code."""
    unknown: int
    """Of how many nobody can say, since a file that they need is gone."""
    last: int
    """When the last game was played, in seconds since 1970."""

    @property
    def losses(self) -> int:
        return self.games - self.wins - self.draws

    @property
    def unpaired(self) -> int:
        """Games whose other half is missing: they do not count for the interval."""
        return self.games - 2 * sum(self.pairs)

    @property
    def older(self) -> int:
        return self.games - self.current - self.unknown

    @property
    def irreproducible(self) -> int:
        """Games with a budget in seconds."""
        return self.games - self.reproducible

    @property
    def code(self) -> str:
        """current, older, mixed or unknown."""
        met = [kind for kind in ("current", "older", "unknown") if getattr(self, kind)]
        return met[0] if len(met) == 1 else "mixed"

    def interval(self) -> Interval:
        """The first agent's score a game, over pairs."""
        return interval_of_counts(self.pairs)

    def mirrored(self) -> "Account":
        """The same from the second agent's side."""
        return dataclasses.replace(self, first=self.second, second=self.first, wins=self.losses,
                                   pairs=self.pairs[::-1])


class CodeCount(NamedTuple):
    """How many games two agents played by one version of the code, whatever the seats."""

    game: str
    one: str
    other: str
    code: str
    games: int


def codes(store: Store, wanted: Wanted = EVERYTHING) -> list[CodeCount]:
    """Games by pairing and code."""
    with told(store.place):
        return [CodeCount(*row[2:]) for row in store.connection.execute(CODES.format(where=wanted.condition(store)))]


def accounts(store: Store, current: CurrentCode, wanted: Wanted = EVERYTHING) -> list[Account]:
    """An account of each pairing, the agent with the better score first; by game and terms, the newest last."""
    where = wanted.condition(store)
    with told(store.place):
        if store.connection.execute(f"SELECT EXISTS ({AGAIN})").fetchone() == (1,):
            where += f" AND id NOT IN ({SUPERSEDED.format(todays=_todays(store, current, where))})"
        terms, counts, pairs, distinct = (list(store.connection.execute(question.format(where=where)))
                                          for question in (TERMS, COUNTS, PAIRS, DISTINCT))
    codes_of: dict[int, list[tuple[Any, ...]]] = {}
    for pairing, *code in counts:
        codes_of.setdefault(pairing, []).append(tuple(code))
    pairs_of, distinct_of = {pairing: tuple(worth) for pairing, *worth in pairs}, dict(distinct)
    found = [_account(tuple(those), codes_of[pairing], pairs_of[pairing], distinct_of[pairing], current)
             for pairing, *those in terms if pairing in codes_of]
    return sorted(found, key=_order)


def _order(one: Account) -> tuple[Any, ...]:
    return one.game, one.start, one.move_seconds or 0.0, one.last, one.first, one.second


def _todays(store: Store, current: CurrentCode, where: str) -> str:
    """In SQL: was a game played by today's code?"""
    todays = [f"({pairing}, {version})" for pairing, version, game, one, other, digest, _ in
              store.connection.execute(CODES.format(where=where)) if current(game, one, other) == digest]
    return f"(pairing, code) IN (VALUES {', '.join(['(0, 0)', *todays])})"


def _account(terms: tuple[Any, ...], by_code: list[tuple[Any, ...]], pairs: tuple[int, ...], distinct: int,
             current: CurrentCode) -> Account:
    """`terms` and the rows of `by_code` are those of the questions below."""
    game, first, second, start, move_seconds = terms
    now = current(game, first, second)
    games, wins, draws, forfeits, reproducible = (sum(column) for column in list(zip(*by_code))[1:6])
    one = Account(game, first, second, start, move_seconds, games, wins, draws, pairs, distinct, forfeits, reproducible,
                  sum(row[1] for row in by_code if row[0] == now), games if now is None else 0,
                  max(row[6] for row in by_code))
    ahead = first == second or (one.interval().mean, one.wins) >= (0.5, one.losses)
    return one if ahead else one.mirrored()


# ---------------------------------------------------------------- the questions, over the table `game`

CODES = """
SELECT met.pairing, met.code, g.text, a.text, b.text, digest, games
FROM (SELECT pairing, code, COUNT(*) AS games FROM game WHERE {where} GROUP BY pairing, code) met
JOIN code ON code.id = met.code JOIN pairing ON pairing.id = met.pairing
JOIN text g ON g.id = pairing.game JOIN text a ON a.id = one JOIN text b ON b.id = other
ORDER BY g.text, a.text, b.text, digest
"""

AGAIN = "SELECT key FROM game GROUP BY key HAVING COUNT(*) > 1"

SUPERSEDED = """
SELECT id FROM (
    SELECT id, ROW_NUMBER() OVER (PARTITION BY key ORDER BY {todays} DESC, id DESC) AS place
    FROM game WHERE key IN (""" + AGAIN + """))
WHERE place > 1
"""
"""Games whose fixture is counted as another version of the code played it."""

TERMS = """
SELECT pairing.id, g.text, a.text, b.text, s.text, move_seconds
FROM pairing JOIN text s ON s.id = start
JOIN text g ON g.id = game JOIN text a ON a.id = one JOIN text b ON b.id = other
"""

COUNTS = """
SELECT pairing, digest, games, wins, draws, forfeits, reproducible, last
FROM (
    SELECT pairing, code, COUNT(*) AS games, SUM((1 - 2 * seat) * (first_score - second_score) > 0) AS wins,
           SUM(first_score = second_score) AS draws, SUM(forfeit_seat IS NOT NULL) AS forfeits,
           SUM(reproducible) AS reproducible, MAX(played) AS last
    FROM game WHERE {where} GROUP BY pairing, code)
JOIN code ON code.id = code
"""
"""What can be counted game by game, as the pairing's first agent sees it."""

PAIRS = """
SELECT pairing, SUM(points IS -2), SUM(points IS -1), SUM(points IS 0), SUM(points IS 1), SUM(points IS 2)
FROM (
    SELECT pairing, CASE WHEN COUNT(*) = 2 AND SUM(seat) = 1 THEN
           SUM((1 - 2 * seat) * ((first_score > second_score) - (first_score < second_score))) END AS points
    FROM game WHERE {where} GROUP BY pairing, seed, number, start)
GROUP BY pairing
"""

DISTINCT = """
SELECT pairing, COUNT(*) FROM (SELECT DISTINCT pairing, opening, actions FROM game WHERE {where}) GROUP BY pairing
"""
