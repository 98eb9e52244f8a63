"""The tables of unit types are those of microRTS, field by field."""

import json

import pytest

from tests.games.microrts.recorded import OURS
from treewright.games.microrts.unit_types import NAMES, TABLES, table

FIELDS = {"cost": "cost", "hp": "hits", "minDamage": "low", "maxDamage": "high", "attackRange": "reach",
          "produceTime": "produce", "moveTime": "move", "attackTime": "attack", "harvestTime": "harvest",
          "sightRadius": "sight", "isResource": "is_resource", "isStockpile": "is_stockpile", "canMove": "can_move",
          "canAttack": "can_attack", "canHarvest": "can_harvest"}


@pytest.mark.parametrize("version", TABLES)
def test_a_table_is_that_of_microrts(version):
    theirs = json.loads((OURS / "unit_types.json").read_text())[str(version)]
    for row, other in zip(table(version), theirs, strict=True):
        assert row.name == other["name"]
        for field, name in FIELDS.items():
            assert getattr(row, name) == other[field], (row.name, field)
        assert [NAMES[kind] for kind in row.makes] == other["produces"]
        assert other["harvestAmount"] == 1
