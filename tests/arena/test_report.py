"""Reports: the numbers are those of the games, nothing is hidden, nothing is drawn over something else."""

import base64
import html.parser
import itertools
import math
import os
import re

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text

from treewright.arena.bootstrap import mean_interval
from treewright.arena.fixture import pair_of
from treewright.arena.intervals import Interval, score_interval
from treewright.arena.played import Forfeit, Played
from treewright.arena.ratings import rate
from treewright.arena.report import writing
from treewright.arena.report.contest import CURRENT, OLDER, UNKNOWN, lengths_of
from treewright.arena.report.cross_table import draw_cross_table
from treewright.arena.report.curves import draw_curves
from treewright.arena.report.drawing import plans, stem_of
from treewright.arena.report.families import families, panels
from treewright.arena.report.gathering import gather
from treewright.arena.report.markdown import markdown
from treewright.arena.report.names import names_of
from treewright.arena.report.page import page
from treewright.arena.report.rating_plot import draw_ratings
from treewright.arena.report.style import styled
from treewright.arena.report.sweep_plot import Found, draw_sweep, sweep_figure
from treewright.arena.report.telling import (
    computed,
    cross_table,
    heading_of,
    meaning_of_marks,
    pairings_table,
    played,
    points_cells,
    ratings_table,
    remarks,
)
from treewright.arena.report.writing import FIGURES, MARKDOWN, PAGE, write_report
from treewright.arena.store import open_store
from treewright.arena.store.today import Today
from treewright.arena.tally import Tally, ending
from treewright.core.errors import Refused

TTT = "tic_tac_toe"
STRONG, WEAK, NEW = "uct(simulations=100)", "uct(simulations=10)", "rave(simulations=10)"
LONG = ("search(select=ideas/optimism.py:Optimism(bonus=0.3, schedule=linear), playout=tactical, "
        "leaf=mixed(share=0.5), simulations=2000)")
CODE = "c0de" * 4


def ended(margin, *actions, forfeit=None):
    """A game that ended by so much for the first seat."""
    return Played(actions or (4, 0, 8), (float(margin), float(-margin)), 0.1, forfeit=forfeit)


def keep(store, first, second, *pairs, game=TTT, code=CODE, seed=0, start="own", begin=0, reproducible=True):
    """Pairs of games as margins of the first agent, all of them different games; returns them as they were played."""
    kept = []
    for number, (one, two) in enumerate(pairs, begin):
        games = [ended(margin, number % 9, 1 + turn, 5, int(abs(margin))) if not isinstance(margin, Played) else margin
                 for turn, margin in enumerate((one, -two if not isinstance(two, Played) else two))]
        fixtures = pair_of(game, first, second, number, seed, start)
        store.put_games(((fixture, code, played) for fixture, played in zip(fixtures, games)), reproducible)
        kept.append(games)
    return kept


@pytest.fixture
def store():
    with open_store(":memory:") as kept:
        yield kept


def told(contest):
    return names_of(contest.agents)


# ---------------------------------------------------------------- numbers


def test_the_numbers_are_those_of_the_games(store):
    rng = np.random.default_rng(1)
    tallies = {}
    for first, second in itertools.combinations((STRONG, WEAK, NEW), 2):
        tally = tallies[first, second] = Tally()
        for one, two in keep(store, first, second, *rng.integers(-1, 2, (20, 2)).tolist()):
            tally.add(ending(one, 0), ending(two, 1))
    (contest,) = gather(store)
    names, ratings = told(contest), rate(tallies)
    assert [name.full for name in names] == ratings.ranked()
    for name, line in zip(names, ratings_table(contest, names).lines[1:], strict=True):
        rating = ratings.interval(name.full)
        assert (line[0], line[1], line[2]) == (name.letter, f"`{name.full}`", "80")
        assert line[4:] == (f"{rating.mean:+.0f}", f"[{rating.low:+.0f}, {rating.high:+.0f}]")
    cells = {(row, column): cell for row, line in zip(names, cross_table(contest, names).lines[1:])
             for column, cell in zip(names, line[1:])}
    letter = {name.full: name.letter for name in names}
    pairings = {line[0]: line for line in pairings_table(contest, names).lines[1:]}
    for (first, second), tally in tallies.items():
        for one, other, seen in ((first, second, tally), (second, first, tally.mirrored())):
            score = seen.interval()
            row, column = (next(name for name in names if name.full == agent) for agent in (one, other))
            assert cells[row, column] == f"{score.mean:.3f} [{score.low:.3f}, {score.high:.3f}]"
            assert cells[row, row] == ""
            if letter[one] < letter[other]:
                assert pairings[f"{letter[one]} – {letter[other]}"][:7] == [
                    f"{letter[one]} – {letter[other]}", "40", str(seen.wins), str(seen.draws), str(seen.losses),
                    f"{score.mean:.3f}", f"[{score.low:.3f}, {score.high:.3f}]"]


