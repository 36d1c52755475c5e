"""Misreadings of the chapter: cards."""
