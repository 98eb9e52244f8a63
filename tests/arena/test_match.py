"""A match: pairs that share their start, seats exchanged, the same games whoever plays, honest remarks."""

import html.parser
import json
import threading

import numpy as np
import pytest

import treewright as tw
from tests.small_games.pig import Pig
from tests.small_games.stakes import Stakes
from tests.small_games.tricks import Tricks
from tests.small_games.trio import Trio
from treewright.agents.agent import Agent
from treewright.arena.match import MatchResult
from treewright.arena.pairing import Pairing, Terms
from treewright.arena.played import Played
from treewright.arena.referee import play_game
from treewright.core.errors import Refused
from treewright.core.record import view
from treewright.core.stream import branch
from treewright.core.thinking import Stop

CELLS = tw.tic_tac_toe()


class Chosen(Agent):
    """Plain Python, nothing to compile: draws its moves from its seed, or takes the first."""

    def __init__(self, draws=True):
        self.draws, self.begun = draws, []

    def begin(self, game, seat, seed):
        super().begin(game, seat, seed)
        self.rng = np.random.default_rng(seed)
        self.begun.append(seat)

    def choose(self):
        choices = self.game.choices(view(self.observation))
        return choices[self.rng.integers(len(choices))] if self.draws else choices[0]


def won(seat):
    """A finished game that the player of that seat won; None for a draw."""
    scores = {None: (0.0, 0.0), 0: (1.0, -1.0), 1: (-1.0, 1.0)}[seat]
    return Played((seat or 0,), scores, 0.0)


def result_of(*pairs, scales=("sign", "sign"), constants=("", "")):
    """A match that ended with these pairs."""
    pairing = Pairing("game", "a", "b", Terms(games=max(2, 2 * len(pairs))), keep=True)
    for number, pair in enumerate(pairs):
        for fixture, played in zip(pairing.fixtures(number), pair, strict=True):
            pairing.take(fixture, played)
    return MatchResult(pairing, scales, constants)


# ---------------------------------------------------------------- how games are arranged


def test_the_games_of_a_pair_share_their_start_and_pairs_do_not():
    """Stakes begins with eight coins drawn at random."""
    beginnings = []

    class Noting(Chosen):
        def begin(self, game, seat, seed):
            super().begin(game, seat, seed)
            self.new = True

        def see(self, observation):
            super().see(observation)
            if self.new and self.seat == 0:
                beginnings.append(observation["coins"].tobytes())
            self.new = False

    tw.match(Stakes(), Noting(), Noting(), games=6)
    assert beginnings[::2] == beginnings[1::2]
    assert len(set(beginnings)) == 3


def test_the_seats_are_exchanged():
    class Seated(Chosen):
        seats = []

        def begin(self, game, seat, seed):
            super().begin(game, seat, seed)
            self.seats.append(seat)

    tw.match(CELLS, Seated(), Chosen(), games=6)
    assert Seated.seats == [0, 1] * 3


def test_it_does_not_matter_who_is_named_first():
    agents = ("uct(simulations=30)", "uniform")
    one, two = tw.match(CELLS, *agents, games=8, seed=5), tw.match(CELLS, *agents[::-1], games=8, seed=5)
    assert [pair[0].actions for pair in one.pairs] == [pair[1].actions for pair in two.pairs]
    assert one.tally == two.tally.mirrored()


def test_an_agent_against_itself_has_two_bodies():
    agent = Chosen()
    result = tw.match(CELLS, agent, agent, games=4)
    assert agent.begun == []
    assert result.games == 4


@pytest.mark.parametrize("game", [CELLS, Stakes(), Pig()], ids=str)
def test_the_same_games_whoever_plays_them(game):
    results = [tw.match(game, Chosen(), Chosen(), games=20, seed=3, workers=workers) for workers in (1, 3, 1)]
    played = [[(one.actions, one.scores) for pair in result.pairs for one in pair] for result in results]
    assert played[0] == played[1] == played[2]
    other = tw.match(game, Chosen(), Chosen(), games=20, seed=4)
    assert [one.actions for pair in other.pairs for one in pair] != [actions for actions, _ in played[0]]


