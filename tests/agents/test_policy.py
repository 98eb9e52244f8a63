"""Playout policies as players."""

from treewright.agents.policy import PolicyAgent
from treewright.arena.match import match
from treewright.core.parts import Playout
from treewright.games.tic_tac_toe import TicTacToe


class Faces(Playout):
    """Remembers what it was told of, and plays the first legal action."""

    def fit(self, game):
        self.told = []

    def face(self, game, position, rng):
        self.told.append(position.tobytes())

    def choose(self, game, s, trace, actions, rng):
        game.legal(s, actions)
        return actions[0]


def test_a_policy_is_told_each_position_that_it_plays_in():
    game, player = TicTacToe(), PolicyAgent(Faces())
    player.begin(game, 0, 1)
    for moves, reply in (([], 0), ([0, 4], 1)):
        player.see(game.position(moves))
        assert player.choose() == reply
    assert player.fitted.told == [game.position(moves).tobytes() for moves in ([], [0, 4])]


def test_a_policy_plays_its_games_to_the_end():
    result = match("tic_tac_toe", "tactical", "ordered([4, 0, 2, 6, 8])", games=10, seed=1)
    assert result.tally.forfeited == 0
    assert result.tally.games == 10
