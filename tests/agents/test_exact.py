"""The exact players against each other, against a slow twin in plain Python, and against known values."""

import functools

import numpy as np
import pytest

from treewright.agents.language import agent, game
from treewright.agents.minimax import minimax
from treewright.agents.perfect import perfect
from treewright.core.record import view

SOLVED_TO_THE_END = {
    "tic_tac_toe": 500, "hex(3)": 500, "hex(4)": 500, "connect_four(5, 4)": 500,
    "heap_go(3, 3)": 100, "heap_go(4, 4)": 200, "heap_go(5, 5)": 200,
}
"""Games, and on how many random positions the players must agree."""


@functools.lru_cache(None)
def game_named(text):
    """One instance of each game, so that what `perfect` solved is known to the next test."""
    return game(text)


def thought(player, position):
    """What a player that has begun finds in a position."""
    player.see(position)
    player.choose()
    return player.result()


def begun(text, on, seed=0):
    player = agent(text)
    player.begin(on, 0, seed)
    return player


@functools.lru_cache(None)
def solver(text):
    """`perfect()`, one for each game: it keeps what it solved."""
    return begun("perfect()", game_named(text))


def positions(on, count, fewest=0):
    """Positions in random games, each after a random number of plies, at least `fewest`."""
    luck, found = np.random.default_rng(0), []
    while len(found) < count:
        line = random_game(on, luck, seed=len(found))
        if len(line) > fewest:
            found.append(line[int(luck.integers(fewest, len(line)))])
    return found


def random_game(on, luck, seed):
    """Every position of a game of random moves in which a move is still to be made."""
    line, now = [], on.new(seed)
    while not now["over"][0]:
        line.append(now.copy())
        with np.errstate(over="ignore"):
            on.play(view(now), int(luck.choice(on.choices(view(now)))))
    return line


def values(found):
    return {row.action: row.mean for row in found.rows}


def keeps_its_word(found, wanted):
    """Is everything true that a result calls proven? (Once there is a win, the others need no proof.)"""
    return all(row.proven in (None, wanted[row.action]) and wanted[row.action] <= row.ceiling
               for row in found.rows)


# ---------------------------------------------------------------- the twin


def twin_value(on, position, known):
    """The score of player 0 if both play their best: a dictionary and a recursion."""
    s = view(position)
    if s.over:
        return float(s.score[0])
    return float(s.score[0]) + twin_gain(on, position, known)


def twin_gain(on, position, known):
    """What is still to come for player 0."""
    s, name = view(position), on.identity(position)
    if name not in known:
        gains = []
        for action in on.choices(s):
            after = position.copy()
            with np.errstate(over="ignore"):
                on.play(view(after), action)
            reward = float(after["score"][0, 0] - position["score"][0, 0])
            gains.append(reward if after["over"][0] else reward + twin_gain(on, after, known))
        known[name] = max(gains) if s.to_move == 0 else min(gains)
    return known[name]


def twin_values(on, position, known):
    """For each action, what the player to move scores."""
    s, found = view(position), {}
    for action in on.choices(s):
        after = position.copy()
        with np.errstate(over="ignore"):
            on.play(view(after), action)
        found[action] = (1 if s.to_move == 0 else -1) * twin_value(on, after, known)
    return found


@pytest.mark.parametrize(("name", "count", "fewest"), [
    ("tic_tac_toe", 100, 0), ("hex(3)", 100, 0), ("connect_four(5, 4)", 60, 11), ("heap_go(3, 3)", 40, 0)])
def test_the_twin_agrees_with_perfect_and_alphabeta(name, count, fewest):
    on, known = game_named(name), {}
    alphabeta = begun("alphabeta(memory=1)", on)
    for position in positions(on, count, fewest):
        wanted = twin_values(on, position, known)
        exact, bounded = thought(solver(name), position), thought(alphabeta, position)
        assert values(exact) == wanted
        assert all(row.proven == wanted[row.action] for row in exact.rows)
        assert bounded.value == max(wanted.values())
        assert keeps_its_word(bounded, wanted)
        assert wanted[exact.choice] == wanted[bounded.choice] == max(wanted.values())


# ---------------------------------------------------------------- one against the other


