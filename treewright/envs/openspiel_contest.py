"""Our search against OpenSpiel's C++ MCTSBot, played by OpenSpiel's own `evaluate_bots`, with what can be set alike set
alike: simulations, constant, scale, one random playout a simulation, a new tree at every move.

    without    neither has a solver, and both take a child that ended the game for what it is
    with       both have their solvers
    plain      ours is uct() as it is: the exploration term of a finished child stays
"""

import dataclasses
from collections.abc import Iterator
from typing import Any

import numpy as np

from treewright.arena.tally import Ending, Tally
from treewright.core.errors import Refused
from treewright.envs.library import library
from treewright.envs.openspiel_bot import openspiel_bot

C, MEMORY = 1.4, 1000
"""The constant of exploration, and megabytes for OpenSpiel's tree."""
SETTINGS = {
    "without": ("search(select=settled(c={c}), simulations={simulations}, reuse=false)", False),
    "with": ("uct(c={c}, simulations={simulations}, solver=true, reuse=false)", True),
    "plain": ("uct(c={c}, simulations={simulations}, reuse=false)", False),
}
"""Our agent, and has OpenSpiel's bot its solver?"""


@dataclasses.dataclass(frozen=True)
class Contest:
    """So many games, in pairs with the seats exchanged. The seed of a pair is its place."""

    setting: str = "without"
    game: str = "connect_four"
    games: int = 200
    simulations: int = 1000
    seed: int = 1

    def __post_init__(self) -> None:
        if self.setting not in SETTINGS:
            raise Refused(f"a setting is one of {', '.join(SETTINGS)}, not {self.setting!r}")
        if self.games < 2 or self.games % 2:
            raise Refused(f"games come in pairs, so there is an even number of them, not {self.games}")
        if self.simulations < 2:
            raise Refused(f"OpenSpiel's bot plays at random with fewer than 2 simulations, not {self.simulations}")

    @property
    def agent(self) -> str:
        return SETTINGS[self.setting][0].format(c=C, simulations=self.simulations)

    def play(self) -> Iterator[Tally]:
        """The tally so far, from our side, after every pair."""
        tally = Tally()
        for pair in range(self.games // 2):
            one, other = (self.one_game(pair, seat) for seat in (0, 1))
            tally.add(one, other)
            yield tally

    def one_game(self, pair: int, seat: int) -> Ending:
        """One game with our agent in this seat."""
        from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
        theirs = library().load_game(self.game)
        number = 2 * pair + seat
        bots = [openspiel_bot(self.agent, (self.seed, number)), self.peer(theirs, number)]
        state = theirs.new_initial_state()
        returns = evaluate_bots(state, bots if seat == 0 else bots[::-1], np.random.RandomState(number))
        margin = float(returns[seat] - returns[1 - seat])
        return Ending(0.5 + 0.5 * np.sign(margin), margin, state.move_number())

    def peer(self, theirs: Any, number: int) -> Any:
        """OpenSpiel's bot."""
        pyspiel = library()
        low, high = theirs.min_utility(), theirs.max_utility()
        seed = int(np.random.SeedSequence((self.seed, number, 1)).generate_state(1)[0] >> 1)
        # On our scale the scores go from -1 to 1, on OpenSpiel's they are what the game says.
        return pyspiel.MCTSBot(theirs, pyspiel.RandomRolloutEvaluator(1, seed), C * (high - low) / 2, self.simulations,
                               MEMORY, SETTINGS[self.setting][1], seed, False)
