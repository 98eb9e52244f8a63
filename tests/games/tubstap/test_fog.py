"""What each side sees, what stops a unit, and that nothing else is told."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import treewright as tw
from tests.games.drive import random_game_in_python
from treewright.agents.agent import Agent
from treewright.agents.language import agent
from treewright.agents.language import game as game_of
from treewright.checking import check
from treewright.core.errors import Refused
from treewright.core.record import view
from treewright.core.stream import Stream
from treewright.games.drawing import square
from treewright.games.tubstap.drawing import read_drawing
from treewright.games.tubstap.fog import FoggyTubstap
from treewright.games.tubstap.fog import tubstap as make
from treewright.games.tubstap.rules import Tubstap

SMALL = {"map": "random", "columns": 7, "rows": 7, "army": "IPUS", "fog": True}


def field(ground, army, phases=10, more="", **given):
    """A foggy game on a drawn map with the report's units; rows are separated by spaces."""
    text = f"phases {phases}\nmargin 0\nunits afit\nground\n{ground}\narmy\n{army}\n{more}".replace(" / ", "\n")
    return make(read_drawing(text, "drawn"), fog=True, **given)


def observed(game, states, player):
    o = np.zeros(1, game.state)
    with np.errstate(over="ignore"):
        game.observe(view(states), player, view(o))
    return o


def seen(game, moves, player=0):
    """The enemies whose tile a player knows after some moves, such as {"c1": "p"}."""
    return met(game, view(observed(game, game.position(moves), player)), player)


def met(game, o, player):
    enemies = range((1 - player) * game.most, (2 - player) * game.most)
    return {square(int(o.tile[slot]), game.width): game.signature(o, slot) for slot in enemies
            if slot in game.roster and o.hp[slot] > 0 and game.knows(o, slot)}


def tiles_of(row, game):
    """The tiles of one of a state's sets."""
    number = sum(int(word) << 64 * k for k, word in enumerate(row))
    return {square(tile, game.width) for tile in range(game.tiles) if number >> tile & 1}


def told(game, moves=""):
    s = view(game.position(moves))
    return {game.describe(s, action) for action in game.choices(s)}


# ---------------------------------------------------------------- what is seen


def test_the_tiles_that_figure_5_of_the_report_calls_seen_are_seen():
    """A unit goes from a4 to a2: c2 comes into sight, and c4 stays so, though it is out of range of both units now."""
    game = field(". . . . . / . . . . . / . . . . . / . . . . . / . . . . .",
                 ". . . . u / . . . . u / . . . . . / I . . . . / I . . . .")
    before, after = (tiles_of(game.position(moves)["seen"][0, 0], game) for moves in ("", "a4-a2"))
    assert {"c4", "c2"} & before == {"c4"}
    assert {"c4", "c2"} & after == {"c4", "c2"}
    assert after - before == {"a1", "b1", "b2", "c2"}
    assert not {"c1", "d1", "d2", "e1", "e2", "e3"} & after


def test_an_enemy_is_known_on_tiles_that_are_seen_and_nowhere_else():
    game = field(". . . . . . . .", "I . p . u . . i")
    assert seen(game, "") == {"c1": "p"}
    assert seen(game, "", 1) == {}
    assert seen(game, "end", 1) == {"a1": "I"}
    s = view(observed(game, game.new(), 0))
    assert s.tile[game.most:2 * game.most].tolist() == [2, 0, 0]
    assert tiles_of(s.stands[1], game) == {"c1"}


@pytest.mark.parametrize(("disc", "tiles"), [("manhattan", {"a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "a3",
                                                            "b3", "c3", "a4", "b4", "a5"}),
                                             ("euclidean", {"c4", "d3"}), ("square", {"e5"})])
def test_the_disc_that_a_scout_sees(disc, tiles):
    empty = " / ".join([". . . . . . ."] * 6)
    game = field(empty, "S" + empty[1:-1] + "i", disc=disc)
    found = tiles_of(game.new()["seen"][0, 0], game)
    size = {"manhattan": len(tiles), "euclidean": 17, "square": 25}
    assert tiles <= found
    assert len(found) == size[disc]


def test_woods_hide_from_all_but_those_beside_where_they_do():
    ground, army = '. " " . .', "I p u . ."
    assert seen(field(ground, army), "") == {"b1": "p", "c1": "u"}
    assert seen(field(ground, army, woods=True), "") == {"b1": "p"}


def test_a_unit_sees_from_where_it_stops_or_from_all_its_way():
    empty = " / ".join([". . . . . . . ."] * 3)
    army = "P . . . . . . . / . . . . . . . . / . . u . . . . ."
    assert seen(field(empty, army), "a1-f1") == {}
    assert seen(field(empty, army, path=True), "a1-f1") == {"c3": "u"}


