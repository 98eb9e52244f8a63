"""Thermographs as text and as figures."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treewright as tw
from tests.cgt.games import games
from treewright.cgt.figure import draw
from treewright.cgt.sketch import MAST_ROWS, ROWS, readable, sketch
from treewright.core.errors import Refused

counters = st.builds("{}{}".format, st.sampled_from("BR"), st.integers(1, 99))
thermographs = st.one_of(games.map(tw.thermograph), st.lists(counters, min_size=1, max_size=12).map(
    lambda words: tw.thermograph(" ".join(words))))

SWITCH = """\
   |                 |
   |                 |
 4 +                 |
   |                /\\
   |               /  \\
   |              /    \\
   |             /      \\
   |            /        \\
   |           /          \\
   |          /            \\
   |         /              \\
   |        /                \\
   |       /                  \\
   |      /                    \\
   |     /                      \\
   |    /                        \\
   |   /                          \\
   |  /                            \\
 0 + /                              \\
    -+---------------+---------------+-
     5               1              -3"""


def test_a_switch_is_a_tent_with_a_mast_and_the_large_values_to_the_left():
    assert sketch(tw.thermograph("{5|-3}")) == SWITCH
    assert str(tw.thermograph("{5|-3}")) == f"mean 1, temperature 4\n\n{SWITCH}"


def test_a_number_is_all_mast():
    assert sketch(tw.thermograph("3")).splitlines() == ["   | |", "   | |", " 0 + |", "    -+-", "     3"]


@given(thermographs)
def test_every_drawing_fits_a_page_of_eighty_columns(drawn):
    lines = sketch(drawn).splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert len(lines) <= ROWS + MAST_ROWS + 3


@given(thermographs)
def test_a_row_has_two_strokes_below_the_temperature_and_one_above(drawn):
    *rows, line, _ = sketch(drawn).splitlines()
    strokes = [re.sub(r"^[^|+]*[|+]", "", row).split() for row in rows]
    assert all(len("".join(row)) in (1, 2) for row in strokes)
    assert all("".join(row) == "|" for row in strokes[:MAST_ROWS - 1])
    assert line.count("+") == len({drawn.mean, drawn.left_stop, drawn.right_stop}) or line.count("+") < 3


@given(thermographs)
def test_the_drawing_names_the_temperature_and_some_value(drawn):
    text = sketch(drawn)
    if drawn.temperature > 0:
        assert f"{readable(drawn.temperature)} +" in text
    assert readable(drawn.mean) in text.splitlines()[-1]
    assert "0 +" in text


@given(st.fractions(), st.integers(1, 30))
def test_a_long_fraction_is_written_as_a_decimal_near_it(value, longest):
    written = readable(value, longest)
    if written.startswith("~"):
        assert len(str(value)) > longest
        assert abs(float(written[1:]) - float(value)) <= 1e-5 * abs(float(value))
    else:
        assert Fraction(written) == value


def test_a_fraction_of_hundreds_of_digits_can_be_written():
    assert readable(Fraction(3**700 + 1, 2**1109)) == f"~{3**700 / 2**1109:.6g}"


@given(thermographs)
def test_the_figure_has_upright_temperatures_and_leans_by_45_degrees(drawn):
    figure = draw(drawn)
    (axes,) = figure.axes
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    assert left > right
    assert bottom == 0
    assert top > max(0, drawn.temperature)
    width, height = figure.get_size_inches()
    assert (left - right) / width == pytest.approx(top / height)
    assert max(width, height) <= 4.001
    named = {text.get_text().replace("\N{MINUS SIGN}", "-") for text in axes.get_xticklabels()}
    assert readable(drawn.mean) in named


@pytest.mark.parametrize(("kind", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF"),
                                              ("PNG", b"\x89PNG")])
def test_a_figure_is_written_as_its_name_says_and_the_same_each_time(tmp_path, kind, begins):
    file = tmp_path / f"heap.{kind}"
    written = []
    for _ in range(2):
        tw.thermograph("B5 R2 B3").save(file, "B5 R2 B3")
        written.append(file.read_bytes())
    assert written[0] == written[1]
    assert written[0].startswith(begins)


def test_a_notebook_shows_the_figure():
    assert "<svg" in tw.thermograph("B5 R2 B3")._repr_svg_()


@pytest.mark.parametrize("name", ["heap.jpg", "heap", "png", ".png"])
def test_another_kind_of_file_is_refused(tmp_path, name):
    with pytest.raises(Refused, match=r"the name of a figure ends in \.png, \.svg or \.pdf, unlike"):
        tw.thermograph("B5").save(tmp_path / name)


def test_a_file_that_cannot_be_written_is_refused(tmp_path):
    with pytest.raises(Refused, match="cannot be written: No such file or directory"):
        tw.thermograph("B5").save(tmp_path / "nowhere" / "heap.png")
