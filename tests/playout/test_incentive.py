"""Incentive learning: what a simulation adds to D and L* under each reading, by hand and by definition; L* of a search
beside the best order; words that mean nothing."""

import itertools
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import treewright as tw
from tests.playout.by_hand import ByHand
from tests.small_games.pig import Pig
from treewright.core.errors import Refused
from treewright.games.heap_go import HeapGo
from treewright.playout import differences as differences_of_pairs
from treewright.playout.incentive import OTHERS, PLIES, SAMPLES, Incentive
from treewright.playout.linear_ordering import cost, exact, from_scratch

GAME = HeapGo(6, 1)
"""Two players and six actions, all legal in the beginning."""
a, b, c, d, e, f = range(6)
LEFT, RIGHT = 0, 1


def told(simulations, **reading):
    """What is known after some simulations, each (moves, z)."""
    tree = ByHand(GAME, Incentive(**reading))
    for moves, z in simulations:
        tree.tell(moves, z)
    return tree


def left(*actions):
    """Moves of Left and Right in turn."""
    return [(t % 2, action) for t, action in enumerate(actions)]


# ---------------------------------------------------------------- equation 18


@pytest.mark.parametrize("sample", SAMPLES)
def test_figure_1(sample):
    """Six simulations; a and b are played in two each, but only in s_1, after c and d, from the same state. RIDE has
    (18 - 10) / 1 = 8 there. "So the RIDE thinks action a is better than action b" (RAVE thinks the opposite)."""
    tree = told([(left(c, d, a), 18), (left(c, d, b), 10), (left(e, f, a), 10), (left(f, e, b), 20), (left(d, e), 12),
                 (left(e, d), 14)], sample=sample)
    assert (tree.d(a, b), tree.samples(a, b)) == (18 - 10, 1)
    assert tree.d(b, a) == -8
    assert tree.policy.listed.index(a) < tree.policy.listed.index(b)


def test_samples_of_one_state_worked_by_hand():
    """a brings 6, b 2, a 0: Q(a) is 6, then 3."""
    simulations = [([(LEFT, a)], 6), ([(LEFT, b)], 2), ([(LEFT, a)], 0)]
    assert [told(simulations[:n], sample="means").d(a, b) for n in (1, 2, 3)] == [0, 6 - 2, (4 + (3 - 2)) / 2]
    assert [told(simulations[:n], sample="outcome").d(a, b) for n in (1, 2, 3)] == [0, 6 - 2, (4 + (0 - 2)) / 2]
    assert [told(simulations[:n], sample="states").d(a, b) for n in (1, 2, 3)] == [0, 6 - 2, 3 - 2]


def test_of_several_states_each_counts_once_if_so_read():
    """At the root a is 4 better, after c and d it is 2 worse, however often it is played there."""
    simulations = [([(LEFT, a)], 6), ([(LEFT, b)], 2), (left(c, d, a), 1), *[(left(c, d, b), 3)] * 5]
    assert told(simulations, sample="states").d(a, b) == pytest.approx((4 - 2) / 2)
    assert told(simulations, sample="means").d(a, b) == pytest.approx((4 - 2 * 5) / 6)


def test_both_players_share_one_d_and_the_sign_is_turned():
    """For Left a brings 6 and b 2; what costs Right 7 rather than 4 is 3 worse for him."""
    lefts = [([(LEFT, a)], 6), ([(LEFT, b)], 2)]
    rights = [([(LEFT, c), (RIGHT, a)], 7), ([(LEFT, c), (RIGHT, b)], 4)]
    assert told(lefts).d(a, b) == 4
    assert told(rights).d(a, b) == -3
    both = told(lefts + rights)
    assert (both.d(a, b), both.samples(a, b)) == ((4 - 3) / 2, 2)


def test_whose_plies_count():
    """At the root a is 4 better for Left; Right finds b better by 3; then, two plies on, Left finds a worse by 1."""
    simulations = [([(LEFT, a)], 6), ([(LEFT, b)], 2), ([(LEFT, c), (RIGHT, a)], 7), ([(LEFT, c), (RIGHT, b)], 4),
                   (left(d, e, a), 1), (left(d, e, b), 2)]
    assert told(simulations, plies="all").samples(a, b) == 3
    assert told(simulations, plies="root").d(a, b) == 4
    assert told(simulations, plies="own").d(a, b) == pytest.approx((4 - 1) / 2)


def test_own_is_the_player_who_moves_where_the_search_begins():
    assert told([([(RIGHT, a)], 6), ([(RIGHT, b)], 2), ([(RIGHT, c), (LEFT, a)], 9), ([(RIGHT, c), (LEFT, b)], 1)],
                plies="own").d(a, b) == -4


