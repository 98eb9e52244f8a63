"""The cast: from the texts of a fixture to the game and the agents that play it."""

import copy
from collections import OrderedDict
from collections.abc import Callable, Iterator
from itertools import count

from treewright.agents import language
from treewright.agents.agent import Agent
from treewright.core.component import Component
from treewright.core.errors import Refused
from treewright.core.game import Game

BODIES = 12
"""So many agents are kept with their memory; beyond that the one that waited longest goes."""


class Cast:
    """Games and agents by their texts. Objects that no expression can name take part under a name of their own."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        self._given: dict[str, Agent] = {}
        self.games: list[str] = []
        self.agents: list[str] = []
        """The texts of those that were taken in and have one."""

    def enter_game(self, game: str | Game) -> Game:
        """Take a game in, and make sure that it is for two."""
        made = language.game(game)
        if made.players != 2:
            raise Refused(f"a match is for two players, but {made.name} has {made.players}")
        self._games[str(made)] = made
        self.games.append(str(made))
        return made

    def enter_agent(self, agent: str | Agent) -> Agent:
        """Take an agent in; the one returned tells what it is called here, and is for questions, not for playing."""
        if not isinstance(agent, Agent) or agent.expression:
            named = language.agent(str(agent) if isinstance(agent, Agent) else agent)
            self.agents.append(str(named))
            return named
        text = next(name for name in _names(str(agent)) if self._given.setdefault(name, agent) is agent)
        asked = copy.copy(agent)
        asked.expression = text
        return asked

    def game(self, text: str) -> Game:
        if text not in self._games:
            self._games[text] = language.game(text)
        return self._games[text]

    def agent(self, text: str) -> Agent:
        """An agent of one's own."""
        return copy.deepcopy(self._given[text]) if text in self._given else language.agent(text)

    def refuse_unnamed(self) -> None:
        """What is to be kept, or sent elsewhere, must have a name that says what it is."""
        for text in self._given:
            raise Refused(f"the agent {text} was given as an object that no expression names: put its class into a "
                          f"file and write file.py:{text}, or do without a store and other processes")
        for text, game in self._games.items():
            if not _names_itself(text, game):
                raise Refused(f"the game {text} was given as an object that no expression names: put its class into "
                              f"a file and write file.py:{type(game).__name__}, or do without a store and other "
                              f"processes")


def _names(text: str) -> Iterator[str]:
    """Names for objects that are called alike."""
    yield text
    yield from (f"{text} ({k})" for k in count(2))


def _names_itself(text: str, game: Component) -> bool:
    try:
        return type(language.game(text)) is type(game)
    except Refused:
        return False


class Bodies:
    """The agents of one worker: one for each agent, two where it plays itself, kept between games because making a
    search's memory takes longer than a short game."""

    def __init__(self, make: Callable[[str], Agent]):
        self._make = make
        self._kept: OrderedDict[tuple[str, int], Agent] = OrderedDict()

    def pair(self, texts: tuple[str, str]) -> tuple[Agent, Agent]:
        """Agents for both seats."""
        return self._body(texts[0], 0), self._body(texts[1], int(texts[0] == texts[1]))

    def dismiss(self, texts: tuple[str, str]) -> None:
        """Both are never used again: one of them may still be thinking."""
        for key in [key for key in self._kept if key[0] in texts]:
            self._kept.pop(key).close()

    def close(self) -> None:
        while self._kept:
            self._kept.popitem()[1].close()

    def _body(self, text: str, number: int) -> Agent:
        key = (text, number)
        if key not in self._kept:
            self._kept[key] = self._make(text)
        self._kept.move_to_end(key)
        while len(self._kept) > BODIES:
            self._kept.popitem(last=False)[1].close()
        return self._kept[key]
