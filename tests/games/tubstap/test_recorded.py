"""The rules beside the program itself: recorded games, positions and battles, with both tables of units."""

import numpy as np
import pytest

from tests.games.drive import play_in_order
from tests.games.tubstap.recorded import FOLDER, HERE, NOBODY, Field, counted, recorded
from treewright.core.compiling import compiled
from treewright.core.record import view
from treewright.games.tubstap.battlefield import Battlefield, Unit
from treewright.games.tubstap.rules import Tubstap
from treewright.games.tubstap.units import GAITS, GROUND, kinds

MOVED, ATTACKED, ENDED, PASSED_ON = 1, 2, 3, 9
TABLES = {"tubstap": "damage.json.gz", "afit": "damage_afit.json.gz"}
GAMES = [(table, game) for table, name in (("tubstap", "games_open.jsonl.gz"), ("afit", "games_afit_open.jsonl.gz"))
         for game in recorded(name)]


def test_what_was_copied_is_what_was_recorded():
    """Nothing in the project's own data differs from the whole."""
    for name in ("games_open.jsonl.gz", "games_afit_open.jsonl.gz", "reach.json.gz", "legal.json.gz"):
        whole = {one["id"]: one for one in recorded(name, FOLDER)}
        copied = recorded(name, HERE)
        assert copied
        assert all(whole[one["id"]] == one for one in copied)


@pytest.mark.parametrize(("table", "game"), GAMES, ids=[game["id"] for _, game in GAMES])
def test_a_recorded_game_is_replayed_event_by_event(table, game):
    field = Field(game["map"], table)
    field.offered = 0
    events = game["events"]
    acts = [event for event in events if event[0] != PASSED_ON]
    actions = np.array([field.actions - 1 if event[0] == ENDED else field.action(*event[1:5]) for event in acts])
    states = np.zeros(len(actions) + 1, field.state)
    states[0] = field.new()[0]
    assert play_in_order(field, states, actions) == len(actions)
    counts = counted(field, states, len(actions))
    t, before = 0, game["init"]
    for k, (kind, unit, _, _, target, damage, counter, told, after) in enumerate(events):
        last = k + 1 == len(events)
        if kind == PASSED_ON:
            if last or events[k + 1][0] != PASSED_ON:
                assert [states["phase"][t], states["to_move"][t]] == after[:2]
                assert field.standing(states, t) == after[2]
        else:
            assert counts[t] == told
            t += 1
            if kind == ATTACKED:
                check_hits(before, after, unit, target, damage, counter)
            if events[k + 1][0] != PASSED_ON:
                assert [states["phase"][t], states["to_move"][t]] == after[:2]
                assert field.standing(states, t) == after[2]
            else:
                assert hp_and_places(field.standing(states, t)) == hp_and_places(after[2])
        before = after
    check_result(field, states, game["result"], len(actions))


def check_hits(before, after, unit, target, damage, counter):
    """The recording itself: what it says was hit is what is missing afterwards."""
    had, has = ({one[0]: one[3] for one in state[2]} for state in (before, after))
    assert had[target] - has.get(target, 0) == damage
    assert had[unit] - has.get(unit, 0) == counter


def hp_and_places(units):
    """Without who has acted: our phases end within the last action of a phase."""
    return [unit[:4] for unit in units]


def check_result(field, states, result, n):
    assert states["over"].tolist() == [0] * n + [1]
    wanted = {0: [1, -1], 1: [-1, 1], NOBODY: [0, 0]}[result["winner"]]
    assert states["score"][-1].tolist() == wanted
    assert states["phase"][-1] == result["turn"]
    hp = states["hp"][-1]
    assert [hp[:field.most].sum(), hp[field.most:].sum()] == [result["red_hp"], result["blue_hp"]]
    assert (result["reason"] == "annihilation") == (0 in (result["red_hp"], result["blue_hp"]))


