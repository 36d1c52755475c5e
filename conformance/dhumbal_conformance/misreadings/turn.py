"""Misreadings of the chapter: turn."""
