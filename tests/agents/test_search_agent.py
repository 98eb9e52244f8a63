"""The search agent: budgets, memory, reuse of its tree, seeds, threads, scales, proofs, and its reports."""

import html.parser
import json
import math
import threading
import time
from _thread import interrupt_main

import numpy as np
import pytest

import treewright as tw
from tests.small_games.ring import Ring
from treewright.agents.final import choose_finally
from treewright.agents.report import Standing, children
from treewright.core.errors import Refused
from treewright.core.record import view
from treewright.core.scale import scale_for
from treewright.core.thinking import Stop
from treewright.core.tree import ROOT

FOUR = tw.connect_four()
CELLS = tw.tic_tac_toe()
SIMULATIONS = 2000


def visits(result):
    """Of every action, by its number."""
    return {row.action: row.visits for row in result.rows}


def searched(text, game=FOUR, moves="", seed=1):
    return tw.agent(text).search(game, game.position(moves), seed)


# ---------------------------------------------------------------- budgets


@pytest.mark.parametrize(("budget", "limit"), [
    ("simulations=500", "simulations"), ("seconds=0.1", "seconds"), ("nodes=1000", "nodes"),
    ("simulations=500, seconds=60", "simulations"), ("simulations=1e9, seconds=0.1", "seconds"),
    ("simulations=500, nodes=1e6", "simulations"), ("simulations=1e9, nodes=1000", "nodes"),
    ("seconds=0.1, nodes=1e7", "seconds"), ("seconds=60, nodes=1000", "nodes"),
    ("simulations=500, seconds=60, nodes=1e6", "simulations"),
    ("simulations=1e9, seconds=0.1, nodes=1e7", "seconds"),
    ("simulations=1e9, seconds=60, nodes=1000", "nodes")])
def test_the_first_limit_ends_the_search(budget, limit):
    result = searched(f"uct({budget})")
    reached = {"simulations": result.simulations == 500, "seconds": 0.1 <= result.seconds < 1,
               "nodes": 999 <= result.nodes <= 1000 + FOUR.widest}
    assert [name for name, holds in reached.items() if holds] == [limit]
    assert not result.full
    assert not result.interrupted


def test_threads_share_a_budget():
    result = searched("uct(simulations=500, threads=3)")
    assert (result.simulations, sum(visits(result).values())) == (500, 500)
    assert searched("uct(nodes=900, threads=3)").nodes <= 900 + 3 * FOUR.widest
    assert searched("uct(seconds=0.1, threads=3)").seconds < 1


def test_only_a_budget_in_seconds_cannot_be_reproduced():
    assert tw.uct(simulations=10, nodes=10).reproducible
    assert not tw.uct(simulations=10, seconds=1).reproducible


def test_a_full_memory_is_told_and_the_search_goes_on():
    result = searched("uct(simulations=20000, memory=0.05)")
    assert result.full
    assert result.simulations == 20_000
    assert result.nodes <= 0.05e6 / 16
    assert any("memory was full" in said for said in result.remarks())
    assert result.as_dict()["memory_full"] is True


def test_a_memory_without_room_for_the_first_moves_is_refused():
    with pytest.raises(Refused, match=r"holds \d nodes, fewer than the 7 actions of connect_four"):
        searched("uct(simulations=10, memory=0.0001)")


# ---------------------------------------------------------------- the tree from move to move


def game_against_itself(agent, moves=6):
    """The agent's moves, answered by what it expects; yields each result, the visits of its root, and those
    of the node that the next move begins from."""
    states = FOUR.new()
    agent.begin(FOUR, 0, 3)
    agent.see(states)
    for _ in range(moves):
        action = agent.choose()
        result, tree = agent.result(), agent.workers[0].tree
        below = {int(node["action"]): k for k, node in enumerate(children(tree))}
        place = int(tree.nodes[ROOT]["first"]) + below[action]
        answer = max(children(tree, place), key=lambda node: node["visits"])
        yield result, int(tree.nodes[ROOT]["visits"]), int(answer["visits"])
        for one in (action, int(answer["action"])):
            with np.errstate(over="ignore"):
                FOUR.play(view(states), one)
            agent.see(states)


def test_what_was_learnt_of_a_position_is_kept():
    kept = 0
    for result, at_root, next_kept in game_against_itself(tw.uct(simulations=SIMULATIONS)):
        assert result.simulations == SIMULATIONS
        assert at_root == kept + SIMULATIONS
        assert sum(visits(result).values()) == at_root - (kept > 0)
        assert not result.full
        kept = next_kept
    assert kept > 0


