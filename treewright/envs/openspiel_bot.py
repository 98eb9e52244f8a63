"""Our agents as bots of OpenSpiel: whatever asks a `pyspiel.Bot` for a move can ask one of them.

    evaluate_bots(state, [openspiel_bot("uct(simulations=1000)"), their_bot], rng)

A bot looks at the whole history of the state that it is shown, so it need not be told of anything between its moves.
"""

from typing import Any

import numpy as np

from treewright.agents import language
from treewright.agents.agent import Agent
from treewright.core.errors import Refused
from treewright.core.game import Game
from treewright.core.record import view
from treewright.core.stream import Seed, branch
from treewright.envs.library import library
from treewright.envs.openspiel import OpenSpiel
from treewright.games.connect_four import ConnectFour
from treewright.games.hex import Hex
from treewright.games.tic_tac_toe import TicTacToe


def twin(theirs: Any) -> Game:
    """The same game with the same action numbers: one of ours, compiled, where there is one, else theirs."""
    told, name = theirs.get_parameters(), theirs.get_type().short_name
    try:
        if name == "tic_tac_toe":
            return TicTacToe()
        if name == "connect_four" and told["x_in_row"] == 4:
            return ConnectFour(told["columns"], told["rows"])
        if name == "hex" and told["num_cols"] == told["num_rows"] and not told["swap"]:
            return Hex(told["num_cols"])
    except Refused:  # of a size that ours does not have
        pass
    return OpenSpiel(str(theirs))


class Follower:
    """One agent in game after game: brought to the state that it is asked about by what was played."""

    def __init__(self, agent: Agent, seed: Seed):
        self.agent, self.seed, self.games = agent, seed, 0
        self.played: list[int] = []
        self.game: Game | None = None
        self.theirs = ""
        """OpenSpiel's text for the game: whether two of its objects are the same one, it does not say reliably."""
        self.seat = -1

    def forget(self) -> None:
        """What comes next is another game."""
        self.seat = -1

    def choose(self, state: Any) -> int:
        """The agent's move."""
        history, seat = state.history(), state.current_player()
        if seat != self.seat or history[: len(self.played)] != self.played or str(state.get_game()) != self.theirs:
            self.begin(state.get_game(), seat)
        assert self.game is not None
        for action in history[len(self.played) :]:
            with np.errstate(over="ignore"):
                self.game.play(view(self.states), action)
            self.played.append(action)
            self.agent.see(self.states.copy())
        answer = int(self.agent.choose())
        if answer not in state.legal_actions():
            raise Refused(f"{self.agent} played action {answer}, which is not legal after {len(history)} moves")
        return answer

    def begin(self, theirs: Any, seat: int) -> None:
        if str(theirs) != self.theirs:
            self.theirs, self.game = str(theirs), twin(theirs)
        assert self.game is not None
        self.seat, self.played, self.states = seat, [], self.game.new()
        self.agent.begin(self.game, seat, branch(self.seed, self.games))
        self.games += 1
        self.agent.see(self.states.copy())


def openspiel_bot(agent: str | Agent, seed: Seed = 0) -> Any:
    """A `pyspiel.Bot` that plays by one of our agents; each of its games has a seed of its own, all from one."""
    pyspiel = library()
    follower = Follower(language.agent(agent), seed)

    class Bot(pyspiel.Bot):  # type: ignore[name-defined, misc]
        def __init__(self) -> None:
            super().__init__()
            self.follower = follower

        def restart_at(self, state: Any) -> None:
            self.follower.forget()

        def step(self, state: Any) -> int:
            return self.follower.choose(state)

    return Bot()
