"""The page on combinatorial games prints what it says it prints."""

from pathlib import Path

from tests.games.test_pages import PRINTED

PAGE = Path(__file__).parents[2] / "docs" / "cgt.md"


def test_the_text_after_a_block_is_what_the_block_prints(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    namespace, blocks = {}, PRINTED.findall(PAGE.read_text())
    assert len(blocks) > 5
    for code, expected in blocks:
        exec(code, namespace)
        assert capsys.readouterr().out == expected
    assert (tmp_path / "cgt.png").stat().st_size > 5000
