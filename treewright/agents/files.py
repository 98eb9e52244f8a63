"""Classes from a user's own file: `kayles.py`, `optimism.py:Optimism`."""

import hashlib
import importlib.util
import inspect
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from treewright.agents.agent import Agent
from treewright.core.component import Component
from treewright.core.errors import Refused, nearest
from treewright.core.game import Game
from treewright.core.parts import Playout

KINDS = {"game": (Game,), "agent": (Agent, Component), "part": (Component,)}
MEANT = {**KINDS, "agent": (Agent, Playout)}
"""What is meant where no name is given."""


def load(path: str, name: str | None, wanted: str) -> Any:
    """The class of that name in the file, or the only one of the wanted kind."""
    module = load_module(Path(path).expanduser())
    kinds = KINDS[wanted]
    found: dict[str, Any] = {
        one: value for one, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, kinds) and value.__module__ == module.__name__}
    if name is None:
        meant = [one for one, value in found.items() if issubclass(value, MEANT[wanted])] or list(found)
        if len(meant) != 1:
            there = ", ".join(f"{path}:{one}" for one in meant) or "none"
            raise Refused(f"{path} must hold one {wanted}, or say which: there is {there}")
        name = meant[0]
    if name not in found:
        raise Refused(f"{path} has no {wanted} {name}{nearest(name, found) if found else ''}")
    found[name].__spelt__ = f"{path}:{name}"
    return found[name]


def load_module(path: Path) -> ModuleType:
    """The file as a module, loaded once; its folder is searched for what it imports."""
    if not path.is_file():
        raise Refused(f"there is no file {path}")
    place = path.resolve()
    title = f"_user_{place.stem}_{hashlib.blake2b(str(place).encode(), digest_size=4).hexdigest()}"
    if title in sys.modules:
        return sys.modules[title]
    if str(place.parent) not in sys.path:
        sys.path.append(str(place.parent))
    spec = importlib.util.spec_from_file_location(title, place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[title] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[title]
        raise Refused(_why(path, place, error)) from error
    return module


def _why(path: Path, place: Path, error: Exception) -> str:
    if isinstance(error, SyntaxError):
        return f"{path}:{error.lineno}: {error.msg}"
    if isinstance(error, Refused):
        return str(error)
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == place]
    return f"{path}:{lines[-1] if lines else 1}: {type(error).__name__}: {error}"
