"""What a store holds of each pairing: the same as one would count by hand, quickly."""

import time
from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treewright.arena.fixture import Fixture, pair_of
from treewright.arena.intervals import PAIR_POINTS
from treewright.arena.played import Forfeit, Played
from treewright.arena.store import open_store
from treewright.arena.store.accounts import accounts, codes
from treewright.arena.store.today import Today
from treewright.arena.store.wanted import Wanted
from treewright.core.errors import Refused

NEW, OLD = "new", "old"
A, B = "rave(simulations=100)", "uct(simulations=100)"
TTT = "tic_tac_toe"


def always(code):
    return lambda game, first, second: code


def won(seat, *actions, **more):
    scores = {0: (1.0, -1.0), 1: (-1.0, 1.0), None: (0.0, 0.0)}[seat]
    return Played(actions or (4,), scores, 0.1, **more)


@pytest.fixture
def store():
    with open_store(":memory:") as kept:
        yield kept


def put_pair(store, number, one, two, code=NEW, first=A, second=B, **terms):
    """A pair that the first agent begins; `one` and `two` say which seat won."""
    fixtures = pair_of(TTT, first, second, number, **terms)
    store.put_games((fixture, code, won(seat, number, fixture.turn)) for fixture, seat in zip(fixtures, (one, two)))


def test_a_pairing_is_told_from_the_side_of_who_scored_more(store):
    put_pair(store, 0, 1, 0)      # B wins both
    put_pair(store, 1, None, 0)   # a draw, and B wins as player 1
    (one,) = accounts(store, always(NEW))
    assert (one.game, one.first, one.second, one.start, one.move_seconds) == (TTT, B, A, "own", None)
    assert (one.games, one.wins, one.draws, one.losses, one.pairs) == (4, 3, 1, 0, (0, 0, 0, 1, 1))
    assert one.interval().mean == 7 / 8
    assert (one.unpaired, one.forfeits, one.distinct, one.irreproducible) == (0, 0, 4, 0)
    assert one.mirrored().mirrored() == one
    assert (one.mirrored().wins, one.mirrored().pairs) == (0, (1, 1, 0, 0, 0))


def test_an_agent_that_plays_itself_is_paired_by_the_turn(store):
    put_pair(store, 0, 0, 0, first=A, second=A)
    (one,) = accounts(store, always(NEW))
    assert (one.wins, one.losses, one.pairs, one.unpaired) == (1, 1, (0, 0, 1, 0, 0), 0)


def test_a_game_without_its_other_half_counts_but_not_for_the_interval(store):
    put_pair(store, 0, 0, 1)
    store.put_game(pair_of(TTT, A, B, 1)[0], NEW, won(1))
    (one,) = accounts(store, always(NEW))
    assert (one.games, one.wins, one.losses, one.unpaired) == (3, 2, 1, 1)
    assert (one.pairs, one.interval().mean) == ((0, 0, 0, 0, 1), 1.0)


def test_two_games_with_the_same_seats_are_no_pair(store):
    store.put_game(Fixture(TTT, (A, B), turn=1), NEW, won(0))
    store.put_game(Fixture(TTT, (A, B), turn=2), NEW, won(0))
    (one,) = accounts(store, always(NEW))
    assert (one.games, one.unpaired) == (2, 2)


def test_other_terms_are_another_pairing(store):
    for terms in ({}, {"start": "random:4"}, {"move_seconds": 1}, {"start": "random:4", "move_seconds": 1}):
        put_pair(store, 0, 0, 1, **terms)
    assert [(one.start, one.move_seconds) for one in accounts(store, always(NEW))] == [
        ("own", None), ("own", 1.0), ("random:4", None), ("random:4", 1.0)]


