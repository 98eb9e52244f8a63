"""Labels of agents beside the rows of a figure, and what stands below every figure: names in full, and notes."""

from collections.abc import Iterable, Sequence

from treewright.arena.report.names import Name
from treewright.arena.report.style import INK, QUIET, SMALL, TINY, Sheet, line_height, widest, width_of, wrapped

MARGIN, GAP = 0.06, 0.08
"""Inches: around a figure, and between its parts."""
INDENT, SPACE = 0.2, 0.04
"""Between a letter and the name in full; between names and notes."""

Foot = list[tuple[str, float, str]]
"""Lines of text, how far each is set in, and in which colour."""


def label_width(names: Iterable[Name]) -> float:
    """Inches from the left edge to where the longest label ends."""
    listed = list(names)
    return _name_at(listed) + widest([name.short for name in listed], SMALL)


def draw_labels(sheet: Sheet, names: Sequence[Name], middles: Sequence[float]) -> None:
    """Letters and short names, each in a column of its own."""
    at = _name_at(names)
    for name, middle in zip(names, middles, strict=True):
        sheet.text(MARGIN, middle, name.letter, SMALL, va="center_baseline")
        sheet.text(at, middle, name.short, SMALL, va="center_baseline")


def _name_at(names: Iterable[Name]) -> float:
    return MARGIN + widest([name.letter for name in names], SMALL) + GAP


def in_full(names: Iterable[Name], width: float) -> Foot:
    """A legend: letters and expressions."""
    foot: Foot = []
    for name in names:
        first, *others = wrapped(name.full, TINY, width - 2 * MARGIN - INDENT)
        foot += [(f"{name.letter}\t{first}", 0.0, INK), *((line, INDENT, INK) for line in others)]
    return foot


def notes(said: str, width: float) -> Foot:
    """What must be known beside a figure: how many games, and what its intervals are."""
    return [(line, 0.0, QUIET) for line in wrapped(said, TINY, width - 2 * MARGIN)]


def foot_height(foot: Foot) -> float:
    return MARGIN + len(foot) * line_height(TINY) + SPACE + MARGIN


def draw_foot(sheet: Sheet, foot: Foot) -> None:
    """The lines at the lower edge, the last one lowest, the legend a little above the notes."""
    for k, (text, indent, colour) in enumerate(reversed(foot)):
        top = sheet.height - MARGIN - (k + 1) * line_height(TINY) - (SPACE if colour == INK else 0)
        letter, tab, name = text.partition("\t")
        sheet.text(MARGIN + indent, top, letter, TINY, colour)
        if tab:
            sheet.text(MARGIN + max(INDENT, width_of(letter, TINY) + 0.05), top, name, TINY, colour)
