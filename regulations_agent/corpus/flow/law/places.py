"""Where a reader of European acts stands: the open clauses, and the numbers given so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from regulations_agent.corpus.numbers.numerals import spelled_ordinal
from regulations_agent.corpus.page.lines import Given
from regulations_agent.types.document import ClauseKind

ORDINALS = [spelled_ordinal(n).lower() for n in range(1, 11)]


@dataclass
class Places:
    """The open clauses from the top down."""

    stack: list[Given] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)
    flat: dict[Given, bool] = field(default_factory=dict)
    """Points set as paragraphs, and whether they are numbered."""
    paragraphs: int = 0
    """Paragraphs of words so far in the article or numbered paragraph that is open."""

    @property
    def base(self) -> str:
        """Number of the article, annex or heading that is open."""
        article = next((g for g in reversed(self.stack) if g.kind in ("article", "appendix")), None)
        return article.number if article else ""

    @property
    def base_depth(self) -> int:
        return next((g.depth for g in reversed(self.stack) if g.kind in ("article", "appendix")), 0)

    @property
    def depth(self) -> int:
        """Of the clause that is open; 0 before the first."""
        return self.stack[-1].depth if self.stack else 0

    @property
    def kind(self) -> str:
        """`article` while an article, heading or annex is open."""
        return "article" if self.base else ""

    @property
    def level(self) -> int:
        """Lists that the place stands in."""
        return sum(given.kind in ("clause", "item") for given in self.stack)

    def number_above(self, depth: int) -> str:
        """Of the division around one of this depth."""
        return next((g.number for g in reversed(self.stack) if g.depth < depth and g.kind == "article"), "")

    def fresh(self, number: str) -> str:
        """The number, or the number in the subparagraph that is open when it was given before."""
        if number not in self.taken:
            return number
        if "(" not in number:
            count = next(
                n for n in range(2, len(self.taken) + 3) if f"{number}, series {n}" not in self.taken
            )
            return f"{number}, series {count}"
        base, _, label = number.rpartition("(")
        ordinal = ORDINALS[min(self.paragraphs, len(ORDINALS)) - 1] if self.paragraphs else "first"
        return f"{base}, {ordinal} subparagraph, point ({label}"

    def open(
        self, number: str, depth: int, kind: ClauseKind, *, binding: bool = True, base: bool = False
    ) -> Given:
        """A clause that starts here."""
        while self.stack and self.stack[-1].depth >= depth:
            self.stack.pop()
        given = Given(number, depth, kind, binding)
        self.stack.append(given)
        self.taken.add(number)
        if kind in ("article", "appendix") or base:
            self.paragraphs = 0
        return given

    def point(self, label: str, annex: str) -> Given:
        """A point of the clause that is open: `Article 6(1)(a)`; `Annex I, point 1(a)`."""
        around = self.stack[-1] if self.stack else Given(annex, 1, "appendix")
        plain = around.kind in ("article", "appendix")
        own = "." in label or (plain and ", point " not in around.number)
        if annex and own:
            number = f"{around.number if plain and ', ' in around.number else annex}, point {label}"
        else:
            number = f"{around.number}({label})"
        return self.open(self.fresh(number), around.depth + 1, "item" if not plain else "clause")

    def flat_point(self, label: str) -> Given:
        """A point that is set as a paragraph: beside the open one of its kind, or below what is open."""
        kind = label.isdigit()
        open_ = [g for g in self.stack if g.kind in ("clause", "item") and g.number.endswith(")")]
        mates = [g for g in open_ if g in self.flat and self.flat[g] == kind]
        if mates:
            while self.stack[-1] != mates[0]:
                self.stack.pop()
            self.stack.pop()
        given = self.point(label, "")
        self.flat[given] = kind
        return given

    def again(self) -> Given | None:
        """The clause that is open, for words that go on below its points."""
        return self.stack[-1] if self.stack else None

    def mark(self) -> int:
        """How many are open."""
        return len(self.stack)

    def back(self, mark: int) -> None:
        """Only those that were open then."""
        del self.stack[mark:]
