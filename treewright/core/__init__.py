"""The compiled heart: what a component is, what a game is, the tree, the one search loop."""
