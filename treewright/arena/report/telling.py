"""A contest in words and numbers: what was played, who is stronger, and what a reader must know beside it."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from treewright.arena import starts
from treewright.arena.bootstrap import mean_interval
from treewright.arena.intervals import Interval
from treewright.arena.pairing import WAYS
from treewright.arena.report.blocks import Paragraph, Table
from treewright.arena.report.contest import CURRENT, OLDER, UNKNOWN, Contest, Meeting
from treewright.arena.report.gathering import GIVEN
from treewright.arena.report.names import Name
from treewright.arena.tally import SECOND

SCORES = ("A score is the mean over games of 1 for a win, 1/2 for a draw and 0 for a loss; its 95% interval comes from "
          "Student's distribution over pairs of games, which share their start and exchange the seats, with one pair "
          "won and one pair lost added.")
RATINGS = ("Ratings are the likeliest ones after Bradley and Terry, in Elo, where their intervals come from how far "
           "pairs strayed from what the ratings expect")
POINTS = ", and mean scores in the game's own points have a bootstrap interval over pairs (BCa)"
CODES = (CURRENT, OLDER, UNKNOWN)
BEHIND, REPEATS = "*", "†"
"""Marks in a cross table: see `marks_of`."""


def heading_of(contest: Contest, alone: bool) -> str:
    """The game, and its terms where it was played on several."""
    if alone:
        return f"`{contest.game}`"
    terms = [] if contest.start == starts.OWN else [start_in_words(contest)]
    if contest.move_seconds is not None:
        terms.append(f"{contest.move_seconds:g} s a move")
    return f"`{contest.game}`" + (f", {', '.join(terms)}" if terms else ", the game's own start")


def start_in_words(contest: Contest) -> str:
    if contest.start == starts.OWN:
        return "the game's own start"
    if contest.start == GIVEN:
        positions = len({start for one in contest.meetings for start in one.starts})
        return f"{positions:,} given position{'s' if positions > 1 else ''}"
    return f"{contest.start.removeprefix(starts.RANDOM)} random plies"


def played(contest: Contest) -> Paragraph:
    """What was played."""
    counted = [one for one in contest.meetings if one.games]
    seeds = sorted({seed for one in counted for seed in one.seeds})
    shown = ", ".join(map(str, seeds[:8])) + (f" and {len(seeds) - 8} more" if len(seeds) > 8 else "")
    sentence = (f"{contest.games:,} games in pairs with the seats exchanged, {numbered(len(counted), 'pairing')} of "
                f"{numbered(len(contest.ratings.agents), 'agent')}. Start: {start_in_words(contest)}. "
                f"Seed{'s' if len(seeds) > 1 else ''}: {shown}. ")
    if contest.move_seconds is not None:
        sentence += f"A move may take {contest.move_seconds:g} s. "
    return Paragraph(sentence + code_of_games(counted))


def code_of_games(meetings: Iterable[Meeting]) -> str:
    """Which code the games come from."""
    counts = sum((one.codes for one in meetings), Counter[str]())
    why = " (a file is gone that was played with)" if counts[UNKNOWN] else ""
    if len(counts) == 1:
        return f"Code: {next(iter(counts))}{why}."
    return f"Code: {', '.join(f'{kind} for {counts[kind]:,} games' for kind in CODES if counts[kind])}{why}."


def ratings_table(contest: Contest, names: Sequence[Name]) -> Table:
    """Everybody, the best first."""
    lines = [("", "agent", "games", "score", "Elo", "95% interval")]
    for name in names:
        games, score = contest.total(name.full)
        rating = contest.ratings.interval(name.full)
        lines.append((name.letter, f"`{name.full}`", f"{games:,}", f"{score:.3f}" if games else "",
                      *rating_cells(rating)))
    return Table(lines, names=2)


def rating_cells(rating: Interval) -> tuple[str, str]:
    """An agent that no games connect to another has no rating."""
    if not math.isfinite(rating.low):
        return "", ""
    return f"{rating.mean:+.0f}", f"[{rating.low:+.0f}, {rating.high:+.0f}]"


def cross_table(contest: Contest, names: Sequence[Name]) -> Table:
    """The score of each row against each column, with its interval."""
    marks, lines = marks_of(contest), [("", *(name.letter for name in names))]
    for one in names:
        cells = []
        for other in names:
            score = contest.scores.get((one.full, other.full))
            mark = marks.get((one.full, other.full), "")
            cells.append(f"{score.mean:.3f}{mark} [{score.low:.3f}, {score.high:.3f}]" if score is not None
                         else "" if one == other else "–")
        lines.append((one.letter, *cells))
    return Table(lines)


def marks_of(contest: Contest) -> dict[tuple[str, str], str]:
    """Scores of which something must be said."""
    marks = {}
    for one in contest.met:
        mark = BEHIND * contest.is_behind(one) + REPEATS * one.repeats_itself
        marks[one.first, one.second] = marks[one.second, one.first] = mark
    return marks


def meaning_of_marks(contest: Contest) -> str:
    """What the marks that were given mean."""
    given, said = set("".join(marks_of(contest).values())), []
    if BEHIND in given:
        said.append(f"{BEHIND} not finished, or ended early: fewer games than others have, or a game without its "
                    "other half.")
    if REPEATS in given:
        said.append(f"{REPEATS} fewer than half of the games are distinct: the interval promises too much.")
    return " ".join(said)


def in_order(contest: Contest, names: Sequence[Name]) -> list[tuple[str, Meeting]]:
    """Meetings, and what each is called: `A – B`, where A is the better agent."""
    place = {name.full: k for k, name in enumerate(names)}
    ordered = sorted((*sorted((place[one.first], place[one.second])), k) for k, one in enumerate(contest.meetings))
    return [(f"{names[better].letter} – {names[worse].letter}", contest.meetings[k]) for better, worse, k in ordered]


def pairings_table(contest: Contest, names: Sequence[Name]) -> Table:
    """Each pairing in full, told from the better agent's side."""
    head = ["pairing", "games", "wins", "draws", "losses", "score", "95% interval", "distinct games"]
    head += ["mean points", "95% interval"] if contest.has_points else []
    lines: list[Sequence[str]] = [head]
    for pairing, one in in_order(contest, names):
        if one.games:
            turned = contest.agents.index(one.first) > contest.agents.index(one.second)
            lines.append(_line(contest, pairing, one, turned))
    return Table(lines)


