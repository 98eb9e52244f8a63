"""Conditions as text: JSON that is the same for the same content, so that a measurement is found again."""

import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from treewright.core.errors import Refused

EXACT = 2.0**53
"""Up to here every whole number is a float, too."""


def canonical(condition: Mapping[str, Any]) -> str:
    """The condition as JSON: names in order, 1.0 written as 1, tuples as lists."""
    if not isinstance(condition, Mapping):
        raise Refused(f"a condition is made of names with values, such as {{'simulations': 100}}, not {condition!r}")
    return json.dumps(_plain(condition, "the condition"), sort_keys=True, ensure_ascii=False, allow_nan=False)


def _plain(value: Any, where: str) -> Any:
    """The same in what JSON has."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return int(value) if value.is_integer() and abs(value) <= EXACT else value
    if isinstance(value, Mapping):
        for name in value:
            if not isinstance(name, str):
                raise Refused(f"{where} has the name {name!r}: names must be texts")
        return {name: _plain(one, f"{name} in {where}") for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one, where) for one in value]
    raise Refused(f"{where} is {value!r}: a condition is made of texts, finite numbers, true, false, none, "
                  "lists and names")
