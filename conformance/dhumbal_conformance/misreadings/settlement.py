"""Misreadings of the chapter: settlement."""
