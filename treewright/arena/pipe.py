"""Messages through a pipe: each is a pickle, behind its length in four bytes."""

import pickle
import struct
from typing import IO, Any

LENGTH = struct.Struct("<I")


def send(stream: IO[bytes], message: Any) -> None:
    """Write one message, whole."""
    content = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(LENGTH.pack(len(content)) + content)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """The next message; `EOFError` when the other side has gone, even in the middle of one."""
    (length,) = LENGTH.unpack(_exactly(stream, LENGTH.size))
    return pickle.loads(_exactly(stream, length))


def _exactly(stream: IO[bytes], size: int) -> bytes:
    content = stream.read(size)
    if len(content) < size:
        raise EOFError
    return content
