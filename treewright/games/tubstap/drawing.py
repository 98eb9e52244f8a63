"""Maps that a person can draw in an editor: some words, a picture of the ground, and one of the armies.

    title   A crossing
    units   afit
    phases  30
    margin  10

    ground
    ..=."
    ~~=~~
    ".=..

    army
    I.P..
    .....
    ..p.i

    except
    a1  4 HP
    c3  acted

Ground: . plain  ~ sea  " wood  ^ mountain  = road  @ fortress  # wall. Army: . nobody, and the letters of the table of
units, in capitals for Red and small for Blue. Spaces in a picture do not count. Units have 10 HP and may act in their
first phase unless it says otherwise below `except`. A line of its own that begins with -- is a comment.
"""

import dataclasses
import re
from typing import NamedTuple

from treewright.core.errors import Refused, nearest
from treewright.games.drawing import LETTERS, square
from treewright.games.tubstap.battlefield import FULL_HP, Battlefield, Unit
from treewright.games.tubstap.units import GROUND, TABLES, kinds

WORDS, PICTURES = ("title", "units", "phases", "margin"), ("ground", "army", "except")
NOBODY, COMMENT = ".", "--"
SIGNS = {terrain.sign: terrain.code for terrain in GROUND}
KNOWN = {kind.letter: kind.name for table in TABLES for kind in kinds(table).values()}
EXCEPTION = re.compile(r"([a-z])([0-9]{1,3})\s+(?:([0-9]{1,6})\s+hp|(acted))", re.IGNORECASE)


class Row(NamedTuple):
    """A line of a picture without its spaces, and where it stands: `map.txt:9`."""

    signs: str
    place: str


class Pages(NamedTuple):
    """What a file says, before it is understood."""

    words: dict[str, Row]
    pictures: dict[str, list[Row]]


def read_drawing(text: str, name: str) -> Battlefield:
    """The map that a file's text draws; `name` is the file's, for messages."""
    pages = sort_lines(text, name)
    ground = picture(pages, "ground", name)
    width, height = len(ground[0].signs), len(ground)
    codes = tuple(read_sign(sign, row) for row in ground for sign in row.signs)
    army = picture(pages, "army", name)
    if len(army) != height:
        raise Refused(f"{name}: the ground has {height} rows, but the army {len(army)}")
    units = {y * width + x: read_letter(letter, y * width + x, row)
             for y, row in enumerate(army) for x, letter in enumerate(row.signs) if letter != NOBODY}
    for row in army:
        if len(row.signs) != width:
            raise Refused(f"{row.place}: the ground has {width} columns, but this row of the army {len(row.signs)}")
    for row in pages.pictures.get("except", []):
        read_exception(row, units, width)
    table = pages.words["units"].signs if "units" in pages.words else ""
    if table and table not in TABLES:
        raise Refused(f"{pages.words['units'].place}: there is no table of units {table}{nearest(table, TABLES)}")
    title = pages.words["title"].signs if "title" in pages.words else ""
    return Battlefield(width, height, codes, tuple(units.values()), number(pages, "phases", name),
                       number(pages, "margin", name), table, title, name)


def sort_lines(text: str, name: str) -> Pages:
    """The lines by what they belong to."""
    pages, section = Pages({}, {}), ""
    for at, line in enumerate(text.splitlines(), 1):
        place, stripped = f"{name}:{at}", line.strip()
        word, _, rest = stripped.partition(" ")
        if not stripped or stripped.startswith(COMMENT):
            continue
        if word in WORDS:
            if word in pages.words:
                raise Refused(f"{place}: {word} is given twice")
            pages.words[word], section = Row(rest.strip(), place), ""
        elif stripped in PICTURES:
            if stripped in pages.pictures:
                raise Refused(f"{place}: there is a second {stripped}")
            pages.pictures[stripped], section = [], stripped
        elif section:
            signs = stripped if section == "except" else re.sub(r"\s", "", stripped)
            pages.pictures[section].append(Row(signs, place))
        else:
            raise Refused(f"{place}: {word[:40]!r} is no word of a drawn map{nearest(word, WORDS + PICTURES)}")
    return pages


def picture(pages: Pages, title: str, name: str) -> list[Row]:
    """The rows below a title, all of one length."""
    rows = pages.pictures.get(title)
    if not rows:
        raise Refused(f"{name}: there is no picture of the {title}: write {title}, and the rows of tiles below it")
    for row in rows:
        if title == "ground" and len(row.signs) != len(rows[0].signs):
            raise Refused(f"{row.place}: the first row of the ground has {len(rows[0].signs)} columns, this one "
                          f"{len(row.signs)}")
    return rows


def number(pages: Pages, word: str, name: str) -> int:
    if word not in pages.words:
        raise Refused(f"{name}: there is no {word}; write it as {word} 30")
    row = pages.words[word]
    if not re.fullmatch("[0-9]{1,6}", row.signs):
        raise Refused(f"{row.place}: {word} must be a whole number from 0 on, not {row.signs[:40]!r}")
    return int(row.signs)


def read_sign(sign: str, row: Row) -> int:
    if sign not in SIGNS:
        told = "  ".join(f"{terrain.sign} {terrain.name}" for terrain in GROUND)
        raise Refused(f"{row.place}: {sign!r} is no ground; there are  {told}")
    return SIGNS[sign]


def read_letter(letter: str, tile: int, row: Row) -> Unit:
    if letter.upper() not in KNOWN:
        told = ", ".join(f"{one} {name}" for one, name in KNOWN.items())
        raise Refused(f"{row.place}: {letter!r} is no unit; there are {told}, and {NOBODY} for nobody")
    return Unit(letter.upper(), tile, int(letter.islower()), place=row.place)


def read_exception(row: Row, units: dict[int, Unit], width: int) -> None:
    """`a1 4 HP`, or `a1 acted`: changes one of the units."""
    found = EXCEPTION.fullmatch(row.signs)
    if found is None:
        raise Refused(f"{row.place}: an exception is written like a1 4 HP, or a1 acted, not {row.signs[:40]!r}")
    x, y = LETTERS.index(found[1].lower()), int(found[2]) - 1
    tile = y * width + x
    if x >= width or y < 0 or tile not in units:
        raise Refused(f"{row.place}: no unit stands on {found[1]}{found[2]}")
    if found[4]:
        units[tile] = dataclasses.replace(units[tile], acted=True)
    else:
        units[tile] = dataclasses.replace(units[tile], hp=int(found[3]), place=row.place)


def draw(field: Battlefield) -> str:
    """The map as such a file."""
    armies = {unit.tile: unit.letter if unit.side == 0 else unit.letter.lower() for unit in field.units}
    rows = [range(top, top + field.width) for top in range(0, len(field.ground), field.width)]
    exceptions = [f"{square(unit.tile, field.width)} {what}" for unit in field.units
                  for what, there in ((f"{unit.hp} HP", unit.hp != FULL_HP), ("acted", unit.acted)) if there]
    words = [("title", field.title), ("units", field.table), ("phases", field.phases), ("margin", field.margin)]
    lines = [f"{word:7} {value}" for word, value in words if value != ""]
    lines += ["", "ground", *("".join(GROUND[field.ground[tile]].sign for tile in row) for row in rows)]
    lines += ["", "army", *("".join(armies.get(tile, NOBODY) for tile in row) for row in rows)]
    return "\n".join([*lines, *(["", "except", *exceptions] if exceptions else []), ""])