def test_without_reuse_nothing_is_kept():
    for result, at_root, _ in game_against_itself(tw.uct(simulations=SIMULATIONS, reuse=False)):
        assert at_root == result.simulations == SIMULATIONS


def test_a_position_that_does_not_follow_gets_a_new_tree():
    agent = tw.uct(simulations=SIMULATIONS)
    fresh = visits(agent.search(FOUR, FOUR.position("4 4 3"), 1))
    agent.see(FOUR.position("1"))
    agent.choose()
    assert agent.workers[0].tree.nodes[ROOT]["visits"] == SIMULATIONS
    assert visits(agent.search(FOUR, FOUR.position("4 4 3"), 1)) == fresh


# ---------------------------------------------------------------- seeds and threads


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_same_seed_gives_the_same_result(threads):
    text = f"uct(simulations={SIMULATIONS}, threads={threads})"
    first, again, other = (searched(text, seed=seed) for seed in (5, 5, 6))
    assert first.rows == again.rows
    assert first.line == again.line
    assert visits(first) != visits(other)


def test_threads_search_differently():
    assert visits(searched("uct(simulations=2000, threads=2)")) != visits(searched("uct(simulations=2000)"))


def test_the_seed_counts_and_not_what_was_searched_before():
    agent = tw.uct(simulations=SIMULATIONS, threads=2)
    first = agent.search(FOUR, seed=7)
    agent.search(FOUR, FOUR.position("4"), 8)
    assert agent.search(FOUR, seed=7).rows == first.rows


# ---------------------------------------------------------------- being stopped and watched


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_is_stopped_from_another_thread(threads):
    """Of three tries the quickest counts: the machine may be busy with something else."""
    waited = []
    agent = tw.uct(seconds=30, threads=threads)
    for _ in range(3):
        agent.begin(FOUR, 0, 1)
        agent.see(FOUR.new())
        thinking = threading.Thread(target=agent.choose)
        thinking.start()
        time.sleep(0.15)
        asked = time.perf_counter()
        agent.stop()
        thinking.join()
        waited.append(time.perf_counter() - asked)
        result = agent.result()
        assert result.interrupted
        assert result.simulations > 1000
        assert result.choice in visits(result)
    assert min(waited) < 0.05


@pytest.mark.parametrize("threads", [1, 2])
def test_control_c_returns_what_there_is(threads):
    agent = tw.uct(seconds=30, threads=threads)
    agent.begin(FOUR, 0, 1)
    agent.see(FOUR.new())
    threading.Timer(0.15, interrupt_main).start()
    begun = time.perf_counter()
    agent.choose()
    assert time.perf_counter() - begun < 5
    assert agent.result().interrupted
    assert "interrupted" in agent.result().remarks()[-1]


def test_a_search_stopped_before_it_begins_still_has_a_move():
    try:
        Stop.all()
        result = searched("uct(simulations=100)")
    finally:
        Stop.none()
    assert result.interrupted
    assert result.simulations == 0
    assert result.choice in FOUR.choices(view(FOUR.new()))
    assert json.loads(result.to_json())["actions"][0]["low"] is None


@pytest.mark.parametrize("threads", [1, 3])
def test_a_search_can_be_watched(threads):
    agent, seen = tw.uct(simulations=5000, threads=threads), []
    agent.watch = lambda simulations, seconds: seen.append((simulations, seconds))
    agent.search(FOUR)
    counts = [simulations for simulations, _ in seen]
    assert len(counts) > 3
    assert max(counts) == 5000
    assert threads > 1 or counts == sorted(counts)
    assert all(seconds > 0 for _, seconds in seen)


# ---------------------------------------------------------------- scales


@pytest.mark.parametrize("moves", ["", "4 4 3", "1 2 3 4 5 6 7"])
def test_a_constant_on_sign_is_half_of_it_on_unit(moves):
    """Visit for visit as long as means are exact; later on what is rounded decides many a tie."""
    on_sign = searched("uct(c=1.0, simulations=20)", moves=moves)
    on_unit = searched("uct(c=0.5, simulations=20, scale=unit)", moves=moves)
    assert visits(on_sign) == visits(on_unit)
    for one, two in zip(on_sign.rows, on_unit.rows):
        assert (one.mean + 1) / 2 == pytest.approx(two.mean, abs=1e-6)
    assert visits(searched("uct(c=1.0, simulations=200, scale=unit)", moves=moves)) != visits(
        searched("uct(c=1.0, simulations=200)", moves=moves))


