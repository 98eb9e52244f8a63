"""Lines that are no queries: each is told in a sentence what is wrong, and what would be right."""

import pytest

from treewright.serve.lines import Lines
from treewright.serve.queries import Analyse, TreeWanted, Unreadable, read

HEX = '"game": "hex", "agent": "uct"'
"""What HEX stands for in a line; LONG is a text that is too long."""
LONG = '"' + 10_001 * "x" + '"'

CASES = [
    (b"\xff{}", None, "this line is not UTF-8 at byte 1"),
    (b"hello", None, "this line is not JSON: Expecting value at character 1"),
    (b'{"id": 1', None, "this line is not JSON: Expecting ',' delimiter at character 9"),
    (b"[1, 2]", None, 'a query is an object such as {"id": 1, "game": "hex", ...}, not a list'),
    (b"[" * 100_000, None, "this line is nested too deeply to be a query"),
    (b'{"id": 1, "id": 2}', None, 'the field "id" is given twice'),
    (b'{"id": NaN}', None, "NaN is not a number in JSON"),
    (b'{"id": ' + b"9" * 5000 + b"}", None, "this line has a number of too many digits"),
    ('{"game": "hex", "agent": "uct"}', None, "the query analyse needs the field id, a text of 1 to 200 characters"),
    ('{"id": 1}', 1, 'the query analyse needs the field game, an expression such as "connect_four"'),
    ('{"id": true, HEX}', None, "id must be a text of 1 to 200 characters or a whole number, not true"),
    ('{"id": "", HEX}', None, 'or a whole number, not ""'),
    ('{"id": 1, "query": "analyze", HEX}', 1, 'there is no query "analyze"; did you mean analyse?'),
    ('{"id": 1, "query": 7}', 1, "query must be one of analyse, position, cancel, about, not 7"),
    ('{"id": 1, "protocol": 2, "query": "about"}', 1, "this server speaks protocol 1, not 2"),
    ('{"id": 1, "gmae": "hex"}', 1, 'the query analyse has no field "gmae"; did you mean game?'),
    ('{"id": "x", "query": "about", "game": "hex"}', "x",
     'the query about has no field "game"; there are id, protocol, query'),
    ('{"id": 1, "game": ["hex"], "agent": "uct"}', 1, 'game must be an expression such as "connect_four", not a list'),
    ('{"id": 1, HEX, "moves": 4}', 1, 'moves must be a text such as "4 4 3", or a list of moves'),
    ('{"id": 1, HEX, "moves": ["4", 4]}', 1, "or one of action numbers, not a list"),
    ('{"id": 1, HEX, "moves": [1.5]}', 1, "or one of action numbers, not a list"),
    ('{"id": 1, HEX, "seed": -1}', 1, "seed must be a whole number from 0 on, not -1"),
    ('{"id": 1, HEX, "budget": {"simulatons": 5}}', 1,
     'budget has no "simulatons"; did you mean simulations?'),
    ('{"id": 1, HEX, "budget": {"simulations": 0.5}}', 1,
     "simulations in budget must be a whole number above 0, not 0.5"),
    ('{"id": 1, HEX, "budget": {"seconds": 0}}', 1, "seconds in budget must be a number above 0, not 0"),
    ('{"id": 1, HEX, "budget": {"seconds": 1e999}}', 1, "seconds in budget must be a number above 0"),
    ('{"id": 1, HEX, "budget": {}}', 1, "budget must be an object with simulations, seconds or nodes"),
    ('{"id": 1, HEX, "progress": 0.001}', 1,
     "progress must be the seconds from one answer to the next, from 0.02 on, not 0.001"),
    ('{"id": 1, HEX, "tree": {"nodes": 5}}', 1, "tree must be a depth, or an object with depth and nodes"),
    ('{"id": 1, HEX, "tree": {"depth": 99}}', 1, "depth in tree must be a whole number from 1 to 30, not 99"),
    ('{"id": 1, HEX, "tree": {"depth": 2, "leaves": 1}}', 1, 'tree has no "leaves"'),
    ('{"id": 1, "query": "cancel"}', 1, "the query cancel needs the field cancels, the id of another query"),
    ('{"id": 1, "game": LONG, "agent": "uct"}', 1, "game must not be longer than 10,000 characters"),
]


def written(line):
    return line.replace("HEX", HEX).replace("LONG", LONG).encode()


@pytest.mark.parametrize(("line", "name", "sentence"), CASES, ids=[str(case[0])[:60] for case in CASES])
def test_what_is_wrong_is_told_with_what_would_be_right(line, name, sentence):
    with pytest.raises(Unreadable) as told:
        read(line if isinstance(line, bytes) else written(line))
    assert sentence in str(told.value)
    assert told.value.name == name
    assert "\n" not in str(told.value)


def test_a_query_may_leave_out_most():
    query = read(written('{"id": 1, HEX}'))
    assert query == Analyse(1, "hex", "uct", [], 0, {}, None, None)


def test_a_tree_is_a_depth_or_more():
    assert read(written('{"id": 1, HEX, "tree": 3}')).tree == TreeWanted(3, 200)
    assert read(written('{"id": 1, HEX, "tree": {"depth": 3, "nodes": 9}}')).tree == TreeWanted(3, 9)


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_lines_come_out_whole_however_the_bytes_come_in(size):
    data = b"one\n\ntwo\r\n" + b"x" * 11 + b"\n" + b"y" * 10 + b"\nrest"
    lines, found = Lines(longest=10), []
    for k in range(0, len(data), size):
        found += lines.feed(data[k : k + size])
    assert [*found, *lines.end()] == [b"one", b"", b"two\r", None, b"y" * 10, b"rest"]


def test_of_a_line_without_an_end_no_more_is_kept_than_may_be():
    lines = Lines(longest=1000)
    for _ in range(100):
        assert list(lines.feed(b"z" * 999)) == []
        assert len(lines._begun) <= 1000
    assert list(lines.feed(b"z\nfine\n")) == [None, b"fine"]
    assert list(lines.end()) == []
