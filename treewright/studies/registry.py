"""The studies by their names; none is imported before it is asked for."""

import importlib
from typing import Any

from treewright.core.errors import Refused, nearest
from treewright.studies.study import Study

STUDIES: dict[str, str] = {
    "incentive": "treewright.studies.incentive.study:Incentive",
    "policies": "treewright.studies.policies.study:Policies",
}


def study_named(name: str) -> Study:
    """The study of that name."""
    if name not in STUDIES:
        raise Refused(f"there is no study {name}{nearest(name, STUDIES)}")
    module, _, attribute = STUDIES[name].partition(":")
    made: Any = getattr(importlib.import_module(module), attribute)
    return made()
