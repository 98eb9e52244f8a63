"""The dialogue of the page about the protocol, said to a real server."""

import json
import re
from pathlib import Path

from tests.serve.process import server
from treewright.serve.job import MOST_MEMORY, MOST_THREADS
from treewright.serve.lines import LONGEST
from treewright.serve.outbox import ROOM
from treewright.serve.port import MOST_CLIENTS
from treewright.serve.queries import MEANT, USUAL_NODES
from treewright.serve.session import MOST_PENDING

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
ANYTHING = "…"


def dialogue():
    """The lines of the page as (who, data): `>` for the client."""
    block = next(text for text in re.findall(r"```text\n(.*?)```", PAGE.read_text(), re.DOTALL) if "> {" in text)
    parts = re.split(r"^([<>]) ", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], (text.strip() for text in parts[1::2])))


def matches(shown, said):
    """Are they the same, but for what the page leaves open?"""
    if shown == ANYTHING:
        return True
    if isinstance(shown, dict):
        return isinstance(said, dict) and list(shown) == list(said) and all(matches(shown[k], said[k]) for k in shown)
    if isinstance(shown, list):
        return isinstance(said, list) and len(shown) == len(said) and all(map(matches, shown, said))
    return type(shown) is type(said) and shown == said


def test_the_server_says_what_the_page_says():
    lines = dialogue()
    assert len(lines) >= 14
    with server() as one:
        for who, text in lines:
            if who == ">":
                one.say(text.encode() + b"\n")
                continue
            shown = json.loads(text)
            while not any(matches(shown, said) for said in one.answers):
                same = [said for said in one.answers if (said["id"], said["kind"]) == (shown["id"], shown["kind"])]
                assert shown["kind"] == "progress" or not same, f"the page has {shown}, the server said {same}"
                one.read()
        one.process.stdin.close()
        assert one.process.wait(30) == 0
    expected = [json.loads(text) for who, text in lines if who == "<"]
    for said in one.answers:
        assert any(matches(shown, said) for shown in expected), f"the page does not have {said}"


def test_the_bounds_on_the_page_are_those_of_the_server():
    page = " ".join(PAGE.read_text().split())
    for said in (f"{MOST_PENDING} queries may be unanswered", f"{ROOM:,} answers unread",
                 f"more than {LONGEST:,} bytes", f"{MOST_THREADS} threads", f"{MOST_MEMORY:,.0f} megabytes",
                 f"{MOST_CLIENTS} clients", f"{USUAL_NODES} if not said"):
        assert said in page, said
    for field in MEANT:
        assert f"`{field}`" in page, field


def test_what_is_compared_can_differ():
    assert matches({"a": ANYTHING, "b": [1, 2.5]}, {"a": 7, "b": [1, 2.5]})
    assert not matches({"a": 1}, {"a": 2})
    assert not matches({"a": 1}, {"a": True})
    assert not matches({"a": 1}, {"a": 1, "b": 1})
    assert not matches([1], [1, 2])