def test_what_was_seen_in_the_phase_stays_seen_or_does_not():
    ground, army = ". . . . . . . .", "P . . I . u . ."
    assert seen(field(ground, army), "d1-b1") == {"f1": "u"}
    game = field(ground, army, stays=False)
    assert seen(game, "") == {"f1": "u"}
    assert seen(game, "d1-b1") == {}
    assert "a1-e1xf1" in told(field(ground, army), "d1-b1")
    assert not any("x" in text for text in told(game, "d1-b1"))


def test_whom_one_unit_discovers_the_next_may_attack():
    game = field(". . . . . . . / . . . . . . .", "P I . . . u . / . . . . . . .")
    assert not any("x" in text for text in told(game))
    assert "a1-e1xf1" in told(game, "b1-d1")


def test_the_enemys_phase_is_not_seen_unless_it_is_watched():
    ground, army = ". . . . . . . . / . . . . . . . .", "I . p . . . . . / . . . . . . p ."
    for watches, known in ((False, {"c1": "p"}), (True, {})):
        game = field(ground, army, watches=watches)
        assert seen(game, "end") == {"c1": "p"}
        assert seen(game, "end c1-f1") == known
        assert seen(game, "end c1-f1 end") == {}
        assert seen(game, "end g2-b2") == ({"b2": "p"} if watches else {}) | {"c1": "p"}
        assert seen(game, "end g2-b2 c1-f1 end") == {"b2": "p"}


def test_a_gun_that_fires_stays_hidden_unless_that_reveals_it():
    ground, army = ". . . . . . .", "I . . u s . ."
    hit = {"more": "except\na1 9 HP"}
    assert seen(field(ground, army, **hit), "end d1xa1 end") == {}
    game = field(ground, army, **hit, reveals=True)
    assert seen(game, "end d1xa1") == seen(game, "end d1xa1 end") == {"d1": "u"}
    assert seen(game, "end d1xa1 end end") == {"d1": "u"}
    assert seen(game, "end d1xa1 end end end") == {}


def test_losses_and_hp_are_public():
    game = field(". . . . . . .", "I . P . u . .")
    o = view(observed(game, game.position("c1-d1xe1"), 1))
    assert o.hp[2 * game.most - 2] == view(game.position("c1-d1xe1")).hp[game.most] < 10
    assert o.alive.tolist() == [3, 1]


# ---------------------------------------------------------------- what stops a unit


AMBUSH = (". . . . . . . .", "P . . . i . . p")


def test_who_runs_into_a_hidden_enemy_stops_before_him_and_sees_him():
    game = field(*AMBUSH)
    s = view(game.position("a1-f1"))
    assert (square(int(s.tile[0]), 8), s.waiting[0], s.to_move) == ("d1", 1, 1)
    assert seen(game, "a1-f1") == {"e1": "i"}
    assert square(int(view(game.position("a1-e1")).tile[0]), 8) == "d1"


@pytest.mark.parametrize(("strikes", "left"), [(False, 10), (True, 0)])
def test_an_attack_is_cancelled_by_an_ambush_unless_the_unit_strikes(strikes, left):
    """The way to e1 leads over e2. Whoever is stopped on d2 stands beside his target, too."""
    game = field(". . . . . / . . . . .", "S . . p . / A . . . i", strikes=strikes)
    assert seen(game, "") == {"d1": "p"}
    s = view(game.position("a2-e1xd1"))
    assert (square(int(s.tile[1]), 5), s.hp[game.most]) == ("d2", left)


def test_true_legality_offers_no_move_that_is_stopped():
    stopped, free = told(field(*AMBUSH)), told(field(*AMBUSH, collision="true_legality"))
    assert stopped == {"a1", "a1-b1", "a1-c1", "a1-d1", "a1-e1", "a1-f1", "end"}
    assert free == {"a1", "a1-b1", "a1-c1", "a1-d1", "end"}


def test_of_the_cheapest_ways_the_first_goes_right_then_up_then_left_then_down():
    """Seen by who stands in the way, and by who does not."""
    open_ground, wall = ". . . . . / . . . . . / . . . . .", ". . . . . / . # . . . / . . . . ."
    for ground, army, move, end in ((open_ground, ". . . . . / P . . i . / . . . . .", "a2-d3", "c2"),
                                    (open_ground, ". . . . . / P . . i . / . . . . .", "a2-d1", "c2"),
                                    (wall, ". . i . . / P . . . . / . . . . .", "a2-c2", "b1"),
                                    (wall, ". . . . . / P . . . . / . . i . .", "a2-c2", "c2"),
                                    (open_ground, ". i . . . / . . . . P / . . . . .", "e2-b2", "b2")):
        s = view(field(ground, army).position(move))
        assert square(int(s.tile[0]), 5) == end, (ground, army, move)


