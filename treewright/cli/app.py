"""The table of commands. Each lives in a file of its own and imports what it needs when it runs."""

import typer

from treewright.cli.bench import bench
from treewright.cli.match import match

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False,
                  context_settings={"help_option_names": ["-h", "--help"]},
                  help="A workshop for Monte-Carlo tree search: games in plain Python, searched at native speed.")



@app.callback()
def treewright() -> None:
    """A workshop for Monte-Carlo tree search: games in plain Python, searched at native speed."""


for command in (match, bench,):
    app.command()(command)
