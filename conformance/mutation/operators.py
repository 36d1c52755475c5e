"""Changes that cosmic-ray does not make by itself: to words, to `+=` and its like, to `min` and `any`, and leaving a statement out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cosmic_ray.operators.operator import Example, Operator
from parso.python.tree import Keyword, PythonLeaf
from parso.tree import NodeOrLeaf

Position = tuple[int, int]
Span = tuple[Position, Position]

SIGNS = {"+=": ["-=", "="], "-=": ["+=", "="], "|=": ["&=", "^=", "="], "^=": ["|=", "&=", "="]}
OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}
STATEMENTS = ("expr_stmt", "atom_expr", "return_stmt", "yield_expr", "raise_stmt")
"""What parso calls the statements that stand alone on a line."""


class Replace(Operator):
    """Puts something else in the place of a word or a sign."""

    def instead(self, leaf: NodeOrLeaf) -> Sequence[str]:
        """What may stand in its place."""
        raise NotImplementedError

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Span]:
        """One position for each replacement."""
        if isinstance(node, PythonLeaf):
            yield from ((node.start_pos, node.end_pos) for _ in self.instead(node))

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        """The leaf with the replacement of that number."""
        assert isinstance(node, PythonLeaf)
        node.value = self.instead(node)[index]
        return node

    @classmethod
    def examples(cls) -> Iterable[Example]:
        """None: the engine itself is the example."""
        return ()


class ReplaceString(Replace):
    """Another text in the place of a text that is not a docstring."""

    def instead(self, leaf: NodeOrLeaf) -> Sequence[str]:
        """The text with a letter more."""
        is_text = leaf.type == "string" and leaf.parent.type != "simple_stmt"
        return [f"{leaf.value[:-1]}x{leaf.value[-1]}"] if is_text else []


class ReplaceAugmentedAssignment(Replace):
    """Another sign in the place of `+=` and its like, or none."""

    def instead(self, leaf: NodeOrLeaf) -> Sequence[str]:
        """The opposite of what the sign does, and what only forgets the value before."""
        return SIGNS.get(leaf.value, []) if leaf.type == "operator" else []


class ReplaceFunction(Replace):
    """The opposite function in the place of one that has an opposite."""

    def instead(self, leaf: NodeOrLeaf) -> Sequence[str]:
        """The opposite."""
        return [OPPOSITES[leaf.value]] if leaf.type == "name" and leaf.value in OPPOSITES else []


class LeaveOutStatement(Operator):
    """`pass` in the place of a statement."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Span]:
        """One position for a statement within a function."""
        if node.type in STATEMENTS and node.parent.type == "simple_stmt" and node.search_ancestor("funcdef"):
            yield node.start_pos, node.end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        """The statement left out."""
        return Keyword("pass", node.start_pos, node.get_first_leaf().prefix)

    @classmethod
    def examples(cls) -> Iterable[Example]:
        """None: the engine itself is the example."""
        return ()


OWN: tuple[type[Operator], ...] = (ReplaceString, ReplaceAugmentedAssignment, ReplaceFunction, LeaveOutStatement)
"""All of them."""
