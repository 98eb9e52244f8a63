"""An expression with some of its arguments set to other values: `uct(c=1)` with c = 2 is `uct(c=2)`."""

import ast
from typing import Any

from treewright.agents.language import Reader
from treewright.core.component import spell


def with_arguments(text: str, values: dict[str, Any]) -> str:
    """The expression of an agent in which these arguments are as given; the others stay."""
    reader = Reader(text, "agent")
    node = reader.tree
    call = node if isinstance(node, ast.Call) else ast.Call(func=node, args=[], keywords=[])
    kept = [one for one in call.keywords if one.arg not in values]
    added = [ast.keyword(arg=name, value=ast.parse(spell(value), mode="eval").body) for name, value in values.items()]
    return reader.written(ast.Call(func=call.func, args=call.args, keywords=[*kept, *added]))