def test_an_action_that_was_never_tried_is_worth_nothing_if_it_counts_at_all():
    assert told([([(LEFT, a)], 6)], others="tried").samples(a, b) == 0
    anyhow = told([([(LEFT, a)], 6), ([(LEFT, a)], 4)], others="any", sample="means")
    assert [anyhow.d(a, other) for other in (b, c, d, e, f)] == [(6 + 5) / 2] * 5
    assert told([([(LEFT, a)], 6), ([(LEFT, a)], 4)], others="any", sample="states").d(a, b) == 5
    assert told([([(LEFT, a)], 6), ([(LEFT, b)], 4)], others="any", sample="states").d(a, b) == 6 - 4


def test_what_chance_brings_is_compared_with_nothing():
    tree = ByHand(Pig(), Incentive(start="seen"))
    assert not tree.samples(0, 1)
    for action, z in ((0, 6), (1, 2)):
        tree.tell([(-1, action)], z)
    assert tree.samples(0, 1) == tree.policy.ranking.met[0] == 0


walks = st.lists(st.tuples(st.lists(st.integers(0, 5), min_size=1, max_size=3), st.integers(-8, 8)), max_size=25)


@settings(deadline=None, max_examples=50)
@given(walks, st.sampled_from(SAMPLES), st.sampled_from(PLIES), st.sampled_from(OTHERS))
def test_d_is_the_mean_over_all_samples(walks, sample, plies, others):
    """Equation 18, from lists of all that the simulations brought and of all that is said of two actions."""
    assume(sample != "states" or plies != "root")
    brought, said, latest = defaultdict(list), defaultdict(list), {}
    for actions, z in walks:
        for t, action in enumerate(actions):
            brought[tuple(actions[:t]), action].append(z if t % 2 == LEFT else -z)
        for t, action in enumerate(actions):
            if (plies == "root" and t > 0) or (plies == "own" and t % 2):
                continue
            state = tuple(actions[:t])
            for other in {*range(6)} - {action}:
                rewards = brought[state, other]
                if not rewards and others == "tried":
                    continue
                mine = brought[state, action][-1] if sample == "outcome" else np.mean(brought[state, action])
                difference = mine - (np.mean(rewards) if rewards else 0)
                said[action, other].append(difference)
                said[other, action].append(-difference)
                latest[state, action, other], latest[state, other, action] = difference, -difference
    tree = told([(left(*actions), z) for actions, z in walks], sample=sample, plies=plies, others=others)
    for one, two in itertools.permutations(range(6), 2):
        wanted = said[one, two]
        if sample == "states":
            wanted = [difference for (_, *pair), difference in latest.items() if pair == [one, two]]
        assert tree.samples(one, two) == len(wanted)
        assert tree.d(one, two) == pytest.approx(np.mean(wanted) if wanted else 0, abs=1e-9)


# ---------------------------------------------------------------- from where L* starts


def test_an_action_joins_when_it_is_first_compared():
    """c is compared with nothing before b is played; a never."""
    tree = told([([(LEFT, c)], 1), ([(LEFT, b)], 1)], start="met")
    assert tree.policy.listed[:2] == [b, c]
    assert tree.policy.ranking.met[0] == 2


def test_an_action_joins_when_it_can_first_be_played():
    tree = told([([(LEFT, c)], 1)], start="seen")
    assert sorted(tree.policy.listed) == list(range(6))
    assert tree.policy.ranking.met[0] == 6
    assert told([([(LEFT, c)], 1)], start="random").policy.ranking.met[0] == 0


@pytest.mark.parametrize(("reading", "wanted"), [
    ({"start": "number"}, [0, 1, 2, 3, 4, 5]), ({"order": [4, 2]}, [4, 2, 0, 1, 3, 5]),
    ({"order": np.array([5])}, [5, 0, 1, 2, 3, 4])])
def test_a_start_that_is_given(reading, wanted):
    assert told([], **reading).policy.listed == wanted


@pytest.mark.parametrize("start", ["random", "met", "seen"])
def test_a_start_that_is_drawn(start):
    """Met and seen leave what did not join where chance had put it."""
    drawn = {tuple(ByHand(GAME, Incentive(start=start), seed).policy.listed) for seed in range(40)}
    assert len(drawn) > 30
    assert {first for first, *_ in drawn} == set(range(6))


# ---------------------------------------------------------------- in a search


@pytest.mark.parametrize("keep", [True, False])
def test_d_and_the_order_are_kept_from_move_to_move_or_not(keep):
    """One simulation of the second search compares nothing, so that all there is comes from before."""
    game = tw.heap_go(4, 4)
    player = tw.uct(simulations=60, playout=tw.incentive(keep=keep), reuse=False)
    player.begin(game, 0, 1)
    player.see(game.position())
    player.choose()
    before, order = player.learnt.differences.matrix(16), player.learnt.listed
    assert np.array_equal(before, -before.T)
    assert np.count_nonzero(before) > 20
    player.budget = type(player.budget)(simulations=1)
    player.see(game.position())
    player.choose()
    after = player.learnt.differences.matrix(16)
    assert np.array_equal(after, before) == keep
    assert (player.learnt.listed == order) == keep
    assert keep or not after.any()


