"""One client and the crew, in this process: what is answered, when, and in whose turn."""

import threading
import time

import pytest

from tests.serve.conversation import Client, refuse_malformed
from treewright.core.thinking import Budget
from treewright.serve import job as jobs
from treewright.serve.crew import Crew

CELLS = {"game": "tic_tac_toe", "agent": "uct(simulations=50)"}
LONG = {"game": "tic_tac_toe", "agent": "uct(seconds=60)"}


@pytest.fixture(scope="module")
def crew():
    made = Crew(1)
    yield made
    made.close()


@pytest.fixture
def client(crew):
    made = Client(crew)
    yield made
    made.session.stop()
    for answer in made.end():
        refuse_malformed(answer)


def test_an_analysis_has_the_actions_the_variation_and_the_position(client):
    client.say({"id": "a", **CELLS, "moves": "a1 b2 c1", "seed": 4})
    answer = client.wait_for("a")
    assert answer["actions"][0]["text"] == "b1" == answer["choice"]["text"]
    assert sum(row["visits"] for row in answer["actions"]) == answer["simulations"] == 50
    assert answer["principal_variation"]["texts"][0] == "b1"
    assert answer["position"]["moves"] == ["a1", "b2", "c1"]
    assert (answer["position"]["to_move"], answer["position"]["over"]) == (1, False)
    assert answer["game"] == "tic_tac_toe"
    assert "tree" not in answer


def test_the_same_seed_finds_the_same_and_moves_may_be_texts_numbers_or_one_text(client):
    for k, moves in enumerate(("a1 b2", ["a1", "b2"], [0, 4])):
        client.say({"id": k, **CELLS, "moves": moves, "seed": 9})
    found = [[row["visits"] for row in client.wait_for(k)["actions"]] for k in range(3)]
    assert found[0] == found[1] == found[2]


def test_the_budget_is_added_to_the_agents_and_stands_above_it(client):
    client.say({"id": 1, "game": "tic_tac_toe", "agent": "uct(c=1)", "budget": {"simulations": 30}})
    client.say({"id": 2, **CELLS, "budget": {"simulations": 20, "seconds": 30}})
    assert client.wait_for(1)["agent"] == "uct(c=1, simulations=30)"
    assert client.wait_for(2)["agent"] == "uct(simulations=20, seconds=30)"
    assert client.wait_for(2)["simulations"] == 20


def test_the_tree_comes_to_its_depth_with_the_nodes_visited_most(client):
    client.say({"id": 1, **CELLS, "tree": {"depth": 2, "nodes": 12}}, {"id": 2, **CELLS, "tree": 1})
    tree = client.wait_for(1)["tree"]
    assert (tree["visits"], tree["action"]) == (50, None)
    below = [node for child in tree["children"] for node in child["children"]]
    assert len(tree["children"]) + len(below) == 12
    assert all(not node["children"] for node in below)
    assert {child["player"] for child in tree["children"]} == {0}
    assert {node["player"] for node in below} == {1}
    assert tree["more"] == 0 or max(child["visits"] for child in tree["children"]) >= tree["more"]
    rows = {row["text"]: row for row in client.wait_for(1)["actions"]}
    assert all(rows[child["text"]]["visits"] == child["visits"] for child in tree["children"])
    assert all(rows[child["text"]]["mean"] == child["mean"] for child in tree["children"])
    assert not any(child["children"] for child in client.wait_for(2)["tree"]["children"])


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_comes_as_often_as_asked_and_never_after_the_end(client, threads):
    client.say({"id": 1, "game": "tic_tac_toe", "agent": f"uct(seconds=0.5, threads={threads})", "progress": 0.1})
    last = client.wait_for(1)
    told = [answer for answer in client.answers if answer["kind"] == "progress"]
    assert 1 <= len(told) <= 5
    assert client.answers[-1] is last
    assert [one["simulations"] for one in told] == sorted(one["simulations"] for one in told)
    for one in told:
        assert len(one["actions"]) == 9
        assert one["principal_variation"]["texts"]
    assert told[-1]["simulations"] <= last["simulations"]


def test_players_without_a_tree_are_asked_in_the_same_way(client):
    client.say({"id": 1, "game": "tic_tac_toe", "agent": "perfect()", "moves": "a1 b1"})
    client.say({"id": 2, "game": "tic_tac_toe", "agent": "perfect()", "tree": 2})
    assert {row["proven"] for row in client.wait_for(1)["actions"]} <= {-1, 0, 1}
    assert client.wait_for(2)["error"] == "perfect() grows no tree whose branches could be read"


def test_a_query_that_waits_or_is_being_prepared_is_cancelled_at_once(client, monkeypatch):
    preparing, go_on = threading.Event(), threading.Event()

    def compiling(query):
        preparing.set()
        go_on.wait(30)
        return thinker(query)

    thinker = jobs.thinker
    monkeypatch.setattr(jobs, "thinker", compiling)
    client.say({"id": 1, **LONG}, {"id": 2, **LONG})
    assert preparing.wait(30)
    client.say({"id": 3, "query": "cancel", "cancels": 1}, {"id": 4, "query": "cancel", "cancels": 2})
    assert client.wait_for(3)["was"] == client.wait_for(4)["was"] == "waiting"
    for name in (1, 2):
        assert client.wait_for(name)["error"] == "cancelled before its search began"
    go_on.set()
    client.say({"id": 5, **CELLS})
    assert client.wait_for(5)["simulations"] == 50
    assert sum(answer["id"] == 1 for answer in client.answers) == 1


