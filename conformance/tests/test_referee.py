"""The Referee: the table follows from the text and the text from the table, every refusal has its clause, and what it saves holds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from dhumbal_conformance import data
from dhumbal_conformance.cli import main
from dhumbal_conformance.referee import Referee

WORKED_EXAMPLE = data.scenarios() / "nepali-games" / "call" / "k-pair-worked-example.yaml"
K_PAIR = {"dealer": "B", "hands": {"A": "KS KH AD AC AH", "B": "AS 2S 2H 9S 9H"}, "upcard": "7C", "stock": "2D 9D"}
MOVES = "A draw stock, A call, A discard KS KH, B call, B draw stock, B discard 9S 9H 9D, A call"
WRITTEN = """\
profile: nepali-games
given:
  dealer: B
  hands: {A: KS KH AD AC AH, B: AS 2S 2H 9S 9H}
  upcard: 7C
  stock: 2D 9D
play:
  - {A: draw stock, gets: 2D}
  - {A: call, refused: call.only-at-turn-start}
  - {A: discard KS KH}
  - {B: call, refused: call.limit}
  - {B: draw stock, gets: 9D}
  - {B: discard 9S 9H 9D}
  - {A: call}
then: {ended: caught, caller: A, winner: B, totals: {A: 5, B: 5}, payments: {A: 25}, deltas: {A: -25, B: 25}}
"""
HEADER = {
    "id": "nepali-games/call/mine",
    "title": "Matched, and so caught",
    "clauses": ["call.limit", "settle.caught"],
    "source": "",
    "because": "A and B both hold 5, so A is caught.",
}

# What a browser does not have, or what is left out there for its size.
WITHOUT = ("jsonschema", "rich", "click", "multiprocessing", "fcntl", "_posixsubprocess", "yaml._yaml")
IN_A_BROWSER = f"""
import sys
sys.modules.update(dict.fromkeys({WITHOUT!r}))
from dhumbal_conformance.referee import Referee
answer = Referee().answer
for question in ('"view"', '"compare", "reading": "NG-12/below-five"', '"act", "player": "A", "action": "draw stock"', '"suggested"'):
    assert "problems" not in answer('{{"ask": ' + question + '}}')
"""


class Asked:
    """The Referee as the page asks it, in JSON."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee

    def __call__(self, what: str, **more: Any) -> Any:
        return json.loads(self.referee.answer(json.dumps({"ask": what, **more})))

    def play(self, moves: str) -> Any:
        view = None
        for move in moves.split(", "):
            player, _, action = move.partition(" ")
            view = self("act", player=player, action=action)
        return view


@pytest.fixture(scope="module")
def referee() -> Referee:
    return Referee()


@pytest.fixture
def ask(referee: Referee) -> Asked:
    asked = Asked(referee)
    asked("set_up", profile="nepali-games", given=K_PAIR)
    return asked


def test_moves_are_written_down_with_what_came_of_them(ask: Asked) -> None:
    assert ask.play(MOVES)["text"] == WRITTEN


def test_the_text_gives_the_same_table_as_the_moves(ask: Asked) -> None:
    played = ask.play(MOVES)
    ask("restart")
    opened = ask("open", text=WRITTEN)
    assert {key: opened[key] for key in ("table", "steps", "end", "allowed")} == {
        key: played[key] for key in ("table", "steps", "end", "allowed")
    }


def test_a_refused_move_changes_nothing_and_shows_its_clause_with_its_words(ask: Asked) -> None:
    before = ask("view")["table"]
    view = ask.play("B call")
    assert view["table"] == before
    assert view["steps"] == [{"text": "B: call", "refused": "turn.seat", "card": None, "amiss": ""}]
    assert view["clauses"]["turn.seat"]["text"]


def test_what_is_allowed_is_that_of_the_player_to_act(ask: Asked) -> None:
    assert ask("view")["allowed"] == {"call": False, "draw": True, "take": ["7C"], "discard": []}
    allowed = ask.play("A draw stock")["allowed"]
    assert (allowed["draw"], allowed["take"]) == (False, [])
    assert ["KS", "KH"] in allowed["discard"]
    assert ["KS", "2D"] not in allowed["discard"]


def test_the_end_is_settled_with_a_clause_for_each_player(ask: Asked) -> None:
    end = ask.play(MOVES)["end"]
    assert (end["ended"], end["caller"], end["winner"]) == ("caught", "A", "B")
    assert end["clauses"] == ["settle.caught", "settle.caught.winner"]
    assert end["rows"] == [
        {"seat": "A", "total": 5, "pays": 25, "delta": -25, "clause": "settle.caught.flat"},
        {"seat": "B", "total": 5, "pays": None, "delta": 25, "clause": "settle.collects"},
    ]


