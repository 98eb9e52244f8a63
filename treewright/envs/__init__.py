"""Our games for other libraries, and theirs for us."""
