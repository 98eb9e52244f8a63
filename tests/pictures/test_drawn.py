"""What a notebook shows: figures without pyplot, and HTML that is whole and escaped."""

import html.parser
import subprocess
import sys
from pathlib import Path

import pytest
from matplotlib.figure import Figure

import treewright as tw
from treewright.core.branch import Branch
from treewright.core.errors import Refused
from treewright.pictures.tree import THINNEST

CELLS = tw.tic_tac_toe()


class Reader(html.parser.HTMLParser):
    """Keeps the text, and how often each tag was opened; every tag must be closed."""

    def __init__(self, text):
        super().__init__()
        self.stack, self.tags, self.said = [], [], []
        self.feed(text)
        assert self.stack == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag != "br":
            self.stack.append(tag)

    def handle_endtag(self, tag):
        assert self.stack.pop() == tag

    def handle_data(self, data):
        self.said.append(data)


@pytest.fixture(scope="module")
def result():
    return tw.uct(simulations=2000).search(CELLS, CELLS.position("b2"), seed=1)


@pytest.fixture(scope="module")
def score():
    return tw.match("tic_tac_toe", "uct(simulations=50)", "uniform", games=10)


@pytest.fixture(scope="module")
def standings():
    return tw.tournament("tic_tac_toe", ["uniform", "uct(simulations=50)", "tactical"], games=10)


@pytest.mark.parametrize("what", ["result", "score", "standings", "branches", "thermograph"])
def test_it_draws_itself_as_a_figure_that_a_notebook_shows(what, request):
    made = {"branches": lambda: request.getfixturevalue("result").branches(3, 60),
            "thermograph": lambda: tw.thermograph("B5 R2 B3")}.get(what, lambda: request.getfixturevalue(what))()
    figure = made.plot()
    assert isinstance(figure, Figure)
    content, size = figure._repr_png_()
    assert content.startswith(b"\x89PNG")
    assert len(content) < 150_000
    assert 200 < size["width"] < 1000


def test_pyplot_stays_out_of_it():
    script = ("import sys; import treewright as tw; r = tw.uct(simulations=50).search(tw.tic_tac_toe()); r.plot(); "
              "r.branches().plot(); r._repr_html_(); tw.thermograph('B5 R2').plot(); "
              "assert 'matplotlib.pyplot' not in sys.modules")
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_figure_of_a_search_has_every_action_its_mean_and_its_share(result):
    bars, means = result.plot().axes
    assert [bar.get_width() for bar in bars.patches] == [row.visits / 2000 for row in result.rows]
    dots = [line.get_xdata()[0] for line in means.lines if line.get_marker() == "o"]
    assert dots == [row.mean for row in result.rows]


def test_what_is_proven_is_written_instead_of_an_interval():
    solved = tw.uct(simulations=5000, solver=True).search(CELLS, CELLS.position("a1 b1 a2 b2"))
    assert any(text.get_text() == "proven +1" for text in solved.plot().axes[1].texts)


def test_a_tree_folds_and_tells_every_branch(result):
    branch = result.branches(2, 20)
    reader = Reader(branch._repr_html_())
    below = [one for depth, one in branch.walk() if depth]
    assert len(below) == 20
    assert reader.tags.count("b") == 21
    assert reader.tags.count("details") == sum(bool(one.children) for _, one in branch.walk())
    assert any(f"{below[0].visits:,} visits" in text for text in reader.said)
    assert reader.tags.count("i") == sum(one.more > 0 for _, one in branch.walk())


def test_the_names_of_actions_are_escaped():
    made = Branch(None, "", None, 5, None, None, (Branch(1, "<b>&", 0, 5, 0.5, None),))
    assert "&lt;b&gt;&amp;" in made._repr_html_()
    assert made.plot()


def test_branches_of_a_figure_are_as_many_as_were_read_and_the_thick_ones_are_named(result):
    branch = result.branches(3, 50)
    axes = branch.plot().axes[0]
    assert len(axes.patches) == 50
    assert axes.texts[0].get_text() == result.rows[0].text
    assert 0 < THINNEST < 1


def test_standings_are_two_tables_the_best_first(standings):
    reader = Reader(standings._repr_html_())
    assert reader.tags.count("table") == 2
    assert reader.tags.count("tr") == 8
    best, *_, worst = standings.ratings().ranked()
    assert reader.said.index(best) < reader.said.index(worst) == reader.said.index("uniform")
    assert str(standings).splitlines()[1].startswith(best)


def test_a_figure_of_a_match_has_both_agents(score):
    widths = [round(bar.get_width() * 10) for bar in score.plot().axes[0].patches]
    tally = score.tally
    assert widths == [tally.wins, tally.draws, tally.losses, tally.losses, tally.draws, tally.wins]


# ---------------------------------------------------------------- the reading of trees


def test_branches_are_those_of_the_rows(result):
    branch = result.branches(1)
    rows = {row.action: row for row in result.rows}
    assert branch.visits == 2000
    assert [(one.visits, one.mean) for one in branch.children] == [
        (rows[one.action].visits, rows[one.action].mean) for one in branch.children]
    assert [one.visits for one in branch.children] == sorted((row.visits for row in result.rows), reverse=True)
    assert {one.player for one in branch.children} == {1}


def test_the_nodes_visited_most_are_read_first(result):
    every = sorted((one.visits for depth, one in result.branches(2, 10_000).walk() if depth), reverse=True)
    some = sorted((one.visits for depth, one in result.branches(2, 15).walk() if depth), reverse=True)
    assert some == every[:15]
    left_out = sum(one.more for _, one in result.branches(2, 15).walk())
    assert left_out > 0


def test_trees_of_several_threads_are_added_up():
    found = tw.uct(simulations=3000, threads=2).search(CELLS, seed=2)
    branch = found.branches(2, 500)
    rows = {row.action: row for row in found.rows}
    assert {one.action: one.visits for one in branch.children} == {one: row.visits for one, row in rows.items()}
    for one in branch.children:
        assert one.mean == pytest.approx(rows[one.action].mean)
        # A node of each tree was valued on its first visit, before it had children.
        assert one.visits - 2 <= sum(child.visits for child in one.children) <= one.visits


def test_chance_has_no_mean_and_belongs_to_nobody():
    game = tw.game(f"{Path(__file__).parents[1] / 'small_games' / 'pig.py'}")
    found = tw.uct(simulations=500).search(game, game.position(game.choices(tw.view(game.new()))[:1]))
    chance = [one for depth, one in found.branches(3, 300).walk() if depth and one.player < 0]
    assert chance
    assert all(one.mean is None for one in chance)


def test_a_result_whose_tree_is_gone_says_so():
    agent = tw.uct(simulations=50)
    first = agent.search(CELLS)
    agent.search(CELLS, CELLS.position("a1"))
    with pytest.raises(Refused, match="has searched again since"):
        first.branches()
    with pytest.raises(Refused, match="grows no tree"):
        tw.minimax(depth=2).search(CELLS).branches()
