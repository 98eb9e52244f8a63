"""Which code a game was played with: a digest of all the sources that can change its moves.

It covers the classes of the game, of both agents and of every part inside them, with all that their modules import, and
the referee; and what a part says of its `__origin__`, such as the version of a library, or the map that a file held.
Comments and docstrings do not count, nor does the folder in which a user's file lies.
"""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

from treewright.agents.agent import Agent
from treewright.core import component, sources
from treewright.core.component import Component
from treewright.core.game import Game

REFEREE = "treewright.arena.referee"


def code_of(game: Game, agents: Iterable[Agent]) -> str:
    """The digest, as text; the order of the agents does not matter."""
    digests = {sources.fingerprint(REFEREE)}
    for one in (game, *agents):
        for part in _parts(one, set()):
            digests.add(_digest(type(part)))
            digests.add(getattr(part, "__origin__", ""))
    return hashlib.blake2b("\n".join(sorted(digests)).encode(), digest_size=8).hexdigest()


def _digest(cls: type) -> str:
    return component.fingerprint(cls) if issubclass(cls, Component) else sources.fingerprint(cls.__module__)


def _parts(one: Any, met: set[int]) -> Iterator[Agent | Component]:
    """An agent or a part, and those that it holds."""
    if id(one) in met:
        return
    met.add(id(one))
    if isinstance(one, Agent | Component):
        yield one
        for value in vars(one).values():
            yield from _parts(value, met)
    elif isinstance(one, list | tuple):
        for value in one:
            yield from _parts(value, met)