def test_undo_takes_one_line_back_and_the_end_with_it(ask: Asked) -> None:
    ask.play(MOVES)
    view = ask("undo")
    assert view["end"] is None
    assert view["text"] == "".join(WRITTEN.splitlines(keepends=True)[:-2])
    assert ask("restart")["steps"] == []


def test_what_a_file_says_besides_stays_in_it(ask: Asked) -> None:
    ask("open", text=WORKED_EXAMPLE.read_text(encoding="utf-8"))
    text = ask("undo")["text"]
    for kept in ("rulings: [NG-13]", "source: ", "because: ", "pile: KH KS 7C", "legal: [draw stock, take 7C]"):
        assert kept in text


def test_a_file_of_the_suite_has_nothing_amiss(ask: Asked) -> None:
    view = ask("open", text=WORKED_EXAMPLE.read_text(encoding="utf-8"))
    assert [step["amiss"] for step in view["steps"]] == [""] * 9
    assert view["amiss"] == ""


def test_scenarios_of_the_suite_have_nothing_amiss_and_can_be_saved_as_they_are(ask: Asked) -> None:
    played = 0
    for path in sorted(data.scenarios().rglob("*.yaml"))[::12]:
        view = ask("open", text=path.read_text(encoding="utf-8"))
        if "problems" not in view:
            played += 1
            assert [view["amiss"], *(step["amiss"] for step in view["steps"])] == [""] * (1 + len(view["steps"])), path
            saved = ask("open", text=ask("save", header={})["text"])
            assert {**saved, "text": ""} == {**view, "text": ""}, path
    assert played > 50


@pytest.mark.parametrize(
    ("right", "wrong", "amiss"),
    [
        ("gets: 2D", "gets: 3D", "the card drawn: written 3D, by the rules 2D"),
        ("{A: discard KS KH}", "{A: discard KS KH, total: 6}", "A's total: written 6, by the rules 5"),
        ("refused: call.limit", "refused: turn.seat", "written: refused turn.seat; by the rules: refused call.limit"),
        ("{A: discard KS KH}", "{A: discard KS KH, refused: take.lock}", "written: refused take.lock; by the rules: accepted"),
    ],
)
def test_what_the_text_says_wrongly_is_named_and_kept(ask: Asked, right: str, wrong: str, amiss: str) -> None:
    view = ask("open", text=WRITTEN.replace(right, wrong))
    assert next(step["amiss"] for step in view["steps"] if step["amiss"]) == amiss
    assert wrong in ask("undo")["text"]


def test_a_wrong_end_is_named(ask: Asked) -> None:
    view = ask("open", text=WRITTEN.replace("A: 25}, deltas: {A: -25, B: 25}", "A: 30}, deltas: {A: -30, B: 30}"))
    assert "30" in view["amiss"]
    assert "25" in view["amiss"]


def test_a_mistake_in_the_text_has_its_place_and_leaves_the_table_alone(ask: Asked) -> None:
    before = ask("view")
    answer = ask("open", text=WRITTEN.replace("A: draw stock", "A: drwa stock"))
    assert answer == {
        "problems": [{"line": 8, "column": 9, "message": "'drwa stock' is not an action", "hint": "did you mean draw?"}],
    }
    assert ask("view") == before


def test_a_set_up_that_cannot_be_shows_its_text_and_what_is_wrong(ask: Asked) -> None:
    answer = ask("set_up", profile="nepali-games", given={**K_PAIR, "upcard": "KS"})
    assert answer["problems"][0]["message"] == "KS is named twice"
    assert "  upcard: KS" in answer["text"].splitlines()[answer["problems"][0]["line"] - 1]


def test_scenarios_without_a_deal_are_told_apart(ask: Asked) -> None:
    answer = ask("open", text="profile: nepali-games\njudge:\n  - {discard: KS KH}\n")
    assert "no deal that could be played" in answer["problems"][0]["message"]


def test_the_longest_deal_number_keeps_all_its_digits(ask: Asked) -> None:
    view = ask("set_up", profile="nepali-games", given={"deal": "123456789012345678", "players": 3, "dealer": "C"})
    assert "  deal: 123456789012345678" in view["text"].splitlines()
    assert view["given"]["deal"] == "123456789012345678"


