"""Every verb is compiled by itself, so that what goes wrong has a name and a line."""

from typing import Any

from numba import types

from treewright.checking import places
from treewright.checking.case import Case
from treewright.checking.complaints import complaint
from treewright.checking.signs import mixed
from treewright.checking.typed import typed, verb_types
from treewright.core.compiling import compiling_for
from treewright.core.game import Game

COUNTING = ("legal", "outcomes", "any_action", "wins")
"""The verbs that return a whole number."""


def compile_verbs(case: Case) -> bool:
    """Does every verb compile? On the way, see that no uint64 meets a signed integer."""
    verbs = type(case.game).__verbs__
    with compiling_for(f"the check of {case.report.title}"):
        for verb, arguments in verb_types(case.game).items():
            if verbs[verb] is not Game.__verbs__[verb]:
                _compile(case, verb, arguments)
    return not case.gathering.has("compiles")


def _compile(case: Case, verb: str, arguments: tuple[Any, ...]) -> None:
    made = type(case.game).__verbs__[verb]
    try:
        for place, sentence in mixed(made.py_func, arguments):
            case.add("signs", sentence, place, kind=sentence)
        returned = types.unliteral(typed(made.py_func, arguments).returns)
        if verb in COUNTING and not isinstance(returned, types.Integer):
            what = "nothing" if returned == types.none else f"a {returned}"
            case.add("compiles", f"{verb} returns {what}; it must return a whole number",
                     places.of_function(made.py_func))
        made.compile(arguments)
    except Exception as error:
        add_complaint(case, error, verb)


def add_complaint(case: Case, error: Exception, verb: str) -> None:
    """Something did not compile."""
    place, sentence = complaint(error, case.game, verb)
    case.add("compiles", sentence, place, kind=sentence)
