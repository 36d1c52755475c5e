"""Misreadings of the chapter: discard."""
