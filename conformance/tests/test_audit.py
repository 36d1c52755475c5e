"""`dhumbal audit`: what it finds in records of real games, and that it never calls wrong what can have happened."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from audit_records import CLAUSES, EXAMPLES, Deal, deal_of, dhumbal_audit, found_in, told
from dhumbal_conformance import data
from dhumbal_conformance.audit import audit


@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("in-order", 0, ["Nothing is wrong; found right: 5 moves and 13 statements."]),
        ("illegal-move", 1, ["illegal-move.yaml:13:9: deal 1: B may not discard 9D 9S 9C", "take.lock: A card taken", "3 moves."]),
        ("wrong-payment", 1, ["B pays 30; by the rules B pays 25", "settle.caught.flat: A caught caller pays 25", "changes by 35"]),
        ("unseen-cards", 0, ["Cannot be told", "unseen-cards.yaml:19:19: deal 1: whether A pays 12", "5 things cannot be told"]),
        ("series", 0, ["Nothing is wrong; found right: 25 statements."]),
    ],
)
def test_the_example_records_are_judged_as_they_say(name: str, code: int, says: list[str]) -> None:
    found = dhumbal_audit(EXAMPLES / f"{name}.yaml")
    assert found.exit_code == code
    for words in says:
        assert words in found.stdout


def test_every_example_record_is_tried() -> None:
    assert {file.stem for file in EXAMPLES.iterdir()} == {"in-order", "illegal-move", "wrong-payment", "unseen-cards", "series"}


def test_the_documentation_shows_a_record_and_a_note_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(data.root())
    text = (data.root() / "docs" / "audit.md").read_text(encoding="utf-8")
    record = (EXAMPLES / "in-order.yaml").read_text(encoding="utf-8")
    assert record.partition("\n")[2] in text
    assert dhumbal_audit(Path("docs/records/wrong-payment.yaml")).stdout in text


def test_a_record_in_json_is_read_like_one_in_yaml(tmp_path: Path) -> None:
    record = yaml.safe_load((EXAMPLES / "wrong-payment.yaml").read_text(encoding="utf-8"))
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record, indent=2), encoding="utf-8")
    assert told(audit(file, CLAUSES)[1].wrong) == told(audit(EXAMPLES / "wrong-payment.yaml", CLAUSES)[1].wrong)


START: Deal = {"hands": {"B": "AS 2S 2H 9S 9H"}, "upcard": "7C"}


def test_a_card_known_to_be_in_another_hand_cannot_be_discarded(tmp_path: Path) -> None:
    report = deal_of(tmp_path, START | {"play": [{"A": "draw stock"}, {"A": "discard 9S"}]})
    assert told(report.wrong) == [("discard.held", "A may not discard 9S: 9S is in B's hand")]
    assert (report.moves, report.open) == (1, [])


def test_a_card_on_the_pile_cannot_be_discarded(tmp_path: Path) -> None:
    report = deal_of(tmp_path, START | {"play": [{"A": "draw stock"}, {"A": "discard 7C"}]})
    assert told(report.wrong) == [("discard.held", "A may not discard 7C: 7C is on the discard pile")]


def test_a_discard_that_can_have_been_among_unseen_cards_names_one_of_them(tmp_path: Path) -> None:
    moves = [{"A": "draw stock", "gets": "3S"}, {"A": "discard 5S"}, {"B": "draw stock", "gets": "5S"}]
    report = deal_of(tmp_path, START | {"play": moves})
    assert told(report.wrong) == [("draw.stock", "B cannot have done `draw stock, gets 5S`: 5S is on the discard pile")]
    assert report.moves == 2


def test_unseen_cards_run_out(tmp_path: Path) -> None:
    hands = {"A": "3S 4S 5S 6S ?", "B": "5 cards"}
    moves = [{"A": "draw stock", "gets": "KD"}, {"A": "discard 9S"}, {"B": "draw stock"}, {"B": "discard 9H"}]
    report = deal_of(tmp_path, {"hands": hands, "upcard": "7C", "play": [*moves, {"A": "draw stock", "gets": "QD"}, {"A": "discard 9D"}]})
    assert told(report.wrong) == [("discard.held", "A may not discard 9D: 9D is in the stock or in another hand")]


def test_a_card_dealt_twice_is_told_at_the_hand(tmp_path: Path) -> None:
    report = deal_of(tmp_path, {"hands": {"A": "3S 4S 5S 6S 9S", "B": "AS 2S 2H 9S 9H"}, "upcard": "7C", "play": [{"A": "draw stock"}]})
    assert told(report.wrong) == [("pack.cards", "the hand dealt to B cannot be right: 9S is in A's hand")]


def test_a_hand_of_the_wrong_size_is_told(tmp_path: Path) -> None:
    report = deal_of(tmp_path, {"hands": {"A": "4 cards"}, "upcard": "7C", "play": [{"A": "draw stock"}]})
    assert told(report.wrong) == [("deal.hands", "the hand dealt to A cannot be right: A must have 5 cards, not 4")]


@pytest.mark.parametrize(
    ("play", "clause"),
    [
        ([{"B": "draw stock"}], "turn.seat"),
        ([{"A": "discard 3S"}], "turn.draw-first"),
        ([{"A": "take KS"}], "take.top"),
        ([{"A": "draw stock"}, {"A": "take 7C"}], "turn.one-draw"),
        ([{"A": "draw stock"}, {"A": "call"}], "call.only-at-turn-start"),
        ([{"A": "take 7C"}, {"A": "discard 3S 3H 4S"}], "discard.together"),
        ([{"A": "take 7C"}, {"A": "discard nothing"}], "discard.some"),
        ([{"A": "take 7C"}, {"A": "discard 3S 3S"}], "discard.distinct"),
    ],
)
def test_what_the_rules_say_without_looking_at_unseen_cards_is_certain(play: list[dict[str, str]], clause: str, tmp_path: Path) -> None:
    report = deal_of(tmp_path, START | {"play": play})
    assert [found.clause for found in report.wrong] == [clause]
    assert (report.moves, report.open) == (len(play) - 1, [])


def test_a_call_with_unseen_cards_that_are_too_high_whatever_they_are_is_illegal(tmp_path: Path) -> None:
    report = deal_of(tmp_path, {"upcard": "7C", "play": [{"A": "call"}]})
    assert told(report.wrong) == [("call.limit", "A may not call: their total is at least 6")]


TO_THE_CALL = [
    {"A": "draw stock"},
    {"A": "discard KS KH KD KC"},
    {"B": "draw stock", "gets": "3D"},
    {"B": "discard 3D"},
    {"A": "call"},
]


def test_a_call_that_depends_on_unseen_cards_cannot_be_told(tmp_path: Path) -> None:
    report = deal_of(tmp_path, START | {"play": TO_THE_CALL})
    assert report.wrong == []
    assert told(report.open) == [("call.limit", "whether A may call: their total lies between 2 and 20")]


@pytest.mark.parametrize(("shown", "wrong"), [("AH 4H", []), ("AH 5H", [("call.limit", "A may not call: their total is 6")])])
def test_the_hand_shown_at_the_end_decides_about_the_call(shown: str, wrong: list[tuple[str, str]], tmp_path: Path) -> None:
    report = deal_of(tmp_path, START | {"play": TO_THE_CALL, "shown": {"A": shown}})
    assert told(report.wrong) == wrong
    assert report.open == []


@pytest.mark.parametrize(
    ("shown", "why"),
    [("AH 3D", "3D is on the discard pile"), ("AH AS", "AS is in B's hand"), ("AH", "A must have 2 cards, not 1")],
)
def test_a_hand_shown_that_cannot_be_is_told(shown: str, why: str, tmp_path: Path) -> None:
    report = deal_of(tmp_path, START | {"play": TO_THE_CALL, "shown": {"A": shown}})
    assert told(report.wrong) == [("settle.show", f"the hand that A shows cannot be right: {why}")]


def test_nothing_may_follow_a_call(tmp_path: Path) -> None:
    report = deal_of(tmp_path, START | {"play": [*TO_THE_CALL, {"B": "draw stock"}], "shown": {"A": "AH 2C"}})
    assert [found.clause for found in report.wrong] == ["turn.over"]


def test_what_is_played_after_a_call_with_an_empty_hand_does_not_change_its_settlement(tmp_path: Path) -> None:
    hands = {"A": "9S 9H 9D 9C 3H", "B": "AS 2S 2H 4S 5H"}
    play = [
        {"A": "draw stock", "gets": "3S"},
        {"A": "discard 9S 9H 9D 9C"},
        {"B": "draw stock", "gets": "2D"},
        {"B": "discard 2S 2H 2D"},
        {"A": "draw stock", "gets": "3C"},
        {"A": "discard 3H 3S"},
        {"B": "draw stock", "gets": "JD"},
        {"B": "discard JD"},
        {"A": "draw stock", "gets": "3D"},
        {"A": "discard 3C 3D"},
        {"B": "draw stock", "gets": "JC"},
        {"B": "discard JC"},
        {"A": "call"},
    ]
    right = deal_of(tmp_path, {"hands": hands, "upcard": "7C", "play": play, "payments": {"B": 10}})
    assert (right.wrong, right.open, right.moves) == ([], [], 13)
    more = [*play, {"B": "draw stock", "gets": "KD"}, {"B": "discard AS"}]
    report = deal_of(
        tmp_path, {"hands": hands, "upcard": "7C", "play": more, "shown": {"A": "none", "B": "AS 4S 5H"}, "payments": {"B": 9}}
    )
    assert [found.clause for found in report.wrong] == ["turn.over", "settle.others"]


def test_a_deal_that_cannot_be_right_keeps_its_moves_from_being_judged(tmp_path: Path) -> None:
    report = deal_of(tmp_path, {"hands": {"A": "4 cards"}, "upcard": "7C", "play": [{"B": "draw stock"}]})
    assert [found.clause for found in report.wrong] == ["deal.hands"]


def test_only_the_first_illegal_move_of_a_deal_is_named_but_its_end_is_settled(tmp_path: Path) -> None:
    play = [{"B": "draw stock"}, {"B": "discard 7C"}, {"A": "call"}]
    report = deal_of(tmp_path, {"upcard": "7C", "play": play, "shown": {"A": "4S", "B": "9H"}, "payments": {"B": 8}})
    assert told(report.wrong) == [
        ("turn.seat", "B may not draw stock"),
        ("settle.others", "the record says that B pays 8; by the rules B pays 9"),
    ]


def test_what_unseen_hands_cannot_change_is_told_all_the_same(tmp_path: Path) -> None:
    """B calls with 5 and A has 5, so B is caught; C's five unseen cards count at least 9, so A wins, and only C's payment is open."""
    moves = [
        {"A": "draw stock", "gets": "QS"},
        {"A": "discard 9S 9H 9D"},
        {"B": "draw stock", "gets": "KC"},
        {"B": "discard KS KH KD KC"},
        {"C": "draw stock"},
        {"C": "discard QH"},
        {"A": "draw stock", "gets": "2C"},
        {"A": "discard QS"},
        {"B": "call"},
    ]
    hands = {"A": "AH 2H 9S 9H 9D", "B": "AS 4D KS KH KD"}
    said = {"ended": "caught", "winner": "A", "payments": {"B": 20, "C": 30}}
    report = deal_of(tmp_path, {"hands": hands, "upcard": "7C", "play": moves, **said}, players=3)
    assert told(report.wrong) == [("settle.caught.flat", "the record says that B pays 20; by the rules B pays 25")]
    assert told(report.open) == [("", "whether C pays 30")]


@pytest.mark.parametrize(("delta", "wrong"), [(-12, []), (-13, ["settle.collects"])])
def test_statements_that_are_each_possible_must_be_possible_together(delta: int, wrong: list[str], tmp_path: Path) -> None:
    """A's two cards, which nobody saw, can count 12 and can count 13, but not both."""
    play = [
        {"A": "draw stock"},
        {"A": "discard KS KH KD KC"},
        {"B": "draw stock", "gets": "9D"},
        {"B": "discard 9S 9H 9D"},
        {"A": "draw stock"},
        {"A": "discard QS"},
        {"B": "call"},
    ]
    report = deal_of(tmp_path, START | {"play": play, "payments": {"A": 12}, "deltas": {"A": delta}})
    assert [found.clause for found in report.wrong] == wrong
    assert len(report.open) == 3


