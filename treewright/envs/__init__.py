"""Our games for other libraries, and theirs for us: PettingZoo, Gymnasium, OpenSpiel, and many games at once in arrays.

    from treewright import envs
    env = envs.aec("connect_four")                                        # PettingZoo: every player is yours
    env = envs.gymnasium("connect_four", opponent="uct(simulations=200)") # Gymnasium: the others are agents of ours
    env = envs.vector("connect_four", games=64)                           # arrays: all games in one compiled call

What is imported from those libraries is imported when it is asked for.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from treewright.agents.agent import Agent
from treewright.core.game import Game

if TYPE_CHECKING:
    from treewright.envs.against import Against
    from treewright.envs.many import Many
    from treewright.envs.turns import Turns


def aec(game: str | Game, render_mode: str | None = None, illegal: str = "refuse", scale: str = "sign") -> "Turns":
    """A PettingZoo AEC environment of any game: `player_0`, `player_1`, ... in turn.

    `illegal` says what an illegal action does: "refuse" raises `Refused` and changes nothing, "forfeit" loses the game
    as in the arena. Rewards are the scores on the `scale`: "sign", "unit" or "raw"."""
    from treewright.envs.opening import need
    need("pettingzoo")
    from treewright.envs.turns import Turns
    return Turns(game, render_mode, illegal, scale)


def gymnasium(game: str | Game, opponent: "str | Agent | Sequence[str | Agent]" = "uniform", seat: int | str = 0,
              render_mode: str | None = None, illegal: str = "forfeit", scale: str = "sign") -> "Against":
    """A Gymnasium environment: one seat is yours (`seat="any"` draws it for each game), agents of ours have the others.

    `illegal` and `scale` as for `aec`; here an illegal action loses the game unless told otherwise, since Gymnasium has
    no mask of its own and samples any action."""
    from treewright.envs.opening import need
    need("gymnasium")
    from treewright.envs.against import Against
    return Against(game, opponent, seat, render_mode, illegal, scale)


def vector(game: str | Game, games: int = 64, scale: str = "sign") -> "Many":
    """Many games side by side, stepped, observed and masked in one compiled call; needs no other library."""
    from treewright.envs.many import Many
    return Many(game, games, scale)
