"""Last good reply: what is remembered, what is forgotten, when it is played."""

import numpy as np
import pytest

import treewright as tw
from tests.playout.told import learnt, traced
from treewright.core.component import facing
from treewright.core.errors import Refused
from treewright.core.record import view
from treewright.core.stream import Stream
from treewright.games.heap_go import HeapGo
from treewright.playout.last_good_reply import NONE, LastGoodReply
from treewright.playout.mast import MAST
from treewright.playout.ordered import Ordered

GAME = HeapGo(6, 1)
"""Two players and six actions, all legal in the beginning."""
a, b, c, d, e, f = range(6)


def replies(policy):
    """(player, what he answers, his answer)."""
    return {(int(player), int(before), int(policy.reply[player, before]))
            for player, before in np.argwhere(policy.reply != NONE)}


def answer(policy, moves, seed=1):
    """What the policy plays below the tree, after some moves of a simulation from the beginning."""
    trace, states = traced(GAME, moves, 0), GAME.position([action for _, action in moves])
    actions = np.zeros(GAME.widest, np.int32)
    return int(policy.choose(GAME, view(states), trace, actions, Stream(seed)))


def test_the_winners_answers_become_the_replies():
    policy = learnt(LastGoodReply(), GAME, [([(0, a), (1, b), (0, c), (1, d), (0, e)], 4)])
    assert replies(policy) == {(0, b, c), (0, d, e)}
    policy = learnt(LastGoodReply(), GAME, [([(0, a), (1, b), (0, c), (1, d), (0, e)], -4)])
    assert replies(policy) == {(1, a, b), (1, c, d)}


def test_the_last_good_reply_replaces_the_one_before():
    policy = learnt(LastGoodReply(), GAME, [([(0, a), (1, b), (0, c)], 4), ([(0, d), (1, b), (0, e)], 1)])
    assert replies(policy) == {(0, b, e)}


@pytest.mark.parametrize(("forget", "left"), [
    (True, {(0, b, c), (1, a, b)}), (False, {(0, b, c), (0, d, e), (1, a, b)})])
def test_who_lost_forgets_the_replies_that_he_gave_and_no_others(forget, left):
    """The second simulation is lost with another answer to b, and with the same to d."""
    policy = learnt(LastGoodReply(forget=forget), GAME, [
        ([(0, a), (1, b), (0, c), (1, d), (0, e)], 4), ([(0, a), (1, b), (0, f)], -1), ([(1, d), (0, e)], -1)])
    assert replies(policy) == left


def test_a_draw_teaches_nothing():
    policy = learnt(LastGoodReply(), GAME, [([(0, a), (1, b), (0, c)], 4), ([(0, a), (1, b), (0, c), (1, d)], 0)])
    assert replies(policy) == {(0, b, c)}


def test_only_another_players_action_is_answered():
    """Neither what chance brought, nor what one did oneself."""
    policy = learnt(LastGoodReply(), GAME, [([(0, a), (0, b), (-1, c), (0, d), (1, e), (-1, f)], 4)])
    assert replies(policy) == set()
    policy = learnt(LastGoodReply(), GAME, [([(0, a), (0, b), (-1, c), (0, d), (1, e), (-1, f)], -4)])
    assert replies(policy) == {(1, d, e)}


def test_a_reply_is_played_where_it_is_legal_and_else_the_base_policy_chooses():
    policy = learnt(LastGoodReply(Ordered([f, e, d])), GAME, [([(0, a), (1, b), (0, c), (1, d), (0, a)], 4)])
    assert answer(policy, [(0, e), (1, b)]) == c                # the reply to b
    assert answer(policy, [(0, c), (1, b)]) == f                # which cannot be played any more
    assert answer(policy, [(0, b), (1, e)]) == f                # no reply to e
    assert answer(policy, [(0, b)]) == f                        # the reply is the other player's
    assert answer(policy, []) == f                              # nothing to answer
    assert answer(policy, [(0, e), (-1, b)]) == f                # nobody to answer


def test_a_base_policy_that_learns_is_told_of_each_simulation():
    policy = learnt(LastGoodReply(MAST()), GAME, [([(0, a), (1, b), (0, c)], 0.5)])
    assert policy.pupil is policy.base
    assert [policy.base.mean[0, action] for action in (a, b, c)] == [0.5, 1, 0.5]


@pytest.mark.parametrize("keep", [True, False])
def test_replies_are_kept_from_move_to_move_or_not(keep):
    policy = learnt(LastGoodReply(keep=keep), GAME, [([(0, a), (1, b), (0, c)], 4)])
    facing(policy, GAME, GAME.new(), Stream(1))
    assert bool(replies(policy)) == keep


def test_it_is_no_player_by_itself_and_its_base_is_a_playout():
    with pytest.raises(Refused, match="last_good_reply is a part of a search"):
        tw.agent("last_good_reply")
    with pytest.raises(Refused, match="base must be a playout policy, not rave"):
        tw.part("last_good_reply(base=rave())")