def test_positions_from_a_file_are_one_kind_of_start(store):
    for number, start in enumerate(("moves:a1", "moves:b2", "moves:a1")):
        put_pair(store, number, 0, 1, start=start)
    (one,) = accounts(store, always(NEW))
    assert (one.start, one.games, one.unpaired) == ("moves", 6, 0)
    assert [record.fixture.start for record in store.records()][::2] == ["moves:a1", "moves:b2", "moves:a1"]


def test_seeds_and_repetitions_are_pairs_of_their_own(store):
    for seed, number in ((0, 0), (1, 0), (1, 1)):
        put_pair(store, number, 0, 1, seed=seed)
    (one,) = accounts(store, always(NEW))
    assert one.pairs == (0, 0, 0, 0, 3)


def test_games_that_are_the_same_are_counted(store):
    fixtures = [fixture for number in range(3) for fixture in pair_of(TTT, A, B, number)]
    openings = [b"x", b"x", b"x", b"y", b"y", b""]
    for fixture, opening in zip(fixtures, openings):
        store.put_game(fixture, NEW, won(0, 1, 2, opening=opening))
    assert accounts(store, always(NEW))[0].distinct == 3


def test_forfeits_and_budgets_in_seconds_are_counted(store):
    one, two = pair_of(TTT, A, B, 0)
    store.put_game(one, NEW, won(0, forfeit=Forfeit(1, "time", "took 2 s")), reproducible=False)
    store.put_game(two, NEW, won(0))
    (account,) = accounts(store, always(NEW))
    assert (account.forfeits, account.reproducible, account.irreproducible) == (1, 1, 1)


def test_code_is_current_older_mixed_or_unknown(store):
    put_pair(store, 0, 0, 1, OLD)
    assert accounts(store, always(OLD))[0].code == "current"
    assert accounts(store, always(None))[0].code == "unknown"
    (one,) = accounts(store, always(NEW))
    assert (one.code, one.older, one.current, one.unknown) == ("older", 2, 0, 0)
    put_pair(store, 1, 0, 1, NEW)
    (one,) = accounts(store, always(NEW))
    assert (one.code, one.older, one.current) == ("mixed", 2, 2)


def test_a_fixture_counts_once_by_the_current_code_or_else_by_the_newest(store):
    for code, one, two in (("first", None, None), (NEW, 0, 1), ("last", 1, 0)):
        put_pair(store, 0, one, two, code)
    (one,) = accounts(store, always(NEW))
    assert (one.games, one.first, one.pairs, one.code) == (2, A, (0, 0, 0, 0, 1), "current")
    for current in ("gone", None):
        (one,) = accounts(store, always(current))
        assert (one.games, one.first, one.pairs) == (2, B, (0, 0, 0, 0, 1))
    assert [(one.code, one.games) for one in codes(store)] == [("first", 2), ("last", 2), (NEW, 2)]


@given(st.lists(st.tuples(st.sampled_from(["a", "b", "c"]), st.sampled_from(["a", "b", "c"]), st.integers(0, 2),
                          st.integers(0, 1), st.integers(1, 2), st.sampled_from([NEW, OLD, "older"]),
                          st.sampled_from([0, 1, None])), max_size=60))
@settings(deadline=None)
def test_counting_in_sql_is_counting_by_hand(plays):
    chosen, order = {}, {NEW: 2, OLD: 1, "older": 0}
    with open_store(":memory:") as store:
        for first, second, number, seed, turn, code, winner in sorted(plays, key=lambda play: order[play[5]]):
            fixture = Fixture(TTT, (first, second), "own", seed, number, turn)
            if store.put_game(fixture, code, won(winner)):
                chosen[fixture] = (code, winner)
        told = accounts(store, always(NEW))
    by_hand = defaultdict(list)
    for fixture, (code, winner) in chosen.items():
        by_hand[tuple(sorted(fixture.agents))].append((fixture, code, winner))
    assert {tuple(sorted((one.first, one.second))) for one in told} == by_hand.keys()
    for one in told:
        games = by_hand[tuple(sorted((one.first, one.second)))]
        mine = [(fixture, _point(one, fixture, winner)) for fixture, _, winner in games]
        assert (one.games, one.wins, one.draws) == (
            len(games), sum(point == 1 for _, (_, point) in mine), sum(point == 0.5 for _, (_, point) in mine))
        assert (one.current, one.older) == (sum(code == NEW for _, code, _ in games),
                                            sum(code != NEW for _, code, _ in games))
        pairs = defaultdict(list)
        for fixture, seen in mine:
            pairs[fixture.seed, fixture.number].append(seen)
        whole = [sum(point for _, point in pair) / 2 for pair in pairs.values() if sorted(s for s, _ in pair) == [0, 1]]
        assert one.pairs == tuple(whole.count(points) for points in PAIR_POINTS)


