"""The store of results: games and measurements in one file, never computed twice and written as they come."""

from treewright.arena.store.opening import open_store
from treewright.arena.store.records import Measurement, Record, Trial
from treewright.arena.store.store import Store

__all__ = ["Measurement", "Record", "Store", "Trial", "open_store"]
