"""Misreadings of the chapter: call."""