def test_every_game_can_be_dealt_and_played(ask: Asked) -> None:
    games = ask("games")["games"]
    assert games[0]["id"] == "nepali-games"
    for game in games:
        view = ask("set_up", profile=game["id"], given={"deal": "1", "players": game["players"][0], "dealer": "A"})
        player, allowed = view["table"]["turn"]["player"], view["allowed"]
        move = f"discard {allowed['discard'][0][0]}" if allowed["discard"] else "draw stock"
        assert [step["refused"] for step in ask("act", player=player, action=move)["steps"]] == [""], game["id"]


def test_too_many_players_are_refused_and_that_can_be_saved(ask: Asked) -> None:
    view = ask("set_up", profile="nepali-games", given={"deal": "1", "players": 7, "dealer": "A"})
    assert (view["refused"], view["table"]) == ("setup.players", None)
    text = ask("save", header={**HEADER, "clauses": ask("suggested")["clauses"]})["text"]
    assert "clauses: [setup.players]" in text
    assert "  - {refused: setup.players}" in text


def test_another_game_judges_the_same_play(ask: Asked) -> None:
    # A holds 1 + 1 + 1 + 2 + 3 = 8, which is too much with a limit of 7, and allowed where there is none.
    ask("set_up", profile="cardrulesplus-limit-7", given={**K_PAIR, "hands": {"A": "AS AH AD 2S 3H", "B": "KS KH 9S 9H QD"}})
    assert ask.play("A call")["steps"][-1]["refused"] == "call.limit"
    view = ask("switch", profile="cardrulesplus")
    assert view["steps"] == [{"text": "A: call", "refused": "", "card": None, "amiss": ""}]
    assert (view["end"]["ended"], view["end"]["caller"]) == ("won", "A")


def test_another_reading_parts_at_the_first_move_that_it_judges_differently(ask: Asked) -> None:
    ask.play(MOVES)
    found = ask("compare", reading="NG-12/below-five")
    assert found["difference"]["text"] == "B: discard 9S 9H 9D"
    assert found["difference"]["what"] == "what is allowed next"
    assert (found["here"]["deltas"], found["there"]) == ({"A": -25, "B": 25}, None)


def test_a_game_in_which_the_table_cannot_be_set_up_says_why(ask: Asked) -> None:
    other = next(game["id"] for game in ask("games")["games"] if game["hand"] != 5)
    assert "a deal gives each player" in ask("compare", profile=other)["problems"][0]["message"]


def test_only_readings_that_judge_the_play_differently_are_named_those_first_that_decide_otherwise(ask: Asked) -> None:
    ask.play(MOVES)
    telling = ask("telling")["telling"]
    named = [it["id"] for it in telling]
    assert "NG-17/after-a-round" in named
    assert "NG-50/callers-left" not in named
    decides = ["verdict" in it["difference"]["what"] or it["difference"]["what"].startswith("the end") for it in telling]
    assert decides == sorted(decides, reverse=True)


def test_a_clause_is_suggested_for_each_refusal_and_for_what_was_settled(ask: Asked) -> None:
    assert ask.play("A draw stock") is not None
    assert ask("suggested")["clauses"] == ["draw.stock"]
    ask("restart")
    ask.play(MOVES)
    suggested = ask("suggested")
    assert suggested["clauses"][:2] == ["call.only-at-turn-start", "call.limit"]
    assert suggested["id"] == "nepali-games/call/my-dispute"


def test_what_is_saved_is_accepted_and_holds(ask: Asked, tmp_path: Path) -> None:
    ask.play(MOVES)
    path = tmp_path / "mine.yaml"
    path.write_text(ask("save", header={**HEADER, "unconfirmed": False})["text"], encoding="utf-8")
    for command in (["lint", str(path)], ["verify", "--select", str(path)]):
        result = CliRunner().invoke(main, command, catch_exceptions=False)
        assert result.exit_code == 0, result.output


def test_what_nobody_has_confirmed_is_marked(ask: Asked, tmp_path: Path) -> None:
    ask.play("A draw stock")
    path = tmp_path / "mine.yaml"
    path.write_text(ask("save", header={**HEADER, "clauses": ["draw.stock"], "unconfirmed": True})["text"], encoding="utf-8")
    assert "  - {A: draw stock, gets: 2D, next: A}" in path.read_text(encoding="utf-8")
    result = CliRunner().invoke(main, ["lint", str(path)], catch_exceptions=False)
    assert "nobody has confirmed this expectation" in result.output
    assert "1 problem" in result.output


def test_an_incomplete_file_is_not_saved(ask: Asked) -> None:
    ask.play(MOVES)
    assert [it["message"] for it in ask("save", header={**HEADER, "title": ""})["problems"]] == ["title is missing"]


def test_nothing_is_needed_that_a_browser_lacks() -> None:
    subprocess.run([sys.executable, "-c", IN_A_BROWSER], check=True, timeout=60)
