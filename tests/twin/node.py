"""A node of the twin's tree: numbers with names, and a dictionary of children."""

import numpy as np

F = np.float32


class Node:
    """A position, reached by one path.

    visits       N: simulations that came through
    mean         Q: the mean reward of those, for the player who chose to come here
    children     the nodes after it, by action
    line         the actions that may be selected, in the order in which ties are broken
    untried      the actions that no simulation has taken yet; None until somebody asks what is legal here
    prior        P(s, a), by action (for PUCT)
    rave_mean, rave_visits     Q_RAVE and its number of samples (for RAVE)
    squares      the sum of the squared distances of its rewards from their mean (for UCB1-Tuned)
    mover        who is to move here, and `chooser` who chose to come here (for GRAVE, and implicit minimax)
    amaf         for each player and action: how many simulations from here had it, and their mean reward (for GRAVE)
    available    N': simulations in whose world it was legal, since it joined the tree (for ISUCT)
    worth        v, the minimax value for who chose to come here (for implicit minimax)
    low, high    the least and the most that player 0 can still get (for the solver)
    """

    def __init__(self, low: float, high: float):
        self.visits = 0
        self.mean = F(0)
        self.children: dict[int, Node] = {}
        self.line: list[int] = []
        self.untried: list[int] | None = None
        self.prior: dict[int, F] = {}
        self.rave_mean, self.rave_visits = F(0), 0
        self.squares = F(0)
        self.mover, self.chooser = -1, -1
        self.amaf: dict[tuple[int, int], tuple[int, F]] = {}
        self.available = 0
        self.worth = F(0)
        self.low, self.high = F(low), F(high)

    @property
    def proven(self) -> bool:
        return bool(self.low == self.high)