def test_moves_that_stop_before_the_end_leave_the_end_open(tmp_path: Path) -> None:
    report = deal_of(tmp_path, START | {"play": TO_THE_CALL[:4], "payments": {"A": 3}})
    assert report.wrong == []
    assert [found.text[:18] for found in report.open] == ["how the deal ends:"]


def settled(**deal: Any) -> Deal:
    return {"dealer": "A", "caller": "B", "shown": {"A": "KC 2D", "B": "2S", "C": "5H"}, **deal}


def unseen(dealer: str) -> Deal:
    """A deal of which nobody wrote down a hand."""
    return {"dealer": dealer, "caller": "B"}


def series(*deals: Deal, **more: Any) -> dict[str, Any]:
    return {"profile": "nepali-games", "players": 3, "deals": list(deals)} | more


@pytest.mark.parametrize(
    ("deals", "more", "clause", "says"),
    [
        ([settled(totals={"A": 11})], {}, "value.total", "A's total is 12"),
        ([settled(ended="caught")], {}, "settle.won", "the caller won the deal"),
        ([settled(winner="C")], {}, "settle.won", "B wins the deal"),
        ([settled(payments={"A": 12})], {}, "settle.others", "C pays 5"),
        ([settled(payments={"A": 12, "B": 2, "C": 5})], {}, "settle.collects", "B pays nothing"),
        ([settled(deltas={"B": 16})], {}, "settle.collects", "B's score changes by 17"),
        ([settled(scores={"A": -12, "B": 17, "C": 5})], {}, "series.score", "C's score is -5"),
        ([settled(), settled()], {}, "series.rotation", "B deals"),
        ([settled(), settled(dealer="B")], {"then": {"scores": {"B": 17}}}, "series.score", "B's score is 34"),
        ([settled()], {"then": {"places": {"C": 3}}}, "series.places", "C is in place 2"),
        ([settled()], {"then": {"winners": "A"}}, "series.highest", "the winners are B"),
        ([settled()], {"then": {"over": True}}, "series.deals", "the series is not over"),
        ([settled(dealer=seat) for seat in "ABCA"], {}, "series.deals", "this deal may not be played"),
    ],
)
def test_whatever_is_wrong_at_the_end_is_named_with_its_clause(
    deals: list[Deal], more: dict[str, Any], clause: str, says: str, tmp_path: Path
) -> None:
    (found,) = found_in(series(*deals, **more), tmp_path).wrong
    assert found.clause == clause
    assert found.text.endswith(says)


