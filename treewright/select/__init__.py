"""How a search goes down its tree: one selection rule a file."""
