"""`tw.tournament`: the standings of a tournament that was asked for in Python."""

import pytest

import treewright as tw

AGENTS = ["uct(simulations=50)", "tactical", "uniform"]


def test_its_pairings_are_the_matches_of_the_same_seed():
    standings = tw.tournament("tic_tac_toe", AGENTS, games=10, seed=3)
    match = tw.match("tic_tac_toe", AGENTS[0], AGENTS[2], games=10, seed=3)
    assert len(standings.pairings) == 3
    assert standings.pairing(AGENTS[0], AGENTS[2]).tally == match.tally
    assert standings.ratings().ranked()[-1] == "uniform"


@pytest.mark.parametrize(("agents", "games", "sentence"), [
    (AGENTS, 3, "the games of a pairing must be an even number above 0"),
    (["utc(simulations=1)", "uniform"], 2, "there is no agent utc; did you mean uct?"),
])
def test_what_cannot_be_played_is_refused(agents, games, sentence):
    with pytest.raises(tw.Refused, match=sentence.replace("?", r"\?")):
        tw.tournament("tic_tac_toe", agents, games=games)
