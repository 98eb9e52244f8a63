"""Today's code for what was played in a store: which records does it stand behind, and which are older?"""

from treewright.agents import language
from treewright.arena.code import code_of
from treewright.core.errors import Refused


class Today:
    """Digests of the code as it is now, worked out once for each game and its two agents."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], str | None] = {}

    def __call__(self, game: str, first: str, second: str) -> str | None:
        """The digest, None where an expression cannot be resolved any more."""
        key = (game, *sorted((first, second)))
        if key not in self._known:
            try:
                self._known[key] = code_of(language.game(game), [language.agent(text) for text in key[1:]])
            except Refused:
                self._known[key] = None
        return self._known[key]
