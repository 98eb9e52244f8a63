"""Thermographs: what a game is worth when every move costs the temperature (Conway, "On Numbers and Games", chapter 9;
Berlekamp, Conway & Guy, "Winning Ways", chapter 6).

At temperature t Left may hope for the left wall and Right for the right wall,

    left scaffold(t)  = largest right wall(t) of any G^L, less t
    right scaffold(t) = least left wall(t) of any G^R, and t more

and the walls are the scaffolds up to the least t at which they meet: the temperature of G. Above it nobody wants to
move, and both walls are the mast, whose value is the mean.
"""

import dataclasses
from collections.abc import Iterable
from fractions import Fraction
from os import PathLike
from typing import Any

from treewright.cgt.numbers import exponent
from treewright.cgt.wall import Wall, highest, lowest


@dataclasses.dataclass(frozen=True)
class Thermograph:
    """Mean, temperature and both walls, which are the mast from the temperature on."""

    mean: Fraction
    temperature: Fraction
    left: Wall
    right: Wall

    @classmethod
    def of_number(cls, value: Fraction) -> "Thermograph":
        """All mast. The temperature of m / 2^k is -1 / 2^k, what a move in it gains; that of a whole number is -1."""
        wall = Wall.mast(value)
        return cls(value, Fraction(-1, 2 ** exponent(value)), wall, wall)

    @classmethod
    def over(cls, left: Iterable["Thermograph"], right: Iterable["Thermograph"]) -> "Thermograph":
        """The thermograph of a game that is not a number, from those of its options."""
        left_scaffold = highest(option.right for option in left).taxed(-1)
        right_scaffold = lowest(option.left for option in right).taxed(1)
        temperature = left_scaffold.meets(right_scaffold)
        assert temperature is not None      # both are taxed, so they approach each other in the end
        mean = right_scaffold.at(temperature)
        return cls(mean, temperature, left_scaffold.until(temperature), right_scaffold.until(temperature))

    @property
    def left_stop(self) -> Fraction:
        """What play ends with if Left begins and nothing else is to be gained anywhere."""
        return self.left.pieces[0][1]

    @property
    def right_stop(self) -> Fraction:
        """The same if Right begins."""
        return self.right.pieces[0][1]

    def __str__(self) -> str:
        """Mean and temperature, and a drawing."""
        from treewright.cgt.sketch import sketch

        return f"mean {self.mean}, temperature {self.temperature}\n\n{sketch(self)}"

    def save(self, file: str | PathLike[str], title: str = "") -> None:
        """Draw it into a file, whose name says how: .png, .svg or .pdf."""
        from treewright.cgt.figure import save

        save(self, file, title)

    def plot(self, title: str = "") -> Any:
        """A figure of matplotlib."""
        from treewright.cgt.figure import draw

        return draw(self, title)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        from treewright.cgt.figure import as_svg

        return as_svg(self)