def test_who_does_not_arrive_stands_beside_an_enemy_whom_his_side_did_not_know():
    arrived = stopped = 0
    for game in (GAMES[0], GAMES[4]):
        for seed in range(8):
            played = games(game, seed)
            for before, s, action in zip(played.views, played.views[1:], played.actions):
                if action == game.actions - 1:
                    continue
                slot, tile, _ = game.orders(action)
                if s.hp[slot] == 0 or s.tile[slot] == tile:
                    arrived += 1
                    continue
                stopped, here, foe = stopped + 1, int(s.tile[slot]), 1 - before.to_move
                beside = [other for other in range(foe * game.most, (foe + 1) * game.most) if s.hp[other] > 0
                          and int(s.tile[other]) in game.ring(here, 1, 1)]
                assert any(not int(before.spotted[foe]) >> other % game.most & 1 for other in beside)
    assert arrived > 100
    assert stopped > 10


# ---------------------------------------------------------------- nothing else is told


GAMES = [make(**SMALL), make(**SMALL, seed=1, collision="true_legality"), make(**SMALL, seed=2, watches=True),
         make(**SMALL, seed=3, woods=True, reveals=True, stays=False), make(**SMALL, seed=4, path=True, strikes=True)]
each_game = pytest.mark.parametrize("game", GAMES, ids=["usual", "true_legality", "watches", "woods", "path"])