def test_what_was_played_is_said(store):
    keep(store, STRONG, WEAK, (1, 1), (1, -1), seed=3)
    keep(store, STRONG, WEAK, (1, 1), seed=5)
    (contest,) = gather(store)
    assert played(contest).text == ("6 games in pairs with the seats exchanged, 1 pairing of 2 agents. Start: the "
                                    "game's own start. Seeds: 3, 5. Code: older.")


def test_a_game_with_points_has_a_mean_with_a_bootstrap_interval(store):
    keep(store, STRONG, WEAK, (5, 3), (-2, 4), (0, 1), (7, 7), game="heap_go(heaps=3)")
    (contest,) = gather(store)
    assert contest.agents[0] == STRONG
    head, line = pairings_table(contest, told(contest)).lines
    assert head[-2:] == ["mean points", "95% interval"]
    mean = mean_interval([4.0, 1.0, 0.5, 7.0])
    assert line[-2:] == ["+3.12", f"[{mean.low:+.2f}, {mean.high:+.2f}]"]
    assert contest.has_points
    assert "in the game's own points have a bootstrap interval" in computed(points=True)


def test_the_better_agent_has_its_own_points(store):
    keep(store, WEAK, STRONG, (-5, -3), (-2, 1))
    (contest,) = gather(store)
    assert pairings_table(contest, told(contest)).lines[1][-2] == "+2.25"


def test_a_game_that_is_won_or_lost_has_none(store):
    keep(store, STRONG, WEAK, (1, 0), (-1, 1))
    (contest,) = gather(store)
    assert "mean points" not in pairings_table(contest, told(contest)).lines[0]
    assert "bootstrap" not in computed(points=contest.has_points)


def test_points_that_tell_nothing_have_no_interval():
    assert points_cells([3.0, 3.0]) == ("+3.00", "")
    assert points_cells([]) == ("", "")


def test_forfeited_games_have_no_points(store):
    keep(store, STRONG, WEAK, (ended(-9, forfeit=Forfeit(0, "time", "3 s")), 1), (4, 2))
    (contest,) = gather(store)
    assert list(contest.meetings[0].points[contest.meetings[0].first != STRONG]) == [3.0]


def test_seats_are_told_over_pairs(store):
    """The first seat wins every game, so no agent is ahead."""
    keep(store, STRONG, WEAK, *[(1, -1)] * 8)
    (contest,) = gather(store)
    (meeting,) = contest.meetings
    assert (meeting.seats.wins, meeting.seats.losses, meeting.seats.score) == (16, 0, 1.0)
    assert meeting.seats.interval() == score_interval([1.0] * 8)
    assert contest.scores[STRONG, WEAK].mean == 0.5


# ---------------------------------------------------------------- what counts


def test_what_several_versions_of_the_code_played_counts_once(store):
    current = Today()(TTT, STRONG, WEAK)
    keep(store, STRONG, WEAK, (-1, -1), (-1, -1), code=CODE)
    keep(store, STRONG, WEAK, (1, 1), code=current)
    keep(store, STRONG, WEAK, (-1, -1), (0, 0), code="01d0" * 4)
    (contest,) = gather(store)
    (meeting,) = contest.meetings
    assert contest.scores[STRONG, WEAK].mean == 0.75          # as the current code played it, and as it was played last
    assert dict(meeting.codes) == {CURRENT: 2, OLDER: 2}
    assert played(contest).text.endswith("Code: current for 2 games, older for 2 games.")


def test_code_that_is_gone_is_said(store):
    keep(store, "gone.py:Gone", WEAK, (1, 1))
    (contest,) = gather(store)
    assert dict(contest.meetings[0].codes) == {UNKNOWN: 2}
    assert played(contest).text.endswith("Code: unknown (a file is gone that was played with).")


