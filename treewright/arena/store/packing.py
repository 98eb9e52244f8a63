"""Actions, thoughts and arrays as bytes, small and always the same for the same content.

Actions are one byte that says how wide they are, and then themselves. Thoughts lie column by column, and within a
column first the lowest byte of every value, then the next: bytes that resemble each other lie together, so that
they deflate well (the shuffle of HDF5 and Blosc).
"""

import io
import zlib

import numpy as np

from treewright.arena.played import THOUGHT
from treewright.core.errors import Refused

WIDTHS = {1: "<u1", 2: "<u2", 4: "<u4", 8: "<i8"}
PLAIN, DEFLATED = b"p", b"d"
SIZES = [(name, THOUGHT[name].newbyteorder("<"), THOUGHT[name].itemsize) for name in THOUGHT.names or ()]


def packed_actions(actions: tuple[int, ...]) -> bytes:
    """The width that the largest action needs, and the actions."""
    least, most = min(actions, default=0), max(actions, default=0)
    width = 8 if least < 0 or most >= 2**32 else 4 if most >= 2**16 else 2 if most >= 2**8 else 1
    return bytes([width]) + np.array(actions, WIDTHS[width]).tobytes()


def unpacked_actions(packed: bytes) -> tuple[int, ...]:
    if not packed or packed[0] not in WIDTHS:
        raise ValueError("the actions do not begin with their width")
    return tuple(np.frombuffer(packed, WIDTHS[packed[0]], offset=1).tolist())


def packed_thoughts(thoughts: np.ndarray) -> bytes:
    """THOUGHT[ply] as bytes."""
    columns = (thoughts[name].astype(kind).view(np.uint8).reshape(len(thoughts), size).T.tobytes()
               for name, kind, size in SIZES)
    return _smallest(b"".join(columns))


def unpacked_thoughts(packed: bytes) -> np.ndarray:
    content = _content(packed)
    plies, rest = divmod(len(content), sum(size for _, _, size in SIZES))
    if rest:
        raise ValueError("the thoughts do not end with a whole one")
    thoughts, place = np.zeros(plies, THOUGHT), 0
    for name, kind, size in SIZES:
        planes = np.frombuffer(content, np.uint8, plies * size, place).reshape(size, plies)
        thoughts[name] = np.ascontiguousarray(planes.T).view(kind)[:, 0] if plies else 0
        place += plies * size
    return thoughts


def packed_array(array: np.ndarray) -> bytes:
    """An array as a file of NumPy's own form (.npy)."""
    if array.dtype.hasobject:
        raise Refused("an array of Python objects cannot be kept: make it one of numbers or texts")
    written = io.BytesIO()
    np.save(written, array, allow_pickle=False)
    return _smallest(written.getvalue())


def unpacked_array(packed: bytes) -> np.ndarray:
    array: np.ndarray = np.load(io.BytesIO(_content(packed)), allow_pickle=False)
    return array


def _smallest(content: bytes) -> bytes:
    deflating = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    deflated = deflating.compress(content) + deflating.flush()
    return DEFLATED + deflated if len(deflated) < len(content) else PLAIN + content


def _content(packed: bytes) -> bytes:
    if packed[:1] == DEFLATED:
        try:
            return zlib.decompress(packed[1:], -zlib.MAX_WBITS)
        except zlib.error as error:
            raise ValueError(str(error)) from error
    if packed[:1] == PLAIN:
        return packed[1:]
    raise ValueError("it does not begin with how it is packed")
