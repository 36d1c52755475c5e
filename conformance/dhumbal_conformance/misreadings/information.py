"""Misreadings of the chapter: information."""
