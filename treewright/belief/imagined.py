"""States that fit what a player has seen, each as likely as any other: the uniform determinisation.

A game takes part by one more verb, marked `@tw.verb`: imagine(s, player, rng). `s` is a copy of what `player` saw, in a
game that is not over. The verb fills in what he does not know, such that every way to do so is as likely as any other,
and returns whether the state fits all that he has seen since the game began. Where it does not, it is asked again
(rejection sampling), so a game only has to draw evenly from something larger.
"""

import dataclasses

import numpy as np

from treewright.core.compiling import compiled
from treewright.core.errors import Refused
from treewright.core.game import Game
from treewright.core.parts import Belief
from treewright.core.stream import Stream

TRIES = 1_000_000
"""So often nothing may fit until it is thought that nothing can."""


@compiled
def imagined(game: Game, observation: np.ndarray, states: np.ndarray, i: int, rng: Stream) -> bool:
    """Write a state that fits what its mover has seen into states[i]; False: none was found."""
    for _ in range(TRIES):
        game.copy(states, i, observation[0])
        if game.imagine(states[i], observation[0].to_move, rng):  # type: ignore[attr-defined]
            return True
    return False


def refuse(agent: object, game: Game) -> None:
    """Say who cannot imagine what is hidden."""
    if not hasattr(game, "imagine"):
        what = "hides nothing" if not game.hidden else "has no such verb"
        raise Refused(f"{agent} plays games that hide something and have the verb imagine, such as "
                      f"phantom_tic_tac_toe; {game.name} {what}")


def imagine_one(game: Game, observation: np.ndarray, states: np.ndarray, rng: Stream) -> None:
    """Write such a state into states[0], or say that what was seen contradicts itself."""
    if not imagined(game, observation, states, 0, rng):
        raise Refused(f"no state of {game.name} fits what player {int(observation['to_move'][0]) + 1} is said to have "
                      f"seen: {TRIES:,} were tried")


class Imagined(Belief):
    """Every simulation starts from another state."""

    first: np.ndarray = dataclasses.field(init=False)
    """One that fits. It stands in should so many tries bring no other, so that a search ends in any case."""

    def fit(self, game: Game) -> None:
        self.first = np.zeros(1, game.state)

    def face(self, game: Game, position: np.ndarray, rng: Stream) -> None:
        imagine_one(game, position, self.first, rng)

    def sample(self, game, observation, states, i, rng):
        if not imagined(game, observation, states, i, rng):
            game.copy(states, i, self.first[0])


class OneWorld(Belief):
    """All simulations of a search start from the same state, which is drawn when the search begins."""

    world: np.ndarray = dataclasses.field(init=False)

    def fit(self, game: Game) -> None:
        self.world = np.zeros(1, game.state)

    def face(self, game: Game, position: np.ndarray, rng: Stream) -> None:
        imagine_one(game, position, self.world, rng)

    def sample(self, game, observation, states, i, rng):
        game.copy(states, i, self.world[0])