def test_searches_play_the_same_games_with_more_workers():
    agents = ("uct(simulations=50)", "uct(simulations=20, threads=2)")
    results = [tw.match(CELLS, *agents, games=12, seed=3, workers=workers) for workers in (1, 3)]
    played = [[one.actions for pair in result.pairs for one in pair] for result in results]
    assert played[0] == played[1]


def test_a_pair_depends_on_its_number_alone():
    few = tw.match(CELLS, Chosen(), Chosen(), games=4, seed=9)
    many = tw.match(CELLS, Chosen(), Chosen(), games=10, seed=9)
    assert [pair[0].actions for pair in many.pairs[:2]] == [pair[0].actions for pair in few.pairs]


def test_progress_is_told_after_every_pair():
    seen = []
    tw.match(CELLS, Chosen(), Chosen(), games=8, progress=lambda result: seen.append(result.games))
    assert seen == [2, 4, 6, 8]


def test_the_stronger_search_wins():
    result = tw.match(CELLS, "uct(simulations=400)", "uniform", games=40)
    assert result.interval().low > 0.5
    assert "uct(simulations=400) is stronger" in result.remarks()


def test_a_match_that_is_stopped_keeps_the_pairs_that_are_finished():
    def stop(result):
        if result.games >= 6:
            Stop.all()

    try:
        result = tw.match(CELLS, Chosen(), Chosen(), games=1000, progress=stop)
    finally:
        Stop.none()
    assert result.interrupted
    assert 6 <= result.games < 1000
    assert all(played.finished for pair in result.pairs for played in pair)
    assert result.remarks()[-1] == "interrupted: these are the pairs that were finished"


def test_a_search_in_the_middle_of_a_match_hears_the_stop():
    try:
        threading.Timer(0.5, Stop.all).start()
        result = tw.match(CELLS, "uct(seconds=30)", "uct(seconds=30)", games=2)
    finally:
        Stop.none()
    assert (result.interrupted, result.games) == (True, 0)
    assert result.interval().mean == 0.5


# ---------------------------------------------------------------- what came of it


def test_counts_points_and_the_score_of_the_first_agent():
    """In the second game of a pair the first agent sits in seat 1."""
    result = result_of((won(0), won(0)), (won(0), won(1)), (won(None), won(1)), (won(1), won(0)))
    tally = result.tally
    assert (tally.wins, tally.draws, tally.losses) == (4, 1, 3)
    assert tally.counts == [1, 0, 1, 1, 1]
    assert result.interval().mean == pytest.approx(4.5 / 8)
    assert tally.margin_interval().mean == pytest.approx((4 - 3) * 2 / 8)


def test_the_table_mirrors_the_two_agents():
    head, mine, theirs = result_of((won(0), won(1)), (won(None), won(1))).table()
    assert head == ("agent", "wins", "draws", "losses", "score", "95% interval")
    assert mine[:5] == ("a", "3", "1", "0", "0.875")
    assert theirs[:5] == ("b", "0", "1", "3", "0.125")
    low, high = (float(bound) for bound in mine[5].strip("[]").split(", "))
    assert theirs[5] == f"[{1 - high:.3f}, {1 - low:.3f}]"


def test_distinct_games_are_counted():
    pairs = [(won(0), won(1))] * 3 + [(won(1), won(0))]
    result = result_of(*pairs)
    assert (result.games, result.pairing.distinct()) == (8, 2)
    warned = "2 of the 8 games are distinct: fewer than half, so the interval promises too much"
    assert warned in result.remarks()


def test_half_of_the_games_distinct_is_told_without_the_warning():
    same, other = Played((1, 2), (0.0, 0.0), 0.0), Played((1, 3), (0.0, 0.0), 0.0)
    said = result_of((same, other), (same, other)).remarks()
    assert "2 of the 4 games are distinct" in said
    assert not any("distinct" in one for one in result_of((same, other)).remarks())


