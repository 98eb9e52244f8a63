"""What `treewright results` lists: pairings with their intervals, games, measurements."""

import dataclasses
from collections.abc import Sequence
from itertools import groupby, islice
from typing import Any

from treewright.arena.store import Measurement, Record, Store
from treewright.arena.store.accounts import Account, accounts, codes
from treewright.arena.store.export import moment
from treewright.arena.store.today import Today
from treewright.arena.store.wanted import Wanted
from treewright.cli.record import local, terms, value_text
from treewright.core.errors import Refused, nearest

NO_GAMES = "no game is kept here yet: `treewright match` and `treewright tournament` keep what they play"


@dataclasses.dataclass(frozen=True)
class Pairings:
    """The pairings of a store, and what must be said beside them."""

    accounts: list[Account]
    records: int
    """Games; also those that do not count since today's code played them again."""
    older: int
    """How many of them come from older code than today's."""
    unknown: int
    """Of how many nobody can say."""
    studies: list[tuple[str, int]]
    """With the number of measurements."""

    def as_dict(self) -> dict[str, Any]:
        return {"games": self.records, "older_code": self.older, "unknown_code": self.unknown,
                "pairings": [_as_dict(one) for one in self.accounts],
                "studies": [{"study": study, "measurements": count} for study, count in self.studies]}

    def as_page(self, most: int | None) -> str:
        """As text; at most so many pairings, the newest."""
        left_out = 0 if most is None else max(0, len(self.accounts) - most)
        dropped = {id(one) for one in sorted(self.accounts, key=lambda one: one.last)[:left_out]}
        shown = [one for one in self.accounts if id(one) not in dropped]
        tables = ["\n".join(_table(title, list(some))) for title, some in groupby(shown, key=_title)]
        return "\n\n".join([*tables, "\n".join([*_older("pairings", left_out), *self.remarks()])]).strip()

    def remarks(self) -> list[str]:
        """What a reader must know beside the tables."""
        said = [] if self.accounts else [NO_GAMES]
        if self.older:
            said.append(f"games from older code than today's: {self.older:,} of {self.records:,}; they are played "
                        f"again when they are asked for, or taken with --accept-code")
        if self.unknown:
            said.append(f"games of which nobody can say how old their code is: {self.unknown:,}; a file that they "
                        f"need is gone, or cannot be read")
        counts = {fact: sum(getattr(one, fact) for one in self.accounts) for fact in SENTENCES}
        said += [SENTENCES[fact].format(f"{count:,}") for fact, count in counts.items() if count]
        said += [f"{one.first} against {one.second} in {one.game}: fewer than half of the {one.games:,} games are "
                 f"distinct ({one.distinct:,}), so the interval promises too much"
                 for one in self.accounts if 2 * one.distinct < one.games]
        return said + [f"measurements of the study {study}: {count:,} (--study {study} lists them)"
                       for study, count in self.studies]


SENTENCES = {
    "unpaired": "games without the other game of their pair: {}, as when a run is ended between the two; they are "
                "counted, but left out of the score and its interval",
    "forfeits": "games that were forfeited: {} (`treewright results --games` shows which)",
    "irreproducible": "games with a budget in seconds, which nobody can play again move for move: {}",
}


def pairings(store: Store, today: Today, wanted: Wanted) -> Pairings:
    """All pairings that are wanted."""
    versions = [(one.games, one.code, today(one.game, one.one, one.other)) for one in codes(store, wanted)]
    studies = store.ask("SELECT study, COUNT(*) FROM measurements GROUP BY study ORDER BY study")
    return Pairings(
        accounts(store, today, wanted), sum(games for games, _, _ in versions),
        sum(games for games, code, now in versions if now not in (None, code)),
        sum(games for games, _, now in versions if now is None), [(study, count) for study, count in studies])


def _title(one: Account) -> str:
    return one.game + terms(one.start, one.move_seconds)


