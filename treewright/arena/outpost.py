"""An outpost: what plays games in another process, perhaps on another machine, and says with which code.

An order carries everything: the fixtures, the digest of the code that they are to be played with, and the versions
that went into it. Where the outpost would play other games than the one who sent the order, it plays none.
"""

import dataclasses
import platform
import time
from collections.abc import Callable
from functools import lru_cache

import numba
import numpy as np

import treewright
from treewright.agents import language
from treewright.arena.cast import Cast
from treewright.arena.code import code_of
from treewright.arena.engine import Worker
from treewright.arena.fixture import Fixture
from treewright.arena.luggage import Luggage, moved, moved_back
from treewright.arena.played import Played
from treewright.arena.words import of_error
from treewright.core.errors import Refused

MACHINE = f"the machine {platform.node()}"


@dataclasses.dataclass(frozen=True)
class Order:
    """Games to be played one after the other."""

    fixtures: tuple[Fixture, ...]
    codes: tuple[str, ...]
    """For each fixture the digest of the code that plays it."""
    versions: str
    isolate: bool = False
    attempt: int = 0
    """How often it was sent before and lost."""


@dataclasses.dataclass(frozen=True)
class Answer:
    """What came of an order: its games and how long each took here, or why there are none."""

    games: tuple[Played, ...] = ()
    seconds: tuple[float, ...] = ()
    refused: str | None = None


def play(luggage: Luggage, order: Order) -> Answer:
    """Play the games of an order."""
    return _answered(luggage, lambda mine: mine.play(order))


def prepare(luggage: Luggage, order: Order) -> Answer:
    """Load all that the games need, so that the first of them begins at once."""
    return _answered(luggage, lambda mine: mine.prepare(order))


@lru_cache(None)
def versions() -> str:
    """What must be the same everywhere, in words."""
    return (f"Treewright {treewright.__version__}, Python {platform.python_version()}, NumPy {np.__version__}, "
            f"Numba {numba.__version__}")


class Outpost:
    """One process's games and agents, kept from order to order: compiled code and trees take long to make."""

    def __init__(self, luggage: Luggage):
        self.places = luggage.unpack()
        cast = Cast()
        self._workers = {isolate: Worker(cast, isolate) for isolate in (False, True)}
        self._codes: dict[tuple[str, ...], str] = {}

    def play(self, order: Order) -> Answer:
        fixtures = self._fixtures_here(order)
        games, seconds = list[Played](), list[float]()
        for fixture in fixtures:
            begun = time.perf_counter()
            games.append(self._told_at_home(self._workers[order.isolate].play(fixture)))
            seconds.append(time.perf_counter() - begun)
        return Answer(tuple(games), tuple(seconds))

    def prepare(self, order: Order) -> Answer:
        for fixture in self._fixtures_here(order):
            worker = self._workers[order.isolate]
            for seat, agent in enumerate(worker.bodies.pair(fixture.agents)):
                try:
                    agent.begin(worker.cast.game(fixture.game), seat, fixture.game_seed)
                except Exception:  # the game itself will tell, and record it as a forfeit
                    worker.bodies.dismiss(fixture.agents)
                    break
        return Answer()

    def _fixtures_here(self, order: Order) -> list[Fixture]:
        """The fixtures by the names that their files have here, if they would be the same games."""
        if order.versions != versions():
            raise Refused(f"{MACHINE} has {versions()}, but the games are to be played with {order.versions}: install "
                          f"the same on all machines")
        fixtures = [self._here(fixture) for fixture in order.fixtures]
        for fixture, asked, code in zip(fixtures, order.fixtures, order.codes, strict=True):
            if self._code(fixture) != code:
                raise Refused(f"{MACHINE} has other code for {asked.game} between {asked.agents[0]} and "
                              f"{asked.agents[1]}, and might play other games: install the same Treewright on all "
                              f"machines, or begin again if a file has changed since")
        return fixtures

    def _here(self, fixture: Fixture) -> Fixture:
        first, second = (moved(text, self.places) for text in fixture.agents)
        return dataclasses.replace(fixture, game=moved(fixture.game, self.places), agents=(first, second))

    def _code(self, fixture: Fixture) -> str:
        """The digest of the code that would play it here."""
        key = (fixture.game, *sorted(fixture.agents))
        if key not in self._codes:
            try:
                agents = [language.agent(text) for text in fixture.agents]
                self._codes[key] = code_of(language.game(fixture.game), agents)
            except Refused:
                raise
            except Exception as error:
                raise Refused(f"{MACHINE} cannot make all of {', '.join(key)}: {of_error(error)}") from error
        return self._codes[key]

    def _told_at_home(self, played: Played) -> Played:
        """Words about a forfeit name files as they are spelt where the order comes from."""
        if played.forfeit is None:
            return played
        words = moved_back(played.forfeit.words, self.places)
        return dataclasses.replace(played, forfeit=played.forfeit._replace(words=words))


_outposts: dict[str, Outpost] = {}
"""This process's own."""


def _answered(luggage: Luggage, ask: Callable[[Outpost], Answer]) -> Answer:
    """What is refused is an answer too, and names files as they are spelt at home."""
    places: dict[str, str] = {}
    try:
        if luggage.digest not in _outposts:
            _outposts[luggage.digest] = Outpost(luggage)
        places = _outposts[luggage.digest].places
        return ask(_outposts[luggage.digest])
    except Refused as refused:
        return Answer(refused=moved_back(str(refused), places))
