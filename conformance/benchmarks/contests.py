"""What is compared with what, and what the project wants to reach."""

from __future__ import annotations

from collections.abc import Sequence

from dhumbal_conformance.suite import load_suite

from benchmarks import calibration, peers, play, processes, streams
from benchmarks.contest import Contest, Entry, Goal

ASKED, LISTED, PERFT = "dhumbal, players who ask", "dhumbal, players who list", "dhumbal perft"
VERIFY, STREAMS, HARNESS = "dhumbal verify", "dhumbal verify, over the streams", "dhumbal's connector"
EIGHTS, GIN, RLCARD = "OpenSpiel crazy_eights", "OpenSpiel gin_rummy", "RLCard gin-rummy"
CHESS, LEAVES, POKER = "python-chess playouts", "python-chess perft, leaf by leaf", "PokerKit no-limit hold'em"
COUNTED = "python-chess perft, last moves counted"
PYTEST, BARE, LOOP = "pytest, empty tests", "bare echo loop", "calibration loop"
CANONICAL = "nepali-games"


def contests(size: float) -> Sequence[Contest]:
    """All of them; `size` is how much is done in a turn, 1 being about a tenth of a second each."""
    return (engine(size), perft(), suite(), harness(size))


def engine(size: float) -> Contest:
    """Random legal play."""
    entries = (
        Entry(ASKED, play.playing(play.asked, int(40_000 * size))),
        Entry(LISTED, play.playing(play.listed, int(12_000 * size))),
        Entry(EIGHTS, peers.openspiel("crazy_eights", int(40_000 * size), players=4), "open_spiel"),
        Entry(GIN, peers.openspiel("gin_rummy", int(4_000 * size)), "open_spiel"),
        Entry(RLCARD, peers.rlcard("gin-rummy", int(1_000 * size)), "rlcard"),
        Entry(CHESS, peers.chess_playouts(int(2_000 * size)), "chess"),
        Entry(POKER, peers.pokerkit(int(500 * size)), "pokerkit"),
    )
    goals = (
        Goal(ASKED, EIGHTS, 1),
        Goal(ASKED, GIN, 10),
        Goal(ASKED, RLCARD, 30),
        Goal(ASKED, CHESS, 12),
        Goal(ASKED, POKER),
        Goal(LISTED, EIGHTS),
        Goal(LISTED, GIN),
        Goal(LISTED, RLCARD),
        Goal(LISTED, CHESS),
    )
    return Contest("engine", "moves", entries, goals)


def perft() -> Contest:
    """Lines of play, counted."""
    entries = (
        Entry(PERFT, play.counting(6)),
        Entry(LEAVES, peers.chess_perft(3), "chess"),
        Entry(COUNTED, peers.chess_perft(3, counted=1), "chess"),
    )
    return Contest("perft", "lines", entries, (Goal(PERFT, LEAVES, 1), Goal(PERFT, COUNTED)))


def suite() -> Contest:
    """The suite, as a whole process, and as many tests that do nothing."""
    entries = (
        Entry(VERIFY, processes.verify()),
        Entry(STREAMS, processes.verify_over_streams()),
        Entry(PYTEST, processes.empty_tests(len(load_suite(of=CANONICAL).scenarios)), "pytest"),
    )
    return Contest("suite", "scenarios", entries, (Goal(VERIFY, PYTEST, 1), Goal(STREAMS, PYTEST, 4)))


def harness(size: float) -> Contest:
    """Requests and answers over the standard streams."""
    entries = (Entry(HARNESS, streams.harness(int(5_000 * size))), Entry(BARE, streams.bare(int(5_000 * size)), ""))
    return Contest("harness", "round trips", entries, (Goal(HARNESS, BARE, 0.6),))


def guards() -> Sequence[Contest]:
    """The project against itself as it was: each ratio may fall to about half of what it is today before the guard fails."""
    loop = Entry(LOOP, calibration.loop, "")
    playing = (
        Entry(ASKED, play.playing(play.asked, 20_000)),
        Entry(LISTED, play.playing(play.listed, 8_000)),
        Entry(PERFT, play.counting(5)),
    )
    limits = (Goal(ASKED, LOOP, 0.045), Goal(LISTED, LOOP, 0.012), Goal(PERFT, LOOP, 0.02))
    return (
        Contest("engine", "moves", (*playing, loop), limits),
        Contest("suite", "scenarios", (Entry(VERIFY, processes.verify()), loop), (Goal(VERIFY, LOOP, 0.0001),)),
        Contest("harness", "round trips", harness(0.4).entries, (Goal(HARNESS, BARE, 0.4),)),
    )