def test_scores_of_different_terms_are_never_mixed(store):
    keep(store, STRONG, WEAK, (1, 1), (1, 1))
    keep(store, STRONG, WEAK, (-1, -1), start="random:2")
    keep(store, STRONG, WEAK, (0, 0), start="moves:5")
    keep(store, STRONG, WEAK, (0, 0), start="moves:1 2", begin=1)
    contests = gather(store)
    assert [heading_of(contest, alone=False) for contest in contests] == [
        f"`{TTT}`, the game's own start", f"`{TTT}`, 2 given positions", f"`{TTT}`, 2 random plies"]
    assert [contest.scores[STRONG, WEAK].mean for contest in contests] == [1, 0.5, 0]
    assert heading_of(contests[0], alone=True) == f"`{TTT}`"


def test_a_pairing_that_is_not_finished_is_marked(store):
    keep(store, STRONG, WEAK, (1, 1), (1, 1), (1, 1))
    keep(store, STRONG, NEW, (1, 1), (-1, 1), (1, 1))
    keep(store, WEAK, NEW, (1, 1), (1, 1))
    half, _ = pair_of(TTT, WEAK, NEW, 7)
    store.put_game(half, CODE, ended(1))
    (contest,) = gather(store)
    names = told(contest)
    marked = {line[0] for line in pairings_table(contest, names).lines[1:]}
    letters = sorted(name.letter for name in names if name.full != STRONG)
    assert {mark for mark in marked if mark.endswith("*")} == {f"{letters[0]} – {letters[1]}*"}
    assert f"{letters[0]} – {letters[1]}: besides these there is 1 game that waits for the other half of a pair." in \
        remarks(contest, names)
    assert sum("*" in cell for line in cross_table(contest, names).lines for cell in line) == 2
    assert meaning_of_marks(contest).startswith("* not finished, or ended early: fewer games than others have")


def test_games_that_repeat_each_other_are_said_beside_the_interval(store):
    keep(store, STRONG, WEAK, *[(ended(1, 4, 5), ended(-1, 4, 6))] * 5)
    (contest,) = gather(store)
    names = told(contest)
    line = pairings_table(contest, names).lines[1]
    assert line[6].endswith("]†")
    assert line[7] == "2"
    assert remarks(contest, names) == ["A – B: 2 of the 10 games are distinct, fewer than half, so the interval "
                                       "promises too much."]


def test_forfeits_are_told_with_an_example_and_have_no_length(store):
    lost = ended(-1, 4, forfeit=Forfeit(0, "illegal", "played 12"))
    late = ended(-1, 4, forfeit=Forfeit(0, "time", "3 s where 2 s are allowed"))
    keep(store, STRONG, WEAK, (lost, 1), (late, 1), (lost, -1))
    (contest,) = gather(store)
    names = told(contest)
    letter = next(name.letter for name in names if name.full == STRONG)
    assert remarks(contest, names) == [f"{letter} forfeited 3 games: 2 by an illegal move (`played 12`), 1 by the "
                                       "clock (`3 s where 2 s are allowed`)."]
    assert lengths_of(contest.meetings).tolist() == [4, 4, 4]


def test_games_by_the_clock_and_agents_that_never_met_are_remarked(store):
    keep(store, STRONG, WEAK, (1, 1), reproducible=False)
    keep(store, NEW, "uniform", (1, 1), (1, -1))
    (contest,) = gather(store)
    said = remarks(contest, told(contest))
    assert "2 games went by the clock: nobody can play them again move for move." in said
    assert any(one.startswith("No games connect these groups") for one in said)


def test_an_agent_that_only_played_itself_has_no_rating(store):
    keep(store, STRONG, STRONG, (1, -1), (0, 0))
    (contest,) = gather(store)
    names = told(contest)
    assert ratings_table(contest, names).lines[1] == ("A", f"`{STRONG}`", "0", "", "", "")
    assert pairings_table(contest, names).lines[1][:6] == ["A – A", "4", "1", "2", "1", "0.500"]
    assert [ending for ending, _, _ in plans(contest, names)] == ["lengths", "seats"]


def test_only_what_was_asked_for(store):
    keep(store, STRONG, WEAK, (1, 1))
    keep(store, STRONG, NEW, (1, 1))
    keep(store, STRONG, WEAK, (1, 1), game="hex(5)")
    assert [contest.game for contest in gather(store)] == ["hex(5)", TTT]
    assert [contest.game for contest in gather(store, games=["hex"])] == ["hex(5)"]
    assert gather(store, games=[TTT], agents=["rave"])[0].agents == [STRONG, NEW]
    assert sorted(gather(store, games=[TTT], agents=[WEAK, STRONG])[0].agents) == sorted([WEAK, STRONG])


