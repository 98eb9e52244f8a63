"""The language that names agents and games, the same in Python, on the command line, in files and in the store.

    uct(simulations=10000, c=1.4, playout=tactical())
    search(select=optimism.py:Optimism(bonus=0.3), simulations=2000)
    connect_four(5, 4)        kayles.py        kayles.py:Kayles(pins=20)

It is parsed with `ast` (calls, names, literals; nothing is evaluated) against the registry. A bare word that names no
part is text: `final=secure`.
"""

import ast
import inspect
import re
from collections.abc import Callable
from typing import Any

from treewright.agents.agent import Agent
from treewright.agents.files import load
from treewright.agents.policy import PolicyAgent
from treewright.agents.registry import AGENTS, GAMES, PARTS, PLAYERS, find
from treewright.core.component import Component
from treewright.core.errors import Refused, nearest
from treewright.core.game import Game
from treewright.core.parts import Playout

USER_FILE = re.compile(r"([\w./\\~-]+\.py)(?::(\w+))?")


def agent(text: "str | Agent | Playout") -> Agent:
    """The agent that an expression names; an agent is itself, and a playout policy becomes its player."""
    if isinstance(text, Agent):
        return text
    made = text if isinstance(text, Playout) else _Reader(text, "agent").value()
    if isinstance(made, Playout):
        made = PolicyAgent(made)
    if not isinstance(made, Agent):
        raise Refused(f"{text} is not an agent but {_kind(made)}")
    return made


def game(text: "str | Game") -> Game:
    """The game that an expression names."""
    if isinstance(text, Game):
        return text
    made = _Reader(text, "game").value()
    if not isinstance(made, Game):
        raise Refused(f"{text} is not a game but {_kind(made)}")
    return made


def part(text: "str | Component") -> Component:
    """The component that an expression names."""
    made = text if isinstance(text, Component) else _Reader(text, "part").value()
    if not isinstance(made, Component):
        raise Refused(f"{text} is not a part of a search but {_kind(made)}")
    return made


class _Reader:
    """One expression: the classes of user files stand in it as placeholders."""

    def __init__(self, text: str, wanted: str):
        self.text, self.wanted = text, wanted
        self.files: list[tuple[str, str | None]] = []
        try:
            self.tree = ast.parse(USER_FILE.sub(self._hold, text.strip()), mode="eval").body
        except SyntaxError as error:
            raise Refused(f"{text!r} cannot be read at character {error.offset}: write it like uct(simulations=1000)") from None

    def value(self) -> Any:
        return self._made(self.tree, self.wanted)

    def _hold(self, found: re.Match[str]) -> str:
        self.files.append((found[1], found[2]))
        return f"_file_{len(self.files) - 1}"

    def _made(self, node: ast.expr, wanted: str) -> Any:
        if isinstance(node, ast.Name):
            return self._call(node.id, [], {}, wanted)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            arguments = [self._argument(one) for one in node.args]
            if any(one.arg is None for one in node.keywords):
                raise Refused(f"{self.text!r}: ** cannot be used here")
            return self._call(node.func.id, arguments, {str(one.arg): self._argument(one.value) for one in node.keywords}, wanted)
        raise Refused(f"{self.text!r} must be a name or a call, such as uct(simulations=1000)")

    def _argument(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Call):
            return self._made(node, "part")
        if isinstance(node, ast.Name):
            known = node.id in PARTS or node.id.startswith("_file_")
            return self._made(node, "part") if known else {"true": True, "false": False}.get(node.id, node.id)
        try:
            return ast.literal_eval(node)
        except ValueError:
            raise Refused(f"{self.text!r}: {ast.unparse(node)} is not a number, a text, a list or a part") from None

    def _call(self, name: str, arguments: list[Any], named: dict[str, Any], wanted: str) -> Any:
        if name.startswith("_file_"):
            made = load(*self.files[int(name.removeprefix("_file_"))], wanted)
        elif wanted == "game":
            made = find(name, GAMES, "game")
        elif wanted == "agent":
            made = find(name, {**AGENTS, **{player: PARTS[player] for player in PLAYERS}}, "agent")
        else:
            made = find(name, PARTS, "part")
        return call(made, name if not name.startswith("_file_") else made.__name__, arguments, named)


def call(made: Callable[..., Any], name: str, arguments: list[Any], named: dict[str, Any]) -> Any:
    """Call a factory; an argument that does not fit is named, with what would."""
    signature = inspect.signature(getattr(made, "__takes__", made))
    allowed = [one for one, parameter in signature.parameters.items() if parameter.kind is not parameter.VAR_KEYWORD]
    for given in named:
        if given not in allowed:
            raise Refused(f"{name} has no argument {given}{nearest(given, allowed)}")
    try:
        signature.bind(*arguments, **named)
    except TypeError as error:
        raise Refused(f"{name}: {error}; it is {name}{signature_text(signature)}") from None
    try:
        return made(*arguments, **named)
    except TypeError as error:
        raise Refused(f"{name}: {error}; it is {name}{signature_text(signature)}") from None


def signature_text(signature: inspect.Signature) -> str:
    """`(c=1.4, simulations=None)`: names and defaults without types."""
    shown = [name if parameter.default is parameter.empty else f"{name}={'...' if repr(parameter.default) == '<factory>' else parameter.default!r}"
             for name, parameter in signature.parameters.items()]
    return f"({', '.join(shown)})"


def _kind(made: Any) -> str:
    for kind, words in ((Game, "a game"), (Agent, "an agent"), (Component, "a part of a search")):
        if isinstance(made, kind):
            return words
    return f"{type(made).__name__}"
