"""The rules by example; that they are the program's is test_recorded's affair."""

import numpy as np
import pytest
from scipy import stats

from tests.games.drive import draw, random_game, random_game_in_python
from tests.twin import playouts, rules
from tests.twin.side_by_side import EVERYWHERE, Way, disagreement, game_named, position
from treewright.agents.language import game as game_of
from treewright.core.compiling import compiled, counts
from treewright.core.errors import Refused
from treewright.core.record import SPARE, holes, view
from treewright.core.stream import Stream
from treewright.games.tubstap.battlefield import Battlefield, Unit
from treewright.games.tubstap.drawing import read_drawing
from treewright.games.tubstap.rules import ATTACKS, Tubstap
from treewright.playout.attacking import Attacking
from treewright.select.uct import UCT

SMALL = {"map": "random", "columns": 6, "rows": 6, "army": "IPU"}
GAMES = [Tubstap(**SMALL), Tubstap("B"), Tubstap("C", attacks="all"), Tubstap("A", "tubstap", "effective", ends=False)]
each_game = pytest.mark.parametrize("game", GAMES, ids=["small", "B", "C", "A"])


def field(ground, army, phases=10, margin=0, more="", **given):
    """A game on a drawn map; rows are separated by spaces."""
    text = f"phases {phases}\nmargin {margin}\nground\n{ground}\narmy\n{army}\n{more}".replace(" / ", "\n")
    return Tubstap(read_drawing(text, "drawn"), **given)


def told(game, moves=""):
    """What is legal after some moves."""
    s = view(game.position(moves))
    return {game.describe(s, action) for action in game.choices(s)}


# ---------------------------------------------------------------- moves


def test_a_unit_goes_around_enemies_and_through_friends_and_stops_on_neither():
    game = field(". . . . . / . . # . .", "I I . f . / . . . f .")
    assert told(game) == {"a1", "a1-a2", "a1-b2", "a1-c1", "b1", "b1-a2", "b1-b2", "b1-c1", "end"}


def test_woods_cost_vehicles_two_and_seas_and_mountains_stop_them():
    game = field('. . . " . . . . / # # . # # # # # / # # ~ # # # # #',
                 "P . . . . . . . / . . . . . . . . / . . a . . . . .", units="afit")
    assert {text for text in told(game) if text.startswith("a1")} == {"a1", "a1-b1", "a1-c1", "a1-d1", "a1-e1", "a1-c2"}
    game = field('. " " " . / # # # # #', "P . . . i / . . . . .", units="afit")
    assert {text for text in told(game) if text.startswith("a1")} == {"a1", "a1-b1", "a1-c1"}


def test_foot_crosses_mountains_at_a_cost_of_two():
    game = field('. ^ . . . . . / # # # # # # .', "I . . . . . . / . . . . . . i", units="afit")
    assert told(game) == {"a1", "a1-b1", "a1-c1", "a1-d1", "end"}


def test_what_flies_goes_over_everything_but_walls():
    game = field('. ~ ^ " # . / # # # # # .', "F . . . . . / . . . . . p")
    assert told(game) == {"a1", "a1-b1", "a1-c1", "a1-d1", "end"}


def test_rows_do_not_run_into_each_other():
    game = field(". . . / # # . / . . .", "I . . / . . . / . . i")
    assert told(game) == {"a1", "a1-b1", "a1-c1", "a1-c2", "a1-c2xc3", "end"}


# ---------------------------------------------------------------- attacks


@pytest.mark.parametrize(("hitting", "target", "ground", "left"), [
    ("A", "p", ".", 0), ("P", "p", ".", 5), ("P", "p", '"', 6), ("I", "i", "^", 6), ("I", "p", "=", 9)])
def test_what_a_hit_takes(hitting, target, ground, left):
    """10 HP against 10 HP: power * 10 + 70 over 100 + 10 for each star, without the rest."""
    game = field(f". {ground} . .", f"{hitting} {target} i I", attacks="all")
    s = view(game.position("a1xb1"))
    assert s.hp[game.most] == left


