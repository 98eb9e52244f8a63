"""Our search against OpenSpiel's C++ MCTSBot, in OpenSpiel's own evaluate_bots; see docs/openspiel.md."""

import argparse
import sys

from treewright.core.errors import Refused
from treewright.envs.openspiel_contest import SETTINGS, Contest


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("settings", nargs="*", help=f"some of {', '.join(SETTINGS)}; all of them by default")
    parser.add_argument("--game", default="connect_four", help="OpenSpiel's text for a game of two")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    try:
        for setting in given.settings or SETTINGS:
            contest = Contest(setting, given.game, given.games, given.simulations, given.seed)
            for tally in contest.play():
                if sys.stderr.isatty():
                    print(f"\r{tally.games}/{given.games} games", end="", file=sys.stderr)
            print(f"\r{setting:<8} {contest.agent}: +{tally.wins} ={tally.draws} -{tally.losses}, "
                  f"score {tally.interval()}", flush=True)
    except Refused as refused:
        print(f"error: {refused}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
