"""What a report is made of, before it becomes Markdown or HTML. In texts, what stands between backticks is code."""

import dataclasses
from collections.abc import Sequence

from treewright.arena.report.style import Picture


@dataclasses.dataclass(frozen=True)
class Heading:
    """Of a whole report (level 1), a contest (2) or a part of it (3)."""

    text: str
    level: int


@dataclasses.dataclass(frozen=True)
class Paragraph:
    text: str


@dataclasses.dataclass(frozen=True)
class Points:
    """Sentences below each other."""

    texts: Sequence[str]


@dataclasses.dataclass(frozen=True)
class Table:
    """Lines of text, the first of which is the header; the first `names` columns hold words, the others numbers."""

    lines: Sequence[Sequence[str]]
    names: int = 1


@dataclasses.dataclass(frozen=True)
class Shown:
    """A picture, the name of its files, and what it shows."""

    name: str
    caption: str
    picture: Picture


Block = Heading | Paragraph | Points | Table | Shown
