"""A game as a Gymnasium environment: one seat is the user's, agents of ours have the others.

Seeds come from the environment's own random numbers and branch as a referee's do, so an episode is the game that
`play_game` plays with the same agents, the same answers and the seed that stands in `info`.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from treewright.agents import language
from treewright.agents.agent import Agent
from treewright.arena.board import Board
from treewright.arena.referee import forfeited
from treewright.core.errors import Refused
from treewright.core.game import CHANCE, Game
from treewright.core.scale import scale_for
from treewright.core.stream import Stream, branch
from treewright.envs.drawing import render
from treewright.envs.opening import RENDER_MODES, action_number, checked_seed, illegal_action, opened
from treewright.envs.spaces import Glasses, Observation, observation_space

ANY = "any"
TRIES = 100
"""So many games may end before the user's first turn, until that is thought to be always so."""


class Against(gymnasium.Env[Any, Any]):
    """Observations are {"observation": planes, "action_mask": mask}; the reward comes when the game is over."""

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": 1}

    def __init__(self, game: str | Game, opponent: str | Agent | Sequence[str | Agent], seat: int | str,
                 render_mode: str | None, illegal: str, scale: str):
        self.game = opened(game, render_mode=render_mode, illegal=illegal)
        self.render_mode, self.illegal, self.wanted_seat = render_mode, illegal, checked_seat(seat, self.game)
        self.opponents = opponents_for(self.game, opponent)
        self.scale, self._glasses = scale_for(scale, self.game.score_range), Glasses(self.game)
        self.observation_space, self.action_space = observation_space(self.game), spaces.Discrete(self.game.actions)
        self._board: Board | None = None
        self._done, self.seat, self._others = True, 0, dict[int, Agent]()

    @property
    def board(self) -> Board:
        if self._board is None:
            raise Refused("this environment has no game yet: call reset() first")
        return self._board

    @property
    def states(self) -> np.ndarray:
        """The true state, as an array of one record."""
        return self.board.states

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Any]:
        """Begin a game; the others play until it is the user's turn. There are no options."""
        super().reset(seed=None if seed is None else checked_seed(seed))
        for _ in range(TRIES):
            drawn_seat, wanted = int(self.np_random.integers(self.game.players)), self.wanted_seat
            self.seat = drawn_seat if wanted is None else wanted
            drawn = int(self.np_random.integers(2**63))
            self._begin(drawn)
            if self._wait_for_turn() is None and not self.board.over:
                self._done = False
                return self._observation(), {"seat": self.seat, "seed": drawn}
        raise Refused(f"{self.game.name} is over before player {self.seat} has a turn, whatever the seed")

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The user's action, and what the others answer until it is his turn again."""
        if self._done:
            raise Refused("the game is over: call reset()")
        info: dict[str, Any] = {}
        if self.board.play(action_number(action, self.game)):
            self._show()
            loser = self._wait_for_turn()
            if loser is not None:
                info["forfeit"] = loser
        elif self.illegal == "refuse":
            raise illegal_action(self.game, action, "you")
        else:
            loser, info["illegal"] = self.seat, int(action)
        self._done = self.board.over or loser is not None
        scores = self.board.scores if loser is None else forfeited(self.game, loser)
        reward = float(self.scale.reward(scores[self.seat])) if self._done else 0.0
        return self._observation(), reward, self._done, False, info

    def render(self) -> Any:
        return render(self.game, self.states, self.render_mode)

    def close(self) -> None:
        for agent in self.opponents:
            agent.close()

    # ------------------------------------------------------------ the others

    def _begin(self, seed: int) -> None:
        self._board = Board(self.game, self.game.new(branch(seed, 0)), Stream(branch(seed, 1)))
        seats = [seat for seat in range(self.game.players) if seat != self.seat]
        self._others = dict(zip(seats, self.opponents, strict=True))
        for seat, agent in self._others.items():
            agent.begin(self.game, seat, branch(seed, 2 + seat))
        self._show()

    def _show(self) -> None:
        for seat, agent in self._others.items():
            agent.see(self.board.shown_to(agent, seat))

    def _wait_for_turn(self) -> int | None:
        """The others and chance move. Returns the seat of an agent that lost by an illegal answer, if one did."""
        board = self.board
        while not board.over and board.to_move != self.seat:
            mover = board.to_move
            if mover == CHANCE:
                board.draw()
            elif not board.play(self._others[mover].choose()):
                return mover
            self._show()
        return None

    def _observation(self) -> Observation:
        return self._glasses.seen_by(self.seat, self.states, self._done)


def checked_seat(seat: int | str, game: Game) -> int | None:
    """The seat; None where it is to be drawn."""
    if seat == ANY:
        return None
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < game.players:
        raise Refused(f"seat must be 0 to {game.players - 1}, or 'any', not {seat!r}")
    return seat


def opponents_for(game: Game, opponent: str | Agent | Sequence[str | Agent]) -> list[Agent]:
    """An agent for each of the other seats, in their order."""
    wanted = game.players - 1
    if isinstance(opponent, str):
        given: list[str | Agent] = [opponent] * wanted
    else:
        given = [opponent] if isinstance(opponent, Agent) else [*opponent]
    if len(given) != wanted:
        raise Refused(f"{game.name} has {wanted} other seats, but {len(given)} opponents are given; name one for each "
                      f"in a list, or one for all as text")
    agents = [language.agent(one) for one in given]
    if len({id(agent) for agent in agents}) < wanted:
        raise Refused("an agent can have but one seat: name opponents as text, or make one for each seat")
    for agent in agents:
        agent.refuse(game)
    return agents
