"""The rules of Dhumbal as a program: one chapter of the rule book, one module.

    >>> from dhumbal import Profile, Rules
    >>> rules = Rules(Profile())
    >>> deal = rules.deal(players=2, dealer=1, pack=rules.pack.cards)
    >>> rules.pack.name(rules.draw(deal, seat=0))
    'QS'
    >>> rules.discard(deal, 0, rules.pack.parse("QS"))
    >>> rules.call(deal, 1)
    Traceback (most recent call last):
    dhumbal.refusals.Refused: call.limit

A rule that is broken raises `Refused`, whose `clause` is the id of the clause in the rule book, and changes nothing. Cards are numbers in
the canonical order of the pack, seats are numbers from 0, clockwise. Nothing in here is random, reads a file or prints.
"""

from dhumbal.cards import Card, Pack
from dhumbal.deal import Action, Deal, Outcome
from dhumbal.information import View
from dhumbal.profile import Profile
from dhumbal.refusals import Refused
from dhumbal.rules import Rules
from dhumbal.series import Series

__version__ = "0.1.0"

__all__ = ["Action", "Card", "Deal", "Outcome", "Pack", "Profile", "Refused", "Rules", "Series", "View"]
