"""Which games are meant by `--game` and `--agent`: those whose expression begins like that, or is the same written
otherwise (`uct` is every uct, `hex` also hex(5), `uct(c=1.4, simulations=100)` is uct(simulations=100))."""

import dataclasses
from collections.abc import Callable, Collection
from typing import Any

from treewright.agents import language
from treewright.arena.store.store import Store
from treewright.arena.store.trouble import told
from treewright.core.errors import Refused, nearest


@dataclasses.dataclass(frozen=True)
class Wanted:
    """Games of `game` in which `agent` plays; None is any."""

    game: str | None = None
    agent: str | None = None

    def condition(self, store: Store) -> str:
        """What rows of the table `game` fulfil, in SQL; refused where none can."""
        conditions = []
        if self.game is not None:
            conditions.append(f"game IN ({meant(store, self.game, language.game, ('game',), 'games of')})")
        if self.agent is not None:
            met = meant(store, self.agent, language.agent, ("one", "other"), "games with the agent")
            conditions.append(f"(one IN ({met}) OR other IN ({met}))")
        return f"pairing IN (SELECT id FROM pairing WHERE {' AND '.join(conditions)})" if conditions else "TRUE"


EVERYTHING = Wanted()
LISTED = 8
"""No more names than these in a sentence."""


def meant(store: Store, text: str, make: Callable[[str], Any], columns: Collection[str], what: str) -> str:
    """The numbers of the texts in these columns that are meant, separated by commas."""
    with told(store.place):
        used = " UNION ".join(f"SELECT {column} FROM pairing" for column in columns)
        known = dict(store.connection.execute(f"SELECT text, id FROM text WHERE id IN ({used})"))
    same = _canonical(text, make)
    numbers = [number for one, number in known.items() if one == same or one.startswith(text)]
    if not numbers:
        hint = nearest(text, known) if known else ""
        few = len(known) <= LISTED or hint.startswith("; did you mean")
        raise Refused(f"{store.place} has no {what} {text}{hint if few else '; `treewright results` lists them'}")
    return ", ".join(map(str, numbers))


def _canonical(text: str, make: Callable[[str], Any]) -> str:
    """The same expression as a store has it; as it is where it cannot be read today."""
    try:
        return str(make(text))
    except Refused:
        return text
