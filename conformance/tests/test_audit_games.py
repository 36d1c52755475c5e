"""`dhumbal audit` on games played by the rules, with any part of the cards seen, and on files that cannot be read."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from audit_records import dhumbal_audit, found_in, told
from dhumbal_conformance.loader.notation import action_text, pack_of
from dhumbal_conformance.loader.profiles import load_profile
from dhumbal_conformance.reference import ReferenceEngine


def recorded(profile_id: str, players: int, chance: random.Random, seen: float) -> dict[str, Any]:
    """A random deal to its end on the reference engine, as somebody records it who sees each card with this probability."""
    profile, engine = load_profile(profile_id), ReferenceEngine()
    rules = {"profile": profile.id, "parameters": profile.parameters}
    pack, seats = list(pack_of(profile.parameters)), list("ABCDEFGHIJKL"[:players])
    refills = [chance.sample(pack, len(pack)) for _ in range(9)]
    engine.new(game="g", **rules, players=seats, dealer="A", chance={"pack": chance.sample(pack, len(pack)), "refills": refills})
    first = engine.observe(game="g", **{"as": "referee"})["state"]
    play, answer = [], {}
    while "result" not in answer:
        legal = engine.legal(game="g")["actions"]
        calls = [action for action in legal if action["type"] == "call"]
        action = calls[0] if calls and chance.random() < 0.3 else chance.choice(legal)
        answer = engine.apply(game="g", action=action)
        step = {action["player"]: action_text(action)}
        play.append(step | ({"gets": answer["card"]} if "card" in answer and chance.random() < seen else {}))
    last, result = engine.observe(game="g", **{"as": "referee"})["state"], answer["result"]
    masked = {
        name: {seat: " ".join(card if chance.random() < seen else "?" for card in hand) or "none" for seat, hand in state["hands"].items()}
        for name, state in (("hands", first), ("shown", last))
    }
    said = {key: result[key] for key in ("ended", "totals", "payments", "deltas") if result[key]} | {"winner": result["winner"] or "none"}
    deal = {"dealer": "A", "upcard": first["pile"][0], "play": play, **masked, **said, "scores": result["deltas"]}
    resets = profile.parameters["series.resets"]
    return {"profile": profile.id, "players": players, "deals": [{key: deal[key] for key in deal if key != "scores" or not resets}]}


GAMES = [
    ("nepali-games", 2),
    ("nepali-games", 6),
    ("pagat-yaniv", 3),
    ("cardrulesplus-jokers", 4),
    ("doumebash", 12),
    ("pagat-yaniv-two-packs", 5),
]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("profile", "players"), GAMES)
def test_a_game_that_was_played_by_the_rules_is_never_called_wrong_whatever_was_seen(
    profile: str, players: int, seed: int, tmp_path: Path
) -> None:
    record = recorded(profile, players, random.Random(seed), seen=seed / 3)
    assert told(found_in(record, tmp_path).wrong) == []


@pytest.mark.parametrize(("profile", "players"), GAMES)
def test_of_a_game_in_which_everything_was_seen_nothing_is_left_open(profile: str, players: int, tmp_path: Path) -> None:
    report = found_in(recorded(profile, players, random.Random(7), seen=1.0), tmp_path)
    assert (report.wrong, report.open) == ([], [])
    assert report.moves > 0


GAME = "profile: nepali-games\nplayers: 2\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (GAME, "deals is missing"),
        ("profile: nepaly-games\nplayers: 2\ndeals: [{dealer: A, caller: A}]\n", "did you mean nepali-games?"),
        (GAME + "deals: [{dealer: C, caller: A}]\n", "3:18: there is no player 'C'"),
        (GAME + "deals: [{dealer: A, upcard: 7C, play: [{A: drop 7C}]}]\n", "'drop 7C' is not an action"),
        (GAME + "deals: [{dealer: A, upcard: 7C, play: [{A: call, B: call}]}]\n", "a move is that of one player"),
        (GAME + "deals: [{dealer: A, upcard: 7C, play: [{A: call, gets: 7D}]}]\n", "only a player who draws"),
        (GAME + "deals: [{dealer: A, play: [{A: call}]}]\n", "the upcard is missing"),
        (GAME + "deals: [{dealer: A, shown: {A: KS, KH}}]\n", "cards stand apart by spaces"),
        (GAME + "deals: [{dealer: A, shown: {A: 1H}}]\n", "'1H' is not a card"),
        (GAME + "deals: [{dealer: A, shown: {A: XR}}]\n", "XR is not in the pack of nepali-games"),
        (GAME + "deals: [{dealer: A, caller: B, upcard: 7C, play: [{A: call}]}]\n", "it is A who called"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_where_and_why(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "record.yaml"
    file.write_text(text, encoding="utf-8")
    found = dhumbal_audit(file)
    assert found.exit_code == 4
    assert found.stdout == ""
    assert says in found.stderr
    assert f"{file}:" in found.stderr
