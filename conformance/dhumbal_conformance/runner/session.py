"""One engine in use: what it said of itself, and the questions it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dhumbal_conformance.connectors import Connector, EngineFault
from dhumbal_conformance.loader.notation import pack_of
from dhumbal_conformance.model import Clause, Profile, Question, SeriesDeal, Step
from dhumbal_conformance.runner.outcome import Count, Mismatch, Unsupported
from dhumbal_conformance.runner.shapes import check_answer, is_cards, is_number

HARNESS = {"name": "dhumbal", "version": "0.1.0"}
PROTOCOL = 1
SWITCHES = ("apply", "half_turns", "load", "legal", "takeable", "judge", "settle", "series", "codes")
CAPABILITIES: dict[str, type] = {**dict.fromkeys(SWITCHES, bool), "observe": list, "chance": list, "result": list}
NAMES = {bool: "true or false", list: "a list of names"}


class Session:
    """A connector after `initialize`, bound to one profile."""

    def __init__(self, connector: Connector, profile: Profile, clauses: Mapping[str, Clause]) -> None:
        self.connector = connector
        self.profile = profile
        self.clauses = clauses
        self.pack = frozenset(pack_of(profile.parameters))
        self.count = Count()
        self.games = 0
        self.step: Step | Question | SeriesDeal | None = None
        """The step in progress, which a failure is reported at."""
        self.key = ""
        """The key of the scenario format that is being compared."""
        answer = connector.request("initialize", {"protocol": [PROTOCOL], "harness": HARNESS, "suite": HARNESS["version"]})
        self.check_handshake(answer)
        self.engine: dict[str, Any] = answer["engine"]
        self.capabilities: dict[str, Any] = answer.get("capabilities", {})
        self.plays: list[str] = answer.get("profiles", [])

    def check_handshake(self, answer: Mapping[str, Any]) -> None:
        """Nothing can be checked of an engine that speaks another protocol or does not say who it is."""
        if answer.get("protocol") != PROTOCOL or not is_number(answer.get("protocol")):
            raise EngineFault("startup", f"the engine speaks protocol {answer.get('protocol')!r}, and not {PROTOCOL}", "")
        if not isinstance(answer.get("engine"), dict) or not isinstance(answer.get("capabilities", {}), dict):
            raise EngineFault("startup", "the answer to initialize needs `engine` and `capabilities`, both objects", "")
        if not is_cards(answer.get("profiles", [])):
            raise EngineFault("startup", f"`profiles` is {answer['profiles']!r}; it must be a list of ids", "")
        capabilities = answer.get("capabilities", {})
        for name, kind in CAPABILITIES.items():
            value = capabilities.get(name, kind())
            if not isinstance(value, kind) or (kind is list and not is_cards(value)):
                raise EngineFault("startup", f"the capability `{name}` is {value!r}; it must be {NAMES[kind]}", "")
        if not any(capabilities.get(name) for name in ("apply", "judge", "settle")):
            raise EngineFault(
                "startup", "the engine declares none of the capabilities `apply`, `judge` and `settle`, so nothing can be checked", ""
            )

    def new_game(self) -> str:
        """A name for one more game in the engine; no name is used twice."""
        self.games += 1
        return f"g{self.games}"

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send one request and return its result; one that has not the shape of the protocol is the engine's fault."""
        answer = self.connector.request(method, params)
        check_answer(method, answer, self.pack)
        return answer

    def ask_rules(self, method: str, **params: Any) -> dict[str, Any]:
        """Ask something that depends on the profile."""
        return self.ask(method, profile=self.profile.id, parameters=self.profile.parameters, **params)

    def offers(self, capability: str, value: str) -> bool:
        """Whether the engine declared this value of a capability that is a list."""
        return value in self.capabilities.get(capability, ())

    def tells(self, member: str) -> bool:
        """Whether the engine's results have this member: all of them do, unless it said otherwise."""
        return "result" not in self.capabilities or self.offers("result", member)

    def has(self, capability: str, value: str = "") -> bool:
        """Whether the engine declared the capability, with that value where it is a list."""
        return self.offers(capability, value) if value else bool(self.capabilities.get(capability))

    def need(self, capability: str, value: str = "") -> None:
        """Raise `Unsupported` unless the engine declared the capability, with that value where it is a list."""
        if not self.has(capability, value):
            raise Unsupported(f"the engine does not offer {capability}{f' {value}' if value else ''}")

    def need_profile(self) -> None:
        """Raise `Unsupported` unless the engine plays this profile."""
        if "*" not in self.plays and self.profile.id not in self.plays:
            raise Unsupported(f"the engine does not play {self.profile.id}")

    def check_verdict(self, answer: Mapping[str, Any], refused: str | None, what: str) -> bool:
        """Whether the engine accepted; raises `Mismatch` where the rules demand the contrary, or another clause."""
        if refused is None and answer.get("accepted") is True:
            return True
        accepted = member(answer, "accepted", bool)
        if refused is None:
            code = answer.get("clause") or ""
            raise Mismatch(what, "accepted", f"refused {code}".strip(), (code,) if code in self.clauses else ())
        if accepted:
            raise Mismatch(what, f"refused {refused}", "accepted", (refused,))
        self.check_clause(answer.get("clause"), refused, what)
        return False

    def check_clause(self, given: object, refused: str, what: str) -> None:
        """`refuse.first`: an engine that offers clause codes must name the first clause broken."""
        self.count.refusals += 1
        if not self.capabilities.get("codes"):
            return
        if given != refused:
            raise Mismatch(what, f"refused {refused}", f"refused {given}", (refused,))
        self.count.with_clause += 1


def member(answer: Mapping[str, Any], key: str, kind: type | tuple[type, ...]) -> Any:
    """A member that the protocol promises; an answer without it, or of another type, is a fault of the engine."""
    value = answer.get(key)
    if key not in answer or not isinstance(value, kind):
        raise EngineFault("protocol", f"the answer's `{key}` is {'missing' if key not in answer else repr(value)}", repr(answer)[:500])
    return value