def test_who_lives_strikes_back_with_what_is_left():
    """P10 hits P10 on a plain for 5; P5 hits P10 on a wood for (55 * 5 + 70) / 130 = 2."""
    game = field('" .', "P p")
    s = view(game.position("a1xb1"))
    assert s.hp[[0, game.most]].tolist() == [8, 5]


def test_a_unit_that_strikes_back_can_kill():
    game = field(". .", "I p", more="except\na1 1 HP", attacks="all")
    s = view(game.position("a1xb1"))
    assert (s.over, s.score.tolist(), s.phase) == (1, [-1, 1], 1)


def test_the_cannon_fires_two_or_three_tiles_far_without_moving_and_is_not_struck_back():
    game = field(". . . . . / # . # . #", "U . p p p / . i . . .", units="afit")
    assert {text for text in told(game) if "x" in text} == {"a1xc1", "a1xd1", "a1xb2"}
    s = view(game.position("a1xc1"))
    assert s.hp[[0, game.most]].tolist() == [10, 4]
    beside = field(". .", "U i")
    assert told(beside) == {"a1", "end"}


def test_a_cannon_does_not_strike_back():
    game = field(". . .", "P u .")
    s = view(game.position("a1xb1"))
    assert s.hp[0] == 10


def test_which_attacks_are_offered():
    """A fighter has no power against infantry, infantry hardly any against anti-air on a plain."""
    for army, fights in (("F i .", {"all"}), ("I r .", {"all", "effective"}), ("P i .", set(ATTACKS))):
        assert {name for name in ATTACKS if "a1xb1" in told(field(". . .", army, attacks=name))} == fights


def test_an_attack_without_power_is_spent_and_answered():
    game = field(". . . .", "F r . i", attacks="all")
    s = view(game.position("a1xb1"))
    assert s.hp[game.most] == 10
    game = field(". . . .", "I f . i", attacks="all")
    assert view(game.position("a1xb1")).hp[0] == 10


# ---------------------------------------------------------------- phases and the end


def test_a_side_moves_on_until_all_its_units_have_acted():
    game = field(". . . . . .", "I I . . i i")
    movers = [view(game.position(moves)).to_move for moves in ("", "a1", "a1 b1", "a1 b1 e1", "b1 a1 f1 e1")]
    assert movers == [0, 0, 1, 1, 0]
    assert view(game.position("end")).to_move == 1
    assert view(game.position("a1 end end")).phase == 2


def test_units_that_have_acted_at_the_beginning_wait_for_their_next_phase():
    game = field(". . . . . .", "I I . . i i", more="except\na1 acted\ne1 acted")
    assert "b1" in told(game)
    assert not any(text.startswith("a1") for text in told(game))
    assert view(game.position("b1 f1")).phase == 2
    assert any(text.startswith("a1") for text in told(game, "b1 f1"))


def test_a_phase_in_which_nobody_can_act_passes():
    game = field(". . . . . .", "I . . . i i", more="except\na1 acted")
    s = view(game.new())
    assert (s.phase, s.to_move, s.waiting.tolist()) == (1, 1, [1, 3])


def test_the_end_of_the_phase_can_be_left_out():
    game = field(". . .", "I . i", ends=False)
    assert "end" not in told(game)


@pytest.mark.parametrize(("red", "margin", "score"), [
    (10, 0, [0, 0]), (9, 0, [-1, 1]), (7, 3, [0, 0]), (6, 3, [-1, 1])])
def test_at_the_limit_hp_must_differ_by_more_than_the_margin(red, margin, score):
    game = field(". . .", "I . i", phases=3, margin=margin, more=f"except\na1 {red} HP")
    s = view(game.position("end end end"))
    assert (s.over, s.phase, s.score.tolist()) == (1, 3, score)


