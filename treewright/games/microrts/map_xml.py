"""Maps in the form of microRTS: XML with the terrain as a row of digits, players with their stock, and a list of units.

The units' order in the file is their order in the list. Every refusal names the file and the line.
"""

import dataclasses
import re
from xml.parsers import expat

from treewright.core.errors import Refused, nearest
from treewright.games.microrts.maps import MOST_NUMBER, Map, Unit, refuse_players, refuse_size
from treewright.games.microrts.unit_types import NAMES, RESOURCE


@dataclasses.dataclass
class Element:
    """One element, as far as a map needs it: `inside` names the element around it."""

    tag: str
    inside: str
    attributes: dict[str, str]
    place: str
    text: str = ""

    def number(self, key: str, least: int, most: int = MOST_NUMBER) -> int:
        given = self.attributes.get(key, "")
        if not re.fullmatch("-?[0-9]{1,9}", given) or not least <= int(given) <= most:
            raise Refused(f"{self.place}: {self.tag} needs {key}=, a whole number from {least} to {most}, "
                          f"not {given[:20]!r}")
        return int(given)


def read_xml(text: str, name: str) -> Map:
    """A map as microRTS keeps it."""
    elements = parsed(text, name)
    root = elements[0]
    width, height = root.number("width", 1), root.number("height", 1)
    refuse_size(width, height, root.place)
    terrain = next((one for one in elements if one.tag == "terrain"), None)
    if terrain is None:
        raise Refused(f"{root.place}: the map has no terrain")
    cells = unrolled(terrain, width * height)
    walls = tuple(tuple(letter == "1" for letter in cells[width * y:width * (y + 1)]) for y in range(height))
    units: list[Unit] = []
    for one in elements:
        if one.inside == "units":
            units.append(unit_of(one, walls, units))
    refuse_players(units, root.place)
    return Map(width, height, walls, stocks_of(elements, root), tuple(units))


def parsed(text: str, name: str) -> list[Element]:
    """All elements in the order of the file."""
    elements: list[Element] = []
    open_ones: list[Element] = []
    parser = expat.ParserCreate()

    def start(tag: str, attributes: dict[str, str]) -> None:
        inside = open_ones[-1].tag if open_ones else ""
        open_ones.append(Element(tag, inside, attributes, f"{name}:{parser.CurrentLineNumber}"))
        elements.append(open_ones[-1])

    def end(tag: str) -> None:
        open_ones.pop()

    def characters(data: str) -> None:
        open_ones[-1].text += data

    def doctype(*_: object) -> None:
        raise Refused(f"{name}:{parser.CurrentLineNumber}: a map has no document type")

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, characters
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise Refused(f"{name}:{error.lineno}: not well-formed XML, {expat.ErrorString(error.code)}") from error
    return elements


def unrolled(terrain: Element, cells: int) -> str:
    """Row by row, 0 for free and 1 for a wall; in the file perhaps A for free and B for a wall, with how many."""
    text = "".join(terrain.text.split())
    if re.search("[AB]", text):
        if not re.fullmatch("([AB][0-9]{0,4})+", text):
            raise Refused(f"{terrain.place}: the terrain has letters A and B with numbers, such as A6B4A10")
        runs = re.findall("([AB])([0-9]*)", text)
        if sum(int(count or 1) for _, count in runs) == cells:
            text = "".join("01"["AB".index(letter)] * int(count or 1) for letter, count in runs)
    if not re.fullmatch("[01]*", text) or len(text) != cells:
        raise Refused(f"{terrain.place}: the terrain must have a 0 or a 1 for each of the {cells} cells")
    return text


def stocks_of(elements: list[Element], root: Element) -> tuple[int, int]:
    found: dict[int, int] = {}
    for one in elements:
        if one.inside == "players":
            player = one.number("ID", 0, 1)
            if player in found:
                raise Refused(f"{one.place}: player {player} is there twice")
            found[player] = one.number("resources", 0)
    if len(found) != 2:
        raise Refused(f"{root.place}: there must be two players, with the ID 0 and 1")
    return found[0], found[1]


def unit_of(one: Element, walls: tuple[tuple[bool, ...], ...], others: list[Unit]) -> Unit:
    title = one.attributes.get("type", "")
    if title not in NAMES:
        raise Refused(f"{one.place}: there is no type of unit {title[:20]!r}{nearest(title, NAMES)}")
    x, y, number = (one.number(key, 0) for key in ("x", "y", "ID"))
    owner = one.number("player", -1, 1)
    if (owner < 0) != (title == NAMES[RESOURCE]):
        raise Refused(f"{one.place}: a {title} of player {owner}; piles belong to -1, all others to 0 or 1")
    if not (x < len(walls[0]) and y < len(walls)) or walls[y][x]:
        raise Refused(f"{one.place}: unit {number} stands on ({x}, {y}), outside of the map or in a wall")
    for other in others:
        if (other.x, other.y) == (x, y):
            raise Refused(f"{one.place}: units {other.number} and {number} stand on the same cell ({x}, {y})")
        if other.number == number:
            raise Refused(f"{one.place}: two units have the ID {number}")
    return Unit(NAMES.index(title), owner, x, y, one.number("resources", 0), one.number("hitpoints", 1), number)
