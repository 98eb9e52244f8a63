"""Lines out of a stream of bytes: however long a line is, no more of it is kept than a query may have."""

from collections.abc import Iterator

LONGEST = 2**20


class Lines:
    """Takes bytes as they come; a line that is too long comes out as None."""

    def __init__(self, longest: int = LONGEST):
        self.longest = longest
        self._begun = bytearray()
        self._too_long = False

    def feed(self, more: bytes) -> Iterator[bytes | None]:
        """The lines that are complete by now."""
        *ends, rest = more.split(b"\n")
        for end in ends:
            yield self._line(end)
        self._keep(rest)

    def end(self) -> Iterator[bytes | None]:
        """What is left when nothing more comes: a line without an end is one."""
        if self._begun or self._too_long:
            yield self._line(b"")

    def _keep(self, part: bytes) -> None:
        self._too_long = self._too_long or len(self._begun) + len(part) > self.longest
        if self._too_long:
            self._begun.clear()
        else:
            self._begun += part

    def _line(self, end: bytes) -> bytes | None:
        self._keep(end)
        line = None if self._too_long else bytes(self._begun)
        self._begun.clear()
        self._too_long = False
        return line
