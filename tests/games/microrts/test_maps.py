"""Maps: ours come out as they are drawn, microRTS's XML gives the same, and whatever is wrong is told with its line."""

import pytest

from tests.games.microrts.recorded import lines, map_of
from treewright.arena.code import code_of
from treewright.core.errors import Refused
from treewright.games.microrts.map_xml import read_xml
from treewright.games.microrts.maps import FOLDER, Map, named, ours, read_map
from treewright.games.microrts.rules import microrts
from treewright.games.microrts.unit_types import NAMES, RESOURCE

FIRST = {"basesWorkers8x8A": "g00_basesWorkers8x8A_u2_Random_RandomBiased",
         "FourBasesWorkers8x8": "g08_FourBasesWorkers8x8_u2_RandomBiased_Random",
         "NoWhereToRun9x8": "g15_NoWhereToRun9x8_u2_LightRush_RangedRush",
         "basesWorkers8x8Obstacle": "g20_basesWorkers8x8Obstacle_u2_RandomBiased_LightRush",
         "basesWorkersBarracks8x8": "g27_basesWorkersBarracks8x8_u2_RangedRush_HeavyRush",
         "melee12x12": "g32_melee12x12Mixed12_u2_RangedRush_LightRush",
         "basesWorkers16x16": "g36_basesWorkers16x16_u2_RangedRush_LightRush",
         "scarce9x7": "g46_scarce9x7_u2_HeavyRush_RangedRush"}
SYMMETRIC = ("duel8x8", "river12x12", "rooms16x16", "crossing24x24", "frontier32x32")
HEAD = "stocks 5 5\n\n"


def whole(drawn: Map, version: int) -> tuple:
    """A map with everybody's hit points, and without the numbers, which mean nothing."""
    game = microrts(types=version)
    return drawn.width, drawn.height, drawn.walls, drawn.stocks, [
        (unit.kind, unit.owner, unit.x, unit.y, unit.load, unit.hits or int(game.rules[0].hits[unit.kind]))
        for unit in drawn.units]


@pytest.mark.parametrize("name", FIRST)
def test_a_map_is_that_of_the_recorded_games(name):
    head = lines(FIRST[name])[0]
    assert whole(named(name), head["utt"]) == whole(map_of(head), head["utt"])


def test_every_map_that_comes_with_treewright_is_among_those():
    assert {*FIRST, *SYMMETRIC} == set(ours())
    sizes = {(named(name).width, named(name).height) for name in ours()}
    assert sizes >= {(8, 8), (12, 12), (16, 16), (24, 24), (32, 32)}


@pytest.mark.parametrize("name", SYMMETRIC)
def test_our_own_maps_look_the_same_from_both_sides(name):
    picture = named(name).picture()
    turned = [row[::-1].swapcase().replace("O", "o") for row in reversed(picture)]
    assert turned == picture


@pytest.mark.parametrize("name", ours())
def test_a_map_written_down_is_read_back(name):
    drawn = named(name)
    assert read_map(drawn.text(), name) == drawn
    assert "\n".join(drawn.picture()) in (FOLDER / f"{name}.map").read_text()


@pytest.mark.parametrize("name", FIRST)
def test_microrts_s_own_form_gives_the_same_map(name):
    drawn = map_of(lines(FIRST[name])[0])
    assert read_xml(as_xml(drawn), "map.xml") == drawn
    assert read_xml(as_xml(drawn, runs=True), "map.xml") == drawn


def as_xml(drawn: Map, runs: bool = False) -> str:
    terrain = "".join("01"[wall] for row in drawn.walls for wall in row)
    if runs:
        terrain = "A" + terrain[1:].replace("0", "A1").replace("1", "B").replace("AB", "A")
    units = "".join(f'<rts.units.Unit type="{NAMES[u.kind]}" ID="{u.number}" player="{u.owner}" x="{u.x}" y="{u.y}" '
                    f'resources="{u.load}" hitpoints="{u.hits}"></rts.units.Unit>\n' for u in drawn.units)
    players = "".join(f'<rts.Player ID="{player}" resources="{stock}"/>' for player, stock in enumerate(drawn.stocks))
    return (f'<rts.PhysicalGameState width="{drawn.width}" height="{drawn.height}">\n<terrain>{terrain}</terrain>\n'
            f"<players>{players}</players>\n<units>\n{units}</units></rts.PhysicalGameState>")


def test_what_the_picture_does_not_say_stands_around_it():
    text = "# a remark\nstocks 3 4\nresources 7\norder d2 a1\n\nWo.#\n##.w\n\nd2 hits 2\na1 carries 1\n"
    drawn = read_map(text, "m.map")
    assert drawn.picture() == ["Wo.#", "##.w"]
    assert drawn.stocks == (3, 4)
    assert [(unit.kind, unit.owner, unit.x, unit.y, unit.load, unit.hits) for unit in drawn.units] == [
        (3, 1, 3, 1, 0, 2), (3, 0, 0, 0, 1, None), (RESOURCE, -1, 1, 0, 7, None)]


