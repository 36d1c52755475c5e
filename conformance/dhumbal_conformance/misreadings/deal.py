"""Misreadings of the chapter: deal."""