def test_a_game_of_points_is_searched_on_its_own_scale():
    """Points from -4 to 4 are four times the scale -1..1: a power of two changes no rounding."""
    game = Ring()
    raw = searched("uct(c=4.0, simulations=20000, scale=raw)", game)
    sign = searched("uct(c=1.0, simulations=20000)", game)
    assert raw.scale == "raw (-4..4 from scores -4..4)"
    assert sign.scale == "sign (-1..1 from scores -4..4)"
    assert visits(raw) == visits(sign)
    for one, two in zip(raw.rows, sign.rows):
        assert (one.mean, one.low, one.high) == pytest.approx((4 * two.mean, 4 * two.low, 4 * two.high))


def test_the_constants_are_told_with_the_scale():
    assert tw.uct(simulations=1).constants == "c=1.4, urgency=inf"
    assert tw.rave(k=100, simulations=1).constants == "c=0.2, k=100, bias=0.1, urgency=inf"


# ---------------------------------------------------------------- the final choice


def standing(visited, mean, proven=None, ceiling=None):
    n = len(visited)
    return Standing(np.arange(10, 10 + n), np.array(visited), np.array(mean, float),
                    np.full(n, np.nan) if proven is None else np.array(proven, float),
                    np.full(n, np.inf) if ceiling is None else np.array(ceiling, float))


SIGN = scale_for("sign", (-1, 1))
NO = math.nan


@pytest.mark.parametrize(("rule", "visited", "mean", "chosen"), [
    ("visits", [50, 40, 10], [0.1, 0.5, 0.9], 10), ("mean", [50, 40, 10], [0.1, 0.5, 0.9], 12),
    ("secure", [50, 40, 10], [0.1, 0.5, 0.6], 11), ("secure", [10000, 1], [0.5, 1.0], 10),
    ("visits", [40, 40, 10], [0.1, 0.2, 0.9], 11), ("mean", [40, 40], [0.3, 0.3], 10),
    ("visits", [0, 3], [0.0, -0.9], 11), ("mean", [0, 3], [0.0, -0.9], 11),
    ("secure", [0, 3], [0.0, -0.9], 11)])
def test_final_choices(rule, visited, mean, chosen):
    assert choose_finally(rule, standing(visited, mean), SIGN) == chosen


@pytest.mark.parametrize("rule", ["visits", "mean", "secure"])
@pytest.mark.parametrize(("mean", "proven", "chosen"), [
    ([0.9, 0.1, 0.2], [NO, 1, NO], 11), ([-0.9, 0.4, -0.2], [-1, NO, NO], 11),
    ([-0.9, -0.4, -0.5], [NO, 0, NO], 11), ([0.3, 0.0, -0.5], [NO, 0, NO], 10),
    ([-0.9, -0.8, -0.7], [-1, -1, -1], 10), ([0.9, 0.8, 0.0], [-1, -1, 0], 12)])
def test_a_proven_score_is_taken_unless_something_is_believed_to_be_better(rule, mean, proven, chosen):
    assert choose_finally(rule, standing([50, 40, 10], mean, proven), SIGN) == chosen


def test_what_cannot_beat_a_proven_score_is_not_chosen():
    known = standing([500, 40], [0.6, 0.2], [NO, 0], [0, 0])
    assert choose_finally("visits", known, SIGN) == 11


def test_the_search_plays_by_its_final_rule():
    results = {rule: searched(f"uct(simulations=300, final={rule})") for rule in ("visits", "mean", "secure")}
    rows = results["visits"].rows
    assert results["visits"].choice == max(rows, key=lambda row: row.visits).action
    assert results["mean"].choice == max(rows, key=lambda row: row.mean).action
    assert results["secure"].choice == max(rows, key=lambda row: row.mean - 1 / math.sqrt(row.visits)).action


# ---------------------------------------------------------------- proofs


def value(game, states, known):
    """The exact score of the player to move, by plain negamax."""
    s, key = view(states), states.tobytes()
    if key not in known:
        mover, best = int(s.to_move), -math.inf
        for action in game.choices(s):
            after = states.copy()
            with np.errstate(over="ignore"):
                game.play(view(after), action)
            gain = float(after["score"][0][mover]) if after["over"][0] else -value(game, after, known)
            best = max(best, gain)
        known[key] = best
    return known[key]


def test_tic_tac_toe_is_proven_a_draw():
    result = searched("uct(simulations=100000, solver=True)", CELLS)
    assert result.solved
    assert result.simulations < 100_000
    assert max(row.proven for row in result.rows if row.proven is not None) == 0
    assert result.remarks().count("the position is solved") == 1


def exact(game, states):
    """The exact score of every action, to the player to move."""
    s, scores, known = view(states), {}, {}
    for action in game.choices(s):
        after = states.copy()
        with np.errstate(over="ignore"):
            game.play(view(after), action)
        over = after["over"][0]
        scores[action] = float(after["score"][0][int(s.to_move)]) if over else -value(game, after, known)
    return scores


