"""Misreadings of the chapter: setup."""
