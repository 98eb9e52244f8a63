"""Maps by name: those of the package, files, and random ones.

A, B and C are our reconstructions of the three maps of Lervold's report, whose figures are lost: they fit all that its
text says of them, and are not those maps.
"""

from pathlib import Path

from treewright.core.errors import Refused
from treewright.games.tubstap.battlefield import Battlefield
from treewright.games.tubstap.drawing import read_drawing
from treewright.games.tubstap.random_map import random_map
from treewright.games.tubstap.tbsmap import read_tbsmap

MAPS = ("A", "B", "C")
RANDOM = "random"
FOLDER = Path(__file__).parent / "maps"


def find_map(name: str, seed: int, columns: int, rows: int, army: str, units: str) -> Battlefield:
    """The map of that name; what random maps are made of is told by the other arguments."""
    if name == RANDOM:
        return random_map(seed, columns, rows, army, units)
    if name in MAPS:
        return read_file(FOLDER / f"{name}.txt")
    place = Path(name).expanduser()
    if not place.is_file():
        raise Refused(f"there is no map {name}: it is {', '.join(MAPS)}, {RANDOM}, or the name of a file")
    return read_file(place)


def read_file(place: Path) -> Battlefield:
    """A map in TUBSTAP's own format if the file is called so, otherwise a drawing. Messages name a file as it was
    named, and those of the package without their folder."""
    content, title = place.read_bytes(), place.name if place.parent == FOLDER else str(place)
    if place.suffix == ".tbsmap":
        return read_tbsmap(content.decode("cp932", errors="replace"), title)
    return read_drawing(content.decode("utf-8", errors="replace"), title)