@pytest.mark.parametrize(("moves", "worth"), [
    ("3222622326644441757733134654376", 1), ("7656465314623551344244525163131", 1),
    ("4143133723625334741114456576521", 1), ("7324535555656777316331131716444", -1),
    ("4511162351622627722737733151557", -1), ("4167477524274146373511466762316", -1),
    ("7266453573262115527612656527434", 0), ("3751126452315321355674245213444", 0),
    ("1661553463152247547121537254344", 0)])
def test_connect_four_is_proven_won_lost_and_drawn(moves, worth):
    """Eleven empty cells are left."""
    states = FOUR.position(" ".join(moves))
    scores = exact(FOUR, states)
    assert max(scores.values()) == worth
    result = tw.uct(simulations=200_000, solver=True).search(FOUR, states, 1)
    assert result.solved
    assert result.simulations < 200_000
    assert scores[result.choice] == worth
    for row in result.rows:
        assert row.ceiling >= scores[row.action]
        assert row.proven in (None, scores[row.action])
        assert row.action != result.choice or row.proven == worth


def test_a_proven_move_is_played_at_once():
    """Three stones in a row, and the search ends as soon as it has seen the fourth."""
    result = searched("uct(simulations=100000, solver=True)", moves="4 1 4 1 4 1")
    assert (result.text, result.solved) == ("4", True)
    assert result.simulations < 1000


# ---------------------------------------------------------------- the report


@pytest.fixture(scope="module")
def result():
    return searched("uct(simulations=2000, solver=True)", moves="4 1 4 1 4")


def test_the_table_has_a_line_for_every_action(result):
    head, *body = result.cells()
    assert head == ("action", "visits", "share", "mean", "95% interval", "proven")
    assert len(body) == 7
    assert all(len(line) == len(head) for line in body)
    counts = [int(line[1].replace(",", "")) for line in body]
    assert counts == sorted(counts, reverse=True)
    assert sum(float(line[2].rstrip("%")) for line in body) == pytest.approx(100, abs=0.5)


def test_nothing_is_proven_without_a_solver_and_the_column_is_left_out():
    assert searched("uct(simulations=100)").cells()[0][-1] == "95% interval"


def test_the_text_shows_the_table_and_what_must_be_known(result):
    text = str(result)
    assert text.startswith("uct(simulations=2000, solver=True) on connect_four\n")
    assert "values on the scale sign (-1..1 from scores -1..1)" in text
    assert f"principal variation: {result.text} " in text
    assert max(map(len, text.splitlines()[1:9])) <= 80


def test_json_is_plain_data_with_finite_numbers(result):
    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    for one in (result, searched("uct(simulations=3)")):
        data = json.loads(one.to_json(), parse_constant=refuse)
        assert {
            "choice", "actions", "principal_variation", "simulations", "seconds", "simulations_per_second",
            "nodes", "depth_mean", "depth_largest", "scale", "agent", "game", "memory_full", "interrupted",
            "solved", "threads"} <= set(data)
        assert data["choice"]["action"] == one.choice
        assert data["simulations"] == one.simulations
        assert [set(row) for row in data["actions"]] == [
            {"action", "text", "visits", "mean", "low", "high", "proven", "ceiling"}] * 7


def test_html_is_a_table_with_its_text_escaped(result):
    class Reader(html.parser.HTMLParser):
        def __init__(self):
            super().__init__()
            self.open, self.rows = [], 0

        def handle_starttag(self, tag, attrs):
            if tag != "br":
                self.open.append(tag)
            self.rows += tag == "tr"

        def handle_endtag(self, tag):
            assert self.open.pop() == tag

    reader = Reader()
    reader.feed(result._repr_html_())
    assert reader.open == []
    assert reader.rows == 8
    drawn = type(result)(**{**vars(result), "agent": "search(<b>)"})._repr_html_()
    assert "search(&lt;b&gt;)" in drawn


def test_the_interval_is_around_the_mean_and_narrows(result):
    few, many = (searched(f"uct(simulations={n})").rows[0] for n in (200, 20_000))
    assert few.low < few.mean < few.high
    assert many.high - many.low < few.high - few.low


def test_a_finished_position_is_refused():
    with pytest.raises(Refused, match="the game is over in this position"):
        searched("uct(simulations=10)", moves="4 1 4 1 4 1 4")


def test_an_agent_that_does_not_search_says_so():
    with pytest.raises(Refused, match="uniform does not search"):
        tw.agent("uniform").search(CELLS)