def test_scores_after_a_deal_with_unseen_hands_are_left_open(tmp_path: Path) -> None:
    hidden = settled(shown={"A": "KC 2D", "B": "2S"})
    report = found_in(series(hidden, settled(dealer="B", scores={"B": 34}), then={"over": False, "winners": "B"}), tmp_path)
    assert report.wrong == []
    assert {found.text for found in report.open} == {"whether B's score is 34", "whether the winners are B"}


@pytest.mark.parametrize(
    ("deals", "more", "clause", "says"),
    [
        (["A", "C"], {}, "series.rotation", "the record says that C deals; by the rules B deals"),
        (["A", "B", "A"], {}, "series.rotation", "the record says that A deals; by the rules C deals"),
        (["A", "B", "C", "A"], {}, "series.deals", "this deal may not be played"),
        (["A", "B"], {"then": {"over": True}}, "series.deals", "by the rules the series is not over"),
        (["A", "B", "C"], {"then": {"over": False}}, "series.deals", "by the rules the series is over"),
        (["A"], {"then": {"out": "B"}}, "series.no-elimination", "by the rules nobody is out"),
    ],
)
def test_what_no_card_can_change_is_told_even_when_no_hand_was_seen(
    deals: list[str], more: dict[str, Any], clause: str, says: str, tmp_path: Path
) -> None:
    report = found_in(series(*(unseen(dealer) for dealer in deals), **more), tmp_path)
    assert report.open == []
    assert [(found.clause, says in found.text) for found in report.wrong] == [(clause, True)]


