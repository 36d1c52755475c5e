"""Differential play: numbered deals on the reference engine and on another, every answer compared.

A deal is first played on the reference engine, by a policy that seeks rare situations and tries much that is refused, and so becomes a
scenario that says at each step what must happen. That scenario is put to the engine under test by the same runner as any other. What it
fails is shrunk to a small scenario, and written as a file.
"""
