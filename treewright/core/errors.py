"""The one exception whose message is meant for a person: it says what is wrong and what would be right."""

from collections.abc import Iterable
from difflib import get_close_matches


class Refused(ValueError):
    """Something was asked that cannot be done. The command line prints it as one line and exits with 2."""


def nearest(word: str, known: Iterable[str]) -> str:
    """`"; did you mean uct?"`, or what there is when nothing is near."""
    names = sorted(known)
    close = get_close_matches(word, names, n=1, cutoff=0.6)
    return f"; did you mean {close[0]}?" if close else f"; there are {', '.join(names)}"