def test_whoever_has_no_unit_left_has_lost_whatever_the_margin():
    s = view(field(". . . .", "I A p .", margin=50).position("b1xc1"))
    assert (s.over, s.score.tolist(), s.phase, s.to_move) == (1, [1, -1], 1, 1)


# ---------------------------------------------------------------- what the contract asks


@each_game
def test_every_random_game_keeps_what_the_game_declares(game):
    assert holes(game.state) == []
    for seed in range(30):
        played = random_game(game, seed)
        states = played.states
        assert 0 < len(played.actions) <= game.longest
        assert states["over"].tolist() == [0] * len(played.actions) + [1]
        assert np.all(states["score"].sum(axis=1) == 0)
        assert SPARE not in game.state.names or not states[SPARE].any()
        assert np.all(np.diff(states["phase"]) >= 0)
        assert np.all((states["hp"] > 0).sum(axis=1) == np.bitwise_count(states["alive"]).sum(axis=1))
        assert np.all(np.bitwise_count(states["stands"]).sum(axis=(1, 2)) == (states["hp"] > 0).sum(axis=1))
        for legal, action in zip(played.legal, played.actions):
            assert action in legal
            assert len(set(legal)) == len(legal) <= game.widest
            assert 0 <= min(legal) <= max(legal) < game.actions


@pytest.mark.parametrize("size", [(6, 6), (11, 8), (14, 14)], ids=str)
def test_plain_python_and_compiled_code_give_the_same_bytes(size):
    """With one, two and four words of tiles."""
    game = Tubstap("random", columns=size[0], rows=size[1], army="FI", seed=3)
    fast, plain = random_game(game, 1), random_game_in_python(game, 1)
    assert (fast.actions, fast.legal) == (plain.actions, plain.legal)
    assert fast.states.tobytes() == plain.states.tobytes()


@compiled
def attack_often(game, states, i, seen, draws, rng):
    """How often `any_attack` gives each action; what it gives where there is none counts as the last."""
    scratch = np.zeros(game.widest, np.int32)
    for _ in range(draws):
        seen[game.any_attack(states[i], scratch, rng)] += 1


@compiled
def act_often(game, states, i, seen, draws, rng):
    scratch = np.zeros(game.widest, np.int32)
    for _ in range(draws):
        seen[game.any_of_one(states[i], scratch, rng)] += 1


def test_what_is_drawn_is_drawn_evenly():
    game, draws, fought = Tubstap("A"), 20_000, 0
    played = random_game(game, 7)
    for t in range(0, len(played.actions), 9):
        legal = np.array(played.legal[t])
        orders = {action: game.orders(action) for action in played.legal[t][:-1]}
        seen = np.zeros((3, game.actions), np.int64)
        for k, count in enumerate((draw, attack_often, act_often)):
            count(game, played.states, t, seen[k], draws, Stream((t, k)))
        assert np.all(np.delete(seen, legal, axis=1)[[0, 2]] == 0)
        assert stats.chisquare(seen[0, legal]).pvalue > 1e-4
        attacks = [action for action, (_, _, foe) in orders.items() if foe >= 0]
        assert seen[1, attacks or [-1]].sum() == draws
        assert len(attacks) < 2 or stats.chisquare(seen[1, attacks]).pvalue > 1e-4
        fought += len(attacks) > 1
        slots = [slot for slot, _, _ in orders.values()]
        share = {slot: draws / len(set(slots)) / slots.count(slot) for slot in slots}
        assert seen[2, game.actions - 1] == 0
        assert stats.chisquare(seen[2, list(orders)], [share[slot] for slot in slots]).pvalue > 1e-4
    assert fought > 2


