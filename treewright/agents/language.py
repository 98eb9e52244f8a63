"""The language that names agents and games, the same in Python, on the command line, in files and in the store.

    uct(simulations=10000, c=1.4, playout=tactical())
    search(select=optimism.py:Optimism(bonus=0.3), simulations=2000)
    connect_four(5, 4)        kayles.py        kayles.py:Kayles(pins=20)

It is parsed with `ast` (calls, names, literals; nothing is evaluated) against the registry. A bare word that names no
part is text (`final=secure`), except true, false and inf.
"""

import ast
import inspect
import math
import re
import textwrap
from collections.abc import Callable
from typing import Any

from treewright.agents.agent import Agent
from treewright.agents.files import load
from treewright.agents.kinds import refuse_wrong_kinds
from treewright.agents.policy import PolicyAgent
from treewright.agents.registry import AGENTS, GAMES, LIBRARIES, PARTS, PLAYERS, find
from treewright.core.component import Component
from treewright.core.errors import Refused, nearest
from treewright.core.game import Game
from treewright.core.parts import Playout

USER_FILE = re.compile(r"([\w./\\~-]+\.py)(?::(\w+))?")
TABLES = {"game": {**GAMES, **LIBRARIES}, "agent": {**AGENTS, **{player: PARTS[player] for player in PLAYERS}},
          "part": PARTS}
KINDS = {"game": "a game", "agent": "an agent", "part": "a part of a search"}
EXAMPLES = {"game": "connect_four(5, 4)", "agent": "uct(simulations=1000)", "part": "rave(k=1000)"}
WORDS = {"true": True, "false": False, "inf": math.inf}


def agent(text: "str | Agent | Playout") -> Agent:
    """The agent that an expression names; an agent is itself, and a playout policy becomes its player."""
    if isinstance(text, Agent):
        return text
    made = text if isinstance(text, Component) else Reader(text, "agent").value()
    if isinstance(made, Playout):
        made = PolicyAgent(made)
    if not isinstance(made, Agent):
        raise Refused(f"{text} is not an agent but {_kind(made)}")
    return made


def game(text: "str | Game") -> Game:
    """The game that an expression names."""
    made = unfinished_game(text)
    if made is not text:
        made.refuse_incomplete()
    return made


def unfinished_game(text: "str | Game") -> Game:
    """The same, whether it declares all that a game must or not (`treewright check` says what is missing)."""
    if isinstance(text, Game):
        return text
    made = Reader(text, "game").value()
    if not isinstance(made, Game):
        raise Refused(f"{text} is not a game but {_kind(made)}")
    return made


def names(make: Callable[[str], Any], text: str) -> bool:
    """`names(game, text)`: is it the expression of a game?"""
    try:
        make(text)
    except Refused:
        return False
    return True


def part(text: "str | Component") -> Component:
    """The component that an expression names."""
    made = text if isinstance(text, Component) else Reader(text, "part").value()
    if not isinstance(made, Component):
        raise Refused(f"{text} is not a part of a search but {_kind(made)}")
    return made


class Reader:
    """One expression: the classes of user files stand in it as placeholders."""

    def __init__(self, text: str, wanted: str):
        self.text, self.wanted = text, wanted
        self.files: dict[str, tuple[str, str | None]] = {}
        try:
            self.tree = ast.parse(USER_FILE.sub(self._hold, text.strip()), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise self._unreadable() from None

    def value(self) -> Any:
        try:
            return self._made(self.tree, self.wanted)
        except RecursionError:
            raise self._unreadable() from None

    def written(self, node: ast.expr) -> str:
        """A syntax tree as an expression, with the files that stand in it."""
        text = ast.unparse(node)
        for placeholder, (path, name) in self.files.items():
            text = text.replace(placeholder, f"{path}:{name}" if name else path)
        return text

    def _unreadable(self) -> Refused:
        shown = textwrap.shorten(repr(self.text), 60) if self.text.strip() else repr(self.text)
        return Refused(f"{shown} cannot be read: write it like {EXAMPLES[self.wanted]}")

    def _hold(self, found: re.Match[str]) -> str:
        placeholder = f"_file_{len(self.files)}"
        self.files[placeholder] = (found[1], found[2])
        return placeholder

    def _made(self, node: ast.expr, wanted: str) -> Any:
        if isinstance(node, ast.Name):
            return self._call(node.id, [], {}, wanted)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            arguments = [self._argument(one) for one in node.args]
            if any(one.arg is None for one in node.keywords):
                raise Refused(f"{self.text!r}: ** cannot be used here")
            named = {str(one.arg): self._argument(one.value) for one in node.keywords}
            if len(named) < len(node.keywords):
                raise Refused(f"{self.text!r}: an argument is given twice")
            return self._call(node.func.id, arguments, named, wanted)
        raise Refused(f"{self.text!r} must be a name or a call, such as {EXAMPLES[wanted]}")

    def _argument(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Call):
            return self._made(node, "part")
        if isinstance(node, ast.Name):
            known = node.id in PARTS or node.id in self.files
            return self._made(node, "part") if known else WORDS.get(node.id, node.id)
        try:
            return ast.literal_eval(node)
        except (ValueError, TypeError):
            raise Refused(f"{self.text!r}: {ast.unparse(node)} is not a number, a text, a list or a part") from None

    def _call(self, name: str, arguments: list[Any], named: dict[str, Any], wanted: str) -> Any:
        if name in self.files:
            made = load(*self.files[name], wanted)
            value = call(made, made.__name__, arguments, named)
        else:
            _refuse_another_kind(name, wanted)
            made = find(name, TABLES[wanted], wanted)
            value = call(made, name, arguments, named)
        if isinstance(value, Agent) and not value.expression:
            from treewright.agents.ready import expression
            value.expression = expression(vars(made).get("__spelt__", name), inspect.signature(made), arguments, named)
        return value


def _refuse_another_kind(name: str, wanted: str) -> None:
    """A known name in the wrong place is told from an unknown one."""
    if name in TABLES[wanted]:
        return
    for kind, table in TABLES.items():
        if name in table:
            raise Refused(f"{name} is {KINDS[kind]}, not {KINDS[wanted]}")


def call(made: Callable[..., Any], name: str, arguments: list[Any], named: dict[str, Any]) -> Any:
    """Call a factory; an argument that does not fit is named, with what would."""
    signature = inspect.signature(getattr(made, "__takes__", made))
    allowed = [one for one, parameter in signature.parameters.items() if parameter.kind is not parameter.VAR_KEYWORD]
    for given in named:
        if given not in allowed:
            raise Refused(f"{name} has no argument {given}{nearest(given, allowed)}")
    try:
        bound = signature.bind(*arguments, **named).arguments
    except TypeError as error:
        raise Refused(f"{name}: {error}; it is {name}{signature_text(signature)}") from None
    refuse_wrong_kinds(name, signature, bound)
    try:
        return made(*arguments, **named)
    except TypeError as error:
        raise Refused(f"{name}: {error}; it is {name}{signature_text(signature)}") from None


def signature_text(signature: inspect.Signature) -> str:
    """`(c=1.4, simulations=None)`: names and defaults without types."""
    shown = [
        name
        if parameter.default is parameter.empty
        else f"{name}={'...' if repr(parameter.default) == '<factory>' else parameter.default!r}"
        for name, parameter in signature.parameters.items()
    ]
    return f"({', '.join(shown)})"


def _kind(made: Any) -> str:
    for kind, words in ((Game, "a game"), (Agent, "an agent"), (Component, "a part of a search")):
        if isinstance(made, kind):
            return words
    return f"{type(made).__name__}"
