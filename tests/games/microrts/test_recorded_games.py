"""Games that were recorded from microRTS replay exactly: every state, with units and assignments in their order."""

import pytest

from tests.games.microrts.recorded import assignments_of, games, lines, replayed, units_of


@pytest.mark.parametrize("name", games())
def test_a_recorded_game_replays_exactly(name):
    told = lines(name)
    game, states, early = replayed(name, jumping=False)
    assert early == 0
    for line, s in zip(told[1:-1], states[1:]):
        assert s["time"] == line["t"] + 1
        assert s["stock"].tolist() == line["r"], line["t"]
        assert units_of(game, s) == line["u"], line["t"]
        assert assignments_of(game, s) == line["s"], line["t"]
    last, end = states[-1], told[-1]
    assert bool(last["over"]) == end["gameover"]
    if end["gameover"]:
        assert last["time"] == end["cycles"]
        alive = [player for player in (0, 1) if last["alive"][player] > 0]
        assert (alive[0] if len(alive) == 1 else -1) == end["winner"]


def test_jumps_to_the_next_completion_are_the_same_as_single_cycles():
    for name in games()[::5]:
        assert replayed(name, jumping=True)[1].tobytes() == replayed(name, jumping=False)[1].tobytes()
