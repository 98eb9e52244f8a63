"""Treewright: a workshop for Monte-Carlo tree search."""