def near(game, slot, tile):
    """What a unit of the usual game sees from a tile, counted out."""
    sight = game.roster[slot].sight
    return {other for other in range(game.tiles) if abs(other // game.width - tile // game.width)
            + abs(other % game.width - tile % game.width) <= sight}


def test_over_whole_games_only_enemies_on_tiles_seen_in_the_own_phase_are_shown():
    game = GAMES[0]
    for seed in range(6):
        played = random_game_in_python(game, seed)
        for player in (0, 1):
            mine, theirs = (range(side * game.most, (side + 1) * game.most) for side in (player, 1 - player))
            visible, phase, shown = set(), -1, {}
            for t, s in enumerate(played.views):
                o = view(observed(game, played.states[t:t + 1], player))
                moved = game.orders(played.actions[t - 1]) if t and played.actions[t - 1] < game.actions - 1 else None
                if moved and moved[0] in mine:
                    slot = moved[0]
                    visible |= near(game, slot, int(s.tile[slot]) if s.hp[slot] > 0 else moved[1])
                if s.to_move == player and s.phase != phase and not s.over:
                    phase = int(s.phase)
                    visible = set().union(*(near(game, slot, int(s.tile[slot])) for slot in mine if s.hp[slot] > 0))
                if (s.to_move == player and not s.over) or (moved and moved[0] in mine):
                    shown = {slot: int(s.tile[slot]) for slot in theirs if int(s.tile[slot]) in visible}
                known = {slot: int(o.tile[slot]) for slot in theirs if o.hp[slot] > 0 and game.knows(o, slot)}
                assert known == {slot: tile for slot, tile in shown.items() if s.hp[slot] > 0}
                assert all(o.tile[slot] == 0 for slot in theirs if slot not in known)
                assert tiles_of(o.stands[1 - player], game) == {square(tile, game.width) for tile in known.values()}
                assert not o.seen[1 - player].any()
                assert not o.known[list(mine)].any()
                assert not o.spotted[player]


@each_game
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_hidden_units_may_stand_anywhere_out_of_sight_and_the_player_sees_the_same(game, data):
    """And may do the same, unless the offer itself tells where they are."""
    played = games(game, data.draw(st.integers(0, 2)))
    t, player = data.draw(st.integers(0, len(played.states) - 2)), data.draw(st.integers(0, 1))
    other, told = played.states[t:t + 1].copy(), game.honest and played.states["to_move"][t] == player
    s = view(other)
    theirs = [slot for slot in range((1 - player) * game.most, (2 - player) * game.most) if s.hp[slot] > 0]
    lost = [slot for slot in theirs if s.to_move != player or not int(s.spotted[1 - player]) >> slot % game.most & 1]
    if game.alert and s.to_move != player:
        lost = [slot for slot in lost if not int(s.spotted[1 - player]) >> slot % game.most & 1]
    held = {int(s.tile[slot]) for slot in range(2 * game.most) if s.hp[slot] > 0 and slot not in lost}
    sight = {tile for tile in range(game.tiles) if int(s.seen[player, 0]) >> tile & 1}
    free = [tile for tile in range(game.tiles) if tile not in held and (s.to_move != player or tile not in sight)]
    before = observed(game, played.states[t:t + 1], player)
    places = data.draw(st.permutations(free))[:len(lost)]
    for slot in lost:
        s.stands[1 - player, 0] ^= np.uint64(1 << int(s.tile[slot]))
    for slot, tile in zip(lost, places):
        s.tile[slot] = tile
        s.stands[1 - player, 0] |= np.uint64(1 << tile)
    after = observed(game, other, player)
    if told:
        before["stops"] = after["stops"] = 0
    assert before.tobytes() == after.tobytes()
    if s.to_move == player and not told:
        assert game.choices(view(other)) == game.choices(view(played.states, t))


PLAYED = {}


def games(game, seed):
    if (id(game), seed) not in PLAYED:
        PLAYED[id(game), seed] = random_game_in_python(game, seed)
    return PLAYED[id(game), seed]


@each_game
def test_a_player_can_tell_what_he_may_do_from_what_he_observes(game):
    for seed in range(2):
        played = games(game, seed)
        for t, s in enumerate(played.views[:-1]):
            o = view(observed(game, played.states[t:t + 1], int(s.to_move)))
            assert game.choices(o) == played.legal[t]
            assert [game.describe(o, action) for action in played.legal[t]] == [
                game.describe(s, action) for action in played.legal[t]]
            with np.errstate(over="ignore"):
                drawn = [game.any_of_one(one, np.zeros(game.widest, np.int32), Stream(t)) for one in (o, s)]
            assert drawn[0] == drawn[1]


def test_an_observation_becomes_a_state_when_hidden_units_are_put_somewhere():
    """Put where they are, the game goes on as it does."""
    game = GAMES[0]
    played, different = games(game, 0), 0
    for t, s in enumerate(played.views[:-1]):
        states = observed(game, played.states[t:t + 1], int(s.to_move))
        o = view(states)
        for slot in range((1 - s.to_move) * game.most, (2 - s.to_move) * game.most):
            if s.hp[slot] > 0 and not game.knows(o, slot):
                game.suppose(o, slot, int(s.tile[slot]))
                different += 1
        o.viewer = 0
        with np.errstate(over="ignore"):
            game.play(o, played.actions[t])
        for name in ("tile", "hp", "stands", "alive", "waiting", "phase", "to_move", "over", "score"):
            assert np.array_equal(states[name][0], played.states[name][t + 1]), name
    assert different > 50


# ---------------------------------------------------------------- what the contract asks


def test_the_game_holds_and_compiled_code_and_plain_python_say_the_same():
    report = check("tubstap(random, columns=5, rows=5, army=IU, fog=true)", games=30)
    assert report.holds, str(report)
    assert not report.hints, report.hints
    assert report.compared_plies == report.plies


def test_a_foggy_game_is_spelt_as_it_can_be_made_again():
    assert type(make()) is Tubstap
    assert type(make(fog=True)) is FoggyTubstap
    assert tw.tubstap is make
    game = game_of("tubstap(B, fog=true, collision=true_legality, stays=false)")
    assert str(game) == "tubstap(map=B, fog=True, collision=true_legality, stays=False)"
    assert str(game_of(str(game))) == str(game)


@pytest.mark.parametrize(("given", "complaint"), [
    ({"collision": "none", "fog": True}, "tubstap: collision is ambush or true_legality, not none"),
    ({"disc": "circle", "fog": True}, "tubstap: disc is manhattan or euclidean or square, not circle"),
    ({"path": True, "stays": False, "fog": True}, "tubstap: path=true asks for stays=true"),
    ({"woods": True}, "tubstap: woods=True is about the fog of war; write fog=true, too"),
])
def test_switches_that_do_not_fit_are_refused(given, complaint):
    with pytest.raises(Refused) as refused:
        make(**given)
    assert complaint in str(refused.value)


def test_agents_that_need_the_full_state_say_so():
    with pytest.raises(Refused, match="needs the full state, but tubstap hides some of it"):
        agent("uct(simulations=10)").begin(make(fog=True), 0, 1)


class Guesser(Agent):
    """Draws among what it may do by what it observes."""

    def refuse(self, game):
        pass

    def choose(self):
        s = view(self.observation)
        assert s.viewer == self.seat + 1
        return self.game.choices(s)[int(s.phase) % 3]


def test_players_who_act_on_observations_play_whole_games():
    played = tw.play_game(GAMES[0], [Guesser(), Guesser()], seed=3)
    assert played.forfeit is None


def test_the_drawing_of_an_observation_shows_what_is_seen_and_who_is_missing():
    game = field('. . . " .', "I . p . u", more="except\ne1 4 HP")
    assert game.show(view(observed(game, game.new(), 0))).splitlines() == [
        "     a    b    c    d    e", ' 1 . I    .  . p   (")  (.)', "phase 1 of 10; Red has 10 HP, Blue 14",
        "out of sight: u4", "Red to move"]
    assert "out of sight" not in game.show(view(game.new()))
