"""Things draw themselves by a name: what draws them is imported when it is asked for, and no search depends on it."""

import importlib
from typing import Any


def drawn(by: str, thing: Any) -> Any:
    """What `treewright.pictures` makes of a thing: `search:draw` of a result."""
    module, _, function = by.partition(":")
    return getattr(importlib.import_module(f"treewright.pictures.{module}"), function)(thing)
