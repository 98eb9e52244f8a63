"""The value scale and the budget, and how they are refused."""

import pytest

from treewright.core.errors import Refused
from treewright.core.scale import scale_for
from treewright.core.thinking import Budget, Stop, think


@pytest.mark.parametrize(("name", "low", "high"), [("sign", -1, 1), ("unit", 0, 1), ("raw", -30, 50)])
def test_a_scale_maps_the_range_of_scores(name, low, high):
    scale = scale_for(name, (-30, 50))
    assert scale.reward(-30) == pytest.approx(low)
    assert scale.reward(50) == pytest.approx(high)
    assert (scale.loss, scale.loss + scale.width) == pytest.approx((low, high))


def test_a_scale_prints_its_name_and_both_ranges():
    assert str(scale_for("unit", (-1, 1))) == "unit (0..1 from scores -1..1)"


def test_an_unknown_scale_and_an_empty_range_are_refused():
    with pytest.raises(Refused, match="scale must be one of sign, unit, raw, not 'log'"):
        scale_for("log", (-1, 1))
    with pytest.raises(Refused, match="score_range must be"):
        scale_for("sign", (1, 1))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "needs a budget"),
        ({"simulations": 0}, "simulations must be a number above 0"),
        ({"simulations": 1.5}, "simulations must be a whole number"),
        ({"seconds": -1}, "seconds must be a number above 0"),
        ({"seconds": float("nan")}, "seconds"),
        ({"nodes": "many"}, "nodes must be a number"),
        ({"simulations": True}, "simulations"),
    ],
)
def test_budgets_that_are_none_are_refused(given, said):
    with pytest.raises(Refused, match=said):
        Budget(**given)


def test_thinking_runs_exactly_the_simulations_in_chunks():
    asked = []
    done, _, interrupted = think(Budget(simulations=1000), lambda n, most: asked.append(n) or n)
    assert (done, sum(asked), interrupted) == (1000, 1000, False)


def test_thinking_ends_when_the_loop_does_fewer():
    assert think(Budget(simulations=1000), lambda n, most: min(n, 10))[0] == 10


def test_an_interrupt_returns_what_was_done():
    def run(n, most):
        if run.calls:
            raise KeyboardInterrupt
        run.calls += 1
        return n

    run.calls = 0
    assert think(Budget(seconds=60), run)[::2] == (64, True)


def test_one_call_stops_every_search_now_and_later():
    first = Stop()
    try:
        Stop.all()
        assert first.flag[0] == 1
        assert Stop().flag[0] == 1
    finally:
        Stop.none()
    assert first.flag[0] == 0
