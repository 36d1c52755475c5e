"""From files to values: YAML with places, the words of the game, and each kind of file, checked as it is read."""
