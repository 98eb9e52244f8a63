"""The real server behind real pipes: thousands of lines, clients that die, Ctrl-C."""

import json
import random
import signal
import subprocess
import sys
import threading
import time

import pytest

from tests.cli.terminal import environment
from tests.serve.conversation import LAST, refuse_malformed
from tests.serve.process import server
from tests.serve.test_fuzz import line_of

LONG = {"id": "long", "game": "connect_four", "agent": "uct(seconds=60)", "progress": 0.05}
GARBAGE = (b"{", b"\xff\xfe", b"", b"\x00", b"[" * 3000, b"nul", b" \t ", b"GET / HTTP/1.1")
JUNK = (None, True, -1, 1.5, "x", [1], {"a": [1]}, "\ud800", 10**30)
SOON = 3.0
"""Seconds: a busy machine takes a while to end a process; the searches here would take a minute."""


def test_thousands_of_lines_are_answered_and_the_end_of_the_input_ends_it():
    lots = random.Random(5)
    lines = [line_of(GARBAGE, JUNK, lots) for _ in range(3000)]
    lines += [b"x" * 1_500_000, b'{"id": "last", "game": "connect_four", "agent": "uct(simulations=2000)"}']
    with server("--workers", "2") as one:
        out, err = one.process.communicate(b"\n".join(lines), timeout=120)
    answers = [json.loads(line) for line in out.splitlines()]
    for answer in answers:
        refuse_malformed(answer)
    assert one.process.returncode == 0
    assert b"Traceback" not in err
    assert sum(answer["kind"] in LAST for answer in answers) == sum(bool(line.strip()) for line in lines)
    assert "this line is longer than 1,048,576 bytes" in {answer.get("error") for answer in answers}
    last = next(answer for answer in answers if answer["id"] == "last")
    assert last["simulations"] == 2000


def test_cancel_takes_effect_within_50_milliseconds():
    taken = []
    with server() as one:
        for number in range(8):
            one.say({**LONG, "id": number})
            one.wait_for(number, "progress")
            begun = time.perf_counter()
            one.say({"id": f"end {number}", "query": "cancel", "cancels": number})
            answer = one.wait_for(number, "result")
            taken.append(time.perf_counter() - begun)
            assert answer["interrupted"]
            assert answer["simulations"] > 0
            assert sum(row["visits"] for row in answer["actions"]) == answer["simulations"]
    assert min(taken) < 0.05, taken


@pytest.mark.parametrize("closed", ["stdout", "both"])
def test_a_client_that_goes_leaves_nothing_running(closed):
    with server() as one:
        one.say({**LONG, "progress": 3600})
        one.say({"id": 1, "query": "about"})
        one.wait_for(1, "about")
        one.process.stdout.close()
        if closed == "both":
            one.process.stdin.close()
        assert one.process.wait(SOON) == 0


def test_a_client_that_is_killed_leaves_nothing_running(tmp_path):
    """The client is a process of its own; only the server's standard error is ours, which ends when the server does."""
    script = tmp_path / "client.py"
    script.write_text("""
import json, subprocess, sys
from tests.cli.terminal import COMMAND
server = subprocess.Popen([*COMMAND, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=sys.stderr)
server.stdin.write(json.dumps({"id": 1, "game": "connect_four", "agent": "uct(seconds=60)", "progress": 0.05}).encode())
server.stdin.write(b"\\n")
server.stdin.flush()
while b"progress" not in server.stdout.readline():
    pass
print("thinking", flush=True)
server.wait()
""")
    client = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=environment())
    assert client.stdout.readline() == b"thinking\n"
    client.kill()
    begun = time.monotonic()
    assert b"Traceback" not in client.communicate(timeout=30)[1]
    assert time.monotonic() - begun < SOON


def test_control_c_answers_with_what_there_is_and_ends():
    with server() as one:
        one.say(LONG, {**LONG, "id": "waiting"})
        one.wait_for("long", "progress")
        begun = time.monotonic()
        one.process.send_signal(signal.SIGINT)
        answers = [json.loads(line) for line in one.process.stdout.read().splitlines()]
        assert one.process.wait() == 130
        assert time.monotonic() - begun < 0.5 + SOON
    last = {answer["id"]: answer for answer in answers if answer["kind"] in LAST}
    assert last["long"]["interrupted"]
    assert last["waiting"]["error"] == "cancelled before its search began"


def test_files_that_print_read_or_leave_do_not_disturb_the_lines(tmp_path):
    (tmp_path / "loud.py").write_text(
        "import os\nimport sys\n\nfrom treewright.games.tic_tac_toe import TicTacToe\n\nprint('hello')\n"
        "os.write(1, b'there')\nassert sys.stdin.read() == ''\n\n\nclass Loud(TicTacToe):\n    pass\n")
    (tmp_path / "leaves.py").write_text("import sys\n\nsys.exit(3)\n")
    with server(folder=tmp_path) as one:
        one.say({"id": 1, "query": "position", "game": "leaves.py"}, {"id": 2, "query": "position", "game": "loud.py"})
        one.process.stdin.close()
        answers = {one.read()["id"]: one.answers[-1] for _ in range(2)}
        assert one.process.wait(30) == 0
        said = one.process.stderr.read()
    assert answers[1]["error"] == "SystemExit: 3 (leaves.py:3)"
    assert answers[2]["kind"] == "position"
    assert b"hello" in said
    assert b"there" in said


def test_whoever_does_not_read_is_not_listened_to():
    """Answers to a hundred thousand queries do not pile up: the pipe fills up in both directions."""
    with server() as one:
        sent = [0]

        def ask():
            line = b"".join(b'{"id": %d, "query": "about"}\n' % k for k in range(100))
            try:
                for _ in range(10_000):
                    one.process.stdin.write(line)
                    sent[0] += 100
            except (OSError, ValueError):
                pass

        writer = threading.Thread(target=ask, daemon=True)
        writer.start()
        before = -1
        while sent[0] != before:
            before = sent[0]
            time.sleep(0.7)
        assert 0 < before < 50_000
        assert one.read()["kind"] == "about"
        for _ in range(5000):
            one.read()
        time.sleep(0.3)
        assert sent[0] > before