@pytest.mark.parametrize("table", TABLES)
def test_the_table_of_units_and_of_terrain_is_that_of_the_program(table):
    told = recorded(TABLES[table])
    known = kinds(table)
    assert list(known) == told["types"]
    for kind, steps, direct, near, far, power, costs in zip(known.values(), told["steps"], told["direct"],
                                                            told["min_range"], told["max_range"], told["power"],
                                                            told["move_cost"]):
        assert kind.steps == steps
        assert kind.direct == bool(direct)
        assert kind.fires == ((1, 1) if direct else (near, far))
        assert list(kind.power.values()) == power
        assert [terrain.cost.get(kind.gait, 99) for terrain in GROUND] == costs
    assert [kind.gait == "air" for kind in known.values()] == [bool(air) for air in told["air"]]
    assert [terrain.stars for terrain in GROUND] == told["stars"]
    assert {kind.gait for kind in known.values()} == set(GAITS)


@compiled
def fight_all(game, states, hits, counters, kinds, most):
    """Every fight: of each kind with 1 to 10 HP against each, on each terrain, from each terrain."""
    terrains = 7
    for a in range(kinds):
        for ahp in range(10):
            for b in range(kinds):
                for bhp in range(10):
                    for there in range(terrains):
                        for here in range(terrains):
                            game.copy(states, 1, states[0])
                            s, foe = states[1], most + b
                            s.hp[a], s.tile[a] = ahp + 1, here
                            s.hp[foe], s.tile[foe] = bhp + 1, there
                            game.attack(s, np.uint64(0), np.uint64(a), np.uint64(foe))
                            hits[a, ahp, b, bhp, there] = bhp + 1 - s.hp[foe]
                            counters[a, ahp, b, bhp, there, here] = ahp + 1 - s.hp[a]


@pytest.mark.parametrize("table", TABLES)
def test_every_fight_ends_as_in_the_program(table):
    """All terrains are in the first row, whether the kind could stand there or not."""
    told = recorded(TABLES[table])
    n = len(told["types"])
    ground = (*range(7), *(1,) * 14)
    units = tuple(Unit(letter, 7 + 7 * side + k, side) for side in (0, 1) for k, letter in enumerate(told["types"]))
    game = Tubstap(Battlefield(7, 3, ground, units, 10, 0, table, "all terrains"), table)
    states = np.zeros(2, game.state)
    states[0] = game.new()[0]
    hits, counters = np.zeros((n, 10, n, 10, 7), np.int64), np.zeros((n, 10, n, 10, 7, 7), np.int64)
    fight_all(game, states, hits, counters, n, game.most)
    assert np.array_equal(hits, np.array(told["damage"]))
    assert np.array_equal(counters, np.array(told["counter"]))


@compiled
def stops(game, states, slot, found):
    """Where a unit may stop, as one number for each word."""
    side = np.uint64(0 if slot < game.most else 1)
    found[0], found[1], found[2], found[3] = game.spots(states[0], np.uint64(slot), side)


def test_a_unit_reaches_the_tiles_that_it_reaches_in_the_program():
    for one in recorded("reach.json.gz"):
        field = Field(one["map"], "tubstap")
        found = np.zeros(4, np.uint64)
        stops(field, field.position(0), field.slot[one["unit"]], found)
        tiles = sum(int(word) << 64 * k for k, word in enumerate(found))
        there = sorted(field.xy(tile) for tile in range(field.tiles) if tiles >> tile & 1)
        assert there == one["tiles"], one["id"]
        assert tiles >> field.tiles == 0


def test_what_is_legal_is_what_is_legal_in_the_program():
    for one in recorded("legal.json.gz"):
        field = Field(one["map"], "tubstap")
        states = field.position(one["turn"])
        assert counted(field, states, 1)[0] == one["counts"], one["id"]
        for offers in range(3):
            field.offered = offers
            s = view(states)
            listed = field.choices(s)
            wanted = {(unit["unit"], x, y, NOBODY) for unit in one["legal"] for x, y in unit["moves"]}
            wanted |= {(unit["unit"], x, y, foe) for unit in one["legal"]
                       for x, y, foe, damage, _, effective in unit["attacks"]
                       if (True, effective, damage)[offers]}
            assert len(listed) == len(set(listed)) == len(wanted) + 1
            assert set(listed) == {field.action(*each) for each in wanted} | {field.actions - 1}
        assert s.to_move == one["phase"]
