"""A uint64 that meets a signed integer is found in the types, wherever it would change a number."""

import inspect

import numpy as np
import pytest
from numba import types

from treewright.checking.signs import mixed
from treewright.core.compiling import compiled

u = np.uint64
MASK = 0b111


def plus(board, n):
    return board + n


def either(board, n):
    return board | n


def one_more(board, n):
    return board ^ 1


def constant(board, n):
    return board | MASK


def in_place(board, n):
    board -= n
    return board


def compared(board, n):
    return board == n


def far(board, n):
    return board < 2**60


def largest(board, n):
    return max(board, n)


def one_variable(board, n):
    mask = 0
    if n > 3:
        mask = board
    return mask > u(3)


def two_returns(board, n):
    if n > 3:
        return board
    return -1


@compiled
def doubled(board):
    return board * 2


def helped(board, n):
    return doubled(board)


def shifted(board, n):
    return board >> n & u(1) | u(1) << n


def masked(board, n):
    return board & 1, board & MASK, board >> 3 & 1


def small(board, n):
    return board == 0, board > 7, board != MASK


def cast(board, n):
    return board + u(n), board | u(5), ~board, u(n) - board


def counted(board, n):
    return np.int64(board & u(7)) + n


MIXED = [
    (plus, 1, "at +, and the result is an int64, whose top bit is a sign; write np.uint64(...) around the signed one"),
    (either, 1, "at |, and the result is an int64"),
    (one_more, 1, "write np.uint64(1)"),
    (constant, 1, "write np.uint64(7)"),
    (in_place, 1, "at -="),
    (compared, 1, "compared by ==, as float64 of 53 bits"),
    (far, 1, "compared by <"),
    (largest, 1, "max of a uint64 and a signed integer is a float64"),
    (one_variable, 1, "mask is a signed integer here and a uint64 elsewhere, so it becomes a float64 of 53 bits; "
                      "write np.uint64(0)"),
    (two_returns, 3, "two_returns returns a signed integer here and a uint64 elsewhere"),
]


def found(function):
    return mixed(function, (types.uint64, types.int64))


@pytest.mark.parametrize(("function", "line", "said"), MIXED, ids=[function.__name__ for function, *_ in MIXED])
def test_a_meeting_is_told_with_its_line(function, line, said):
    places = found(function)
    assert len(places) == 1
    place, sentence = places[0]
    assert place.endswith(f"test_signs.py:{inspect.getsourcelines(function)[1] + line}")
    assert said in sentence


def test_a_meeting_in_a_function_that_is_called_is_found_there():
    (place, sentence), = found(helped)
    assert place.endswith(f"test_signs.py:{inspect.getsourcelines(doubled.py_func)[1] + 2}")
    assert "write np.uint64(2)" in sentence


@pytest.mark.parametrize("function", [shifted, masked, small, cast, counted], ids=lambda function: function.__name__)
def test_what_does_no_harm_is_let_be(function):
    assert found(function) == []
