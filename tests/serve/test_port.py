"""Several clients through a port: each alone with its ids, each gone without a trace."""

import contextlib
import json
import socket
import struct
import threading
import time

import pytest

from treewright.core.errors import Refused
from treewright.core.thinking import Stop
from treewright.serve import port

LONG = {"id": 1, "game": "tic_tac_toe", "agent": "uct(seconds=60)", "progress": 0.05}
SHORT = {"id": 1, "game": "tic_tac_toe", "agent": "uct(simulations=50)"}


@pytest.fixture(scope="module")
def place():
    ready, found = threading.Event(), []

    def tell(number):
        found.append(number)
        ready.set()

    serving = threading.Thread(target=port.serve, args=(0, 1, False, tell), daemon=True)
    serving.start()
    assert ready.wait(30)
    yield (port.HOST, found[0])
    Stop.all()
    serving.join(10)
    Stop.none()
    assert not serving.is_alive()


@contextlib.contextmanager
def client(place):
    with socket.create_connection(place, timeout=30) as connection, connection.makefile("rwb") as file:
        yield connection, file


def say(file, *queries):
    for query in queries:
        file.write(json.dumps(query).encode() + b"\n")
    file.flush()


def last(file):
    """The next answer that is not progress."""
    while (line := file.readline()).strip() == b"" or json.loads(line)["kind"] == "progress":
        assert line
    return json.loads(line)


def test_clients_do_not_see_each_other(place):
    with client(place) as (_, one), client(place) as (_, other):
        say(one, SHORT)
        say(other, {**SHORT, "moves": "a1"}, {"id": 2, "query": "cancel", "cancels": 7})
        assert last(one)["position"]["moves"] == []
        answers = {answer["id"]: answer for answer in (last(other), last(other))}
        assert answers[1]["position"]["moves"] == ["a1"]
        assert answers[2]["was"] == "unknown"


@pytest.mark.parametrize("way", ["reset", "closed"])
def test_a_client_that_goes_leaves_its_worker_to_others(place, way):
    """There is one worker, and it was busy for a minute."""
    with client(place) as (connection, one):
        say(one, LONG if way == "reset" else {**LONG, "progress": 3600}, {"id": 2, "query": "about"})
        while json.loads(one.readline())["kind"] != "about":
            pass
        if way == "reset":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    begun = time.monotonic()
    with client(place) as (_, other):
        say(other, SHORT)
        assert last(other)["simulations"] == 50
    assert time.monotonic() - begun < 15


def test_the_end_of_a_clients_input_finishes_what_it_asked(place):
    with client(place) as (connection, one):
        say(one, {**SHORT, "agent": "uct(seconds=1.3)"})
        connection.shutdown(socket.SHUT_WR)
        lines = one.read().split(b"\n")
    assert b"" in lines[:-1]
    assert json.loads(next(line for line in lines if line))["kind"] == "result"


def test_files_are_not_read_for_whoever_comes_through_a_port(place):
    with client(place) as (_, one):
        say(one, {**SHORT, "game": "mine.py"}, {**SHORT, "id": 2, "agent": "mine.py:Agent"})
        for answer in (last(one), last(one)):
            assert answer["error"].startswith("files are not read for clients that come through a port")


def test_a_web_page_is_not_listened_to(place):
    with client(place) as (_, one):
        one.write(b'POST / HTTP/1.1\r\nHost: localhost\r\n\r\n{"id": 1, "query": "about"}\n')
        one.flush()
        assert one.read() == b""


def test_a_port_in_use_is_refused_in_a_sentence(place):
    with pytest.raises(Refused, match=r"port \d+ cannot be listened at: .*; 0 finds a free one"):
        port.serve(place[1])