def _line(contest: Contest, pairing: str, one: Meeting, turned: bool) -> list[str]:
    tally = one.tally.mirrored() if turned else one.tally
    score = tally.interval()
    cells = [f"{pairing}{BEHIND * contest.is_behind(one)}", f"{tally.games:,}", f"{tally.wins:,}", f"{tally.draws:,}",
             f"{tally.losses:,}", f"{score.mean:.3f}",
             f"[{score.low:.3f}, {score.high:.3f}]{REPEATS * one.repeats_itself}", f"{one.distinct:,}"]
    return [*cells, *points_cells(one.points[turned])] if contest.has_points else cells


def points_cells(points: Sequence[float]) -> tuple[str, str]:
    """The mean score; values that are all the same have an interval without ends, and forfeited games have none."""
    if not points:
        return "", ""
    mean = mean_interval(points)
    return f"{mean.mean:+.2f}", f"[{mean.low:+.2f}, {mean.high:+.2f}]" if math.isfinite(mean.low) else ""


def remarks(contest: Contest, names: Sequence[Name]) -> list[str]:
    """What a reader must know beside the tables."""
    said = []
    for pairing, one in in_order(contest, names):
        if one.games and one.repeats_itself:
            said.append(f"{pairing}: {one.distinct:,} of the {one.games:,} games are distinct, fewer than half, so the "
                        "interval promises too much.")
        if one.unpaired:
            waiting = "1 game that waits" if one.unpaired == 1 else f"{one.unpaired:,} games that wait"
            said.append(f"{pairing}: besides these there {'is' if one.unpaired == 1 else 'are'} {waiting} for the "
                        "other half of a pair.")
    said += [sentence for name in names for sentence in forfeits(contest, name)]
    clock = sum(one.by_the_clock for one in contest.meetings)
    if clock:
        said.append(f"{numbered(clock, 'game')} went by the clock: nobody can play them again move for move.")
    if len(contest.ratings.groups) > 1:
        letter = {name.full: name.letter for name in names}
        apart = "; ".join(", ".join(letter[agent] for agent in group) for group in contest.ratings.groups)
        said.append(f"No games connect these groups, so ratings compare within one only: {apart}.")
    return said


def forfeits(contest: Contest, name: Name) -> list[str]:
    """A sentence if the agent lost games otherwise than by the rules."""
    lost, words = Counter[str](), dict[str, str]()
    for one in contest.meetings:
        for (agent, reason), count in one.tally.forfeits.items():
            if (one.second if agent == SECOND else one.first) == name.full:
                lost[reason] += count
                words.setdefault(reason, one.words[name.full, reason])
    told = ", ".join(f"{lost[reason]:,} by {way} (`{words[reason]}`)" for reason, way in WAYS.items() if lost[reason])
    return [f"{name.letter} forfeited {numbered(lost.total(), 'game')}: {told}."] if told else []


def computed(points: bool) -> str:
    """How, in two sentences; `points` where games count more than who won."""
    return f"{SCORES} {RATINGS}{POINTS if points else ''}."


def numbered(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
