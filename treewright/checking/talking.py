"""The plain methods of a game: every action has a text of its own that is read back, and every state is drawn."""

from collections.abc import Callable

import numpy as np

from treewright.checking import places
from treewright.checking.samples import Sample
from treewright.core.game import Game
from treewright.core.record import view

Add = Callable[[str, str, Sample, str], None]
"""Takes a rule, a sentence, the position, and the method that is to blame."""


def check_talk(game: Game, sample: Sample, add: Add) -> set[str]:
    """Draw a position, name its actions and read them back; returns the texts."""
    said, state = set[str](), sample.state.copy()
    s = view(state)
    for rule, method, ask in (("drawing", "show", lambda: _draw(game, s)),
                              ("texts", "describe", lambda: _name(game, s, said))):
        try:
            wrong, blamed = ask()
        except Exception as error:
            wrong, blamed = f"{type(error).__name__}: {error}", method
            if place := places.of_error(error.__traceback__):
                add(rule, f"{method} fails: {wrong}", sample, place)
                continue
        if wrong:
            add(rule, wrong, sample, places.of_verb(type(game), blamed))
        if not np.array_equal(state.view(np.uint8), sample.state.view(np.uint8)):
            add("looks", f"{method} changes the state", sample, places.of_verb(type(game), method))
            state[:] = sample.state
    return said


def _draw(game: Game, s: object) -> tuple[str, str]:
    drawn = game.show(s)
    return ("" if isinstance(drawn, str) else f"show must return text, not {drawn!r}"), "show"


def _name(game: Game, s: object, said: set[str]) -> tuple[str, str]:
    """What is wrong with the texts of a position, and the method to blame."""
    for action in game.choices(s):
        text = game.describe(s, action)
        if not isinstance(text, str) or not text.strip():
            return f"describe must return a text that can be typed, not {text!r} (action {action})", "describe"
        if text in said:
            return f"describe gives two actions the same text {text!r}", "describe"
        said.add(text)
        read = game.parse(s, text)
        if read != action:
            return f"describe gives action {action} the text {text!r}, but parse reads it as {read!r}", "parse"
    return "", "describe"
