"""The table of commands. Each lives in a file of its own and imports what it needs when it runs."""

from typing import Annotated

import typer

from treewright import __version__
from treewright.cli.agents import agents
from treewright.cli.analyse import analyse
from treewright.cli.bench import bench
from treewright.cli.check import check
from treewright.cli.games import games
from treewright.cli.match import match
from treewright.cli.new import new
from treewright.cli.play import play
from treewright.cli.replay import replay
from treewright.cli.report import report
from treewright.cli.results import results
from treewright.cli.serve import serve
from treewright.cli.store import store
from treewright.cli.study import study
from treewright.cli.sweep import sweep
from treewright.cli.thermograph import thermograph
from treewright.cli.tournament import tournament

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False,
                  context_settings={"help_option_names": ["-h", "--help"]},
                  help="A workshop for Monte-Carlo tree search: games in plain Python, searched at native speed.")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"treewright {__version__}")
        raise typer.Exit


@app.callback()
def treewright(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True,
                                          help="Print the version.")] = False,
) -> None:
    """A workshop for Monte-Carlo tree search: games in plain Python, searched at native speed."""


for command in (games, agents, new, check, play, analyse, match, tournament, sweep, report, results, replay,
                thermograph, serve):
    app.command()(command)
app.command(context_settings={"ignore_unknown_options": True})(bench)     # --tubstap is the section tubstap
app.add_typer(study, name="study")
app.add_typer(store, name="store")
