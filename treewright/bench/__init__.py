"""How fast Treewright is: always beside a named peer, in one run, alternating, as a ratio."""
