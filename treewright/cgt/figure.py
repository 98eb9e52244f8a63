"""A thermograph as a figure for a page: temperature upwards, and Left's values, which are the large ones, to the left.

Both axes have the same scale, so that the walls lean by 45 degrees. The axes name the values and the temperatures where
the walls have corners, as exact fractions, instead of round numbers.
"""

import io
from collections.abc import Callable, Sequence
from fractions import Fraction
from os import PathLike, fspath
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure

from treewright.cgt.sketch import readable
from treewright.cgt.thermograph import Thermograph
from treewright.core.errors import Refused
from treewright.pictures.drawing import Drawing

KINDS = (".png", ".svg", ".pdf")
UNDATED = {".png": {"Software": None}, ".svg": {"Date": None, "Creator": None},
           ".pdf": {"CreationDate": None, "Creator": None}}
LEFT, RIGHT, INK, FAINT = "#1f5fa8", "#c8443c", "#2b2b2b", "#b4b4b4"
LINE = 2.0
LARGEST, NARROWEST = 4.0, 2.6
"""Inches: the longer side of the drawing, and the least width; a narrow thermograph gets room on both sides."""
HIGH, WIDE = 0.17, 0.085
"""Inches: the room that a name on an axis takes upwards, and across for each of its characters."""
MAST = 0.18
"""How far the mast is drawn above the temperature, as a share of the height."""


def save(thermograph: Thermograph, file: str | PathLike[str], title: str = "") -> None:
    """Write the figure; the same thermograph gives the same bytes."""
    kind = Path(file).suffix.lower()
    if kind not in KINDS:
        raise Refused(f"the name of a figure ends in {', '.join(KINDS[:-1])} or {KINDS[-1]}, unlike {fspath(file)}")
    try:
        Path(file).write_bytes(_drawn(thermograph, title, kind))
    except OSError as error:
        raise Refused(f"{fspath(file)} cannot be written: {error.strerror}") from None


def as_svg(thermograph: Thermograph, title: str = "") -> str:
    """The figure as text."""
    return _drawn(thermograph, title, ".svg").decode()


def _drawn(thermograph: Thermograph, title: str, kind: str) -> bytes:
    written = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "treewright", "font.family": "DejaVu Sans"}):
        draw(thermograph, title).savefig(written, format=kind[1:], dpi=200, bbox_inches="tight", pad_inches=0.08,
                                         metadata=UNDATED[kind])
    return written.getvalue()


def draw(thermograph: Thermograph, title: str = "") -> Figure:
    """The figure as an object of matplotlib."""
    warm, wide = max(float(thermograph.temperature), 0.0), float(thermograph.left_stop - thermograph.right_stop)
    top = (warm or 1.0) * (1 + MAST)
    inch = max(top, 1.12 * wide) / LARGEST
    across = max(1.12 * wide, NARROWEST * inch)
    figure = Drawing(figsize=(across / inch, top / inch), facecolor="white")
    axes = figure.add_axes((0, 0, 1, 1))
    centre = float(thermograph.left_stop + thermograph.right_stop) / 2
    axes.set_xlim(centre + across / 2, centre - across / 2)
    axes.set_ylim(0, top)
    _draw_walls(axes, thermograph, warm, top)
    _draw_axes(axes, thermograph, inch)
    # The mast leaves more room on one side.
    axes.legend(loc="upper left" if thermograph.mean < centre else "upper right", fontsize=9, labelcolor=INK,
                handlelength=1.4, borderaxespad=0.2, facecolor="white", edgecolor="none", framealpha=1)
    axes.set_title(title, fontsize=11, color=INK, pad=9)
    return figure


def _draw_walls(axes: Axes, thermograph: Thermograph, warm: float, top: float) -> None:
    mean = float(thermograph.mean)
    walls = ((thermograph.left, LEFT, "left wall"), (thermograph.right, RIGHT, "right wall"))
    for wall, colour, name in walls if warm > 0 else ():
        corners = [*((float(value), float(t)) for t, value in wall.corners if t < warm), (mean, warm)]
        axes.plot(*zip(*corners), color=colour, linewidth=LINE, solid_capstyle="round", solid_joinstyle="round",
                  clip_on=False, zorder=3, label=name)
    axes.plot([mean, mean], [warm, top], color=INK, linewidth=LINE, solid_capstyle="butt", zorder=2, label="mast")
    axes.plot([axes.get_xlim()[0], mean, mean], [warm, warm, 0], color=FAINT, linewidth=0.8, linestyle=(0, (1, 2.5)),
              zorder=1)


def _draw_axes(axes: Axes, thermograph: Thermograph, inch: float) -> None:
    """Ticks where the walls have corners: mean and temperature come first, then the stops, then the others."""
    corners = [*thermograph.left.corners, *thermograph.right.corners]
    values = [thermograph.mean, thermograph.left_stop, thermograph.right_stop, *(value for _, value in corners)]
    temperatures = [max(thermograph.temperature, Fraction(0)), Fraction(0), *(t for t, _ in corners)]
    _set_ticks(axes.xaxis, values, lambda name: (len(name) + 0.5) * WIDE * inch)
    _set_ticks(axes.yaxis, temperatures, lambda name: HIGH * inch)
    axes.tick_params(labelsize=9, color=INK, labelcolor=INK, width=0.8, length=3.5)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set(color=INK, linewidth=0.8)
    axes.set_xlabel("value for Left", fontsize=9.5, color=INK)
    axes.set_ylabel("temperature", fontsize=9.5, color=INK)


def _set_ticks(axis: Axis, wanted: Sequence[Fraction], room: Callable[[str], float]) -> None:
    """Name those that do not come too near to one before them."""
    shown: dict[float, str] = {}
    for value in wanted:
        name = readable(value).replace("-", "\N{MINUS SIGN}")
        if all(abs(float(value) - other) >= (room(name) + room(known)) / 2 for other, known in shown.items()):
            shown[float(value)] = name
    axis.set_ticks(list(shown), list(shown.values()))
