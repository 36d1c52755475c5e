"""Misreadings of the chapter: cap."""
