"""State records: named fields of fixed size, laid out without a single unnamed byte of padding.

Numba needs aligned records, and NumPy's aligned records leave holes whose bytes nobody writes: two equal
states would then differ as bytes. `record` orders the fields by alignment and names the few bytes at the end.
"""

from typing import Any

import numpy as np

SPARE = "spare_bytes"


def record(**fields: Any) -> np.dtype[np.void]:
    """The dtype of a game's state: `record(stones=("u8", 2), to_move="i1", over="i1", score=("f4", 2))`."""
    parts: dict[str, np.dtype[Any]] = {}
    for name, given in fields.items():
        parts[name] = np.dtype(given) if not isinstance(given, tuple) else np.dtype((given[0], given[1]))
    largest_first = sorted(parts, key=lambda name: -parts[name].alignment)
    layout: list[tuple[str, Any]] = [(name, parts[name]) for name in largest_first]
    size = sum(parts[name].itemsize for name in parts)
    widest = max(part.alignment for part in parts.values())
    if size % widest:
        layout.append((SPARE, np.dtype(("u1", widest - size % widest))))
    made = np.dtype(layout, align=True)
    assert holes(made) == [], made
    return made


def holes(dtype: np.dtype[Any]) -> list[str]:
    """The unnamed gaps of a record, each as "bytes 34 to 39"; a state must have none."""
    covered = 0
    gaps = []
    fields: dict[str, Any] = dict(dtype.fields or {})
    for part in sorted(fields.values(), key=lambda part: part[1]):
        if part[1] > covered:
            gaps.append(f"bytes {covered} to {part[1] - 1}")
        covered = part[1] + part[0].itemsize
    if covered < dtype.itemsize:
        gaps.append(f"bytes {covered} to {dtype.itemsize - 1}")
    return gaps


def view(states: np.ndarray, index: int = 0) -> Any:
    """One state of an array with its fields as attributes, so that plain Python can run the rules on it."""
    return states.view(np.recarray)[index]
