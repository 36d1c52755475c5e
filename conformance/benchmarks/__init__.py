"""Measures the engine, the suite and the harness side by side with the best in the field, alternating, on one core.

    pip install -e '.[benchmarks]'      # the peers, which nothing but this needs
    python -m benchmarks                # everything, some ten minutes; --quick takes two
    python -m benchmarks --only engine  # one part of it
    python -m benchmarks --guard        # without peers: fails where something has become much slower

A peer that is not installed is left out, and the table says so.
"""