@pytest.mark.parametrize(("text", "told"), [
    (HEAD, "m.map:2: there is no picture"),
    (HEAD + ".B.\n.b\n", "m.map:4: this row has 2 cells, and the first one 3"),
    (HEAD + ".B.\n.z.\n", "m.map:4: 'z' in column 2 is no letter of a map"),
    (HEAD + ".B.\n...\n", "m.map:3: player 1 owns no unit"),
    (HEAD + "b..\n", "m.map:3: player 0 owns no unit"),
    (HEAD + (1000 * "." + "\n") * 1000, "m.map:3: a map has at most 32 columns and 32 rows, not 1000 and 1"),
    (HEAD + ("." * 32 + "\n") * 31_250, "m.map:35: a map has at most 32 columns and 32 rows, not 32 and 33"),
    (HEAD + "." * 1_000_000, "m.map:3: a map has at most 32 columns and 32 rows, not 1000000 and 1"),
    ("stocks 5\n\nBb", "m.map:1: stocks needs two numbers"),
    ("stocks 5 -5\n\nBb", "m.map:1: '-5' must be a whole number from 0 to 1000000"),
    ("stocks 5 5\nstocks 5 5\n\nBb", "m.map:2: stocks stands here for the second time"),
    ("order a1 a1\n\nBb", "m.map:1: `order` names a1 twice"),
    ("order a1 c1\n\nBb.", "m.map:1: nobody stands on c1, which `order` names"),
    ("order a1 z9\n\nBb", "m.map:1: 'z9' is no cell of this map, which has a1 to b1"),
    ("Bb.\n\nc1 hits 3", "m.map:3: nobody stands on c1"),
    ("Bb\n\na1 hits 0", "m.map:3: '0' must be a whole number from 1 to 1000000"),
    ("Bb\n\na1 hits 3\na1 hits 4", "m.map:4: a1 hits was told in line 3 already"),
    ("Bb\n\na1 likes 3", "m.map:3: after the picture there are lines such as `b2 hits 6`"),
    ("Bb\n\na1 carries 3", "m.map:3: only workers and piles carry something, and a1 is neither"),
    ("Bbo\n\nc1 carries 0", "m.map:3: a pile has at least 1 resource"),
])
def test_what_is_wrong_with_a_map_is_told_with_its_line(text, told):
    with pytest.raises(Refused) as refused:
        read_map(text, "m.map")
    assert str(refused.value).startswith(told)


@pytest.mark.parametrize(("change", "told"), [
    (('x="1" y="1"', 'x="2" y="1"'), "m.xml:9: units 6 and 8 stand on the same cell (2, 1)"),
    (('ID="8"', 'ID="6"'), "m.xml:9: two units have the ID 6"),
    (('"Worker" ID="8"', '"Wizard" ID="8"'), "m.xml:9: there is no type of unit 'Wizard'"),
    (('player="1"', 'player="0"'), "m.xml:1: player 1 owns no unit"),
    (('player="1"', 'player="2"'), "m.xml:8: rts.units.Unit needs player=, a whole number from -1 to 1, not '2'"),
    (('x="1" y="1"', 'x="8" y="1"'), "m.xml:9: unit 8 stands on (8, 1), outside of the map or in a wall"),
    (('width="8"', 'width="9"'), "m.xml:2: the terrain must have a 0 or a 1 for each of the 72 cells"),
    (('width="8"', 'width="8000"'), "m.xml:1: a map has at most 32 columns and 32 rows, not 8000 and 8"),
    (("<terrain>0", "<terrain>2"), "m.xml:2: the terrain must have a 0 or a 1 for each of the 64 cells"),
    (("<units>", "<units"), "m.xml:5: not well-formed XML"),
    (('<rts.Player ID="1"', '<rts.Player ID="0"'), "m.xml:3: player 0 is there twice"),
    (("<rts.Phys", '<!DOCTYPE a [<!ENTITY b "c">]><rts.Phys'), "m.xml:1: a map has no document type"),
])
def test_what_is_wrong_with_microrts_s_form_is_told_with_its_line(change, told):
    text = as_xml(map_of(lines(FIRST["basesWorkers8x8A"])[0]))
    assert change[0] in text
    with pytest.raises(Refused) as refused:
        read_xml(text.replace(*change), "m.xml")
    assert str(refused.value).startswith(told)


def test_a_map_is_found_by_its_name_or_its_path(tmp_path):
    (tmp_path / "mine.map").write_text(named("duel8x8").text())
    assert named(str(tmp_path / "mine.map")) == named("duel8x8")
    (tmp_path / "theirs.xml").write_text(as_xml(map_of(lines(FIRST["scarce9x7"])[0])))
    assert named(str(tmp_path / "theirs.xml")).stocks == (3, 4)
    (tmp_path / "huge.map").write_text("." * 1_000_000)
    (tmp_path / "picture.map").write_bytes(b"\xff\xfe\x00")
    for name, told in (("duel8x9", "there is no map duel8x9; did you mean duel8x8?"),
                       (str(tmp_path / "none.map"), "cannot be read: No such file or directory"),
                       (str(tmp_path / "huge.map"), "has 1,000,000 bytes; a map has at most 32 columns and rows"),
                       (str(tmp_path / "picture.map"), "is not text in UTF-8")):
        with pytest.raises(Refused, match=told):
            named(name)


@pytest.mark.parametrize(("arguments", "told"), [
    ({"types": 4}, "types must be 1, 2 or 3, not 4"),
    ({"cycles": 0}, "cycles must be 1 to 20000, not 0"),
    ({"conflict": "lot"}, "conflict must be both or turns, not 'lot'"),
])
def test_parameters_that_mean_nothing_are_refused(arguments, told):
    with pytest.raises(Refused, match=told):
        microrts(**arguments)


def test_an_edited_map_is_another_game_to_the_store(tmp_path):
    place, codes = tmp_path / "mine.map", []
    for name in ("duel8x8", "duel8x8", "scarce9x7"):
        place.write_text(named(name).text())
        codes.append(code_of(microrts(str(place)), []))
    assert codes[0] == codes[1] != codes[2]
