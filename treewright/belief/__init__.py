"""What a player can infer of what he does not see: where the simulations of a search with hidden information start."""