@pytest.mark.parametrize(("name", "count"), SOLVED_TO_THE_END.items())
def test_perfect_and_alphabeta_agree(name, count):
    on = game_named(name)
    alphabeta = begun("alphabeta(memory=4)", on)
    for position in positions(on, count):
        exact, bounded = thought(solver(name), position), thought(alphabeta, position)
        best = max(row.proven for row in exact.rows)
        assert exact.solved
        assert bounded.solved
        assert bounded.value == exact.value == best
        assert values(exact)[bounded.choice] == values(exact)[exact.choice] == best
        assert keeps_its_word(bounded, values(exact))


@pytest.mark.parametrize(("name", "tables"), [
    ("tic_tac_toe", (0, 1)), ("connect_four", (0, 1)), ("heap_go(4, 4)", (0,))])
def test_alphabeta_finds_what_minimax_finds_at_the_same_depth(name, tables):
    """With a table only where a position is always met after as many plies: what a longer search proved of it
    is used in a shorter one too, which then knows more than minimax."""
    on = game_named(name)
    for depth in (1, 2, 3, 4):
        plain = begun(f"minimax(depth={depth})", on)
        for memory in tables:
            pruned = begun(f"alphabeta(depth={depth}, memory={memory})", on)
            for position in positions(on, 20):
                pruned.begin(on, 0, 0)
                wanted, found = thought(plain, position), thought(pruned, position)
                assert found.value == wanted.value
                assert values(wanted)[found.choice] == wanted.value
                assert found.solved or all(row.low <= values(wanted)[row.action] <= row.high
                                           for row in found.rows)


@pytest.mark.parametrize("name", ["connect_four(5, 4)", "heap_go(4, 4)"])
def test_the_table_saves_positions_and_changes_no_value(name):
    on = game_named(name)
    with_table, without = agent("alphabeta(depth=9, memory=8)"), agent("alphabeta(depth=9, memory=0)")
    saved = 0
    for position in positions(on, 20):
        one, other = with_table.search(on, position), without.search(on, position)
        assert one.value == other.value
        saved += other.nodes - one.nodes
    assert saved > 0


def test_a_table_too_small_for_the_game_does_no_harm():
    on = game_named("hex(3)")
    crowded = begun("alphabeta(memory=0.0005)", on)
    assert crowded.table.entries.size == 16
    for position in positions(on, 100):
        assert thought(crowded, position).value == thought(solver("hex(3)"), position).value


# ---------------------------------------------------------------- what is known beforehand


def test_tic_tac_toe_is_a_draw_whatever_is_played_first():
    found = perfect().search(game_named("tic_tac_toe"))
    assert values(found) == dict.fromkeys(range(9), 0.0)
    assert len(found.line.actions) == 9


def test_minimax_visits_every_line_of_tic_tac_toe():
    """549,946 positions, that of the empty board included (255,168 games)."""
    found = minimax(depth=9).search(game_named("tic_tac_toe"))
    assert found.nodes == 549_945
    assert found.solved
    assert found.value == 0


def test_connect_four_on_five_columns_of_four_is_a_draw_that_the_edge_columns_lose():
    found = solver("connect_four(5, 4)").search(game_named("connect_four(5, 4)"))
    assert values(found) == {0: -1, 1: 0, 2: 0, 3: 0, 4: -1}


def test_the_first_player_wins_hex_and_on_three_cells_a_side_so_does_the_centre():
    assert values(solver("hex(3)").search(game_named("hex(3)")))[4] == 1
    for name in ("hex(3)", "hex(4)"):
        assert solver(name).search(game_named(name)).value == 1
        assert agent("alphabeta()").search(game_named(name)).value == 1


@pytest.mark.parametrize(("heaps", "left"), [
    ("R4 B1 B6", 11),           # Left takes all three: there is no red one above the last
    ("B5 R2 B3", 0),            # Left takes 3 and 2, Right the 5 that is left
    ("R1 R9 B2", 10),           # Left takes 2 and 9, Right 1
    ("B1 R1 B7 R3", -4),        # one each, from the top: Left 3, Right 7, Left 1, Right 1
])
def test_heap_go_worked_out_by_hand(heaps, left):
    assert agent("perfect()").search(game(f'heap_go("{heaps}")')).value == left


def test_a_sum_of_heaps_worked_out_by_hand():
    """Left takes 5, Right all of C (7), Left 3: 1 more for Left. If he begins with 4 or 3, Right takes 5."""
    found = perfect().search(game('heap_go("R3 / R5 / R1 R2 R4")'))
    assert {row.text: row.proven for row in found.rows} == {"A1": -1, "B1": 1, "C3": -1}
