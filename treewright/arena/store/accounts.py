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
        todays, unknown = _by_todays_code(store, current, where)
        if store.connection.execute(f"SELECT EXISTS ({AGAIN})").fetchone() == (1,):
            where += f" AND id NOT IN ({SUPERSEDED.format(todays=todays)})"
        distinct = dict(store.connection.execute(DISTINCT.format(where=where)))
        found = [_account(distinct[number], *row) for number, *row in
                 store.connection.execute(ACCOUNTS.format(where=where, todays=todays, unknown=unknown))]
    return sorted(found, key=_order)


def _order(one: Account) -> tuple[Any, ...]:
    return one.game, one.start, one.move_seconds or 0.0, one.last, one.first, one.second


def _by_todays_code(store: Store, current: CurrentCode, where: str) -> tuple[str, str]:
    """In SQL: was a game played by today's code, and is that a question which nobody can answer?"""
    todays, unknown = ["(0, 0)"], ["0"]
    for pairing, version, game, one, other, digest, _ in store.connection.execute(CODES.format(where=where)):
        code = current(game, one, other)
        if code is None:
            unknown.append(str(pairing))
        elif code == digest:
            todays.append(f"({pairing}, {version})")
    return f"(pairing, code) IN (VALUES {', '.join(todays)})", f"pairing IN ({', '.join(unknown)})"


def _account(distinct: int, game: str, first: str, second: str, start: str, move_seconds: float | None, games: int,
             wins: int, draws: int, *counts: int) -> Account:
    one = Account(game, first, second, start, move_seconds, games, wins, draws, counts[:5], distinct, *counts[5:])
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

DISTINCT = """
SELECT pairing, COUNT(DISTINCT HEX(opening) || '-' || HEX(actions)) FROM game WHERE {where} GROUP BY pairing
"""

ACCOUNTS = """
WITH
seen AS (  -- each game as the pairing's first agent sees it
    SELECT pairing, seed, number, start, seat,
           (1 - 2 * seat) * ((first_score > second_score) - (first_score < second_score)) AS sign,
           forfeit_seat IS NOT NULL AS forfeit, reproducible, {todays} AS current, {unknown} AS unknown, played
    FROM game WHERE {where}),
pair AS (
    SELECT pairing, COUNT(*) AS games, SUM(sign = 1) AS wins, SUM(sign = 0) AS draws,
           CASE WHEN COUNT(*) = 2 AND SUM(seat) = 1 THEN SUM(sign) END AS points, SUM(forfeit) AS forfeits,
           SUM(reproducible) AS reproducible, SUM(current) AS current, SUM(unknown) AS unknown,
           MAX(played) AS last
    FROM seen GROUP BY pairing, seed, number, start),
met AS (
    SELECT pairing, SUM(games) AS games, SUM(wins) AS wins, SUM(draws) AS draws, SUM(points IS -2) AS lost,
           SUM(points IS -1) AS worse, SUM(points IS 0) AS even, SUM(points IS 1) AS better, SUM(points IS 2) AS won,
           SUM(forfeits) AS forfeits, SUM(reproducible) AS reproducible, SUM(current) AS current,
           SUM(unknown) AS unknown, MAX(last) AS last
    FROM pair GROUP BY pairing)
SELECT pairing, g.text, a.text, b.text, s.text, move_seconds, games, wins, draws, lost, worse, even, better, won,
       forfeits, reproducible, current, unknown, last
FROM met JOIN pairing ON pairing.id = pairing JOIN text s ON s.id = start
JOIN text g ON g.id = game JOIN text a ON a.id = one JOIN text b ON b.id = other
"""
