"""A thermograph as text: temperature upwards, and Left's values, which are the large ones, to the left.

A row is as high as a column is wide, so that the walls of slope 1 are drawn by one character a row.
"""

from fractions import Fraction

from treewright.cgt.thermograph import Thermograph
from treewright.cgt.wall import Wall

COLUMNS, ROWS = 56, 16
MAST_ROWS = 3
"""How far the mast is drawn above the temperature."""
LONGEST = 9
"""A fraction with more characters is written as a decimal."""


def readable(value: Fraction, longest: int = LONGEST) -> str:
    """The fraction, or about what it is if it is long."""
    exact = str(value)
    return exact if len(exact) <= longest else f"~{float(value):.6g}"


def sketch(thermograph: Thermograph) -> str:
    """The walls, the mast, the temperature to the left and the values below."""
    return "\n".join(_Sketch(thermograph).lines())


class _Sketch:
    """A drawing of a thermograph on a page of so many rows and columns."""

    def __init__(self, thermograph: Thermograph) -> None:
        self.thermograph = thermograph
        self.top = max(thermograph.temperature, Fraction(0))
        self.width = thermograph.left_stop - thermograph.right_stop
        self.unit = max(self.top / ROWS, self.width / COLUMNS) or Fraction(1)
        self.margin = max(map(len, self._temperatures().values())) + 1

    def lines(self) -> list[str]:
        named = self._temperatures()
        rows = round(self.top / self.unit) + MAST_ROWS
        drawn = [f"{named.get(row, ''):>{self.margin}} {'+' if row in named else '|'} {self._row(row)}".rstrip()
                 for row in reversed(range(rows))]
        return [*drawn, *self._foot()]

    def _temperatures(self) -> dict[int, str]:
        """What is written beside which row: 0, and the temperature."""
        named = {0: "0"}
        if self.thermograph.temperature > 0:
            named[round(self.top / self.unit)] = readable(self.thermograph.temperature)
        return named

    def _column(self, value: Fraction) -> Fraction:
        return (self.thermograph.left_stop - value) / self.unit

    def _row(self, row: int) -> str:
        """Both walls between two temperatures; where they are the same, the mast."""
        cells = dict([self._stroke(self.thermograph.right, row), self._stroke(self.thermograph.left, row)])
        return "".join(cells.get(k, " ") for k in range(max(cells) + 1))

    def _stroke(self, wall: Wall, row: int) -> tuple[int, str]:
        """Where a wall goes through a row, and how it leans there."""
        begin, end = (self._column(wall.at(self.unit * (row + k))) for k in (0, 1))
        if abs(end - begin) < Fraction(1, 2):
            return round(begin), "|"
        return (round(begin), "/") if end > begin else (round(begin) - 1, "\\")

    def _foot(self) -> list[str]:
        """The line below, with a tick and a name for both stops and the mean, where there is room."""
        names: dict[int, str] = {}
        for value in (self.thermograph.mean, self.thermograph.left_stop, self.thermograph.right_stop):
            names.setdefault(round(self._column(value)), readable(value))
        width = round(self.width / self.unit)
        line = "".join("+" if k in names else "-" for k in range(-1, width + 2))
        written = ""
        for column in sorted(names):
            start = max(column - len(names[column]) // 2, len(written) + 2 if written else -self.margin)
            written = written.ljust(start) + names[column] if start >= 0 else names[column]
        return [" " * (self.margin + 2) + line, " " * (self.margin + 3) + written]
