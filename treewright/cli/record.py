"""One record of a store in full: a game with its moves and what they cost, or a measurement."""

import math
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import numpy as np

from treewright.arena.played import THOUGHT
from treewright.arena.replay import Replay, replayed
from treewright.arena.store import Measurement, Record, Store
from treewright.arena.store.export import finite, moment
from treewright.arena.store.records import Value
from treewright.arena.store.today import Today
from treewright.core.errors import Refused

MARK = "m"
"""Before the number of a measurement."""


def found(store: Store, name: str) -> Record | Measurement:
    """The record that is called `17`, or the measurement `m5`."""
    number = name.removeprefix(MARK)
    if not number.isdecimal():
        raise Refused(f"{name!r} is not the number of a record: games are called 17, measurements {MARK}17; "
                      f"`treewright results --games` lists them")
    return store.record(int(number)) if number == name else store.measurement(int(number))


def as_page(one: Record | Measurement, store: Store, today: Today) -> str:
    """A record as text."""
    return _game(one, store, today) if isinstance(one, Record) else _measurement(one, store)


def as_dict(one: Record | Measurement) -> dict[str, Any]:
    """A record as plain data."""
    return _game_as_dict(one) if isinstance(one, Record) else _measurement_as_dict(one)


def local(when: int) -> str:
    """Seconds since 1970 as the date and time here."""
    return datetime.fromtimestamp(when).strftime("%Y-%m-%d %H:%M")


# ---------------------------------------------------------------- games


def terms(start: str, move_seconds: float | None) -> str:
    """What else was agreed on: `, start random:4, 0.5 s a move`; nothing where nothing was."""
    said = [] if start == "own" else ["starts from a file"] if start == "moves" else [f"start {start}"]
    said += [] if move_seconds is None else [f"{move_seconds:g} s a move"]
    return "".join(f", {one}" for one in said)


def result(record: Record) -> str:
    """`player 1 wins, 1 : -1`."""
    first, second = record.played.scores
    winner = "a draw" if first == second else f"player {1 if first > second else 2} wins"
    return f"{winner}, {first:g} : {second:g}"


def _game(record: Record, store: Store, today: Today) -> str:
    replay, trouble = replayed(record.fixture, record.played)
    shown = "moves from there on are shown" if replay is not None else "moves are shown"
    lines = [*_facts(record, store, today), *([f"{trouble}; {shown} as action numbers"] if trouble else [])]
    moves = _moves(record, replay)
    return "\n".join([*lines, "", *(_table(moves) if moves else ["no move was played"])])


def _facts(record: Record, store: Store, today: Today) -> list[str]:
    fixture, played = record.fixture, record.played
    lines = [f"game {record.id} of {store.place}, played {local(record.when)}",
             f"{fixture.game}: {fixture.agents[0]} is player 1, {fixture.agents[1]} is player 2",
             f"seed {fixture.seed}, pair {fixture.number}, game {fixture.turn} of the pair"
             f"{terms(fixture.start, fixture.move_seconds)}",
             f"code {record.code}, {_age(record, today)}",
             f"{result(record)}; {len(played.actions)} moves in {played.seconds:.3g} s"]
    if played.forfeit is not None:
        lines.append(f"player {played.forfeit.seat + 1} forfeited the game ({played.forfeit.reason}): "
                     f"{played.forfeit.words}")
    if not record.reproducible:
        lines.append("not reproducible: with a budget in seconds no game is the same twice")
    return lines


def _age(record: Record, today: Today) -> str:
    code = today(record.fixture.game, *record.fixture.agents)
    if code is None:
        return "of which nobody can say whether it is today's: a file that it needs is gone"
    return "which is today's" if code == record.code else "which is older than today's"


def _moves(record: Record, replay: Replay | None) -> list[tuple[str, ...]]:
    """A line for each move: its number, who made it, what it was, and what it cost."""
    played = record.played
    thoughts = np.zeros(len(played.actions), THOUGHT) if played.thoughts is None else played.thoughts
    legal = 0 if replay is None else len(replay.moves)
    lines = []
    for ply, action in enumerate(played.actions):
        known = (replay.player(ply), replay.moves[ply]) if replay is not None and ply < legal else ("", str(action))
        lines.append((str(ply + 1), *known, *thought_cells(thoughts[ply])))
    return lines


def thought_cells(thought: np.void) -> tuple[str, ...]:
    """Simulations, seconds, depth on average and at most, value; `-` for what there is not."""
    searched = bool(thought["simulations"])
    value = float(thought["value"])
    return (f"{thought['simulations']:,}" if searched else "-",
            f"{thought['seconds']:.3g}" if thought["seconds"] else "-",
            f"{thought['depth_mean']:.1f}" if searched else "-", str(thought["depth_largest"]) if searched else "-",
            f"{value:+.3f}" if searched and math.isfinite(value) else "-")


def _table(moves: Sequence[Sequence[str]]) -> list[str]:
    """Columns as wide as they need."""
    lines = [("move", "by", "played", "simulations", "seconds", "depth", "deepest", "value"), *moves]
    widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    return [_aligned(line, widths) for line in lines]


def _aligned(line: Iterable[str], widths: Sequence[int]) -> str:
    number, by, played, *others = (
        cell.ljust(width) if k in (1, 2) else cell.rjust(width) for k, (cell, width) in enumerate(zip(line, widths)))
    return "  ".join([number, by, played, *others]).rstrip()


def _game_as_dict(record: Record) -> dict[str, Any]:
    fixture, played = record.fixture, record.played
    thoughts = None if played.thoughts is None else {
        name: finite(played.thoughts[name].tolist()) for name in THOUGHT.names or ()}
    return {"id": record.id, "game": fixture.game, "agents": list(fixture.agents), "start": fixture.start,
            "seed": fixture.seed, "number": fixture.number, "turn": fixture.turn,
            "move_seconds": fixture.move_seconds, "code": record.code, "reproducible": record.reproducible,
            "scores": list(played.scores), "seconds": played.seconds,
            "forfeit": None if played.forfeit is None else played.forfeit._asdict(), "played": moment(record.when),
            "actions": list(played.actions), "thoughts": thoughts}


# ---------------------------------------------------------------- measurements


def value_text(value: Value) -> str:
    """`0.25`, or `array of 3 x 4`."""
    if isinstance(value, np.ndarray):
        return f"array of {' x '.join(map(str, value.shape)) or 1}"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _measurement(one: Measurement, store: Store) -> str:
    lines = [f"measurement {one.id} of {store.place}, taken {local(one.when)}",
             f"study {one.trial.study}, seed {one.trial.seed}, code {one.code}", f"condition {one.trial.text}", ""]
    for name, value in one.values.items():
        shown = f"\n{np.array2string(value)}" if isinstance(value, np.ndarray) else repr(value)
        lines.append(f"{name} = {shown}")
    return "\n".join(lines)


def _measurement_as_dict(one: Measurement) -> dict[str, Any]:
    return {"id": f"{MARK}{one.id}", "study": one.trial.study, "condition": one.trial.condition,
            "seed": one.trial.seed, "code": one.code, "measured": moment(one.when),
            "values": {name: finite(value.tolist() if isinstance(value, np.ndarray) else value)
                       for name, value in one.values.items()}}
