"""The engine with one small change each: what the operators of cosmic-ray and our own make of its modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from itertools import chain
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names
from parso.tree import NodeOrLeaf

from mutation.operators import OWN

ENGINE = Path("reference/dhumbal")

Position = tuple[int, int]
"""A line, counted from 1, and a column, counted from 0."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One module of the engine as changed at one place."""

    module: str
    definition: str
    """The function or class that is changed, or nothing for what stands outside of all."""
    line: int
    source: str
    before: str
    after: str

    @property
    def id(self) -> str:
        """What it is called in `explained.yaml`: where it is, and the line as it was and as it is."""
        where = f"{self.module}.{self.definition}".rstrip(".")
        return f"{where}: {self.before} → {self.after}"


def unchanged() -> Mutant:
    """The engine as it is, in the form of a mutant."""
    return Mutant("rules", "", 1, (ENGINE / "rules.py").read_text(encoding="utf-8"), "", "")


def operators() -> Iterator[Operator]:
    """Every operator of cosmic-ray that needs no arguments, and our own."""
    found = map(get_operator, operator_names())
    return chain((operator() for operator in found if not operator.arguments()), (operator() for operator in OWN))


def mutants() -> Iterator[Mutant]:
    """All mutants of the modules that do something, one after the other; of two that are alike, one."""
    for path in sorted(ENGINE.glob("[a-z]*.py")):
        source = path.read_text(encoding="utf-8")
        found = {mutant.source: mutant for operator in operators() for mutant in changed(path.stem, source, operator)}
        yield from sorted(found.values(), key=lambda mutant: mutant.line)


def changed(module: str, source: str, operator: Operator) -> Iterator[Mutant]:
    """What one operator makes of a module. Nothing evaluates type annotations: a change in one is none."""
    skipped = annotated(source)
    places = [(node, start) for node in ast_nodes(get_ast(source)) for start, _ in operator.mutation_positions(node)]
    for occurrence, (node, place) in enumerate(places):
        if not any(start <= place < end for start, end in skipped):
            mutated = mutate_code(source, operator, occurrence)
            yield Mutant(module, definition(node), place[0], mutated, *difference(source, mutated))


def definition(node: NodeOrLeaf) -> str:
    """The name of the innermost function or class around a node."""
    around = node.search_ancestor("funcdef", "classdef")
    return around.name.value if around else ""


def difference(source: str, mutated: str) -> tuple[str, str]:
    """The lines that differ, as they were and as they are now."""
    lines = [*unified_diff(source.splitlines(), mutated.splitlines(), n=0)][2:]
    before, after = ([line[1:].strip() for line in lines if line.startswith(sign)] for sign in "-+")
    return " ".join(before), " ".join(after)


def annotated(source: str) -> list[tuple[Position, Position]]:
    """Where type annotations begin and end."""
    return [((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)) for node in types_in(ast.parse(source))]


def types_in(tree: ast.AST) -> Iterator[ast.expr]:
    """What stands after a colon or an arrow as the type of a variable, a parameter or a result."""
    for node in ast.walk(tree):
        annotation = getattr(node, "returns" if isinstance(node, ast.FunctionDef) else "annotation", None)
        if annotation is not None:
            yield annotation
