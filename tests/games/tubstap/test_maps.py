"""Maps: TUBSTAP's own format, drawings, those of the package, and random ones."""

import dataclasses
from pathlib import Path

import pytest

from treewright.agents.language import game as game_of
from treewright.arena.code import code_of
from treewright.core.errors import Refused
from treewright.games.tubstap.battlefield import checked
from treewright.games.tubstap.catalogue import find_map, read_file
from treewright.games.tubstap.drawing import draw, read_drawing
from treewright.games.tubstap.random_map import connected, random_map
from treewright.games.tubstap.rules import Tubstap
from treewright.games.tubstap.tbsmap import read_tbsmap
from treewright.games.tubstap.units import GROUND, kinds

DATA = Path(__file__).parents[1] / "data" / "tubstap"
TBSMAP = (DATA / "A.tbsmap").read_text()
DRAWN = """title   A crossing
units   afit
phases  30
margin  10

ground
. . = . "
~ ~ = ~ ~
" . = . .
-- the armies
army
I.P..
.....
..p.i

except
a1  4 HP
c3  acted
"""


def same(one, other):
    """Are two maps the same, whatever the order of their units?"""
    facts = [(field.width, field.height, field.ground, field.phases, field.margin) for field in (one, other)]
    units = [{(unit.letter, unit.tile, unit.side, unit.hp, unit.acted) for unit in field.units}
             for field in (one, other)]
    return facts[0] == facts[1] and units[0] == units[1]


# ---------------------------------------------------------------- maps of the package


@pytest.mark.parametrize("name", "ABC")
def test_the_maps_of_the_package_are_the_reconstructions_and_say_so(name):
    ours = find_map(name, 0, 8, 8, "I", "")
    assert same(ours, read_file(DATA / f"{name}.tbsmap"))
    assert ours.table == "afit"
    assert ours.mirrored
    assert "our reconstruction" in ours.title
    assert checked(ours, "afit") is ours


# ---------------------------------------------------------------- readers


def test_a_file_of_the_program_is_read_without_its_ring():
    field = read_tbsmap(TBSMAP, "A.tbsmap")
    assert (field.width, field.height, field.phases, field.margin) == (8, 8, 30, 10)
    assert [(unit.letter, unit.tile, unit.side) for unit in field.units][:3] == [("I", 3, 0), ("P", 2, 0), ("R", 9, 0)]
    assert field.ground[4] == 1
    assert field.ground[3] == 5


def test_the_order_of_pieces_and_the_breaks_between_lines_do_not_matter():
    pieces = [piece.strip() for piece in TBSMAP.split(";") if piece.strip()]
    head = [piece for piece in pieces if not piece.startswith(("MAP[", "UNIT["))]
    rows = [piece for piece in pieces if piece.startswith("MAP[")]
    units = [piece for piece in pieces if piece.startswith("UNIT[")]
    mixed = ";".join([*rows, *units, *reversed(head)]) + ";"
    assert same(read_tbsmap(mixed, "mixed"), read_tbsmap(TBSMAP, "A"))


def test_a_comment_may_be_in_japanese(tmp_path):
    place = tmp_path / "japanese.tbsmap"
    place.write_bytes(TBSMAP.replace("MAPCOM[Map A", "MAPCOM[\u6a19\u6e96").encode("cp932"))
    assert read_file(place).title.startswith("\u6a19\u6e96")


def test_a_drawing_is_read_as_it_is_drawn():
    field = read_drawing(DRAWN, "crossing")
    assert (field.width, field.height, field.phases, field.margin, field.table) == (5, 3, 30, 10, "afit")
    assert field.title == "A crossing"
    assert field.ground == (1, 1, 5, 1, 3, 2, 2, 5, 2, 2, 3, 1, 5, 1, 1)
    assert [(unit.letter, unit.tile, unit.side, unit.hp, unit.acted) for unit in field.units] == [
        ("I", 0, 0, 4, False), ("P", 2, 0, 10, False), ("P", 12, 1, 10, True), ("I", 14, 1, 10, False)]


@pytest.mark.parametrize("field", [read_drawing(DRAWN, "drawn"), read_file(DATA / "gen35.tbsmap"),
                                   *(random_map(seed, 9, 7, "IPU", "tubstap") for seed in range(5))])
def test_a_map_can_be_drawn_and_read_again(field):
    assert same(read_drawing(draw(field), "drawn"), field)


def test_a_file_is_named_in_an_expression(tmp_path):
    (tmp_path / "crossing.txt").write_text(DRAWN)
    (tmp_path / "A.tbsmap").write_text(TBSMAP)
    assert game_of(f'tubstap("{tmp_path / "crossing.txt"}")').tiles == 15
    real = game_of(f'tubstap("{tmp_path / "A.tbsmap"}")')
    assert (real.table, game_of("tubstap").table) == ("tubstap", "afit")


