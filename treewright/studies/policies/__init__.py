"""The field's policies against games: what each is worth beside plain UCT, in games won and in time."""
