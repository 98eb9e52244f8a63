"""From the store to contests: games in the order of their pairs, one after the other, so that memory stays small.

A fixture that several versions of the code played counts once: as the current code played it, else as it was played
last. Games whose other half is missing are counted, and that is all.
"""

import itertools
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence

from treewright.agents import language
from treewright.arena import starts
from treewright.arena.report.contest import CURRENT, OLDER, UNKNOWN, Contest, Meeting
from treewright.arena.store import Store, rows
from treewright.arena.store.today import Today
from treewright.arena.store.trouble import told
from treewright.arena.store.wanted import meant
from treewright.core.errors import Refused

GIVEN = "given"
"""Starts that a file gave."""
EVERY = 2000
"""So many games are read before progress is told."""

GAMES = """
SELECT game, first, second, start, move_seconds, seed, number, turn, code, reproducible, first_score, second_score,
       seconds, forfeit_seat, forfeit_reason, forfeit_words, opening, actions, NULL AS thoughts
FROM games WHERE id IN (SELECT id FROM game WHERE {where})
ORDER BY game, MIN(first, second), MAX(first, second), move_seconds, seed, number, start, turn, id
"""

Watch = Callable[[int, int], None]
"""Told how many games have been read, and how many there are."""


def gather(store: Store, games: Sequence[str] = (), agents: Sequence[str] = (),
           watch: Watch = lambda done, total: None) -> list[Contest]:
    """The contests of these games, or of all; with one agent those of its games, with several those among them."""
    where = _condition(store, games, agents)
    with told(store.place):
        ((total,),) = store.ask(f"SELECT COUNT(*) FROM game WHERE {where}")
        found = _contests(_watched(store.ask(GAMES.format(where=where)), total, watch))
    if not any(contest.games for contest in found):
        raise Refused(f"{store.place} has no pair of games{_among(games, agents)}: `treewright match` and `treewright "
                      "tournament` play them")
    return [contest for contest in found if contest.games]


def _condition(store: Store, games: Sequence[str], agents: Sequence[str]) -> str:
    """The same in SQL, over the table `game`."""
    conditions = []
    if games:
        ids = ", ".join(meant(store, game, language.game, ("game",), "games of") for game in games)
        conditions.append(f"game IN ({ids})")
    if agents:
        ids = ", ".join(meant(store, agent, language.agent, ("one", "other"), "games with the agent")
                        for agent in agents)
        conditions.append(f"(one IN ({ids}) {'AND' if len(agents) > 1 else 'OR'} other IN ({ids}))")
    return f"pairing IN (SELECT id FROM pairing WHERE {' AND '.join(conditions)})" if conditions else "TRUE"


def _among(games: Sequence[str], agents: Sequence[str]) -> str:
    """What was asked for, in words."""
    of = f" of {' or '.join(games)}" if games else ""
    return of + (f" with {agents[0]}" if len(agents) == 1 else f" among {', '.join(agents)}" if agents else "")


def _watched(found: Iterable[sqlite3.Row], total: int, watch: Watch) -> Iterator[sqlite3.Row]:
    for done, row in enumerate(found):
        if done % EVERY == 0:
            watch(done, total)
        yield row
    watch(total, total)


def _contests(found: Iterable[sqlite3.Row]) -> list[Contest]:
    """Contests in the order of their games, those with the game's own start first."""
    today, meetings = Today(), dict[tuple[str, str, float | None], dict[tuple[str, str], Meeting]]()
    for terms, group in itertools.groupby(found, _pair_of):
        game, first, second, move_seconds, _, _, start = terms
        of_terms = meetings.setdefault((game, kind_of(start), move_seconds), {})
        meeting = of_terms.setdefault((first, second), Meeting(first, second))
        _add(meeting, list(group), today(game, first, second))
    ordered = sorted(meetings.items(), key=lambda one: (one[0][0], one[0][1] != starts.OWN, one[0][1], one[0][2] or 0))
    return [Contest(*terms, list(of_terms.values())) for terms, of_terms in ordered]


def _pair_of(row: sqlite3.Row) -> tuple[str, str, str, float | None, int, int, str]:
    """What the two games of a pair share."""
    first, second = sorted((row["first"], row["second"]))
    return row["game"], first, second, row["move_seconds"], row["seed"], row["number"], row["start"]


def kind_of(start: str) -> str:
    """Starts that a file gave are of one kind, whatever their moves."""
    return GIVEN if start.startswith(starts.MOVES) else start


def _add(meeting: Meeting, group: Sequence[sqlite3.Row], code: str | None) -> None:
    """Add a pair that may have been played several times. In its first game the agent that comes first by its text
    sits at seat 0 (see `pair_of`), which is the meeting's first one."""
    turns = {row["turn"]: row for row in sorted(group, key=lambda row: row["code"] == code)}
    if len(turns) < 2:
        meeting.unpaired += len(turns)
        return
    meeting.add(rows.played(turns[1]), rows.played(turns[2]))
    meeting.seeds.add(group[0]["seed"])
    meeting.starts.add(group[0]["start"])
    for row in turns.values():
        meeting.codes[UNKNOWN if code is None else CURRENT if row["code"] == code else OLDER] += 1
        meeting.by_the_clock += not row["reproducible"]
