"""Luggage: the files that expressions name, carried by content to where they are not.

A file of a user's own goes with the modules beside it that it imports, as far as the fingerprint of its code follows
them; of a package beside it go all modules. Other files (weights, opening books) stay behind. What was packed from one
folder is unpacked into one folder, which is named after the content, so that compiled code is found again and two
versions of a file never meet.
"""

import dataclasses
import hashlib
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from treewright.agents.files import load_module
from treewright.agents.language import USER_FILE
from treewright.core import sources
from treewright.core.errors import Refused
from treewright.core.places import write_whole


@dataclasses.dataclass(frozen=True)
class Trunk:
    """What was packed from one folder: relative paths, written with slashes, and contents."""

    folder: str
    files: tuple[tuple[str, bytes], ...]

    @property
    def digest(self) -> str:
        digest = hashlib.blake2b(digest_size=8)
        for path, content in self.files:
            digest.update(f"{path} {len(content)} ".encode() + content)
        return digest.hexdigest()

    def unpack(self, below: Path) -> Path:
        """Write the files into the folder of this content, where they are not there yet."""
        folder = below / self.digest
        for path, content in self.files:
            place = folder / path
            if not (place.is_file() and place.read_bytes() == content) and not write_whole(place, content):
                raise Refused(f"{place} cannot be written: TMPDIR must name a folder for files that were carried along")
        return folder


@dataclasses.dataclass(frozen=True)
class Luggage:
    """Files, and which of them is meant by each path that an expression names."""

    trunks: tuple[Trunk, ...] = ()
    named: tuple[tuple[str, int, str], ...] = ()
    """The path as it is spelt, the number of its trunk, and its path in there."""

    @cached_property
    def digest(self) -> str:
        """The content of all of it; "" if there is none."""
        told = "\n".join((*(trunk.digest for trunk in self.trunks), *map(repr, self.named)))
        return hashlib.blake2b(told.encode(), digest_size=8).hexdigest() if self.trunks else ""

    def unpack(self) -> dict[str, str]:
        """Make the files importable here; returns where each path that an expression names is now."""
        if not self.trunks:
            return {}
        below = _own_folder()
        places = [trunk.unpack(below) for trunk in self.trunks]
        # Where this is the machine that they come from, a module must not be found in its first place: that file may
        # have changed since.
        left = {trunk.folder for trunk in self.trunks}
        sys.path[:] = [entry for entry in sys.path if os.path.realpath(entry) not in left]
        return {spelt: str(places[number] / path) for spelt, number, path in self.named}


def pack(texts: Iterable[str]) -> Luggage:
    """The files that some expressions name, and what these import."""
    folders: dict[Path, dict[str, bytes]] = {}
    named: list[tuple[str, int, str]] = []
    for spelt in dict.fromkeys(path for text in texts for path in files_in(text)):
        module = load_module(Path(spelt).expanduser())
        root = Path(str(module.__file__))
        files = folders.setdefault(root.parent, {})
        for place in (root, *_beside(root, module.__name__)):
            files[place.relative_to(root.parent).as_posix()] = place.read_bytes()
        named.append((spelt, list(folders).index(root.parent), root.name))
    return Luggage(tuple(Trunk(str(folder), tuple(sorted(files.items()))) for folder, files in folders.items()),
                   tuple(named))


def files_in(text: str) -> list[str]:
    """The paths of files that an expression names, as they are spelt there."""
    return [found[1] for found in USER_FILE.finditer(text)]


def moved(text: str, places: Mapping[str, str]) -> str:
    """The expression with the files where they are now."""
    return USER_FILE.sub(lambda found: found[0].replace(found[1], places.get(found[1], found[1]), 1), text)


def moved_back(text: str, places: Mapping[str, str]) -> str:
    """Words that name files where they are now, as they were spelt at home."""
    for spelt, place in places.items():
        text = text.replace(place, spelt)
    return text


def _beside(root: Path, module: str) -> Iterator[Path]:
    """The files of the modules beside a file that it imports."""
    for top in {name.partition(".")[0] for name in sources.reached(module)} - {module, "treewright"}:
        if (root.parent / top / "__init__.py").is_file():
            yield from (root.parent / top).rglob("*.py")
        elif (root.parent / f"{top}.py").is_file():
            yield root.parent / f"{top}.py"


def _own_folder() -> Path:
    """A folder for temporary files that nobody else can write to, so that nobody else can put code into it."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()).resolve() / f"treewright-{user}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if hasattr(os, "getuid") and (folder.stat().st_uid != user or folder.stat().st_mode & 0o022):
        raise Refused(f"{folder} can be written to by somebody else: remove it, or set TMPDIR to another folder")
    if USER_FILE.fullmatch(f"{folder}/file.py") is None:
        raise Refused(f"expressions cannot name files in {folder}: set TMPDIR to a folder without spaces or signs")
    return folder