def test_a_stop_that_comes_while_the_search_begins_is_not_lost(client, monkeypatch):
    """The agent lowers its flag when it begins to think."""
    from treewright.agents.search import Search

    def choose(self):
        told.wait(30)
        time.sleep(0.05)
        return really(self)

    told, really = threading.Event(), Search.choose
    monkeypatch.setattr(Search, "choose", choose)
    client.say({"id": 1, **LONG})
    while not any(one._thinker for one in client.session._pending.values()):
        time.sleep(0.001)
    client.say({"id": 2, "query": "cancel", "cancels": 1})
    told.set()
    assert client.wait_for(1, seconds=10)["interrupted"]


def test_to_cancel_what_is_not_there_is_told(client):
    client.say({"id": 1, "query": "cancel", "cancels": "nobody"})
    assert client.wait_for(1) == {"protocol": 1, "id": 1, "kind": "cancel", "cancels": "nobody", "was": "unknown"}


def test_an_id_in_use_is_refused_without_an_answer_in_its_name(client):
    client.say({"id": 1, **LONG}, {"id": 1, **CELLS}, {"id": 1, "gmae": "hex"}, {"id": 2, "query": "cancel",
                                                                                 "cancels": 1})
    ended = client.wait_for(1)
    assert ended.get("interrupted") or ended["error"] == "cancelled before its search began"
    assert [(one["id"], one["line"]) for one in client.answers if one["kind"] == "error" and one["id"] is None] == [
        (None, 2), (None, 3)]
    assert sum(one["id"] == 1 for one in client.answers) == 1
    client.say({"id": 1, **CELLS})
    while sum(one["id"] == 1 for one in client.answers) < 2:
        time.sleep(0.001)


def test_a_client_with_many_queries_does_not_keep_another_waiting(crew, client, monkeypatch):
    order, run = [], jobs.Job.run

    def noted(self):
        order.append(self.query.id)
        run(self)

    monkeypatch.setattr(jobs.Job, "run", noted)
    other = Client(crew)
    client.say({"id": "first", **LONG})
    while not order:
        time.sleep(0.001)
    client.say(*({"id": k, **CELLS} for k in range(20)))
    other.say({"id": "mine", **CELLS}, {"id": "mine too", **CELLS})
    client.say({"id": "end", "query": "cancel", "cancels": "first"})
    client.wait_for(19)
    other.end()
    assert order[:5] == ["first", 0, "mine", 1, "mine too"]
    assert order[5:] == list(range(2, 20))


def test_the_next_query_is_read_when_there_is_room_for_it(crew):
    narrow = Client(crew, most=2)
    narrow.say({"id": 1, **LONG}, {"id": 2, **CELLS})
    third = threading.Thread(target=narrow.say, args=({"id": 3, **CELLS},), daemon=True)
    third.start()
    third.join(0.1)
    assert third.is_alive()
    assert len(narrow.session._pending) == 2
    crew.cancel(narrow.session._pending[1])
    third.join(10)
    assert not third.is_alive()
    assert narrow.wait_for(3)["simulations"] == 50
    narrow.end()


def test_what_one_query_may_take_is_bounded(client):
    client.say({"id": 1, "game": "hex", "agent": "uct(simulations=1000, threads=65)"},
               {"id": 2, "game": "hex", "agent": "uct(simulations=1000, threads=10, memory=1000)"},
               {"id": 3, "game": "hex", "agent": "human()"}, {"id": 4, "game": "hex", "agent": "uniform"})
    assert client.wait_for(1)["error"] == "threads must be at most 64 here, not 65"
    assert client.wait_for(2)["error"] == "memory must be at most 8192 megabytes for all threads here, not 10000"
    assert "human() cannot be asked here" in client.wait_for(3)["error"]
    assert client.wait_for(4)["error"] == "uniform does not search"


def test_a_position_says_what_can_be_played(client):
    client.say({"id": 1, "query": "position", "game": "tic_tac_toe", "moves": "a1 b1 a2 b2 a3"},
               {"id": 2, "query": "position", "game": "connect_four", "moves": [3]})
    over, begun = client.wait_for(1), client.wait_for(2)
    assert (over["position"]["over"], over["legal"], over["position"]["score"]) == (True, [], [1, -1])
    assert [one["text"] for one in begun["legal"]] == list("1234567")
    assert "x" in begun["position"]["drawing"]


def test_the_server_says_what_it_is(client):
    client.say({"id": 1, "query": "about"})
    answer = client.wait_for(1)
    assert "hex" in answer["games"]
    assert "uct" in answer["agents"]
    assert "human" not in answer["agents"]


def test_limits_of_a_budget_are_those_of_an_agent():
    assert set(Budget.__dataclass_fields__) == {"simulations", "seconds", "nodes"}
