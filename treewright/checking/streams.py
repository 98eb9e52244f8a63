"""The random numbers of a game: they depend on the seed and the game's number alone."""

from treewright.core.stream import Stream, branch


def streams(seed: int, number: int) -> tuple[Stream, Stream, Stream]:
    """For the start, for any_action, and for choosing the moves."""
    starter, asker, chooser = (Stream(branch(seed, number, k)) for k in range(3))
    return starter, asker, chooser
