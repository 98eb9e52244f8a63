"""Files that are carried along: what is packed, where it is unpacked, and which file is then meant."""

import os
import sys
import textwrap

import pytest

from treewright.agents import language
from treewright.arena.code import code_of
from treewright.arena.luggage import Luggage, files_in, moved, moved_back, pack
from treewright.core import sources
from treewright.core.errors import Refused


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder with a user's agent and what it imports, and a place for temporary files."""
    files = {
        "opener.py": """
            import json
            import treewright as tw
            from favourites import FIRST

            class Opener(tw.Agent):
                def __init__(self, first=FIRST):
                    self.first = first

                def choose(self):
                    from deep.thought import ANSWER
                    return ANSWER
            """,
        "favourites.py": "FIRST = 4",
        "deep/__init__.py": "",
        "deep/thought.py": "from deep.still.more import ANSWER",
        "deep/still/__init__.py": "",
        "deep/still/more.py": "ANSWER = 3",
        "stranger.py": "raise ValueError",
        "weights.txt": "1 2 3",
    }
    folder = tmp_path / "home"
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(textwrap.dedent(text))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(folder)
    forget()
    yield folder
    forget()


def forget():
    """From now on this is like another process, which has met none of the modules."""
    for cached in (sources._file_of, sources._exists, sources._ours, sources._read):
        cached.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] in ("favourites", "deep")]:
        del sys.modules[name]


def test_the_paths_that_an_expression_names_are_found_as_they_are_spelt():
    text = "search(select=~/my/optimism.py:Optimism(bonus=0.3), playout=../b.py, simulations=2000)"
    assert files_in(text) == ["~/my/optimism.py", "../b.py"]
    assert files_in("uct(simulations=1000)") == []


def test_a_file_travels_with_what_it_imports_and_nothing_else(home):
    (trunk,) = pack(["opener.py:Opener(first=2)"]).trunks
    assert dict(trunk.files).keys() == {
        "opener.py", "favourites.py", "deep/__init__.py", "deep/thought.py", "deep/still/__init__.py",
        "deep/still/more.py"}
    assert dict(trunk.files)["favourites.py"] == b"FIRST = 4"


def test_what_names_no_file_needs_no_luggage():
    assert pack(["uct(simulations=10)", "tic_tac_toe"]) == Luggage()
    assert Luggage().digest == ""
    assert Luggage().unpack() == {}


def test_an_expression_means_the_same_code_where_it_was_carried_to(home):
    text = "opener.py:Opener(first=2)"
    luggage, game = pack([text]), language.game("tic_tac_toe")
    code = code_of(game, [language.agent(text)])
    forget()
    there = moved(text, luggage.unpack())
    assert str(home) not in there
    carried = language.agent(there)
    assert (carried.first, type(carried).__name__) == (2, "Opener")
    assert code_of(game, [carried]) == code
    assert moved_back(f"{there} was late", luggage.unpack()) == f"{text} was late"


def test_the_files_that_were_packed_count_and_not_what_became_of_them(home):
    luggage = pack(["opener.py"])
    sys.path.append(str(home))
    for place in ("opener.py", "favourites.py"):
        (home / place).write_text("raise ValueError")
    forget()
    assert language.agent(moved("opener.py", luggage.unpack())).choose() == 3
    assert str(home) not in sys.path


def test_the_same_content_has_the_same_place_and_other_content_another(home):
    first = pack(["opener.py"])
    assert first.unpack() == pack(["opener.py"]).unpack()
    (home / "favourites.py").write_text("FIRST = 5")
    second = pack(["opener.py"])
    assert second.unpack() != first.unpack()
    assert second.digest != first.digest


def test_two_files_of_one_folder_share_what_they_import(home):
    (home / "other.py").write_text((home / "opener.py").read_text())
    luggage = pack(["opener.py", "other.py:Opener", f"{home}/opener.py"])
    assert len(luggage.trunks) == 1
    places = luggage.unpack()
    assert len({os.path.dirname(place) for place in places.values()}) == 1
    assert places["opener.py"] == places[f"{home}/opener.py"] != places["other.py"]


def test_a_file_that_was_damaged_on_the_way_is_written_again(home):
    luggage = pack(["opener.py"])
    place = luggage.unpack()["opener.py"]
    with open(place, "a") as file:
        file.write("raise ValueError")
    luggage.unpack()
    with open(place) as file:
        assert file.read() == (home / "opener.py").read_text()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="there are no owners of folders")
def test_a_folder_that_others_can_write_to_is_not_trusted(home, tmp_path):
    luggage = pack(["opener.py"])
    place = tmp_path / f"treewright-{os.getuid()}"
    place.mkdir()
    place.chmod(0o777)
    with pytest.raises(Refused, match="can be written to by somebody else"):
        luggage.unpack()


def test_a_folder_that_no_expression_can_name_is_refused(home, tmp_path, monkeypatch):
    (tmp_path / "with spaces").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "with spaces"))
    with pytest.raises(Refused, match="set TMPDIR to a folder without spaces"):
        pack(["opener.py"]).unpack()