def test_games_on_an_edited_map_are_other_games(tmp_path):
    place = tmp_path / "crossing.txt"
    codes = []
    for text in (DRAWN, DRAWN.replace("4 HP", "5 HP"), DRAWN):
        place.write_text(text)
        codes.append(code_of(Tubstap(str(place)), []))
    assert codes[0] == codes[2] != codes[1]


# ---------------------------------------------------------------- what is refused, with file and line


@pytest.mark.parametrize(("old", "new", "complaint"), [
    ("SIZEX[10];", "", "there is no SIZEX; a map needs SIZEX, SIZEY, TURNLIMIT"),
    ("SIZEX[10]", "SIZEX[ten]", "A.tbsmap:1: SIZEX[ten] must be one number"),
    ("SIZEX[10]", "SIZEX[2]", "A.tbsmap:1: SIZEX and SIZEY count the ring of walls, so they are at least 3"),
    ("SIZEX[10]", "SIZEX[9]", "A.tbsmap:16: SIZEX is 9, but this row has 10 tiles"),
    ("SIZEY[10]", "SIZEY[11]", "A.tbsmap: SIZEY is 11, but there are 10 rows MAP[...]"),
    ("TURNLIMIT[30]", "TURNLIMIT[0]", "A.tbsmap: the limit must be 1 to 1000 phases, not 0"),
    ("TURNLIMIT[30]", "TURNLIMIT[30];TURNLIMIT[30]", "A.tbsmap:2: TURNLIMIT is given twice"),
    ("TURNLIMIT[30]", "TURNLIMITS[30]", "A.tbsmap:2: there is no tag TURNLIMITS; did you mean TURNLIMIT?"),
    ("UNITNUMRED[5]", "UNITNUMRED[6]", "A.tbsmap:3: UNITNUMRED is 6, but there are 5 such units"),
    ("AUTHOR[", "AUTHOR(", "A.tbsmap:4: 'AUTHOR(reconstruction]' is not TAG[value] and a semicolon"),
    ("UNIT[4,1,infantry", "UNIT[4,1,infanterie", "A.tbsmap:6: there is no unit infanterie; did you mean infantry?"),
    ("UNIT[4,1,infantry", "UNIT[9,1,infantry", "A.tbsmap:6: infantry at 9,1 is off the map; x is 1 to 8, y is 1 to 8"),
    ("UNIT[4,1,infantry", "UNIT[3,1,infantry", "A.tbsmap:7: two units stand on c1"),
    ("UNIT[3,1,panzer", "UNIT[6,4,panzer", "A.tbsmap:7: a panzer cannot stand on f4, which is sea"),
    ("infantry,0,10,0]", "infantry,2,10,0]", "A.tbsmap:6: a unit's team is 0 (Red) or 1 (Blue), and acted is 0 or 1"),
    ("infantry,0,10,0]", "infantry,0,0,0]", "A.tbsmap:6: a unit has 1 to 99 HP, not 0"),
    ("infantry,0,10,0]", "infantry,0,10]", "A.tbsmap:6: a unit is UNIT[x,y,name,team,HP,acted], not UNIT[4"),
    ("MAP[0,1,1,1,5", "MAP[0,7,1,1,5", "A.tbsmap:17: there is no terrain 7; there are 0 wall, 1 plain"),
    ("MAP[0,1,1,1,5", "MAP[1,1,1,1,5", "A.tbsmap:17: the outermost ring of tiles must be walls, 0"),
    ("MAP[0,1,1,1,5", "MAP[0,1,1,0,5", "A.tbsmap:7: a panzer cannot stand on c1, which is wall"),
    ("MAP[0,1,1,1,5", "MAP[0,-1,1,1,5", "A.tbsmap:17: MAP[0,-1,1,1,5,1,3,1,1,0] must be codes of terrain"),
])
def test_what_is_wrong_in_a_file_of_the_program_is_said_in_one_line(tmp_path, old, new, complaint):
    assert old in TBSMAP
    (tmp_path / "A.tbsmap").write_text(TBSMAP.replace(old, new, 1))
    with pytest.raises(Refused) as refused:
        Tubstap(str(tmp_path / "A.tbsmap"))
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("old", "new", "complaint"), [
    ("phases  30\n", "", "a.txt: there is no phases; write it as phases 30"),
    ("phases  30", "phases  many", "a.txt:3: phases must be a whole number from 0 on, not 'many'"),
    ("phases  30", "phases  30\nphases  30", "a.txt:4: phases is given twice"),
    ("units   afit", "units   afitt", "a.txt:2: there is no table of units afitt; did you mean afit?"),
    ("margin  10", "margins 10", "a.txt:4: 'margins' is no word of a drawn map; did you mean margin?"),
    ("ground\n", "", "a.txt:6: '.' is no word of a drawn map"),
    ("army\n", "army\narmy\n", "a.txt:12: there is a second army"),
    ('. . = . "', '. . = .', 'a.txt:8: the first row of the ground has 4 columns, this one 5'),
    ('. . = . "', '. . = . ?', "a.txt:7: '?' is no ground; there are  # wall  . plain"),
    (".....\n", "", "a.txt: the ground has 3 rows, but the army 2"),
    (".....\n", "......\n", "a.txt:13: the ground has 5 columns, but this row of the army 6"),
    ("I.P..", "I.Q..", "a.txt:12: 'Q' is no unit; there are F fighter, A attacker"),
    ("I.P..", "IS...\nP", "a.txt: the ground has 3 rows, but the army 4"),
    (".....\n", "P....\n", "a.txt:13: a panzer cannot stand on a2, which is sea"),
    ("a1  4 HP", "a1  four HP", "a.txt:17: an exception is written like a1 4 HP, or a1 acted, not 'a1  four HP'"),
    ("a1  4 HP", "b1  4 HP", "a.txt:17: no unit stands on b1"),
    ("a1  4 HP", "a1  400 HP", "a.txt:17: a unit has 1 to 99 HP, not 400"),
    ("..p.i\n\nexcept\na1  4 HP\nc3  acted\n", ".....\n", "a.txt: each side has 1 to 16 units, but Blue has 0"),
])
def test_what_is_wrong_in_a_drawing_is_said_in_one_line(tmp_path, old, new, complaint):
    assert old in DRAWN
    (tmp_path / "a.txt").write_text(DRAWN.replace(old, new, 1))
    with pytest.raises(Refused) as refused:
        Tubstap(str(tmp_path / "a.txt"))
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_map_has_an_end():
    with pytest.raises(Refused, match="a map has 1 to 26 columns and at most 256 tiles, not 20 x 20"):
        Tubstap(dataclasses.replace(read_drawing(DRAWN, "a"), width=20, height=20, ground=(1,) * 400))