GOING_OUT = {"series.limit": 100, "series.elimination": "over", "settle.scoring": "penalty", "cap.turns": "none"}


@pytest.mark.parametrize("rules", [{"series.starter": "winner"}, GOING_OUT])
def test_who_deals_is_open_where_it_depends_on_cards_that_nobody_saw(rules: dict[str, Any], tmp_path: Path) -> None:
    profile = {"id": "ours", "extends": "nepali-games", "names": {"en": "Ours"}, "summary": "Our own", "parameters": rules}
    (tmp_path / "ours.yaml").write_text(json.dumps(profile))
    game = series(unseen("A"), unseen("B"), profile="ours.yaml")
    report = found_in(game, tmp_path)
    assert report.wrong == []
    assert [found.text for found in report.open] == ["whether B deals"]


def test_hands_of_which_only_the_end_is_known_are_checked(tmp_path: Path) -> None:
    too_high, twice = settled(shown={"A": "KC", "B": "6S", "C": "5H"}), settled(shown={"A": "KC", "B": "2S", "C": "KC"})
    assert told(found_in(series(too_high), tmp_path).wrong) == [("call.limit", "B may not call: their total is 6")]
    assert told(found_in(series(twice), tmp_path).wrong) == [("pack.cards", "KC is shown twice")]


