"""A game as a PettingZoo AEC environment: its players take turns, and every one of them is the user's.

Chance moves by itself, drawn from the seed of `reset`. A player who is not to move sees planes, and a mask of zeros.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from treewright.arena.board import Board
from treewright.arena.referee import forfeited
from treewright.core.component import snake
from treewright.core.errors import Refused
from treewright.core.game import CHANCE, Game
from treewright.core.scale import scale_for
from treewright.core.stream import Stream
from treewright.envs.drawing import render
from treewright.envs.opening import RENDER_MODES, action_number, first_state, illegal_action, opened, stream
from treewright.envs.spaces import Glasses, Observation, observation_space


class Turns(AECEnv[str, Observation, int]):
    """`observe` and `last` give {"observation": planes, "action_mask": mask}; rewards come when the game is over."""

    def __init__(self, game: str | Game, render_mode: str | None, illegal: str, scale: str):
        super().__init__()
        self.game = opened(game, render_mode=render_mode, illegal=illegal)
        self.render_mode, self.illegal = render_mode, illegal
        self.scale, self._glasses = scale_for(scale, self.game.score_range), Glasses(self.game)
        self.metadata = {"name": f"treewright_{snake(type(self.game).__name__)}_v0", "render_modes": [*RENDER_MODES],
                         "is_parallelizable": False, "render_fps": 1}
        self.possible_agents = [f"player_{k}" for k in range(self.game.players)]
        self.observation_spaces = {agent: observation_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents}
        self._dice: Stream | None = None
        self._board: Board | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def board(self) -> Board:
        if self._board is None:
            raise Refused("this environment has no game yet: call reset() first")
        return self._board

    @property
    def states(self) -> np.ndarray:
        """The true state, as an array of one record."""
        return self.board.states

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. With a seed it is the game that `game.new(seed)` begins; without one the random numbers of the
        last game go on. There are no options."""
        self._dice = stream(seed, self._dice)
        self._board = Board(self.game, first_state(self.game, self._dice), self._dice)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._let_chance_move()
        self.agent_selection = self.possible_agents[self.board.to_move]

    def observe(self, agent: str) -> Observation:
        return self._glasses.seen_by(self.possible_agents.index(agent), self.states, self.terminations.get(agent, True))

    def step(self, action: int | None) -> None:
        """The action of `agent_selection`; None for one whose game is over."""
        board, agent = self.board, self.agent_selection
        if not self.agents:
            raise Refused("the game is over for everybody: call reset()")
        if self.terminations[agent]:
            if action is not None:
                raise Refused(f"the game is over for {agent}: the only action left is None")
            self._was_dead_step(action)
            return
        mover = board.to_move
        if board.play(action_number(action, self.game)):
            self._let_chance_move()
            scores = board.scores if board.over else None
        elif self.illegal == "refuse":
            raise illegal_action(self.game, action, agent)
        else:
            scores = forfeited(self.game, mover)
            self.infos[agent]["illegal"] = int(action)  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if scores is None:
            self.agent_selection = self.possible_agents[board.to_move]
            return
        for one, score in zip(self.possible_agents, scores, strict=True):
            self.rewards[one], self.terminations[one] = float(self.scale.reward(score)), True
        self.agent_selection = self.possible_agents[(mover + 1) % self.game.players]
        self._accumulate_rewards()

    def render(self) -> Any:
        return render(self.game, self.states, self.render_mode)

    def close(self) -> None:
        """There is nothing to let go of."""

    def _let_chance_move(self) -> None:
        board = self.board
        while not board.over and board.to_move == CHANCE:
            board.draw()
