"""Rendering: the game's own drawing of text, printed, returned, or as a picture."""

import numpy as np

from treewright.core.errors import Refused
from treewright.core.game import Game
from treewright.core.record import view

INCHES_A_LETTER, INCHES_A_LINE, POINTS, DOTS = 0.09, 0.19, 10.5, 100
MARGIN = 2
"""Letters around the text."""


def render(game: Game, states: np.ndarray, mode: str | None) -> str | np.ndarray | None:
    """states[0] in a render mode: "human" prints it, "ansi" returns the text, "rgb_array" a picture of it."""
    if mode is None:
        raise Refused("nothing can be rendered: make the environment with render_mode='human', 'ansi' or 'rgb_array'")
    text = game.show(view(states))
    if mode == "human":
        print(text)
        return None
    return text if mode == "ansi" else picture(text)


def picture(text: str) -> np.ndarray:
    """uint8[height, width, 3]: some lines of text, black on white."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    lines = text.splitlines() or [""]
    across = INCHES_A_LETTER * (max(map(len, lines)) + 2 * MARGIN)
    down = INCHES_A_LINE * (len(lines) + MARGIN)
    figure = Figure(figsize=(across, down), dpi=DOTS)
    canvas = FigureCanvasAgg(figure)
    figure.text(MARGIN * INCHES_A_LETTER / across, 1 - INCHES_A_LINE / down, "\n".join(lines), va="top",
                family="monospace", size=POINTS, linespacing=1.1, parse_math=False)
    canvas.draw()
    return np.array(canvas.buffer_rgba())[:, :, :3].copy()
