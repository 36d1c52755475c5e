"""Misreadings of the chapter: refill."""
