"""The Referee: a table to set up and to play, with the verdict and the clause at every move. The site runs it in the browser.

It takes and gives JSON, and keeps one scenario: whatever is done to it is a change of its text, from which the table follows.
"""

from dhumbal_conformance.referee.desk import Referee

__all__ = ["Referee"]
