"""What signatures and docstrings say of games, agents and parts, for the commands that list them.

A docstring explains a parameter by a line of its own (`depth    how far it looks`, with two spaces or more),
or in a sentence that names it, before anything else, in backticks.
"""

import dataclasses
import importlib
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from treewright.agents.search import Search
from treewright.core.component import Component, spell

LINE = re.compile(r"^(\s*)(\w+(?:, \w+)*)\s{2,}(\S.*)$")
WIDTH = 78
SENTENCE = re.compile(r"(?<=[.!?;:])\s+(?=[A-Z`\"(])|(?<=[.!?])\s+|\n\s*\n")


@dataclasses.dataclass(frozen=True)
class Parameter:
    """One argument: its default as text, None where it must be given, and what it means."""

    name: str
    default: str | None
    meaning: str

    def __str__(self) -> str:
        return self.name if self.default is None else f"{self.name}={self.default}"


def parameters(made: Callable[..., Any]) -> list[Parameter]:
    """What a class or a factory takes."""
    signature = inspect.signature(getattr(made, "__takes__", made))
    docs = [doc for _, doc in docstrings(made)]
    return [Parameter(name, _default(made, parameter), meaning(name, docs))
            for name, parameter in signature.parameters.items()]


def _default(made: Callable[..., Any], parameter: inspect.Parameter) -> str | None:
    if parameter.default is parameter.empty:
        return None
    for field in dataclasses.fields(made) if dataclasses.is_dataclass(made) else ():
        if field.name == parameter.name and callable(field.default_factory):
            return spell(field.default_factory())
    if isinstance(parameter.default, float):
        return f"{parameter.default:g}"
    return "none" if parameter.default is None else spell(parameter.default)


def docstrings(made: Callable[..., Any]) -> Iterator[tuple[str, str]]:
    """The docstrings about it, the nearest first, each with the name of what it documents: its own, those of
    its bases and of the search it makes, those of the modules."""
    about: list[Any] = [made, inspect.unwrap(made)]
    if inspect.isclass(about[1]):
        about += [base for base in about[1].__mro__[1:] if issubclass(base, Component)]
    if "simulations" in inspect.signature(getattr(made, "__takes__", made)).parameters:
        about.append(Search)
    about = [one for one in about if not one.__module__.startswith("treewright.core")]
    met = set()
    for one in [*about, *(importlib.import_module(one.__module__) for one in about)]:
        doc = inspect.cleandoc(one.__doc__ or "")
        if doc and doc not in met:
            met.add(doc)
            yield one.__name__, doc


def meaning(name: str, docs: list[str]) -> str:
    """What the docstrings say of a parameter."""
    return next((said for doc in docs if (said := _in_a_line(name, doc) or _in_a_sentence(name, doc))), "")


def _in_a_line(name: str, doc: str) -> str:
    lines = doc.split("\n")
    for k, line in enumerate(lines):
        found = LINE.match(line)
        if found is None or name not in found[2].split(", "):
            continue
        indent, said = len(found[1]), [found[3]]
        for more in lines[k + 1 :]:
            if LINE.match(more) or len(more) - len(more.lstrip()) <= indent:
                break
            said.append(more.strip())
        return " ".join(said)
    return ""


def _in_a_sentence(name: str, doc: str) -> str:
    for sentence in SENTENCE.split(doc):
        if re.findall("`([^`]*)`", sentence)[:1] == [name]:
            return " ".join(sentence.split()).replace("`", "").rstrip(";:")
    return ""


def summary(made: Any) -> str:
    """The first sentence about a thing: of its module where that is about nothing else."""
    thing = inspect.unwrap(made)
    own = inspect.cleandoc(thing.__doc__ or "")
    module = importlib.import_module(thing.__module__).__doc__ if _fills_its_module(thing) else None
    return first_sentence(inspect.cleandoc(module) if module else own)


def _fills_its_module(thing: Any) -> bool:
    """Is it the one component of its module, or the one that the module is named after?"""
    if not inspect.isclass(thing):
        return False
    module = importlib.import_module(thing.__module__)
    own = [one for one in vars(module).values() if getattr(one, "__module__", "") == module.__name__]
    components = [one for one in own if inspect.isclass(one) and issubclass(one, Component)]
    named_after = thing.__name__.lower() == module.__name__.rpartition(".")[2].replace("_", "")
    return named_after or components == [thing]


def first_sentence(text: str) -> str:
    """Up to the first full stop, in one line."""
    paragraph = " ".join(text.split("\n\n")[0].split()).replace("`", "")
    return re.split(r"(?<=[.!?])\s+(?=[A-Z])", paragraph)[0]


def refilled(doc: str) -> str:
    """A docstring at most 78 columns wide; lines that are set in keep their shape."""
    return "\n\n".join(_refilled(paragraph) for paragraph in doc.split("\n\n"))


def _refilled(paragraph: str) -> str:
    lines = paragraph.split("\n")
    if not any(line.startswith(" ") or LINE.match(line) for line in lines):
        return textwrap.fill(paragraph, WIDTH)
    return "\n".join(textwrap.fill(line, WIDTH, subsequent_indent=" " * _hang(line)) for line in lines)


def _hang(line: str) -> int:
    """How far a line that goes on is set in: as far as its text, if a parameter's name stands before that."""
    found = LINE.match(line)
    return found.start(3) if found else len(line) - len(line.lstrip())
