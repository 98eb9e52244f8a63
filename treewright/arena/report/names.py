"""What agents are called in tables and figures: a letter, a name short enough for an axis, and their expression.

    A   uct(playout=tactical, …)      uct(playout=tactical, simulations=1000, memory=2048)

A short name keeps what tells an agent from the others that are made by the same function.
"""

import ast
import dataclasses
import os
from collections.abc import Mapping, Sequence

from treewright.agents.language import Reader
from treewright.arena.standings import letter_of
from treewright.core.errors import Refused

ROOM, FEW = (40, 30), 8
"""Characters of a short name where there are few agents, and where there are more than FEW."""
MORE = "…"


@dataclasses.dataclass(frozen=True)
class Name:
    """One agent."""

    letter: str
    short: str
    full: str

    @property
    def is_shortened(self) -> bool:
        return self.short != self.full


@dataclasses.dataclass(frozen=True)
class Call:
    """An expression taken apart. An argument without a name has an empty one."""

    name: str
    arguments: tuple[tuple[str, str], ...] = ()

    def without(self, name: str) -> "Call":
        return Call(self.name, tuple(one for one in self.arguments if one[0] != name))

    def __str__(self) -> str:
        given = ", ".join(f"{name}={value}" if name else value for name, value in self.arguments)
        return f"{self.name}({given})" if given else self.name


def taken_apart(expression: str) -> Call:
    """The outermost call of an expression; what is no call counts as a name."""
    try:
        reader = Reader(expression, "agent")
    except Refused:
        return Call(expression)
    node = reader.tree
    if not isinstance(node, ast.Call):
        return Call(expression)
    given = [("", reader.written(one)) for one in node.args]
    given += [(one.arg or "**", reader.written(one.value)) for one in node.keywords]
    return Call(reader.written(node.func), tuple(given))


def names_of(agents: Sequence[str]) -> list[Name]:
    """Names of agents, with letters in the order given; where there are many, each has less room."""
    calls, most = [taken_apart(agent) for agent in agents], ROOM[len(agents) > FEW]
    return [Name(letter_of(k), shortened(agent, calls[k], calls, most), agent) for k, agent in enumerate(agents)]


def shortened(expression: str, call: Call, among: Sequence[Call], most: int) -> str:
    """At most so many characters. What all who are called alike share goes first, then what tells the fewest of them
    apart; a part of a search may stand there without its own arguments."""
    if len(expression) <= most:
        return expression
    alike = [one for one in among if one.name == call.name]
    telling = [k for k, one in enumerate(call.arguments)
               if len(alike) == 1 or not all(one in other.arguments for other in alike)]
    kept: dict[int, str] = {}
    for k in sorted(telling, key=lambda k: -_values(call.arguments[k][0], alike)):
        value = call.arguments[k][1]
        for form in (value, f"{bare(taken_apart(value).name)}({MORE})"):
            if len(form) <= len(value) and len(_written(call, {**kept, k: form})) <= most:
                kept[k] = form
                break
    text = _written(call, kept)
    return text if len(text) <= most else text[: most - 1] + MORE


def _values(argument: str, alike: Sequence[Call]) -> int:
    """How many values an argument has among agents."""
    return len({dict(call.arguments).get(argument) for call in alike})


def _written(call: Call, kept: Mapping[int, str]) -> str:
    """The call with these of its arguments; dots stand for the others."""
    given = tuple((name, kept[k]) for k, (name, _) in enumerate(call.arguments) if k in kept)
    return str(Call(bare(call.name), given if len(given) == len(call.arguments) else (*given, ("", MORE))))


def bare(name: str) -> str:
    """A class of a user's file without the file."""
    return name.rpartition(":")[2] if ".py:" in name else os.path.basename(name)
