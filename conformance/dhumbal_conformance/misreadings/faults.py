"""Misreadings of the chapter: faults."""
