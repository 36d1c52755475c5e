"""Misreadings of the chapter: series."""