def test_agents_that_always_play_the_same_are_found_out():
    result = tw.match(CELLS, Chosen(draws=False), Chosen(draws=False), games=10)
    assert result.pairing.distinct() == 1
    assert any("fewer than half" in said for said in result.remarks())


def test_scale_and_constants_are_told_together():
    result = result_of(scales=("sign (-1..1)", "of the game's scores"), constants=("c=1.4", ""))
    assert "values on the scales sign (-1..1) with c=1.4 and of the game's scores" in result.remarks()
    assert "values on the scale sign with c=1.4" in result_of(constants=("c=1.4", "c=1.4")).remarks()
    assert "values on the scales sign with c=1.4 and sign with c=2" in result_of(constants=("c=1.4", "c=2")).remarks()


def test_an_undecided_match_says_so():
    result = result_of((won(0), won(0)), (won(0), won(1)))
    assert "not decided: the interval contains one half" in result.remarks()


def test_json_holds_every_game():
    result = tw.match(Stakes(), Chosen(), Chosen(), games=4, seed=2)
    data = json.loads(json.dumps(result.as_dict()))
    assert (data["games"], len(data["played"]), data["seed"]) == (4, 4, 2)
    assert data["wins"] + data["draws"] + data["losses"] == 4
    assert [game["first_seat"] for game in data["played"]] == [0, 1, 0, 1]
    again = play_game(Stakes(), (Chosen(), Chosen()), branch(2, 0, 1), Stakes().new(branch(2, 0, 0)))
    assert list(again.actions) == data["played"][0]["actions"]


def test_text_and_html_hold_the_table():
    result = result_of((won(0), won(1)))
    assert str(result).splitlines()[0].split() == [
        "agent", "wins", "draws", "losses", "score", "95%", "interval"]

    class Cells(html.parser.HTMLParser):
        cells = 0

        def handle_starttag(self, tag, attrs):
            self.cells += tag in ("td", "th")

    reader = Cells()
    reader.feed(result._repr_html_())
    assert reader.cells == 18


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize("games", [0, -2, 3, 1, 2.0, "10"])
def test_games_come_in_pairs(games):
    with pytest.raises(Refused, match="games must be an even number above 0"):
        tw.match(CELLS, "uniform", "uniform", games=games)


@pytest.mark.parametrize("workers", [0, -1, 1.5])
def test_somebody_must_play(workers):
    with pytest.raises(Refused, match="workers must be a whole number above 0"):
        tw.match(CELLS, "uniform", "uniform", games=2, workers=workers)


def test_three_players_are_no_match():
    with pytest.raises(Refused, match="a match is for two players, but trio has 3"):
        tw.match(Trio(), "uniform", "uniform", games=2)


def test_an_agent_that_needs_everything_is_not_let_into_a_game_that_hides():
    with pytest.raises(Refused, match="needs the full state, but tricks hides some of it"):
        tw.match(Tricks(), "uct(simulations=10)", "uniform", games=2)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_agent_that_plays_what_is_not_legal_loses_its_games_and_nothing_else(workers):
    class Stubborn(Chosen):
        def choose(self):
            return 0

    result = tw.match(CELLS, Stubborn(), Chosen(), games=12, workers=workers)
    assert result.tally.losses == result.tally.forfeited == 12 - result.tally.wins
    assert any(said.startswith(f"Stubborn forfeited {result.tally.forfeited} of its games") for said in
               result.remarks())


@pytest.mark.parametrize("workers", [1, 2])
def test_what_an_agent_refuses_when_a_game_begins_is_heard(workers):
    class Choosy(Chosen):
        def begin(self, game, seat, seed):
            raise Refused("Choosy plays on Sundays only")

    with pytest.raises(Refused, match="Sundays only"):
        tw.match(CELLS, Choosy(), Chosen(), games=2, workers=workers)
