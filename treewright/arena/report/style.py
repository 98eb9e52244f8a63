"""How figures look: quiet, readable in print at the width of a column, in colours that everybody can tell apart.

Every figure is drawn twice. The PNG, at 200 dots an inch, is what Markdown and HTML show: it looks the same everywhere,
whereas an SVG whose text stays text is set in whatever font a reader happens to have, and labels that fit here overlap
there. The PDF is for papers: there text stays text, in TrueType fonts that are embedded, as publishers ask for. (An
SVG, where one is asked for, has its text as outlines.)

The same data gives the same bytes: no dates, no names of programs, and a matplotlibrc of one's own changes nothing.
"""

import contextlib
import dataclasses
import functools
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.font_manager import findfont, get_font

from treewright.pictures.drawing import Drawing

COLUMN, PAGE = 3.5, 7.16
"""Inches: the widths of a column and of a page of two columns (IEEE Transactions)."""

INK, QUIET, FAINT, RULE = "#222222", "#666666", "#a0a0a0", "#dddddd"
"""Text; notes; marks that are only to be compared with; lines of a grid."""
SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Colours that people with any kind of colour vision tell apart (Okabe & Ito 2008), without their yellow, which is
hard to see on white."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
SCORES = LinearSegmentedColormap.from_list("scores", ["#b35806", "#e08214", "#fdc98a", "#f7f7f7", "#a9cde4", "#4393c3",
                                                      "#2166ac"])
"""From nothing (brown) over one half (nearly white) to everything (blue)."""

FONT = "DejaVu Sans"
"""It comes with matplotlib, so it is there."""
TEXT, LABEL, SMALL, TINY = 7.5, 7.0, 6.5, 5.5
"""Sizes in points."""

_LOOK: dict[Any, Any] = {
    "font.family": FONT,
    "font.size": TEXT, "axes.titlesize": TEXT, "axes.labelsize": LABEL, "legend.fontsize": SMALL,
    "xtick.labelsize": SMALL, "ytick.labelsize": SMALL,
    "text.color": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK, "axes.edgecolor": FAINT,
    "axes.linewidth": 0.6, "xtick.major.width": 0.6, "ytick.major.width": 0.6, "xtick.minor.width": 0.4,
    "xtick.major.size": 2.5, "ytick.major.size": 2.5, "xtick.minor.size": 1.5, "axes.titlelocation": "left",
    "axes.spines.top": False, "axes.spines.right": False, "axes.titlepad": 4.0, "axes.axisbelow": True,
    "grid.color": RULE, "grid.linewidth": 0.5, "lines.linewidth": 1.2, "lines.markersize": 3.0, "legend.frameon": False,
    "text.parse_math": False,           # an expression may hold a dollar sign
    "figure.dpi": 200, "pdf.fonttype": 42, "svg.fonttype": "path", "svg.hashsalt": "treewright",
}


FORMATS = {".png": {"Software": None}, ".pdf": {"Creator": None, "Producer": None, "CreationDate": None},
           ".svg": {"Date": None, "Creator": None}}
"""How a figure can be written, and what matplotlib would note in it that has nothing to do with the data."""


@dataclasses.dataclass(frozen=True)
class Picture:
    """A figure that was drawn."""

    content: Mapping[str, bytes]
    """Files by their endings."""
    width: float
    """In inches."""


@contextlib.contextmanager
def styled() -> Iterator[None]:
    """Inside, matplotlib draws like this whatever it was told before."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_LOOK)
        yield


def picture(draw: Callable[[], Figure], formats: Sequence[str] = (".png", ".pdf")) -> Picture:
    """What a function draws, as it is to be written."""
    content = {}
    with styled():
        figure = draw()
        for ending in formats:
            file = io.BytesIO()
            figure.savefig(file, format=ending[1:], metadata=FORMATS[ending])
            content[ending] = file.getvalue()
    return Picture(content, float(figure.get_size_inches()[0]))


class Sheet:
    """A figure on which places are inches from the top left corner, so that text takes the same room in every figure
    however large that is."""

    def __init__(self, width: float, height: float):
        self.width, self.height = width, height
        self.figure = Drawing(figsize=(width, height), facecolor="white")

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        return self.figure.add_axes((left / self.width, 1 - (top + height) / self.height, width / self.width,
                                     height / self.height))

    def text(self, left: float, top: float, text: str, size: float = TEXT, colour: str = INK, **more: Any) -> None:
        """Text whose top is at that place, unless `va` says otherwise."""
        self.figure.text(left / self.width, 1 - top / self.height, text,
                         **{"fontsize": size, "color": colour, "va": "top", **more})


def line_height(size: float) -> float:
    """Inches from one line of text to the next."""
    return 1.35 * size / 72


@functools.cache
def width_of(text: str, size: float) -> float:
    """Inches that a line of text takes."""
    font = get_font(findfont(FONT))
    font.set_size(100, 72)              # large, because what is small is moved to whole pixels
    font.set_text(text)
    return float(font.get_width_height()[0]) / 64 / 72 * size / 100


def widest(texts: Sequence[str], size: float) -> float:
    return max((width_of(text, size) for text in texts), default=0.0)


def wrapped(text: str, size: float, width: float) -> list[str]:
    """The words of a text in lines that are not wider than that, where a word is not itself."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
