"""microRTS as a game of turns: unit by unit is the same as all at once, and nobody sees the other's half of a cycle."""

import numpy as np

import treewright as tw
from treewright.agents.agent import Agent
from treewright.arena.board import observation
from treewright.arena.referee import play_game
from treewright.core.compiling import compiled
from treewright.core.game import CHANCE
from treewright.core.record import view
from treewright.core.stream import Stream
from treewright.games.microrts.codes import CODES
from treewright.games.microrts.cycle import complete, jump
from treewright.games.microrts.issuing import duration, issue
from treewright.games.microrts.rules import microrts

GAME = "microrts(map=duel8x8, cycles=60)"


@compiled
def side_by_side(game, states, actions, orders, rng):
    """Play states[0] to its end in turns at random, and states[1] with the same orders, all at once. Returns how many
    cycles had orders, negative where the two came to differ."""
    r, s, other = game.rules[0], states[0], states[1]
    rounds = n = 0
    while not s.over:
        action = game.any_action(s, actions, rng)
        orders[n, 0], orders[n, 1] = s.cursor, action % CODES
        n += 1
        game.play(s, action)
        if s.time > other.time:
            for k in range(n):
                code = orders[k, 1]
                issue(r, other, orders[k, 0], code, duration(r, other.kind[orders[k, 0]], code))
            n, rounds = 0, rounds + 1
            while other.time < s.time:
                jump(other, other.time + 1)
                complete(r, other)
            for i in range(s.units):
                if (s.cell[i] != other.cell[i] or s.hits[i] != other.hits[i] or s.doing[i] != other.doing[i]
                        or s.until[i] != other.until[i] or s.rank[i] != other.rank[i] or s.load[i] != other.load[i]):
                    return -rounds
            if s.units != other.units or s.stock[0] != other.stock[0] or s.stock[1] != other.stock[1]:
                return -rounds
    return rounds


def test_unit_by_unit_is_the_same_as_all_at_once():
    for name in ("basesWorkers8x8A", "FourBasesWorkers8x8", "scarce9x7", "duel8x8"):
        game = microrts(name, cycles=600)
        states = np.concatenate([game.new(), game.new()])
        orders, actions = np.zeros((100, 2), np.int64), np.zeros(game.widest, np.int32)
        assert side_by_side(game, states, actions, orders, Stream(1)) > 20


def test_the_end_is_the_loss_of_all_units_or_the_last_cycle():
    game = microrts("duel8x8", cycles=40)
    s = view(game.position(" ".join(["b2. g2. b3. g6. b7. g7."] * 4)))
    assert (s.over, s.time, s.score.tolist()) == (1, 40, [0, 0])
    wins = game.new()
    for i in range(6):
        wins["owner"][0, i] = wins["owner"][0, i] if i < 3 else 0
    with np.errstate(over="ignore"):
        wins["alive"][0] = (6, 0)
        game.go_on(view(wins))
    assert (wins["over"][0], wins["score"][0].tolist()) == (1, [1, -1])


# ---------------------------------------------------------------- nobody sees the other's half


class Noting(Agent):
    """Plays at random, and keeps all that it is shown."""

    def begin(self, game, seat, seed):
        super().begin(game, seat, seed)
        self.rng, self.seen = np.random.default_rng(seed), []

    def see(self, observation):
        super().see(observation)
        self.seen.append(self.observation)

    def choose(self):
        choices = self.game.choices(view(self.observation))
        return choices[self.rng.integers(len(choices))]


def test_no_agent_is_shown_what_the_other_side_was_told():
    game, agents = microrts("duel8x8", cycles=60), (Noting(), Noting())
    play_game(game, agents, 3)
    for seat, agent in enumerate(agents):
        told = 0
        for seen in agent.seen:
            theirs = seen["owner"][0] == 1 - seat
            assert not seen["told"][0][theirs].any()
            told += seen["told"][0].any()
        assert told > 0


def test_player_1_sees_the_same_whatever_player_0_told():
    game = microrts("duel8x8")
    one, other = game.position("b2. g2. b3."), game.position("b2-b1 g2-h2 b3-c3")
    assert one["to_move"][0] == other["to_move"][0] == 1
    assert one.tobytes() != other.tobytes()
    assert observation(game, one, 1).tobytes() == observation(game, other, 1).tobytes()
    assert observation(game, one, 0).tobytes() == one.tobytes()
    assert game.choices(view(one)) == game.choices(view(other)) == game.choices(view(observation(game, one, 1)))


def test_what_player_1_sees_can_be_played_on():
    """The units that have no orders in it are asked a cycle later."""
    game = microrts("duel8x8")
    seen = observation(game, game.position("b2. g2. b3."), 1)
    for text in ("g6.", "b7.", "g7."):
        with np.errstate(over="ignore"):
            game.play(view(seen), game.parse(view(seen), text))
    assert (seen["time"][0], seen["to_move"][0], seen["cursor"][0]) == (1, 0, 0)


# ---------------------------------------------------------------- chance, and generic agents


def test_the_damage_of_table_3_is_drawn_by_chance():
    game = microrts("duel8x8", types=3)
    assert game.chance
    states, rng, met = game.new(), np.random.default_rng(1), set()
    while not states["over"][0] and len(met) < 4:
        s = view(states)
        choices = game.choices(s)
        if s.to_move == CHANCE:
            kind = int(s.kind[s.cursor])
            low, high = int(game.rules[0].low[kind]), int(game.rules[0].high[kind])
            assert choices == list(range(low, high + 1))
            met.add(kind)
        attacks = [action for action in choices if s.to_move != CHANCE and action % CODES >= 37]
        with np.errstate(over="ignore"):
            game.play(s, int(rng.choice(attacks or choices)))
    assert met >= {4, 5}


def test_every_agent_plays_it():
    score = tw.match(GAME, "uct(simulations=20)", "uniform", games=2, seed=1)
    assert len(score.as_dict()["played"]) == 2
