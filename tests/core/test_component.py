"""Components: what is refused when a class is made, what reaches compiled code, what is shared by a copy."""

import copy
import dataclasses

import numpy as np
import pytest

from treewright.core.compiling import compiled
from treewright.core.component import Component, declares, fingerprint, fitted, verb
from treewright.core.errors import Refused
from treewright.core.parts import Learner, Playout, Selection
from treewright.playout.mast import MAST
from treewright.select.uct import UCT


@declares
class Counter(Component):
    """Counts in an array."""

    step: float = 1.0
    times: int = 1
    total: np.ndarray = dataclasses.field(init=False)
    factor = 2

    def fit(self, game):
        self.total = np.zeros(1)

    def bump(self, by):
        self.total[0] += self.helped(by) * self.factor

    @verb
    def helped(self, by):
        return by * self.step * self.times


@declares
class Pair(Component):
    """Two counters, perhaps the same one."""

    one: Counter
    two: Counter

    def bump(self, by):
        self.one.bump(by)
        self.two.bump(by)


@compiled
def bump(component, by):
    component.bump(by)


@compiled
def count_of(component):
    return component.times


def test_verbs_see_fields_constants_and_other_verbs():
    counter = fitted(Counter(step=1.5, times=2), None)
    bump(counter, 10)
    assert counter.total[0] == 60


def test_a_changed_field_is_seen_by_the_next_call():
    counter = fitted(Counter(), None)
    assert count_of(counter) == 1
    counter.times = 5
    assert count_of(counter) == 5


def test_components_nest_and_share():
    counter = Counter()
    made = fitted(Pair(counter, counter), None)
    bump(made, 1)
    assert made.one is made.two
    assert made.one.total[0] == 4
    assert not hasattr(counter, "total")


def test_a_copy_has_arrays_of_its_own():
    first = fitted(Counter(), None)
    second = copy.deepcopy(first)
    bump(second, 1)
    assert (first.total[0], second.total[0]) == (0, 2)


def test_numbers_take_their_declared_type():
    assert isinstance(Counter(step=3).step, float)
    with pytest.raises(Refused, match="Counter: times must be a whole number, not 'x'"):
        Counter(times="x")


def test_a_verb_with_other_parameters_is_refused_where_it_stands():
    with pytest.raises(Refused, match=r"test_component.py:\d+: Wrong.score\(self, nodes, child\) must be "
                                      r"score\(self, nodes, parent, child\)"):
        class Wrong(Selection):
            def score(self, nodes, child):
                return 0.0


def test_a_number_assigned_in_a_verb_is_refused_with_its_line():
    with pytest.raises(
        Refused, match=r"test_component.py:\d+: Forgetful.learn assigns self.seen, but a verb has only a copy"
    ):

        class Forgetful(Learner):
            seen: int = 0

            def learn(self, game, rule, nodes, trace):
                self.seen += 1


def test_a_constant_cannot_be_changed_on_an_instance():
    with pytest.raises(Refused, match="factor is a constant of the class, folded into compiled code; annotate it"):
        Counter().factor = 3


def test_a_class_of_two_kinds_has_the_verbs_of_both():
    assert issubclass(MAST, Playout)
    assert issubclass(MAST, Learner)
    assert {"choose", "learn", "eligible"} <= set(MAST.__verbs__)


def test_a_constant_is_part_of_the_fingerprint():
    def made(value):
        return type("Same", (Counter,), {"__module__": __name__, "factor": value})

    assert fingerprint(made(3)) != fingerprint(made(4))
    assert fingerprint(made(3)) == fingerprint(made(3))


def test_a_frozen_table_is_part_of_the_fingerprint(monkeypatch):
    before = fingerprint(type("Once", (UCT,), {"__module__": __name__}))
    monkeypatch.setattr("treewright.select.means.ROOT_OF_LOG", np.ones(5, np.float32))
    assert fingerprint(type("Again", (UCT,), {"__module__": __name__})) != before


def test_expressions_show_what_is_not_as_by_default():
    assert str(UCT()) == "uct"
    assert str(UCT(c=0.7, ties="drawn")) == "uct(c=0.7, ties=drawn)"