@pytest.mark.parametrize("states", ["tree", "table"])
def test_the_order_of_a_search_is_never_better_than_the_best_one(states):
    lost = []
    for seed in range(12):
        agent = tw.uct(simulations=300, playout=tw.incentive(), states=states)
        agent.search(tw.heap_go(4, 4), seed=seed)
        square = agent.learnt.differences.matrix(16)
        kept, scratch = cost(agent.learnt.listed, square), cost(from_scratch(square), square)
        least = exact(square).cost
        assert least <= min(kept, scratch) + 1e-9
        lost.append((kept - least, scratch - least))
    of_kept, of_scratch = np.mean(lost, axis=0)
    assert 0 <= of_scratch < of_kept


def test_a_game_with_too_many_actions_for_a_square_learns_the_same(monkeypatch):
    """D as a hash table, in a game for which a square would do as well: from one move to the next, asked in plain
    Python and forgotten."""
    def learnt(keep):
        player = tw.uct(simulations=80, playout=tw.incentive(keep=keep))
        player.begin(tw.heap_go(4, 4), 0, 1)
        player.see(tw.heap_go(4, 4).new(3))
        player.choose()
        player.choose()
        return player.learnt.differences, player.learnt.listed

    for keep in (True, False):
        square, order = learnt(keep)
        with monkeypatch.context() as patched:
            patched.setattr(differences_of_pairs, "DENSE", 15)
            hashed, same = learnt(keep)
        assert isinstance(hashed, differences_of_pairs.Hashed)
        assert np.array_equal(square.matrix(16), hashed.matrix(16))
        assert order == same


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(("given", "said"), [
    ({"default": "best"}, "default must be one of maxi, rand, not 'best'"),
    ({"start": "top"}, "start must be one of seen, met, number, random, not 'top'"),
    ({"sample": "mean"}, "sample must be one of means, outcome, states, not 'mean'"),
    ({"plies": "first"}, "plies must be one of all, root, own, not 'first'"),
    ({"others": ""}, "others must be one of tried, any, not ''"),
    ({"keep": "no"}, "keep must be True or False, not 'no'"),
    ({"pairs": 0}, "pairs must be from 1 to 2,147,483,647, not 0"),
    ({"pairs": -5}, "pairs must be from 1 to 2,147,483,647, not -5"),
    ({"pairs": 2**31}, "pairs must be from 1 to 2,147,483,647, not 2147483648"),
    ({"pairs": 2.5}, "pairs must be a whole number, not 2.5"),
    ({"order": 3}, "order must be a list of action numbers"),
    ({"order": "ab"}, "order must be a list of action numbers"),
    ({"order": []}, "order must be a list of action numbers"),
    ({"order": [0.5, 1]}, "order must be a list of action numbers"),
    ({"order": [1, -2]}, "order must be a list of action numbers"),
    ({"order": [[1], [2, 3]]}, "order must be a list of action numbers"),
    ({"order": [2**70]}, "order must be a list of action numbers"),
    ({"order": [3, 1, 3]}, "order must name each action once"),
    ({"sample": "states", "keep": False}, "sample=states needs keep=true"),
    ({"sample": "states", "plies": "root"}, "sample=states needs plies=all or plies=own"),
])
def test_words_that_mean_nothing_are_refused(given, said):
    with pytest.raises(Refused, match=said) as refused:
        tw.incentive(**given)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("beyond", [9, 2**32])
def test_an_order_of_actions_that_the_game_does_not_have_is_refused(beyond):
    with pytest.raises(Refused, match=f"heap_go has the actions 0 to 8, but the order names {beyond}"):
        tw.uct(simulations=10, playout=tw.incentive(order=[1, beyond])).search(tw.heap_go(3, 3))


@pytest.mark.parametrize(("text", "said"), [
    ("uct(playout=incentive(stat=met), simulations=9)", "stat"),
    ("uct(playout=incentive(start=meet), simulations=9)", "start must be one of seen, met, number, random, not 'meet'"),
    ("uct(playout=incentive(order=[1, 1]), simulations=9)", "order must name each action once"),
])
def test_expressions_that_mean_nothing_are_refused(text, said):
    with pytest.raises(Refused, match=said):
        tw.agent(text)


def test_an_expression_says_what_is_not_as_usual():
    assert str(tw.incentive()) == "incentive"
    assert str(tw.incentive(start="seen", order=[2, 0])) == "incentive(start=seen, order=[2, 0])"