def _point(one, fixture, winner):
    """The seat of an account's first agent, and what it scored; by the turn where it plays itself."""
    if one.first == one.second:
        seat = fixture.turn - 1
    else:
        seat = fixture.agents.index(one.first)
    return seat, 0.5 if winner is None else float(winner == seat)


# ---------------------------------------------------------------- which games are meant


@pytest.mark.parametrize(("wanted", "met"), [
    (Wanted(), 4), (Wanted(agent="uct"), 3), (Wanted(agent="uct(simulations=10)"), 1),
    (Wanted(agent="uct(c=1.4, simulations=10)"), 1), (Wanted(game="hex"), 2), (Wanted(game="hex(5)"), 1),
    (Wanted(game="hex(size=5)"), 1), (Wanted("hex(5)", "rave"), 1)])
def test_a_name_means_what_begins_like_it_or_is_the_same(store, wanted, met):
    for game, first, second in ((TTT, "uct(simulations=10)", "rave(simulations=10)"),
                                ("hex(size=5)", "uct(simulations=100)", "rave(simulations=10)"),
                                ("hex", "uniform", "rave(simulations=10)"), (TTT, "uct(simulations=100)", "uniform")):
        store.put_games((fixture, NEW, won(0)) for fixture in pair_of(game, first, second, 0))
    assert len(accounts(store, always(NEW), wanted)) == met
    assert sum(one.games for one in codes(store, wanted)) == 2 * met


def test_a_name_that_nothing_has_is_refused_with_the_nearest(store):
    with pytest.raises(Refused, match=r":memory: has no games of hex$"):
        accounts(store, always(NEW), Wanted(game="hex"))
    put_pair(store, 0, 0, 1)
    with pytest.raises(Refused, match="has no games of tic_tac_to_; did you mean tic_tac_toe"):
        accounts(store, always(NEW), Wanted(game="tic_tac_to_"))
    with pytest.raises(Refused, match="has no games with the agent gone; there are rave"):
        accounts(store, always(NEW), Wanted(agent="gone"))
    for number in range(10):
        put_pair(store, 0, 0, 1, first=f"uct(simulations={number})")
    with pytest.raises(Refused, match="has no games with the agent gone; `treewright results` lists them"):
        accounts(store, always(NEW), Wanted(agent="gone"))


# ---------------------------------------------------------------- today's code


def test_todays_code_is_that_of_the_game_and_the_agents_in_any_order(tmp_path):
    today = Today()
    assert today(TTT, A, B) == today(TTT, B, A) is not None
    assert today(TTT, A, B) != today("hex", A, B)
    assert today(f"{tmp_path}/gone.py", A, B) is today(TTT, A, f"{tmp_path}/gone.py:Gone") is None


def test_ten_thousand_games_are_told_in_a_moment(store):
    pairs = [fixture for number in range(5000) for fixture in pair_of(TTT, A, B, number)]
    store.put_games((fixture, NEW, won(fixture.number % 2, *range(9))) for fixture in pairs)
    begun = time.perf_counter()
    (one,) = accounts(store, always(NEW))
    assert time.perf_counter() - begun < 0.5
    assert one.games == 10_000
