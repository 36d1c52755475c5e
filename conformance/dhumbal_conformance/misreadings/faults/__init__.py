"""Faults that real programs have and that no ruling speaks of."""
