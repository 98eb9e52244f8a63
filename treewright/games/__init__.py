"""Games: rules and nothing else, one file each."""
