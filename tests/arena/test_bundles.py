"""Bundles of games: long enough to be worth a journey, small enough to look at what came back."""

from itertools import count

from treewright.arena.bundles import MOST_GAMES, REMEMBERED, TASK_SECONDS, Bundles
from treewright.arena.fixture import pair_of


def fixtures(*names, pairs=10_000):
    """Pairs of the first agent with each of the others in turn, and how many games were taken so far."""
    taken = count()
    made = (fixture for number in range(pairs) for name in names for fixture in pair_of("game", "a", name, number))

    def told():
        for fixture in made:
            next(taken)
            yield fixture
    return told(), taken


def test_a_pairing_that_is_new_travels_alone():
    bundles = Bundles(fixtures("b")[0])
    assert [len(bundles.cut()) for _ in range(3)] == [1, 1, 1]


def test_a_bundle_is_expected_to_take_a_few_seconds():
    bundles = Bundles(fixtures("b")[0])
    bundles.took(bundles.cut()[0], TASK_SECONDS / 8)
    assert len(bundles.cut()) == 8


def test_a_game_that_takes_long_travels_alone():
    bundles = Bundles(fixtures("b")[0])
    bundles.took(bundles.cut()[0], 60.0)
    assert len(bundles.cut()) == 1


def test_compiling_for_the_first_games_is_soon_forgotten():
    bundles = Bundles(fixtures("b")[0])
    for seconds in (8.0, 7.0, *[0.5] * (REMEMBERED - 2)):
        bundles.took(bundles.cut()[0], seconds)
    assert len(bundles.cut()) == TASK_SECONDS / 0.5


def test_each_pairing_has_its_own_pace_whichever_seats_it_takes():
    bundles = Bundles(fixtures("b", "c")[0])
    quick, slow = pair_of("game", "a", "b", 0)[0], pair_of("game", "c", "a", 0)[0]
    bundles.took(quick, TASK_SECONDS / 100)
    bundles.took(slow, TASK_SECONDS)
    assert [sorted(one.agents) for one in bundles.cut()] == [["a", "b"], ["a", "b"], ["a", "c"]]


def test_the_shortest_games_are_not_taken_from_an_endless_run_without_bound():
    made, taken = fixtures("b", pairs=10**9)
    bundles = Bundles(made)
    bundles.took(bundles.cut()[0], 0.0)
    assert len(bundles.cut()) == MOST_GAMES
    assert next(taken) == 1 + MOST_GAMES


def test_nothing_is_left_at_the_end_and_nothing_is_dropped():
    bundles = Bundles(fixtures("b", pairs=25)[0])
    met = []
    while bundle := bundles.cut():
        met += bundle
        bundles.took(bundle[0], TASK_SECONDS / 7)
    assert met == list(fixtures("b", pairs=25)[0])
    assert bundles.cut() == ()
