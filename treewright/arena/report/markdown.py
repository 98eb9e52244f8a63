"""A report as Markdown; pictures are files in a folder beside it."""

import re
from collections.abc import Sequence

from treewright.arena.report.blocks import Block, Heading, Paragraph, Points, Shown, Table

FIGURES = "figures"
CODE = re.compile(r"(`[^`]*`)")


def markdown(blocks: Sequence[Block]) -> str:
    """The whole text."""
    return "\n\n".join(_written(block) for block in blocks) + "\n"


def _written(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {_plain(text)}"
        case Paragraph(text):
            return _plain(text)
        case Points(texts):
            return "\n".join(f"- {_plain(text)}" for text in texts)
        case Table(lines, names):
            head, *body = lines
            rule = ["---" if column < names else "---:" for column in range(len(head))]
            return "\n".join(f"| {' | '.join(line)} |" for line in [
                [_plain(cell) for cell in head], rule, *([_plain(cell) for cell in line] for line in body)])
        case Shown(name, caption, _):
            return f"![{_plain(caption)}]({FIGURES}/{name}.png)\n\n*{_plain(caption)}*"


def _plain(text: str) -> str:
    """Signs that mean something to Markdown mean themselves; a bar would end a cell of a table even in code."""
    parts = CODE.split(text)
    return "".join(part.replace("|", "\\|") if k % 2 else re.sub(r"([*<|])", r"\\\1", part)
                   for k, part in enumerate(parts))