def test_nothing_to_tell_is_refused(store):
    with pytest.raises(Refused, match="has no pair of games: `treewright match` and `treewright tournament` play them"):
        gather(store)
    keep(store, STRONG, WEAK, (1, 1))
    keep(store, NEW, "uniform", (1, 1))
    with pytest.raises(Refused, match="has no games of go"):
        gather(store, games=["go"])
    with pytest.raises(Refused, match="has no games with the agent puct"):
        gather(store, agents=["puct"])
    with pytest.raises(Refused, match=re.escape(f"has no pair of games of tic_tac_toe among {WEAK}, {NEW}: ")):
        gather(store, games=[TTT], agents=[WEAK, NEW])


# ---------------------------------------------------------------- names and families


def test_short_names_keep_what_tells_agents_apart():
    agents = ["uniform", LONG, *(f"uct(c=0.7, playout=tactical, simulations={k}, threads=2)" for k in (100, 1000)),
              "a_file_with_a_very_long_name_indeed_that_goes_on.py"]
    names = names_of(agents)
    assert [name.letter for name in names] == ["A", "B", "C", "D", "E"]
    assert [name.short for name in names] == [
        "uniform", "search(select=Optimism(…), …)", "uct(simulations=100, …)", "uct(simulations=1000, …)",
        "a_file_with_a_very_long_name_indeed_tha…"]
    assert [name.is_shortened for name in names] == [False, True, True, True, True]
    assert [name.full for name in names] == agents


def test_families_differ_in_their_budget_alone():
    agents = [STRONG, WEAK, NEW, "uct(c=2, simulations=10)", "a.py:A(x=[1, 2], simulations=5)",
              "a.py:A(x=[1, 2], simulations=50)", "uct(seconds=1)", "uniform", "uct(simulations=inf)"]
    assert families(agents, "simulations") == {
        "uct": {STRONG: 100.0, WEAK: 10.0}, "a.py:A(x=[1, 2])": {agents[4]: 5.0, agents[5]: 50.0}}
    assert families(agents, "seconds") == {}


def test_a_curve_needs_two_points_against_the_same_opponent():
    score = Interval(0.5, 0.4, 0.6)
    scores = {(STRONG, NEW): score, (WEAK, NEW): score, (STRONG, "uniform"): score}
    found = panels([STRONG, WEAK, NEW, "uniform"], scores, "simulations")
    assert {opponent: {family: [point.budget for point in points] for family, points in panel.items()}
            for opponent, panel in found.items()} == {NEW: {"uct": [10, 100]}}


def test_no_two_contests_share_their_files():
    stems = []
    for game in ("hex(7)", "hex(7)", "folder/kayles.py:Kayles(pins=20)", "hex(7)"):
        stems.append(stem_of(game, stems))
    assert stems == ["hex-7", "hex-7-2", "kayles-py-Kayles-pins-20", "hex-7-3"]


# ---------------------------------------------------------------- figures


def some_agents(count):
    agents = [f"{rule}(simulations={k})" for rule in ("uct", "rave") for k in (100, 1000, 10000)]
    return [LONG, "uct(c=0.7, playout=tactical, simulations=1000, threads=2)", *agents, "alphabeta(depth=6)", "uniform",
            "puct(simulations=12)", "c.py:Clever"][:count]


def scores_among(agents):
    made = {}
    for k, (one, other) in enumerate(itertools.combinations(agents, 2)):
        mean = (7 * k % 19) / 18
        score = Interval(mean, max(0.0, mean - 0.06), min(1.0, mean + 0.05))
        made[one, other] = score
        made[other, one] = Interval(1 - score.mean, 1 - score.high, 1 - score.low)
    return made


def of_cross_table(count):
    names = names_of(some_agents(count))
    scores = scores_among(some_agents(count))
    return draw_cross_table(names, scores, dict.fromkeys(scores, "*†"), f"{count} agents. " + "A note. " * 30)


def of_ratings(count):
    names = names_of(some_agents(count))
    ratings = [Interval(-50.0 * k, -50.0 * k - 33, math.inf if k == 1 else -50.0 * k + 20) for k in range(count)]
    return draw_ratings(names, ratings, "A note.")


def of_curves(count):
    agents = some_agents(count)
    return draw_curves(names_of(agents), panels(agents, scores_among(agents), "simulations"), "simulations", "A note.")


