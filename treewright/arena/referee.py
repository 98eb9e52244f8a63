"""The referee: it alone holds the true state, and hands every seat what that seat may see.

An agent in a game with hidden information gets `game.observe` of its seat after every event; where nothing is hidden
it gets the state. Chance moves by the referee's own random numbers. An agent that raises, plays what is not legal or
takes too long loses the game, and nothing else happens.
"""

import hashlib
import time
from collections.abc import Sequence

import numpy as np

from treewright.agents.agent import Agent
from treewright.arena.board import Board
from treewright.arena.played import THOUGHT, Forfeit, Played
from treewright.arena.seat import Cost, Lost, Seat
from treewright.arena.starts import Start
from treewright.arena.timing import TimedSeat, refuse_limit
from treewright.core.errors import Refused
from treewright.core.game import CHANCE, Game
from treewright.core.stream import Seed, Stream, branch
from treewright.core.thinking import Stop

NO_COST: Cost = (0, 0.0, 0.0, 0, np.nan)
"""Of a move by chance, or of the start."""


def play_game(game: Game, agents: Sequence[Agent], seed: Seed = 0, start: Seed | np.ndarray | Start | None = None,
              move_seconds: float | None = None) -> Played:
    """One game between agents in seat order.

    `start` is a beginning with the first moves (see `starts`), a position, or the seed of the game's own beginning.
    After a forfeit for time the agent may be `abandoned`: then it must not play again."""
    refuse_agents(game, agents)
    if move_seconds is not None:
        refuse_limit(move_seconds)
    begun = time.perf_counter()
    opening, actions = _start(game, seed, start)
    board = Board(game, opening, Stream(branch(seed, 1)))
    course = Course(board, [seat_of(agent, move_seconds) for agent in agents])
    forfeit, stopped = None, False
    try:
        course.begin(seed, actions)
        course.play()
        stopped = not board.over
    except Lost as lost:
        stopped = Stop.raised_for_all
        forfeit = None if stopped else Forfeit(course.asked, lost.reason, lost.words)
    except KeyboardInterrupt:
        stopped = True
    finally:
        for seat in course.seats:
            seat.leave()
    scores = board.scores if forfeit is None else forfeited(game, forfeit.seat)
    return Played(tuple(course.actions), scores, time.perf_counter() - begun, not stopped, forfeit,
                  hashlib.blake2b(_identity(game, opening), digest_size=8).digest(), np.array(course.costs, THOUGHT))


def refuse_agents(game: Game, agents: Sequence[Agent]) -> None:
    """There is one for each seat, and none of them is still busy with a game that it lost."""
    if len(agents) != game.players:
        raise Refused(f"{game.name} has {game.players} players, but there are {len(agents)} agents")
    for agent in agents:
        if agent.abandoned:
            raise Refused(f"{agent} was left behind in a game in which it took too long: make it anew")


def seat_of(agent: Agent, move_seconds: float | None) -> Seat:
    """A seat for the agent, with a clock where there is a limit and the agent does not keep time by itself."""
    if agent.keep_time(move_seconds) or move_seconds is None:
        return Seat(agent)
    return TimedSeat(agent, move_seconds)


def forfeited(game: Game, loser: int) -> tuple[float, ...]:
    """The scores of a game that somebody lost otherwise than by the rules."""
    least, most = map(float, game.score_range)
    return tuple(least if seat == loser else most for seat in range(game.players))


class Course:
    """One game under way."""

    def __init__(self, board: Board, seats: Sequence[Seat]):
        self.game, self.board, self.seats = board.game, board, seats
        self.actions, self.costs = list[int](), list[Cost]()
        self.asked = 0
        """The seat that was asked last: what goes wrong then is its fault."""
        self.shown: list[bytes | None] = [None] * len(seats)

    def begin(self, seed: Seed, actions: Sequence[int]) -> None:
        """Everybody takes his seat and sees the moves of the start."""
        for k, seat in enumerate(self.seats):
            self.asked = k
            seat.begin(self.game, k, branch(seed, 2 + k))
        self.show()
        for action in actions:
            mover = self.board.to_move
            self.board.put(action)
            self.note(action, NO_COST, mover)

    def play(self) -> None:
        """Until the game is over, or all searches are to stop: what they then choose is not played."""
        board = self.board
        while not board.over:
            if board.to_move == CHANCE:
                mover, (action, cost) = CHANCE, (board.draw(), NO_COST)
            else:
                self.asked = mover = board.to_move
                action, cost = self.seats[self.asked].choose()
                if Stop.raised_for_all:
                    return
                if not board.play(action):
                    raise Lost("illegal", f"played action {action}, which is not legal after {len(self.actions)} moves")
            self.note(action, cost, mover)

    def note(self, action: int, cost: Cost, mover: int) -> None:
        """Something was played."""
        self.actions.append(action)
        self.costs.append(cost)
        if len(self.actions) > self.game.longest:
            raise Refused(f"{self.game} went on after {self.game.longest} plies, the most that it declares as longest")
        self.show(mover)

    def show(self, mover: int = CHANCE) -> None:
        """Everybody sees what happened, but for those who may not know that anything did: where something is hidden,
        being shown the same once more would tell."""
        for k, seat in enumerate(self.seats):
            self.asked = k
            seen = self.board.shown_to(seat.agent, k)
            if self.game.hidden:
                before, self.shown[k] = self.shown[k], seen.tobytes()
                if before == self.shown[k] and k != mover:
                    continue
            seat.see(seen)


def _start(game: Game, seed: Seed, start: Seed | np.ndarray | Start | None) -> tuple[np.ndarray, tuple[int, ...]]:
    """The game's beginning, and what was played since."""
    if isinstance(start, Start):
        return start
    if isinstance(start, np.ndarray):
        return start, ()
    return game.new(branch(seed, 0) if start is None else start), ()


def _identity(game: Game, states: np.ndarray) -> bytes:
    with np.errstate(over="ignore"):
        return game.identity(states)
