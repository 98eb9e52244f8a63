"""A part of a search's tree as plain data: nested branches, each with the action that leads to it."""

import dataclasses
from collections.abc import Iterator
from typing import Any

from treewright.core.drawn import drawn


@dataclasses.dataclass(frozen=True)
class Branch:
    """A node, and what was read below it. The root has no action, no player, and no mean."""

    action: int | None
    text: str
    player: int | None
    """Who chose the action: a player, or CHANCE."""
    visits: int
    mean: float | None
    """On the search's scale, to the player who chose; None for what chance does, and where nothing is known."""
    proven: float | None
    """The exact score for that player, where a solver found it."""
    children: tuple["Branch", ...] = ()
    """The most visited first."""
    more: int = 0
    """How many visited children were left out because there were nodes enough (not: because they are too deep)."""

    def walk(self, depth: int = 0) -> Iterator[tuple[int, "Branch"]]:
        """This branch and all below it, each with its depth."""
        yield depth, self
        for child in self.children:
            yield from child.walk(depth + 1)

    def as_dict(self) -> dict[str, Any]:
        """The branch as plain data."""
        own = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {**own, "children": [child.as_dict() for child in self.children]}

    def plot(self) -> Any:
        """A figure of matplotlib: a branch is as thick as it was visited often."""
        return drawn("tree:draw", self)

    def _repr_html_(self) -> str:
        return str(drawn("tree:as_html", self))