def test_too_many_players_may_not_play(tmp_path: Path) -> None:
    report = found_in({"profile": "nepali-games", "players": 7, "deals": [{"dealer": "A", "upcard": "7C", "play": []}]}, tmp_path)
    assert told(report.wrong) == [("setup.players", "7 players may not play this game")]


def test_who_is_out_plays_no_further_deal(tmp_path: Path) -> None:
    first = {"dealer": "A", "caller": "B", "shown": {"A": "KC 2D", "B": "2S", "C": "5H"}, "out": "A"}
    game = {"profile": "cardrulesplus", "players": 3, "scores": {"A": 95, "B": 20, "C": 60}}
    report = found_in({**game, "deals": [first, {"dealer": "B", "caller": "C", "shown": {"B": "9S", "C": "AS"}}]}, tmp_path)
    assert told(report.wrong) == []
    report = found_in({**game, "deals": [first, {"dealer": "B", "caller": "C", "shown": {"A": "KD", "B": "9S", "C": "AS"}}]}, tmp_path)
    assert told(report.wrong) == [("series.out", "this deal may not be played")]


AFTER_A_REFILL = [
    *({seat: move} for seat, card in zip("ABC", ("KS", "KH", "KD"), strict=True) for move in (f"discard {card}", "draw stock")),
    {"D": "discard KC"},
]


@pytest.mark.parametrize(("gets", "wrong"), [("QS", []), ("KD", ["draw.stock"]), ("4H", ["draw.stock"])])
def test_after_a_refill_only_the_refilled_cards_can_be_drawn(gets: str, wrong: list[str], tmp_path: Path) -> None:
    """Twelve players with four cards leave a stock of three; D's draw refills it with the upcard, KS and KH, for KD stays."""
    play = [*AFTER_A_REFILL, {"D": "draw stock", "gets": gets}]
    report = deal_of(tmp_path, {"upcard": "QS", "play": play}, players=12, profile="doumebash")
    assert [found.clause for found in report.wrong] == wrong
