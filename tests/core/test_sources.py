"""The fingerprint of a module follows what its code depends on, and nothing else."""

import importlib
import sys
import textwrap

import pytest

from treewright.core import sources


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of four modules: game -> middle -> low, and an unrelated one; returns (write, fingerprint of game)."""
    folder = tmp_path / "fourfold"
    folder.mkdir()
    texts = {
        "__init__": "",
        "low": "def low():\n    return 1\n",
        "stranger": "x = 1\n",
        "middle": "from fourfold.low import low\n\ndef middle():\n    return low()\n",
        "game": '"""A game."""\nfrom . import middle\n\ndef game():\n    """Rules."""\n    return middle.middle()\n',
    }
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(name, text):
        (folder / f"{name}.py").write_text(text)

    def digest(module="fourfold.game"):
        for cached in (sources._file_of, sources._exists, sources._ours, sources._read):
            cached.cache_clear()
        importlib.invalidate_caches()
        return sources.fingerprint(module)

    yield write, digest, texts
    for name in [name for name in sys.modules if name.startswith("fourfold")]:
        del sys.modules[name]


def test_it_reaches_what_is_imported_over_two_files(package):
    write, digest, _ = package
    before = digest()
    write("low", "def low():\n    return 2\n")
    assert digest() != before


def test_undoing_an_edit_gives_the_old_fingerprint(package):
    write, digest, texts = package
    before = digest()
    write("middle", texts["middle"].replace("low()", "low() + 1"))
    assert digest() != before
    write("middle", texts["middle"])
    assert digest() == before


@pytest.mark.parametrize("change", [
    lambda text: text.replace('"""Rules."""', '"""Rules, explained at length."""'),
    lambda text: text.replace('"""A game."""', "# a game\n\n"),
    lambda text: text + "\n\n# a last word\n",
])
def test_docstrings_comments_and_blank_lines_do_not_count(package, change):
    write, digest, texts = package
    before = digest()
    write("game", change(texts["game"]))
    assert digest() == before


def test_a_module_that_nothing_imports_does_not_count(package):
    write, digest, _ = package
    before = digest()
    write("stranger", "x = 2\n")
    assert digest() == before


def test_names_exported_lazily_are_followed_home(package):
    write, digest, _ = package
    write("user", textwrap.dedent("""
        import treewright as tw

        class Mine(tw.Means):
            pass
    """))
    digest("fourfold.user")
    reached = sources.reached("fourfold.user")
    assert "treewright.select.means" in reached
    assert "treewright.core.parts" in reached
    assert "treewright" not in reached
    assert not any(name.startswith(("treewright.agents", "treewright.games", "treewright.cli")) for name in reached)


def test_the_search_loop_depends_on_core_alone():
    assert all(name.startswith("treewright.core") for name in sources.reached("treewright.core.search"))
    assert "treewright.core.result" not in sources.reached("treewright.core.search")


def test_other_packages_are_left_to_their_version_numbers():
    assert not any(name.startswith(("numpy", "numba")) for name in sources.reached("treewright.select.uct"))


def test_a_package_beside_a_users_file_is_followed_into_its_modules(package):
    write, digest, _ = package
    write("../kayles", "from fourfold.middle import middle\n")
    before = digest("kayles")
    write("low", "def low():\n    return 2\n")
    assert digest("kayles") != before
