"""What stands above an item, and the year of its book, in the choice of the rule that answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.index.vectors.embedder import open_embedder
from regulations_agent.language.sentences import Span
from regulations_agent.reasoning.choosing import evidence
from regulations_agent.reasoning.choosing.evidence import rank
from regulations_agent.reasoning.choosing.rules import Node, Rule, gather
from regulations_agent.reasoning.choosing.select import Choice, Fit, choices
from regulations_agent.reasoning.drafting.compose import Pick, brief, cited, item_line
from regulations_agent.reasoning.drafting.excerpt import Excerpt, excerpt, words_of
from regulations_agent.reasoning.drafting.picking import make_picks, told_by
from regulations_agent.reasoning.drafting.shown import Shown
from regulations_agent.reasoning.understanding.intent import read_ask
from regulations_agent.reasoning.understanding.reading import read_question
from regulations_agent.reasoning.understanding.want import make_want
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.types.document import Clause, Document, Reading
from regulations_agent.types.run import Filters, Hit, Question
from tests import books as printed


def books(*documents: Document, **texts: str) -> Retriever:
    """Each document with the same clauses; an item `1a` stands under `1`."""
    records = []
    for d in documents:
        above = {n: f"{d.id}/{n[:-1]}" for n in texts if n[-1].isalpha() and n[1:-1]}
        made = tuple(
            Clause(f"{d.id}/{n}", n, "", above.get(n), "item" if n in above else "clause", 1, text)
            for n, text in texts.items()
        )
        records.append(Record(encode(Reading(d, (), made))))
    index, _ = assemble(records, open_embedder(Settings()), None, lambda _: None)
    return Retriever(index)


def book(year: int, section: str) -> Document:
    return Document(year, section, 1, None, section, 1, f"{year}{section}" * 8)


def chosen(rule: Rule, clause: Clause, span: Span, margin: float | None = None) -> Choice:
    want = make_want("When?", (), "open", books(book(2031, "sporting"), C1="Boats wait."))
    return Choice(clause, span, Fit(0.0, 0.0, 0.0, 0.0, 0.0, 0.0), rule, want, margin)


def test_what_the_words_above_an_item_order_holds_for_the_item():
    library = books(
        book(2031, "financial"),
        C1="The following must be left out of the sum:",
        C1a="hotel rooms of the crew;",
    )
    asked = make_want("Do hotel rooms count?", ("hotel", "room", "count"), "yes_no", library)
    found = choices(gather(library.lookup("C1a"), library)[0], asked)
    item = next(choice for choice in found if choice.clause.number == "C1a")
    assert item.fit.kind == 0.5


def test_the_newest_book_of_its_section_is_not_behind_one_of_another_section():
    scores = []
    for others in ((), (book(2031, "sporting"),)):
        library = books(book(2030, "technical"), *others, C1="The car weighs at least 800 kg without fuel.")
        hit = replace(library.lookup("C1", Filters(2030))[0], via="search")
        reading = read_question(Question("How heavy is a car without fuel?"), library)
        scores.append(rank(reading, [hit], library)[0].score)
    assert scores[0] == pytest.approx(scores[1], abs=0.03)


def test_a_row_is_one_of_the_year_that_is_asked_by_the_words_of_its_columns():
    table = (
        "Bench limits:\n| Hours of the bench | 2041 | 2042 |\n| --- | --- | --- |\n| Engine A | 300 | 410 |"
    )
    library = Retriever.from_texts({"1": table, "2": "The bench hours begin when it turns at 900 rpm."})
    want = make_want("bench hours allowed in 2042", ("bench", "hour"), "amount", library)
    asked = replace(want, years=("2042",))
    kinds = {
        number: max(c.fit.kind for c in choices(gather(library.lookup(number), library)[0], asked))
        for number in ("1", "2")
    }
    assert kinds["1"] > 1 > kinds["2"] > 0


def test_a_table_of_which_two_rows_answer_is_drawn_once():
    table = "| Place | Points |\n| --- | --- |\n| 1st | 8 |\n| 8th | 1 |"
    clause = Clause("b/4", "4", "Points", None, "clause", 1, table)
    rule = Rule(clause, book(2041, "sporting"), (Node(clause, 0, 0.5),), ("Points",), 0.5)
    rows = [Span(table.index(row), table.index(row) + len(row)) for row in ("| 1st | 8 |", "| 8th | 1 |")]
    asked = read_ask("How many points for the first, and how many for the eighth?")
    picks = [Pick(asked, Excerpt(rule, (Shown(clause, row),), ())) for row in rows]
    text = brief(picks).text
    assert text.count("> | Place | Points |") == 1
    assert "8th - Points: 1" in text


def test_what_two_clauses_say_in_the_same_words_is_told_once():
    said = "The high card brings in the first bet of a hand."
    texts = {"C1": said, "C2": "The low card bets last.", "C3": said}
    library = books(book(2031, "sporting"), **texts)
    rules = [gather(library.lookup(number), library)[0] for number in texts]
    pieces = [Excerpt(r, (Shown(r.root, Span(0, len(r.root.text))),)) for r in rules]
    text = brief([Pick(read_ask("Who bets?"), p, beside=n > 0) for n, p in enumerate(pieces)]).text
    assert text.count(said) == 1 and text.endswith("- **C3** says the same as C1. [3]")


def test_a_list_of_other_items_below_the_same_words_is_not_said_to_be_the_same():
    head = "A breach is material when:"
    texts = {"C1": head, "C1a": "the cap is exceeded by 5%.", "C2": head, "C2a": "the cap is exceeded by 2%."}
    library = books(book(2031, "sporting"), **texts)
    rules = [gather(library.lookup(number), library)[0] for number in ("C1", "C2")]
    pieces = [excerpt(r, chosen(r, r.root, Span(0, len(head)), 0.0)) for r in rules]
    text = brief([Pick(read_ask("When?"), p, beside=n > 0) for n, p in enumerate(pieces)]).text
    assert text.count(head) == 2 and "says the same" not in text


@pytest.mark.parametrize(
    ("item", "first"),
    [
        ("Moved before the signal, or;", "**C1a** A penalty is imposed"),
        ("A crew must not move before the signal.", "**C1a** A crew must not move"),
        ("Exceptionally, this penalty may be waived by the umpire.", "**C1a** A penalty is imposed"),
    ],
)
def test_words_above_an_item_open_the_answer_where_it_is_no_sentence(item: str, first: str):
    above = f"A penalty is imposed on any crew who is judged to have{', in whatever race,' * 5} done this:"
    library = books(book(2031, "sporting"), C1=above, C1a=item, C1b="Waited for long.")
    (rule,) = gather(library.lookup("C1"), library)
    node = next(n.clause for n in rule.nodes if n.clause.number == "C1a")
    piece = excerpt(rule, chosen(rule, node, Span(0, len(item)), 0.5))
    assert brief([Pick(read_ask("When is a crew penalised?"), piece)]).text.startswith(first)


def test_a_sentence_is_shown_with_the_one_that_it_resumes():
    text = "A crew may wait for its boat. In such cases one lap is added. Boats are red."
    library = books(book(2031, "sporting"), C1=f"{text} {'Crews and boats are kept apart. ' * 20}")
    (rule,) = gather(library.lookup("C1"), library)
    start = text.index("In such")
    piece = excerpt(rule, chosen(rule, rule.root, Span(start, text.index("Boats are"))))
    assert words_of(piece.lead[-1]).startswith(
        "A crew may wait for its boat. In such cases one lap is added."
    )


def test_items_of_a_clause_without_words_stand_below_its_heading():
    named = Clause("b/4", "4", "Podium", None, "clause", 1, "")
    item = Clause("b/4a", "4a", "", "b/4", "item", 1, "Three persons present the trophies.")
    nodes = (Node(named, 0, 0.5), Node(item, 1, 0.5))
    rule = Rule(named, book(2041, "sporting"), nodes, ("Podium",), 0.5)
    piece = Excerpt(rule, (Shown(named, Span(0, 0)),), (Shown(item, Span(0, len(item.text)), 1),))
    text = brief((Pick(read_ask("Who presents the trophies?"), piece),)).text
    assert text.splitlines()[0] == "Podium: [1]"


@pytest.mark.parametrize(
    ("heading", "item", "titled"),
    [
        ("Speed", "A car may not be driven faster than sixty.", False),
        ("Speed", "It may not be driven faster than sixty.", True),
        ("Speed", "Sixty in the pit lane.", True),
        ("When the lane is open", "A car may not be driven faster than sixty.", True),
    ],
)
def test_a_title_stands_above_what_does_not_name_its_subject(heading: str, item: str, titled: bool):
    named = Clause("b/4", "4", heading, None, "clause", 1, "")
    part = Clause("b/4a", "4a", "", "b/4", "item", 1, item)
    rule = Rule(named, book(2041, "sporting"), (Node(named, 0, 0.5), Node(part, 1, 0.5)), (heading,), 0.5)
    piece = Excerpt(rule, (Shown(part, Span(0, len(item))),))
    text = brief((Pick(read_ask("How fast may a car be driven?"), piece),)).text
    assert text == (f"{heading}: {item} [1]" if titled else f"{item} [1]")


@pytest.mark.parametrize("holder", ["C1", "C1c"])
def test_the_table_that_an_item_announces_is_quoted_with_it(holder: str):
    table = "| Place | Half | All |\n| --- | --- | --- |\n| First | 4 | 9 |"
    texts = {
        "C1": "Points are awarded for each race.",
        "C1a": "After half of the race points are awarded by column 1 of the table below.",
        "C1b": "After all of it points are awarded by column 2 of the table below.",
        "C1c": "No points are awarded in practice.",
    }
    library = books(book(2031, "sporting"), **texts | {holder: f"{texts[holder]}\n{table}"})
    rule = gather(library.lookup("C1"), library)[0]
    want = make_want("points after half", ("point", "half"), "amount", library)
    item = Choice(rule.nodes[1].clause, Span(0, len(texts["C1a"])), Fit(0, 0, 0, 0, 0, 0), rule, want)
    rest = excerpt(rule, item).rest
    assert rest is not None and rest.text == table


@pytest.mark.parametrize(("surest", "chosen"), [("sponsors", "sponsors"), ("flag", "flag")])
def test_of_the_best_sentences_of_the_first_rule_that_answers_which_reads_surest_alone(
    monkeypatch: pytest.MonkeyPatch, surest: str, chosen: str
):
    text = "A crew names its sponsors. The name of a sponsor may stand on the flag of a crew."
    library = books(book(2031, "sporting"), B1=text, B2="Boats are weighed.")
    reading = read_question(Question("May the sponsor stand on the flag?"), library)
    monkeypatch.setattr(evidence, "read_alone", lambda _, alone, __: [9.0 * (surest in a[2]) for a in alone])
    monkeypatch.setattr(evidence, "_ALONE", 1.0)
    first, *_ = rank(reading, library.search(reading.subject), library)
    assert chosen in first.best.text


def test_a_bullet_is_read_with_the_words_that_open_its_list():
    said = (
        "The officer keeps a log.\nBefore each race the officer checks:\n• the ropes\n• the oars, all of them"
    )
    rule = gather((library := books(book(2031, "sporting"), C1=said)).lookup("C1"), library)[0]
    bullet = Span(said.index("• the oars"), len(said))
    assert rule.leads(rule.root, bullet) == "Before each race the officer checks:"
    assert rule.leads(rule.root, Span(0, 24)) == ""


def test_clauses_with_headings_are_the_list_of_what_announces_them_where_all_are_brief():
    gear = {"Suit": "A suit of one piece.", "Shoes": "Shoes or boots that meet the standard.", "Belt": ""}
    for length, told in ((1, 4), (60, 1)):
        rules = [("7", "GEAR", "The crew must wear:")]
        rules += [(f"7.{n}", name, text * length) for n, (name, text) in enumerate(gear.items(), 1)]
        reading = printed.book(2041, "sporting", 1, [*rules, ("8", "BOATS", "The club owns three boats.")])
        library = Retriever(assemble([Record(encode(reading))], printed.HashedWords())[0])
        rule = gather(library.lookup("7"), library)[0]
        assert len(rule.nodes) == told
    shown = Shown(Clause("b/7.2", "7.2", "Shoes", "b/7", "clause", 1, "Shoes or boots."), Span(0, 15), 1)
    assert item_line(shown) == "- **7.2** Shoes: Shoes or boots."


def test_clauses_that_a_clause_announces_are_its_list():
    steps = ("A petition is signed by a third.", "The board calls a vote.", "Two thirds vote for it.")
    removal = [("7", "REMOVAL", "An officer may be removed by the following procedure.")]
    removal += [(f"7.{n}", "", step) for n, step in enumerate(steps, 1)]
    reading = printed.book(2041, "sporting", 1, [*removal, ("8", "BOATS", "The club owns three boats.")])
    library = Retriever(assemble([Record(encode(reading))], printed.HashedWords())[0])
    rule = gather(library.lookup("7"), library)[0]
    piece = excerpt(
        rule, choices(rule, make_want("How is an officer removed?", ["officer"], "open", library))[0]
    )
    assert [s.clause.number for s in (*piece.lead, *piece.items)][-4:] == ["7", "7.1", "7.2", "7.3"]


@pytest.mark.parametrize(("margin", "shown"), [(0.01, True), (0.4, False)])
def test_a_list_of_bullets_is_told_whole_unless_one_stands_out(margin: float, shown: bool):
    order = "The harbour keeps order on its quays, and every member keeps to it. " * 14
    acts = "Acts that are forbidden include the following:\n• smoking;\n• cooking;\n• sleeping there."
    rule = gather((library := books(book(2031, "sporting"), C1=f"{order}\n{acts}")).lookup("C1"), library)[0]
    want = make_want("Which acts are forbidden?", ["act", "forbid"], "open", library)
    bullet = next(c for c in choices(rule, want) if "cooking" in c.text)
    told = told_by(rule, replace(bullet, margin=margin), want)
    assert told.text.startswith("Acts that") is shown
    piece = excerpt(rule, told)
    assert "forbidden include" in piece.lead_text
    assert piece.lead_text.endswith("sleeping there.") is shown


@pytest.mark.parametrize(
    ("cell", "told"), [("80 km", "80 km."), ("No magnets.", "No magnets."), ("Two.⁷", "Two.⁷")]
)
def test_a_row_in_words_ends_with_one_full_stop(cell: str, told: str):
    table = f"Limits:\n| Item | Limit |\n| --- | --- |\n| Track | {cell} |"
    clause = Clause("b/1", "1", "", None, "clause", 1, table)
    row = Span(table.index("| Track"), len(table))
    assert words_of(Shown(clause, row)) == f"Track - Limit: {told}"


def test_items_of_a_long_list_are_told_in_brief_where_any_may_be_asked_for():
    items = {f"C1{letter}": f"Charge {letter}: {'it is due each month ' * 12}." for letter in "abcde"}
    library = books(book(2031, "financial"), C1="Charges are any of the following:", **items)
    rule = gather(library.lookup("C1"), library)[0]
    chosen = Choice(
        rule.nodes[2].clause, Span(0, 9), Fit(0, 0, 0, 0, 0, 0), rule, make_want("x", ("x",), "open", library)
    )
    told = excerpt(rule, replace(chosen, margin=0.0, headed=True)).items
    assert [item.clause.number for item in told] == ["C1a", "C1c", "C1d", "C1e"]
    assert all(item.cut and len(item.text) <= 90 and item.clause.text.startswith(item.text) for item in told)
    assert excerpt(rule, replace(chosen, margin=0.5, headed=True)).items == ()
    assert excerpt(rule, replace(chosen, margin=0.0)).items == ()


KEPT = "The secretary keeps the list of those who came and reads it out at the end of each evening. " * 4


def told_of(text: str, asked: str, best: str, second: str, margin: float) -> list[Excerpt]:
    """What is told of a rule whose best and next best sentences begin so, the best ahead by the margin."""
    library = Retriever.from_texts({"1": text, "2": "The start is given by the umpire with a red flag."})
    reading = read_question(Question(asked), library)
    first, *others = rank(reading, library.search(reading.subject), library)
    found = [
        next(c for c in choices(first.rule, reading.want) if c.text.startswith(words))
        for words in (best, second)
    ]
    first = replace(first, best=replace(found[0], margin=margin), second=found[1])
    return [p.excerpt for p in make_picks(reading, [first, *others], [], library) if not p.beside]


@pytest.mark.parametrize(("margin", "told"), [(0.05, 2), (0.2, 1)])
def test_where_no_sentence_of_a_rule_stands_out_the_next_best_is_told_too(margin: float, told: int):
    light, weighed = "A boat that is too light may not start.", "A boat is weighed on the scales."
    rule = f"{weighed} {KEPT}{light} {KEPT}"
    answers = told_of(rule, "When may a light boat start?", light, weighed, margin)
    assert [a.sentence for a in answers] == [light, weighed][:told]
    assert [a.rest is not None for a in answers] == [False, True][-told:]


def test_a_sentence_that_the_next_best_one_resumes_is_told_once():
    rule = f"The board may change the rules at first. Thereafter the members change them. {KEPT}"
    (answer,) = told_of(rule, "Who may change the rules?", "The board", "Thereafter", 0.05)
    assert answer.lead_text.startswith("The board may") and answer.lead_text.endswith("change them.")


@pytest.mark.parametrize(("second", "settled"), [("May a coach do it?", 0.0), ("May a coach mend?", 0.9)])
def test_no_verdict_is_given_on_what_only_leans_on_the_question_before(second: str, settled: float):
    library = Retriever.from_texts({
        "1": "The boatman mends the boats of the club.",
        "2": "A coach may not mend boats, and may not steer one.",
        "3": "The start is given with a red flag.",
    })  # fmt: skip
    reading = read_question(Question(f"Who mends the boats? {second}"), library)
    ranked = rank(reading, library.search(reading.subject), library)
    picks = make_picks(reading, ranked, [], library, chance=0.9)
    assert [p.chance for p in picks if p.ask.text == second] == [settled]


def test_an_item_that_is_told_below_a_list_in_brief_does_not_begin_there():
    kept = "it is made of all the parts that are listed in the columns of the appendix and of those sealed"
    items = {f"C1{letter}": f"Part {letter}: {kept}, each of them once." for letter in "abcdefgh"}
    library = books(
        book(2031, "sporting"), C1="A driver may use no more than:", **items, C2="Tyres are black."
    )
    reading = read_question(Question("What may a driver use no more of?"), library)
    first = rank(reading, library.search(reading.subject), library)[0]
    best, second, *others = (n.clause for n in first.rule.nodes[1:])
    chosen = [replace(first.best, clause=c, span=Span(0, len(c.text))) for c in (best, second)]
    first = replace(first, best=replace(chosen[0], margin=0.05, headed=True), second=chosen[1])
    told, again = make_picks(reading, [first], [], library)
    assert [s.clause for s in told.excerpt.items] == others and again.excerpt.lead[-1].clause == second


def test_what_a_sentence_points_to_in_another_book_is_cited_from_that_book():
    own, other = book(2031, "sporting"), book(2031, "technical")
    library = books(own, other, C1="A crew is fined as Article C2 says.", C2="The fine is ten euros.")
    rule = gather(library.lookup(f"{own.id}/C1"), library)[0]
    target = library.clause(f"{other.id}/C2")
    pointer = Shown(target, Span(0, len(target.text)), 1, document=library.document_of(target))
    told = Excerpt(rule, (Shown(rule.root, Span(0, len(rule.root.text))),), pointers=(pointer,))
    also = Excerpt(gather([Hit(target, other, 1.0)], library)[0], (replace(pointer, document=None, depth=0),))
    for shown in ((told,), (told, also), (also, told)):
        assert {c.clause_id: c.document for c in cited(shown)} == {rule.root.id: own.id, target.id: other.id}
