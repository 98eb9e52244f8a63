"""Arguments that must be a part of a certain kind, or true or false: the parameter's annotation says so."""

import inspect
from collections.abc import Mapping
from typing import Any, get_args

from treewright.agents.registry import PARTS, find
from treewright.core.component import Component
from treewright.core.errors import Refused
from treewright.core.parts import Expansion, Leaf, Learner, Playout, Preference, Selection

NAMES: dict[type, str] = {
    Selection: "a selection rule", Playout: "a playout policy", Leaf: "a leaf", Learner: "a learner",
    Preference: "a preference", Expansion: "an expansion", Component: "a part of a search",
    bool: "true or false",
}


def refuse_wrong_kinds(name: str, signature: inspect.Signature, given: Mapping[str, Any]) -> None:
    """`uct(playout=rave())` and `uct(solver=3)` are refused in a sentence, before anything is compiled."""
    for one, value in given.items():
        wanted = kinds(signature.parameters[one].annotation)
        if not wanted or isinstance(value, wanted):
            continue
        if isinstance(value, str) and bool not in wanted:
            find(value, PARTS, "part")
        raise Refused(f"{name}: {one} must be {NAMES.get(wanted[0], wanted[0].__name__)}, not {value}")


def kinds(annotation: Any) -> tuple[type, ...]:
    """The classes that an argument may be of, for parts and switches; nothing for all other arguments."""
    classes = tuple(one for one in get_args(annotation) or (annotation,) if isinstance(one, type))
    is_part = any(issubclass(one, Component) for one in classes)
    return classes if is_part or classes == (bool,) else ()
