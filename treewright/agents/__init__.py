"""Ready players that put parts together, and the language that names them."""
