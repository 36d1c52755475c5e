"""The same kind of work with the programs that others use: random legal play of card games and of chess."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

from benchmarks.contest import Run

chance = random.Random(7).random


def any_of(choices: Any) -> Any:
    """One of several, by chance."""
    return choices[int(chance() * len(choices))]


def openspiel(game_name: str, moves: int, **parameters: int) -> Callable[[], Run]:
    """A game of OpenSpiel, its legal actions listed and one applied; the moves of chance are not counted."""

    def make() -> Run:
        game = import_module("pyspiel").load_game(game_name, parameters)

        def run() -> int:
            done = 0
            while done < moves:
                state = game.new_initial_state()
                while not state.is_terminal():
                    if state.is_chance_node():
                        state.apply_action(any_of(state.chance_outcomes())[0])
                    else:
                        state.apply_action(any_of(state.legal_actions()))
                        done += 1
            return done

        return run

    return make


def rlcard(game_name: str, moves: int) -> Callable[[], Run]:
    """A game of RLCard."""

    def make() -> Run:
        environment = import_module("rlcard").make(game_name)

        def run() -> int:
            done = 0
            while done < moves:
                state, _ = environment.reset()
                while not environment.is_over() and done < moves:
                    state, _ = environment.step(any_of(list(state["legal_actions"])))
                    done += 1
            return done

        return run

    return make


def chess_playouts(moves: int) -> Callable[[], Run]:
    """Chess with python-chess."""

    def make() -> Run:
        chess = import_module("chess")

        def run() -> int:
            done = 0
            while done < moves:
                board = chess.Board()
                while done < moves and not board.is_game_over():
                    board.push(any_of(list(board.legal_moves)))
                    done += 1
            return done

        return run

    return make


def chess_perft(depth: int, *, counted: int = 0) -> Callable[[], Run]:
    """Lines of chess with python-chess; from the depth `counted` on moves are only counted, and each is made if that is 0."""

    def make() -> Run:
        board = import_module("chess").Board()

        def lines(depth: int) -> int:
            if depth == counted:
                return board.legal_moves.count() if counted else 1
            found = 0
            for move in board.legal_moves:
                board.push(move)
                found += lines(depth - 1)
                board.pop()
            return found

        return lambda: lines(depth)

    return make


def pokerkit(moves: int) -> Callable[[], Run]:
    """No-limit hold'em for four with PokerKit, which deals and settles by itself."""

    def make() -> Run:
        package = import_module("pokerkit")
        everything = tuple(package.Automation)

        def run() -> int:
            done = 0
            while done < moves:
                state = package.NoLimitTexasHoldem.create_state(everything, True, 0, (1, 2), 2, 200, 4)
                while state.status and done < moves:
                    poker_move(state)
                    done += 1
            return done

        return run

    return make


def poker_move(state: Any) -> None:
    """Fold, call or raise, each where it is allowed."""
    wanted = any_of(("fold", "call", "raise"))
    if wanted == "fold" and state.can_fold():
        state.fold()
    elif wanted == "raise" and state.can_complete_bet_or_raise_to():
        state.complete_bet_or_raise_to()
    else:
        state.check_or_call()
