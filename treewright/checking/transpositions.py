"""A hint: where exchanging two moves of one player never leads to the same position, a history may stand in the way.

That is no mistake (some games have no transpositions), but a search cannot share what it knows of such positions.
"""

import numpy as np

from treewright.checking.sheet import Sheet
from treewright.core.game import Game
from treewright.core.record import SPARE

ENOUGH = 30


class Transpositions:
    """Counts how often exchanged moves led to the same position, and what differed when not."""

    def __init__(self, game: Game):
        self.game = game
        self.met = 0
        self.apart: dict[tuple[str, ...], int] = {}

    def see(self, sheet: Sheet, plies: int) -> None:
        """Take in a game that compiled code has played."""
        swaps = sheet.swaps[:plies]
        self.met += int((swaps == 1).sum())
        if self.met:
            return
        for t in np.flatnonzero(swaps == 2):
            fields = tuple(name for name in self.game.state.names or ()
                           if name != "score" and not name.startswith(SPARE)
                           and sheet.swapped[name][t].tobytes() != sheet.keyed[name][t + 1].tobytes())
            self.apart[fields] = self.apart.get(fields, 0) + 1

    def hint(self) -> str:
        """What to say, if there is something to say."""
        if self.met or not self.apart:
            return ""
        fields, times = max(self.apart.items(), key=lambda one: (len(one[0]) == 1, one[1]))
        if len(fields) > 1 or times < ENOUGH:
            return ""
        return (f"two orders of the same moves never met in one position; {times} times only {fields[0]} differed: if "
                f"that is a history which does not matter to the rest of the game, let key(self, s) set it to 0")
