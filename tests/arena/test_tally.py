"""A tally: what is known of a pairing, added pair by pair, merged, and seen from the other side."""

import math
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewright.arena.elo import elo_of, score_of
from treewright.arena.intervals import PAIR_POINTS, Interval, score_interval
from treewright.arena.played import Forfeit, Played
from treewright.arena.tally import FIRST, SECOND, Ending, Tally, ending

WON, DRAWN, LOST = Ending(1.0, 2.0, 7), Ending(0.5, 0.0, 9), Ending(0.0, -2.0, 8)


@st.composite
def endings(draw):
    margin = draw(st.integers(-6, 6)) / 2
    point = 1.0 if margin > 0 else 0.0 if margin < 0 else 0.5
    lost = st.just((SECOND if margin > 0 else FIRST, draw(st.sampled_from(["illegal", "crash", "time"]))))
    return Ending(point, margin, draw(st.integers(1, 40)), draw(lost) if margin and draw(st.booleans()) else None)


pairs = st.lists(st.tuples(endings(), endings()), max_size=30)


def tally_of(games):
    tally = Tally()
    for one, two in games:
        tally.add(one, two)
    return tally


# ---------------------------------------------------------------- what is counted


def test_five_pair_results_three_game_results_margins_and_plies():
    tally = tally_of([(WON, WON), (WON, DRAWN), (WON, LOST), (DRAWN, DRAWN), (DRAWN, LOST), (LOST, LOST)])
    assert tally.counts == [1, 1, 2, 1, 1]
    assert (tally.wins, tally.draws, tally.losses) == (4, 4, 4)
    assert (tally.pairs, tally.games, tally.plies) == (6, 12, 4 * (7 + 9 + 8))
    assert tally.length == 8
    assert list(tally.margins) == [2, 1, 0, 0, -1, -2]
    assert (tally.forfeited, tally.unmeasured) == (0, 0)


def test_a_forfeited_game_counts_as_a_game_but_its_pair_has_no_margin():
    gift = Ending(1.0, 2.0, 3, (SECOND, "time"))
    tally = tally_of([(WON, gift), (gift, gift), (WON, LOST)])
    assert (tally.wins, tally.losses) == (5, 1)
    assert dict(tally.forfeits) == {(SECOND, "time"): 3}
    assert (tally.forfeited, tally.unmeasured, list(tally.margins)) == (3, 2, [0])


def test_a_game_ends_for_an_agent_as_its_seat_says():
    assert ending(Played((1, 2, 3), (1.0, -1.0), 0.1), 0) == Ending(1.0, 2.0, 3)
    assert ending(Played((1, 2, 3), (1.0, -1.0), 0.1), 1) == Ending(0.0, -2.0, 3)
    assert ending(Played((), (0.5, 0.5), 0.1), 1) == Ending(0.5, 0.0, 0)
    crashed = Played((1,), (-1.0, 1.0), 0.1, forfeit=Forfeit(0, "crash", "ValueError: no"))
    assert ending(crashed, 0) == Ending(0.0, -2.0, 1, (FIRST, "crash"))
    assert ending(crashed, 1) == Ending(1.0, 2.0, 1, (SECOND, "crash"))


# ---------------------------------------------------------------- what follows from it


def test_eighteen_wins_nine_losses_and_three_ties_are_0_65():
    """The example of "TUBSTAP under fog of war": (18 - 9 + 30) / 60."""
    tally = tally_of([(WON, WON)] * 6 + [(WON, LOST)] * 6 + [(DRAWN, DRAWN)] + [(DRAWN, LOST)] + [(LOST, LOST)])
    assert (tally.wins, tally.losses, tally.draws) == (18, 9, 3)
    assert tally.normalised == 0.65
    assert tally.score == 0.65


@given(pairs)
def test_the_normalised_score_is_the_mean_score(games):
    tally = tally_of(games)
    assert tally.normalised == pytest.approx(tally.score)


@given(pairs, st.sampled_from([0.5, 0.95, 0.99]))
def test_the_interval_is_that_of_the_pairs_one_by_one(games, confidence):
    worth = [(one.point + two.point) / 2 for one, two in games]
    assert tally_of(games).interval(confidence) == score_interval(worth, confidence)


def test_elo_has_the_ends_of_the_score_and_may_be_infinite():
    tally = tally_of([(WON, WON)] * 4 + [(WON, LOST)] * 6)
    score, elo = tally.interval(), tally.elo()
    assert elo.mean == pytest.approx(400 * math.log10(0.7 / 0.3))
    assert [score_of(end) for end in (elo.mean, elo.low, elo.high)] == pytest.approx(
        [score.mean, score.low, score.high])
    won_all = tally_of([(WON, WON)] * 5).elo()
    assert (won_all.mean, won_all.high) == (math.inf, math.inf)
    assert math.isfinite(won_all.low)
    assert Tally().elo() == Interval(0.0, -math.inf, math.inf)


@given(st.floats(-2000, 2000))
def test_elo_and_score_are_one_thing_in_two_units(elo):
    assert score_of(elo) == pytest.approx(1 / (1 + 10 ** (-elo / 400)))
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-3)


def test_the_mean_margin_has_an_interval_from_pairs():
    rng = np.random.default_rng(1)
    tally = Tally()
    for margin in rng.integers(-6, 11, 200):
        tally.add(WON._replace(margin=float(margin)), LOST._replace(margin=float(margin) - 2))
    interval, sample = tally.margin_interval(), np.array(tally.margins)
    half = 1.96 * sample.std() / math.sqrt(200)
    assert interval.mean == pytest.approx(sample.mean())
    assert (interval.low, interval.high) == pytest.approx((interval.mean - half, interval.mean + half), abs=0.15 * half)
    assert tally.margin_interval() == interval


def test_before_the_first_pair_nothing_is_known():
    tally = Tally()
    assert (tally.games, tally.score, tally.normalised, tally.length) == (0, 0.5, 0.5, 0.0)
    assert tally.interval() == Interval(0.5, 0.0, 1.0)
    assert tally.margin_interval() == Interval(0.0, -math.inf, math.inf)


# ---------------------------------------------------------------- together, and from the other side


@given(pairs, pairs)
def test_tallies_add_up_like_their_pairs(some, more):
    assert tally_of(some) + tally_of(more) == tally_of(some + more)


@given(pairs)
def test_the_second_agent_sees_the_mirror(games):
    def turned(game):
        lost_by = None if game.forfeit is None else (1 - game.forfeit[0], game.forfeit[1])
        return Ending(1 - game.point, -game.margin, game.plies, lost_by)

    mirrored = tally_of(games).mirrored()
    assert mirrored == tally_of([(turned(one), turned(two)) for one, two in games])
    assert mirrored.mirrored() == tally_of(games)


@given(pairs)
def test_both_agents_read_the_same_margins(games):
    mine, theirs = tally_of(games).margin_interval(), tally_of(games).mirrored().margin_interval()
    assert (theirs.mean, theirs.low, theirs.high) == (-mine.mean, -mine.high, -mine.low)


def test_a_tally_takes_eight_bytes_a_pair():
    tally = tally_of([(WON, LOST), (DRAWN, DRAWN)] * 50_000)
    assert tally.games == 200_000
    assert sys.getsizeof(tally.margins) < 1.2 * 8 * 100_000
    assert len(tally.counts) == len(PAIR_POINTS)