def _table(title: str, some: Sequence[Account]) -> list[str]:
    """Two lines for each pairing: names can be long."""
    header = ("games", "wins", "draws", "losses", "score", "95% interval", "code", "last played")
    lines = [title, LINE.format(*header)]
    for one in some:
        score = one.interval()
        lines += [f"{one.first} against {one.second}", LINE.format(
            f"{one.games:,}", f"{one.wins:,}", f"{one.draws:,}", f"{one.losses:,}", f"{score.mean:.3f}",
            f"[{score.low:.3f}, {score.high:.3f}]", one.code, local(one.last)[:10])]
    return lines


LINE = "{:>9}{:>8}{:>8}{:>8}{:>8}  {:<16}{:<9}{}"


def _as_dict(one: Account) -> dict[str, Any]:
    score = one.interval()
    return {"game": one.game, "first": one.first, "second": one.second, "start": one.start,
            "move_seconds": one.move_seconds, "games": one.games, "wins": one.wins, "draws": one.draws,
            "losses": one.losses, "pairs": list(one.pairs), "unpaired": one.unpaired, "score": score.mean,
            "interval": [score.low, score.high], "distinct_games": one.distinct, "forfeits": one.forfeits,
            "reproducible": one.reproducible, "code": one.code, "older_code": one.older, "unknown_code": one.unknown,
            "last_played": moment(one.last)}


# ---------------------------------------------------------------- games and measurements, a line each


def games(store: Store, wanted: Wanted, most: int | None) -> tuple[list[Record], int]:
    """The newest games, the newest last, and how many others there are."""
    ids = [id for (id,) in store.ask(f"SELECT id FROM game WHERE {wanted.condition(store)} ORDER BY id")]
    left_out = 0 if most is None else max(0, len(ids) - most)
    return list(store.records(ids[left_out:])), left_out


def of_games(some: Sequence[Record], left_out: int) -> str:
    """A line for each game."""
    line = "{:>8}  {:<16} {:>6}{:>8}{:>8}  {}"
    lines = [line.format("game", "played", "moves", "first", "second", "")]
    for one in some:
        fixture, (first, second) = one.fixture, one.played.scores
        title = fixture.game + terms(fixture.start, fixture.move_seconds)
        lost = f"; player {one.played.forfeit.seat + 1} forfeited" if one.played.forfeit is not None else ""
        lines.append(line.format(one.id, local(one.when), len(one.played.actions), f"{first:g}", f"{second:g}",
                                 f"{title}: {fixture.agents[0]} against {fixture.agents[1]}{lost}"))
    return "\n".join([*lines, *_older("games", left_out)]) if some else NO_GAMES


def measurements(store: Store, study: str, most: int | None) -> tuple[list[Measurement], int]:
    """The first measurements of a study in their order, and how many others there are."""
    refuse_unknown_study(store, study)
    ((there,),) = store.ask("SELECT COUNT(*) FROM measurements WHERE study = ?", (study,))
    shown = list(islice(store.measurements(study), most))
    return shown, there - len(shown)


def refuse_unknown_study(store: Store, study: str) -> None:
    """There must be a measurement of it."""
    known = [text for (text,) in store.ask("SELECT DISTINCT study FROM measurements")]
    if study not in known:
        raise Refused(f"{store.place} has no study {study}{nearest(study, known) if known else ''}")


def of_measurements(some: Sequence[Measurement], left_out: int) -> str:
    """A line for each measurement."""
    lines = []
    for one in some:
        values = ", ".join(f"{name} = {value_text(value)}" for name, value in one.values.items())
        lines.append(f"m{one.id}  {one.trial.text}, seed {one.trial.seed}: {values}")
    return "\n".join([*lines, *_older("measurements", left_out)])


def _older(what: str, left_out: int) -> list[str]:
    return [f"{what} left out: {left_out:,} (--all shows them)"] if left_out else []
