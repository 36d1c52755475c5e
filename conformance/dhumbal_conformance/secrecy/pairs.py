"""Makes pairs: a number, and what the engine can be told, are all that they depend on."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from dhumbal_conformance.model import Given, Seat
from dhumbal_conformance.runner.session import Session
from dhumbal_conformance.secrecy.exchange import exchanged, exchanges
from dhumbal_conformance.secrecy.play import Play
from dhumbal_conformance.secrecy.policy import SHORT, attempts, length_of_play, next_action, numbered_deal
from dhumbal_conformance.secrecy.telling import Kind, Pair, Telling

TRIES = 50
"""So many plays are begun until one comes to a moment at which something is secret."""
IN_STATE = ("players", "dealer", "turn", "turns", "hands", "stock", "pile")
ATTEMPT: Kind = "an attempt of another, refused"
RARE: tuple[Kind, ...] = ("a card drawn by another", "cards that were refilled")
"""Kinds that few moments allow, and that are preferred there."""


class Means(NamedTuple):
    """How an engine can be told a deal."""

    pack: bool
    load: bool
    refills: bool
    half_turns: bool

    @classmethod
    def of(cls, session: Session) -> Means:
        """What the engine declares; raises `Unsupported` where no deal can be told to it, or no player's view be seen."""
        session.need_profile()
        session.need("apply")
        session.need("observe", "player")
        pack, load = session.offers("chance", "pack"), bool(session.capabilities.get("load"))
        if not load:
            session.need("chance", "pack")
        return cls(pack, load, session.offers("chance", "refills"), bool(session.capabilities.get("half_turns")))


def make_pair(number: int, reference: Session, means: Means) -> Pair:
    """The pair of this number, for the profile of the reference session."""
    choose = Random(number)
    for _ in range(TRIES):
        given = numbered_deal(number, choose, reference.profile)
        given = given if means.refills else given._replace(refills=())
        viewer = choose.choice(given.players)
        if not means.pack or (means.load and choose.randrange(4) == 0):
            given = position(reference, given, choose) or given
        pair = pair_of(number, given, viewer, reference, means, choose) if means.pack or given.pack is None else None
        if pair:
            return pair
    raise AssertionError(f"no play of pair {number} came to a moment at which anything is secret")


def pair_of(number: int, given: Given, viewer: Seat, reference: Session, means: Means, choose: Random) -> Pair | None:
    """A play from this beginning, and its other version; None where nothing is secret at its end."""
    play = played(reference, given, viewer, choose, whole=not means.half_turns)
    if play.to_act is None:
        return None
    found = exchanges(play, choose)
    one = Telling(given, tuple(play.actions))
    others = {kind: Telling(exchanged(given, exchange, play.secret), one.actions) for kind, exchange in found.items()}
    tried = attempts(play, choose.choice([seat for seat in given.players if seat != viewer]), choose)[:1] if means.half_turns else ()
    others |= {ATTEMPT: one._replace(tried=tried)} if tried else {}
    own, hand = attempts(play, viewer, choose) if means.half_turns else (), tuple(play.state["hands"][viewer])
    play.end()
    if not others:
        return None
    kind = choose.choice([kind for kind in others if kind in RARE] or list(others) if choose.randrange(2) else list(others))
    return Pair(number, kind, viewer, hand, one, others[kind], own)


def played(reference: Session, given: Given, viewer: Seat, choose: Random, *, whole: bool) -> Play:
    """A play up to a moment: half of the time one at which the viewer is to act; the beginning of a turn, if only whole ones are played."""
    play, length, waits = Play(reference, given, viewer), length_of_play(choose), choose.randrange(2) == 0
    long, latest = length >= SHORT, length + 4 * len(given.players)
    while len(play.actions) < length or (whole and not play.at_start) or (waits and play.to_act != viewer and len(play.actions) < latest):
        action = next_action(play, choose, long=long) if play.to_act else None
        if action is None:
            break
        play.do(action)
    return play


def position(reference: Session, given: Given, choose: Random) -> Given | None:
    """The table at the beginning of a later turn, to be set up; None where the play came to no such moment."""
    play = played(reference, given, given.dealer, choose, whole=True)
    state = play.state
    play.end()
    if not play.at_start or "caller" in state:
        return None
    previous = state.get("previous", min(1, len(state["pile"])))
    return given._replace(pack=None, state={key: state[key] for key in IN_STATE} | {"previous": previous, "pending": []})