# ---------------------------------------------------------------- random maps


@pytest.mark.parametrize("arguments", [(8, 8, "IIPRU", ""), (12, 10, "SIIPPU", "afit"), (9, 7, "FA", "tubstap"),
                                       (16, 14, "FARRRRPP", "afit"), (4, 4, "I", "")], ids=str)
def test_random_maps_are_fair_and_nobody_is_walled_off(arguments):
    columns, rows, army, _ = arguments
    fields = [random_map(seed, *arguments) for seed in range(20)]
    for field in fields:
        assert field.mirrored
        assert checked(field, field.table) is field
        assert sorted(unit.letter for unit in field.army(0)) == sorted(army)
        assert max(unit.tile // columns for unit in field.army(0)) < rows // 3
        assert connected(field.ground, columns, [unit.tile for unit in field.army(0)],
                         [kinds(field.table)[unit.letter].gait for unit in field.army(0)])
        assert {GROUND[code].name for code in field.ground} <= {"plain", "wood", "road", "mountain", "sea"}
    assert len({field.ground for field in fields}) > 15
    assert random_map(3, *arguments) == fields[3]


def test_what_is_walled_off_is_noticed():
    assert not connected((1, 0, 1), 3, [0], ["foot"])
    assert not connected((1, 4, 4, 1), 2, [0], ["vehicle"])
    assert connected((1, 4, 4, 1), 2, [0], ["foot"])
    assert not connected((1, 0, 0, 1), 4, [0], ["air"])


@pytest.mark.parametrize(("arguments", "complaint"), [
    ({"columns": 3}, "a random map has 4 to 26 columns, at least 4 rows, and at most 256 tiles, not 3 x 8"),
    ({"columns": 20, "rows": 20}, "at most 256 tiles, not 20 x 20"),
    ({"army": "IX"}, "there is no unit 'X' in the table afit"),
    ({"army": ""}, "on 8 x 8 tiles each side has 1 to 8 units, not 0"),
    ({"army": "I" * 9}, "on 8 x 8 tiles each side has 1 to 8 units, not 9"),
    ({"seed": -1}, "a seed is not below 0, as -1 is"),
    ({"army": "S", "units": "tubstap"}, "there is no unit 'S' in the table tubstap"),
])
def test_random_maps_that_cannot_be_are_refused(arguments, complaint):
    with pytest.raises(Refused) as refused:
        Tubstap("random", **arguments)
    assert complaint in str(refused.value)
