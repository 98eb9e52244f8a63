"""How a search plays on below its tree: one policy a file."""