@each_game
def test_every_legal_action_is_described_and_read_back(game):
    played = random_game(game, 3)
    for s, legal in list(zip(played.views, played.legal))[::40]:
        texts = [game.describe(s, action) for action in legal]
        assert len(set(texts)) == len(texts)
        assert [game.parse(s, f" {text.upper()} ") for text in texts[::9]] == legal[::9]


@each_game
def test_a_game_written_down_can_be_replayed(game):
    played = random_game(game, 5)
    moves = [game.describe(s, action) for s, action in zip(played.views, played.actions)][:25]
    assert game.position(" ".join(moves)).tobytes() == played.states[len(moves)].tobytes()


def test_positions_reached_in_two_orders_are_equal_bytes():
    game = field(". . . . . . / . . . . . .", "I P . . . i / . . . . . p")
    one, other = game.position("a1-a2 b1-c1"), game.position("b1-c1 a1-a2")
    assert game.identity(one) == game.identity(other) != game.identity(game.position("a1 b1-c1"))


def test_a_move_has_the_same_number_in_every_state():
    game = field(". . . . . . / . . . . . .", "I . . . . i / . . . . . .")
    number = game.parse(view(game.new()), "a1-b1")
    assert game.parse(view(game.position("a1-b2 f1-f2")), "b2-b1") == number


def test_another_map_within_the_capacity_compiles_nothing():
    random_game(Tubstap("A"), 1)
    before = counts.compiled
    random_game(Tubstap(**SMALL), 1)
    random_game(Tubstap("A", "tubstap", "all"), 1)
    assert counts.compiled == before


def test_the_drawing_shows_units_ground_and_who_has_acted():
    game = field('. . " / . ^ =', "I . p / . . i", margin=3, more="except\nc1 4 HP", units="afit")
    assert game.show(view(game.position("a1-a2"))).splitlines() == [
        "     a    b    c", " 1   .    .  \" p4", " 2 . I    ^  = i", "phase 2 of 10; Red has 10 HP, Blue 14",
        "Blue to move"]
    game = field(". . . .", "I I . i")
    assert game.show(view(game.position("a1"))).splitlines()[1] == " 1 . I* . I    .  . i"


def test_a_search_is_that_of_the_twin():
    """With several actions a turn, uniform playouts and those that prefer attacks."""
    game = game_named("tubstap")
    attacking = Way("UCT with attacking", UCT, rules.UCT, Attacking, playouts.Attacking)
    for way, k in ((EVERYWHERE[0], 1), (attacking, 1), (attacking, 2)):
        compiled_search, twin = way.compiled(game, k), way.twin(game, k)
        compiled_search.search(position(game, k), 60)
        twin.search(position(game, k), 60)
        assert disagreement(compiled_search, twin) is None


def test_a_game_is_spelt_as_it_can_be_made_again():
    assert str(Tubstap()) == "tubstap"
    game = Tubstap("random", seed=5, army="IP")
    assert str(game) == "tubstap(map=random, seed=5, army=IP)"
    assert game_of(str(game)).new().tobytes() == game.new().tobytes()


@pytest.mark.parametrize(("arguments", "complaint"), [
    ({"attacks": "raw"}, "attacks are damaging, effective or all, not raw"),
    ({"map": "D"}, "there is no map D: it is A, B, C, random, or the name of a file"),
    ({"map": "B", "units": "tubstap"}, "the table of units tubstap has no S scout; it has F fighter, A attacker"),
    ({"units": "afitt"}, "there is no table of units afitt; did you mean afit?"),
])
def test_what_cannot_be_played_is_refused(arguments, complaint):
    with pytest.raises(Refused) as refused:
        Tubstap(**arguments)
    assert complaint in str(refused.value)


def test_a_map_on_which_nobody_ever_acts_is_refused():
    units = (Unit("I", 0, 0, acted=True), Unit("I", 2, 1))
    with pytest.raises(Refused, match="the limit of 1 phases is reached before anybody may act"):
        Tubstap(Battlefield(3, 1, (1, 1, 1), units, 1, 0))
