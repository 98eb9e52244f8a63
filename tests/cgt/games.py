"""Small random games for hypothesis, and what the definitions say of them, word by word."""

from fractions import Fraction
from functools import lru_cache

from hypothesis import strategies as st

from treewright.cgt.shortgame import ShortGame, number

quarters = st.integers(-12, 12).map(lambda n: Fraction(n, 4))
numbers = quarters.map(number)
small_numbers = st.sampled_from([Fraction(n, 2) for n in range(-4, 5)]).map(number)


def trees(leaves, depth):
    """Games of so many moves at most, with up to two options for each player."""
    if depth == 0:
        return leaves
    options = st.lists(trees(leaves, depth - 1), max_size=2)
    return st.one_of(leaves, st.builds(ShortGame, options, options))


def branched(inner):
    """Games that are no numbers."""
    options = st.lists(inner, min_size=1, max_size=2)
    return st.builds(ShortGame, options, options).filter(lambda g: g.number is None)


games = st.one_of(trees(numbers, 3), branched(trees(numbers, 2)))
small_games = st.one_of(trees(small_numbers, 2), branched(trees(small_numbers, 1)))
small_branched_games = branched(trees(small_numbers, 1))


@lru_cache(None)
def sum_by_definition(g, h):
    """Equation 4, moves in numbers included. (The cache asks for equal games, and equal games have equal sums.)"""
    return ShortGame([*(sum_by_definition(x, h) for x in g.left), *(sum_by_definition(g, x) for x in h.left)],
                     [*(sum_by_definition(x, h) for x in g.right), *(sum_by_definition(g, x) for x in h.right)])


def wins_as_second(g, player):
    """Does a player win who moves second, if whoever cannot move loses? Left is 1, Right is -1."""
    replies = g.right if player == 1 else g.left
    return all(not wins_as_second(x, -player) for x in replies)
