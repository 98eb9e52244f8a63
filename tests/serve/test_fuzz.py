"""A hundred thousand lines of all kinds: each gets one last answer that is well formed, and the server lives on."""

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.serve.conversation import LAST, Client, refuse_malformed
from treewright.serve.crew import Crew

EXAMPLES, LINES = 100, 1000
CREW = Crew(1)

GAMES = ("tic_tac_toe", "connect_four(4, 4)", "hex(3)", "nim", "tic_tac_toe(", "uct", "missing.py", "hex(0)", "", "\0")
AGENTS = ("uct(simulations=20)", "uct", "uct(simulations=1, threads=100)", "uniform", "human()", "perfct", "uct(c=[])",
          "uct(simulations=9, memory=1e9)", "uct(" * 50, "tic_tac_toe", "uct(simulations=0)", "none.py:A")
QUERIES = (
    {"id": 2, "query": "position", "game": "tic_tac_toe", "moves": "a1 b2"},
    {"id": 3, "query": "position", "game": "hex(3)", "moves": [0, 1, 2]},
    {"id": 5, "game": "tic_tac_toe", "agent": "uct", "budget": {"simulations": 10}, "moves": ["a1"], "seed": 3},
    {"id": 6, "query": "analyse", "game": "tic_tac_toe", "agent": "uct(simulations=10)", "tree": 2, "progress": 0.1},
    {"id": 7, "protocol": 1, "game": "tic_tac_toe", "agent": "uct(seconds=9)", "budget": {"nodes": 20, "seconds": 1},
     "tree": {"depth": 3, "nodes": 5}},
)
CHEAP = ({"id": 1, "query": "about"}, {"id": 4, "query": "cancel", "cancels": 5})
"""Those that need no work are said more often, so that there is time for many lines."""
JUNK = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
                    max_leaves=8)
GARBAGE = st.binary(max_size=60).map(lambda data: data.replace(b"\n", b"")) | st.sampled_from((
    b"", b" \t\r", b"\xff\xfe{}", b"\xed\xa0\x80", b"[" * 5000, b'{"a":' * 2000, b"[]", b'"id"', b"nul", b"1e999",
    b'{"id":1,"id":2}', b'{"id":NaN}', b'{"id":' + b"9" * 5000 + b"}", b"GET / HTTP/1.1", b'{"id":"\\ud800"}'))


def mutated(query, junk, lots):
    """A proper query after one or two accidents."""
    made = dict(query)
    for _ in range(lots.randint(1, 2)):
        name = lots.choice(list(made) or ["id"])
        match lots.randrange(7):
            case 0:
                made.pop(name, None)
            case 1:
                made[name] = lots.choice(junk)
            case 2:
                made[name[:-1] + lots.choice("xyz")] = lots.choice(junk)
            case 3:
                made["game"] = lots.choice(GAMES)
            case 4:
                made["agent"] = lots.choice(AGENTS)
            case 5:
                made["moves"] = lots.choice(("zz", "a1 a1", [99], ["a1", 3], [[]], "a1 b1 a2 b2 a3", [2**70]))
            case 6:
                made[name] = [made.get(name)]
    return made


def broken(line, lots):
    """The bytes of a line after an accident."""
    k = lots.randrange(len(line) + 1)
    match lots.randrange(3):
        case 0:
            return line[:k]
        case 1:
            return line[:k] + bytes([lots.choice(b"\x00\x80\xff{}[]\",:0e")]) + line[k:]
        case _:
            return line[k:] + line[:k]


def line_of(garbage, junk, lots):
    """One of a mixture: a third is proper, a third nearly, a third is not."""
    query = lots.choice(QUERIES if lots.random() < 0.1 else CHEAP)
    match lots.randrange(10):
        case 0 | 1 | 2:
            made = dict(query)
        case 3 | 4 | 5:
            made = mutated(query, junk, lots)
        case 6:
            return broken(json.dumps(lots.choice(QUERIES)).encode(), lots)
        case 7:
            return json.dumps(lots.choice(junk)).encode()
        case _:
            return lots.choice(garbage)
    if type(made.get("id")) is int and lots.random() < 0.9:
        made["id"] = lots.randrange(10**9)
    return json.dumps(made).encode()


@pytest.mark.slow
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(garbage=st.lists(GARBAGE, min_size=5, max_size=10), junk=st.lists(JUNK, min_size=5, max_size=10),
       seed=st.integers(0, 2**32))
def test_every_line_is_answered_once_and_the_server_lives_on(garbage, junk, seed):
    lots, client, said = random.Random(seed), Client(CREW), 0
    for _ in range(LINES):
        line = line_of(garbage, junk, lots)
        said += bool(line.strip())
        client.say(line + b"\n")
    client.say({"id": "alive", "query": "position", "game": "tic_tac_toe"})
    answers = client.end()
    for answer in answers:
        refuse_malformed(answer)
    assert sum(answer["kind"] in LAST for answer in answers) == said + 1
    assert [answer["kind"] for answer in answers if answer["id"] == "alive"] == ["position"]
