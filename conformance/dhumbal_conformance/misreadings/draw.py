"""Misreadings of the chapter: draw."""
