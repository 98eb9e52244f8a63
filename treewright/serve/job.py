"""A job: a query that has to be worked for. It answers once at its end, and with its progress before."""

import threading
from collections.abc import Callable
from typing import Any

from treewright.agents import language
from treewright.agents.agent import Agent
from treewright.agents.human import Human
from treewright.agents.search import Search
from treewright.agents.vary import with_arguments
from treewright.arena.words import of_error
from treewright.core.errors import Refused
from treewright.core.game import CHANCE, Game
from treewright.core.record import view
from treewright.core.thinking import Stop
from treewright.serve import schema
from treewright.serve.looking import Look
from treewright.serve.queries import Analyse, Position

MOST_THREADS, MOST_MEMORY = 64, 8192.0
"""What one search may take: trees that grow side by side, and megabytes for all of them."""
FILE = ".py"
BEFORE = "cancelled before its search began"

Tell = Callable[[schema.Answer], None]


class Job:
    """One query at work. `tell` is called with its answers, the last of them once, and `ended` is true then."""

    def __init__(self, query: Analyse | Position, line: int, tell: Tell, files: bool = True):
        self.query, self.line, self._tell, self._files = query, line, tell, files
        self._lock = threading.Lock()
        self._thinker: Agent | None = None
        self.cancelled = self.ended = False

    def run(self) -> None:
        """Do all of it; whatever happens becomes an answer."""
        try:
            if not self.ended:
                self._end(self._answer())
        except Refused as refused:
            self.fail(str(refused))
        except BaseException as error:      # a user's file may do anything, even leave
            self.fail(of_error(error))

    def cancel(self) -> bool:
        """End it as soon as possible: a search that goes on is to be stopped (True); what has not come so far answers
        at once."""
        with self._lock:
            self.cancelled = True
            thinking = self._thinker is not None and not self.ended
        if not thinking:
            self.fail(BEFORE)
        return thinking

    def stop(self) -> None:
        """Let its search return what it has."""
        if self._thinker is not None:
            self._thinker.stop()

    def fail(self, sentence: str) -> None:
        """Answer what is wrong, if there was no answer yet."""
        self._end(schema.error(self.query.id, sentence, self.line))

    def _end(self, answer: schema.Answer) -> None:
        with self._lock:
            if not self.ended:
                self.ended = True
                self._tell(answer)

    def report(self, answer: schema.Answer) -> None:
        """Tell of progress, unless the end was told already."""
        with self._lock:
            if not self.ended and not self.cancelled:
                self._tell(answer)

    # ------------------------------------------------------------ the work itself

    def _answer(self) -> schema.Answer:
        query = self.query
        if not self._files and any(FILE in text for text in (query.game, getattr(query, "agent", ""))):
            raise Refused("files are not read for clients that come through a port (serve with --files to allow it)")
        game = language.game(query.game)
        states = game.position(query.moves, query.seed)
        if isinstance(query, Position):
            return schema.legal(query.id, game, states, query.moves)
        return self._analysed(query, game, states)

    def _analysed(self, query: Analyse, game: Game, states: Any) -> schema.Answer:
        refuse_to_search(game, states)
        agent = thinker(query)
        agent.begin(game, int(view(states).to_move), query.seed)
        agent.see(states)
        with self._lock:
            if self.cancelled or Stop.raised_for_all:     # after Ctrl-C no search begins, though a worker is free again
                raise Refused(BEFORE)
            self._thinker = agent
        with Look(agent, query, self.report):
            agent.choose()
        found = agent.result()
        if found is None:
            raise Refused(f"{agent} does not search")
        tree = None if query.tree is None else found.branches(query.tree.depth, query.tree.nodes)
        return schema.result(query.id, found, schema.position(game, states, query.moves), tree)


def refuse_to_search(game: Game, states: Any) -> None:
    """Say in a sentence why there is nothing to search in a position."""
    s = view(states)
    if s.over:
        raise Refused("the game is over in this position: there is nothing to search")
    if s.to_move == CHANCE:
        listed = ", ".join(game.describe(s, action) for action in game.choices(s))
        raise Refused(f"chance is to move in this position: add what it does, one of {listed}")


def thinker(query: Analyse) -> Agent:
    """The agent of a query under its budget, if it is one that thinks, and not more than one query may."""
    agent = language.agent(with_arguments(query.agent, query.budget) if query.budget else query.agent)
    if isinstance(agent, Human):
        raise Refused("human() cannot be asked here: name an agent that searches, such as uct(seconds=1)")
    if isinstance(agent, Search):
        if agent.threads > MOST_THREADS:
            raise Refused(f"threads must be at most {MOST_THREADS} here, not {agent.threads}")
        if agent.memory * agent.threads > MOST_MEMORY:
            raise Refused(f"memory must be at most {MOST_MEMORY:g} megabytes for all threads here, not "
                          f"{agent.memory * agent.threads:g}")
    return agent

