"""Does a state hold everything? One that was stored and read again must play on to the same end."""

import io

import numpy as np

from treewright.checking.native import play_on
from treewright.checking.samples import Sample
from treewright.core.game import Game


def lost_by_storing(game: Game, sample: Sample) -> str:
    """What goes wrong with this position, if anything does."""
    kept = io.BytesIO()
    np.save(kept, sample.state, allow_pickle=False)
    kept.seek(0)
    read = np.load(kept, allow_pickle=False).astype(game.state, copy=True)
    if read.tobytes() != sample.state.tobytes():
        return "the bytes of a state are not the same after storing it"
    play_on(game, read, sample.taken[sample.ply :].copy())
    if read.tobytes() != sample.end.tobytes():
        return "a state that was stored ends otherwise by the same moves: is something kept outside of the state?"
    return ""
