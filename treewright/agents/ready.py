"""Search agents by name: a selection rule's arguments and a search's arguments in one call."""

import functools
import inspect
from collections.abc import Callable
from typing import Any

from treewright.agents.kinds import refuse_wrong_kinds
from treewright.agents.search import Search
from treewright.core.component import spell
from treewright.core.parts import Selection
from treewright.select.decisive import Decisive
from treewright.select.grave import GRAVE
from treewright.select.gumbel import Gumbel
from treewright.select.implicit_minimax import ImplicitMinimax
from treewright.select.progressive_bias import ProgressiveBias
from treewright.select.puct import PUCT
from treewright.select.rave import RAVE
from treewright.select.ucb1 import UCB1
from treewright.select.ucb1_tuned import UCB1Tuned
from treewright.select.uct import UCT
from treewright.select.widening import Widening

SEARCH = {name: parameter for name, parameter in inspect.signature(Search).parameters.items() if name != "select"}


def search(*args: Any, **named: Any) -> Search:
    """Any rule with any playout: `search(select=rave(k=100), playout=tactical(), simulations=1000)`."""
    signature = inspect.signature(Search)
    refuse_wrong_kinds("search", signature, signature.bind(*args, **named).arguments)
    made = Search(*args, **named)
    made.expression = expression("search", signature, args, named)
    return made


search.__takes__ = Search  # type: ignore[attr-defined]


def agent_of(rule: type[Selection], name: str, **otherwise: Any) -> Callable[..., Search]:
    """`uct(c=..., simulations=...)`: a search with that rule; `otherwise` are defaults of a search that suit it
    better."""
    own = inspect.signature(rule).parameters
    shared = [
        parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, default=otherwise.get(one, parameter.default))
        for one, parameter in SEARCH.items() if one not in own
    ]
    signature = inspect.Signature(sorted([*own.values(), *shared], key=lambda parameter: parameter.kind))

    @functools.wraps(rule, updated=())
    def make(*args: Any, **named: Any) -> Search:
        bound = signature.bind(*args, **named).arguments
        refuse_wrong_kinds(name, signature, bound)
        made = Search(rule(**{one: value for one, value in bound.items() if one in own}),
                      **{**otherwise, **{one: value for one, value in bound.items() if one not in own}})
        made.expression = expression(name, signature, args, named)
        return made

    make.__name__ = make.__qualname__ = name
    make.__signature__ = signature  # type: ignore[attr-defined]
    make.__takes__ = make  # type: ignore[attr-defined]
    return make


def expression(name: str, signature: inspect.Signature, args: Any, named: Any) -> str:
    """The canonical text of a call: every argument by name, in the signature's order, without those that are as by
    default."""
    bound = signature.bind(*args, **named).arguments
    given = [f"{one}={spell(value)}" for one, value in bound.items() if value != signature.parameters[one].default]
    return f"{name}({', '.join(given)})"


uct = agent_of(UCT, "uct")
ucb1 = agent_of(UCB1, "ucb1")
rave = agent_of(RAVE, "rave")
puct = agent_of(PUCT, "puct")
grave = agent_of(GRAVE, "grave")
ucb1_tuned = agent_of(UCB1Tuned, "ucb1_tuned")
progressive_bias = agent_of(ProgressiveBias, "progressive_bias")
widening = agent_of(Widening, "widening")
implicit_minimax = agent_of(ImplicitMinimax, "implicit_minimax")
decisive = agent_of(Decisive, "decisive")
gumbel = agent_of(Gumbel, "gumbel", final="rule")
