"""The start of a game: its own set-up, some random moves, or a position from a file.

    own                the game's own beginning
    random:PLIES       so many moves, each legal one as likely as the others, chance by its odds
    moves:4 4 3        these moves, in the game's notation or as action numbers

Both games of a pair begin with the same start, drawn from the seed of the pair alone. A file of positions has one of
them a line, as its moves; `#` begins a comment.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from treewright.arena.board import drawn
from treewright.arena.fixture import Fixture
from treewright.core.errors import Refused
from treewright.core.game import CHANCE, Game
from treewright.core.record import view
from treewright.core.stream import Seed, Stream, branch

OWN, RANDOM, MOVES = "own", "random:", "moves:"
TRIES = 1000
COMMENT = re.compile(r"(^|\s)#.*")


class Start(NamedTuple):
    """Where the agents take over: after `actions`, those of chance included, from the game's own beginning."""

    beginning: np.ndarray
    actions: tuple[int, ...] = ()


def beginning(game: Game, fixture: Fixture) -> Start:
    """The start that a fixture names."""
    text, seed = fixture.start, fixture.start_seed
    if text == OWN:
        return Start(game.new(seed))
    if text.startswith(RANDOM):
        return _random(game, _plies(text, game), seed)
    if text.startswith(MOVES):
        return _after(game, text.removeprefix(MOVES), seed)
    raise _unknown(text)


def parse(text: str, game: Game) -> Callable[[int], str]:
    """What `--start` says, as the start of each pair by its number: pairs take the lines of a file in turn."""
    if text == OWN:
        return lambda number: OWN
    if text.startswith(RANDOM):
        start = f"{RANDOM}{_plies(text, game)}"
        return lambda number: start
    if text.startswith(MOVES):
        starts = [_canonical(game, text.removeprefix(MOVES))]
    else:
        starts = _read_file(Path(text).expanduser(), game)
    return lambda number: starts[number % len(starts)]


# ---------------------------------------------------------------- random moves


def _plies(text: str, game: Game) -> int:
    number = text.removeprefix(RANDOM)
    if not number.isdecimal() or int(number) == 0:
        raise Refused(f"a random start is written random:PLIES with a whole number above 0, such as random:4, "
                      f"not {text}")
    if int(number) >= game.longest:
        raise Refused(f"{text} leaves nothing to play: {game} lasts {game.longest} plies at most")
    return int(number)


def _random(game: Game, plies: int, seed: Seed) -> Start:
    """Moves from the first of the seed's branches in which the game is not over by then."""
    for attempt in range(TRIES):
        opening = game.new(branch(seed, attempt, 0))
        actions = _some_moves(game, opening.copy(), plies, Stream(branch(seed, attempt, 1)))
        if actions is not None:
            return Start(opening, actions)
    raise Refused(f"{game} was over within {plies} random plies in {TRIES} tries: ask for fewer")


def _some_moves(game: Game, states: np.ndarray, plies: int, rng: Stream) -> tuple[int, ...] | None:
    s, actions = view(states), list[int]()
    with np.errstate(over="ignore"):
        while len(actions) < plies and not s.over:
            if s.to_move == CHANCE:
                actions.append(drawn(game, states, rng))
            else:
                legal = game.choices(s)
                actions.append(legal[int(rng.below(len(legal)))])
            game.play(s, actions[-1])
    return None if s.over else tuple(actions)


# ---------------------------------------------------------------- given moves


def _after(game: Game, moves: str, seed: Seed = 0) -> Start:
    """The start after some moves, if they are legal and do not end the game."""
    opening, words = game.new(seed), moves.split()
    if not words:
        raise Refused("a start of given moves needs some, such as moves:4 4 3; without any it is called own")
    actions = _numbers(words) if _are_numbers(game, words) else _parsed(game, opening, words)
    if game.position(list(actions), seed)["over"][0]:
        raise Refused(f"the game is over after {moves}: there is nothing to play")
    return Start(opening, actions)


def _are_numbers(game: Game, words: Sequence[str]) -> bool:
    """Are they all numbers, none of which means anything to begin with in the game's own notation?"""
    s = view(game.new())
    return all(word.isdecimal() for word in words) and not any(_means_something(game, s, word) for word in words)


def _means_something(game: Game, s: object, word: str) -> bool:
    try:
        game.parse(s, word)
    except Refused:
        return False
    return True


def _numbers(words: Sequence[str]) -> tuple[int, ...]:
    return tuple(int(word) for word in words)


def _parsed(game: Game, states: np.ndarray, words: Sequence[str]) -> tuple[int, ...]:
    """The actions that words of the game's notation stand for."""
    played, actions = states.copy(), list[int]()
    s = view(played)
    for word in words:
        if s.over:
            raise Refused(f"the game is over before {word!r}")
        actions.append(game.parse(s, word))
        with np.errstate(over="ignore"):
            game.play(s, actions[-1])
    return tuple(actions)


def _canonical(game: Game, moves: str) -> str:
    """The one text for a start: in the game's notation where that can be read again, else as action numbers."""
    start = _after(game, moves)
    written = _written(game, start)
    try:
        again = _after(game, written).actions == start.actions
    except Refused:
        again = False
    return MOVES + (written if again else " ".join(map(str, start.actions)))


def _written(game: Game, start: Start) -> str:
    states, words = start.beginning.copy(), list[str]()
    s = view(states)
    for action in start.actions:
        words.append(game.describe(s, action))
        with np.errstate(over="ignore"):
            game.play(s, action)
    return " ".join(words)


def _read_file(place: Path, game: Game) -> list[str]:
    """A start for each line that holds moves."""
    if not place.exists():
        raise _unknown(str(place))
    try:
        lines = place.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise Refused(f"{place} cannot be read: {reason}") from None
    starts = []
    for number, line in enumerate(lines, 1):
        if moves := COMMENT.sub("", line).strip():
            try:
                starts.append(_canonical(game, moves))
            except Refused as refused:
                raise Refused(f"{place}:{number}: {refused}") from None
    if not starts:
        raise Refused(f"{place} holds no position: write one a line, as its moves, such as 4 4 3")
    return starts


def _unknown(text: str) -> Refused:
    return Refused(f"there is no start {text}: it is own, random:PLIES, or a file that holds a position a line, as "
                   f"its moves")