def overlaps(figure):
    """Texts that leave the sheet, or that lie on each other."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    beyond = {id(tick.label1) for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)
              for tick in axis.get_major_ticks() if not np.all(np.isfinite(axis.get_view_interval()))
              or not min(axis.get_view_interval()) <= tick.get_loc() <= max(axis.get_view_interval())}
    texts = [text for text in figure.findobj(Text)
             if text.get_visible() and text.get_text().strip() and id(text) not in beyond]
    boxes = [text.get_window_extent(renderer).padded(-1) for text in texts]
    wrong = [text.get_text() for text, box in zip(texts, boxes)
             if box.x0 < 0 or box.y0 < 0 or box.x1 > figure.bbox.width or box.y1 > figure.bbox.height]
    return wrong + [(one.get_text(), other.get_text()) for (one, first), (other, second)
                    in itertools.combinations(zip(texts, boxes), 2) if first.overlaps(second)]


@pytest.mark.parametrize("count", [2, 4, 8, 12])
@pytest.mark.parametrize("draw", [of_cross_table, of_ratings])
def test_nothing_is_written_over_something_else(draw, count):
    with styled():
        assert overlaps(draw(count)) == []


@pytest.mark.parametrize("count", [5, 8, 12])
def test_nothing_is_written_over_something_else_in_panels(count):
    with styled():
        assert overlaps(of_curves(count)) == []


@pytest.mark.parametrize("agents", [some_agents(2), some_agents(4), some_agents(6)], ids=len)
def test_nothing_is_written_over_something_else_in_rows(store, agents):
    for first, second in itertools.combinations(agents, 2):
        keep(store, first, second, (1, -1), (0, 1), (1, 1))
    (contest,) = gather(store)
    with styled():
        for kind, _, draw in plans(contest, told(contest)):
            if kind in ("lengths", "seats"):
                assert overlaps(draw()) == []


def found(*values):
    return [Found(value if isinstance(value, tuple) else (value,), Interval(0.4, 0.3, 0.45), 40) for value in values]


SWEEPS = {
    "numbers": (["c"], found(0.1, 0.3, 1.0, 1.1, 3.0, 10.0)), "a short range": (["c"], found(1, 2, 3)),
    "a negative range": (["c"], found(-1.5, 0, 2.5)), "one value": (["c"], found(1.5)),
    "words": (["playout"], found("uniform", "tactical", "weighted(by_action([1, 2, 4, 8, 4, 2, 1]))")),
    "two": (["simulations", "c"], found(*itertools.product((100, 1000, 10000), (0.5, 1.0, 2.0)))[:-1]),
    "two with words": (["playout", "c"], found(*itertools.product(("uniform", "mast(tau=10)"), (0.5, 1.0))))}


@pytest.mark.parametrize("sweep", SWEEPS)
def test_sweeps_have_nothing_written_over_something_else(sweep):
    with styled():
        figure = sweep_figure(*SWEEPS[sweep], "uct(simulations=1000) against rave(simulations=1000) on connect_four")
        assert overlaps(figure) == []


@pytest.mark.parametrize(("ending", "begin"), [(".png", b"\x89PNG"), (".pdf", b"%PDF"), (".svg", b"<?xml")])
def test_a_sweep_is_drawn_to_a_file_the_same_each_time(tmp_path, ending, begin):
    places = [draw_sweep(tmp_path / f"{k}{ending}", *SWEEPS["a short range"], "uct against rave") for k in (1, 2)]
    assert places[0].read_bytes() == places[1].read_bytes()
    assert places[0].read_bytes().startswith(begin)


def test_a_sweep_that_cannot_be_drawn_is_refused(tmp_path):
    with pytest.raises(Refused, match=re.escape("ends in .png, .pdf, .svg, not to sweep.jpg")):
        draw_sweep(tmp_path / "sweep.jpg", ["c"], found(1.0), "")
    with pytest.raises(Refused, match="there is nothing to draw"):
        draw_sweep(tmp_path / "sweep.png", ["c"], [], "")
    with pytest.raises(Refused, match=re.escape("sweep.png cannot be written: No such file or directory")):
        draw_sweep(tmp_path / "none" / "sweep.png", ["c"], found(1.0), "")


# ---------------------------------------------------------------- files


class Page(html.parser.HTMLParser):
    """Tags that are open, what refers to elsewhere, pictures, and words."""

    EMPTY = ("meta", "img")

    def __init__(self, text):
        super().__init__()
        self.open, self.pictures, self.references, self.tags, self.words = [], [], [], set(), ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag not in self.EMPTY:
            self.open.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "action", "data", "srcset"):
                self.references.append(value)
        if tag == "img":
            self.pictures.append(dict(attrs))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words += data


@pytest.fixture(scope="module")
def reported(tmp_path_factory):
    """A report of one pairing and one of a game with points, written twice; its folder."""
    folder = tmp_path_factory.mktemp("report")
    with open_store(folder / "treewright.db") as store:
        keep(store, STRONG, WEAK, (1, 1), (0, 1), (1, -1))
        keep(store, STRONG, "<b>.py:B", (3, 4), (5, -1), (1, 1), game="heap_go(heaps=3)")
        before = write_report(store, folder / "before")
        again = write_report(store, folder / "again")
    assert [path.relative_to(folder / "before") for path in before] == [
        path.relative_to(folder / "again") for path in again]
    return folder


def files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_games_give_the_same_bytes(reported):
    assert files(reported / "before") == files(reported / "again")


def test_the_page_needs_nothing_else(reported):
    page = Page((reported / "again" / PAGE).read_text())
    assert page.references
    assert all(one.startswith(("data:image/png;base64,", "#")) for one in page.references)
    assert not {"script", "link", "iframe", "object"} & page.tags
    style = re.search(r"<style>(.*?)</style>", (reported / "again" / PAGE).read_text(), re.DOTALL)[1]
    assert "url(" not in style
    assert "@import" not in style


def test_the_page_shows_the_pictures_that_lie_beside_the_markdown(reported):
    shown = [base64.b64decode(one["src"].partition(",")[2])
             for one in Page((reported / "again" / PAGE).read_text()).pictures]
    beside = files(reported / "again" / FIGURES)
    linked = re.findall(r"\]\(figures/(.*?)\)", (reported / "again" / MARKDOWN).read_text())
    assert shown == [beside[name] for name in linked]
    assert {name.rpartition(".")[0] for name in beside} == {name.removesuffix(".png") for name in linked}
    assert {name.rpartition(".")[2] for name in beside} == {"png", "pdf"}


def test_page_and_markdown_say_the_same(reported):
    words = " ".join(Page((reported / "again" / PAGE).read_text()).words.split())
    text = (reported / "again" / MARKDOWN).read_text()
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else [line.strip("#-* ")]
        for cell in cells:
            plain = re.sub(r"\\(.)", r"\1", cell).replace("`", "")
            if not plain.startswith("![") and set(plain) - set("-:"):
                assert plain in words


def test_what_means_something_to_html_or_markdown_means_itself():
    contest_free = [writing.Heading("a | b *c* <d>", 2), writing.Paragraph("`x | <y>` & z")]
    assert markdown(contest_free) == "## a \\| b \\*c\\* \\<d>\n\n`x \\| <y>` & z\n"
    assert "<code>x | &lt;y&gt;</code> &amp; z" in page("<t>", [writing.Heading("t", 1), *contest_free])


def test_a_report_takes_the_place_of_an_earlier_one(reported, store):
    folder = reported / "before"
    keep(store, STRONG, NEW, (1, 1), (1, -1), game="hex(5)")
    write_report(store, folder)
    assert {name.split("-")[0] for name in files(folder / FIGURES)} == {"hex"}
    assert sorted(path.name for path in reported.iterdir() if path.name.startswith(".")) == []


def test_a_folder_with_other_things_is_left_alone(tmp_path, store):
    keep(store, STRONG, WEAK, (1, 1))
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(Refused, match=re.escape("holds other things than a report, such as notes.txt: name another")):
        write_report(store, tmp_path)
    assert files(tmp_path) == {"notes.txt": b"mine"}
    with pytest.raises(Refused, match="is a file: name a folder with --out"):
        write_report(store, tmp_path / "notes.txt")
    with pytest.raises(Refused, match=r"there is no folder .*none for the report"):
        write_report(store, tmp_path / "none" / "report")


def test_a_report_that_cannot_be_written_leaves_the_earlier_one(tmp_path, monkeypatch):
    folder = tmp_path / "report"
    writing.write_folder(folder, {MARKDOWN: b"before", f"{FIGURES}/a.png": b"picture"})
    rename = os.rename

    def full(source, target):
        if str(source).endswith(".new"):
            raise OSError(28, "No space left on device")
        rename(source, target)

    monkeypatch.setattr(os, "rename", full)
    with pytest.raises(Refused, match="report cannot be written: No space left on device"):
        writing.write_folder(folder, {MARKDOWN: b"after"})
    assert files(tmp_path) == {f"report/{MARKDOWN}": b"before", f"report/{FIGURES}/a.png": b"picture"}
