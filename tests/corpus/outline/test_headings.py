"""What heads what: titles of several rows, titles on one another, labels with a colon, and whose they are."""

from __future__ import annotations

from regulations_agent.corpus.contents.expected import ExpectedHeading
from regulations_agent.corpus.flow import markdown, plain
from regulations_agent.corpus.flow.typeset import typeset
from regulations_agent.corpus.outline.clauses import build_clauses
from regulations_agent.corpus.page.lines import Span, TextLine
from regulations_agent.types.document import Box, Clause, Document
from tests.corpus.page import pages

DOCUMENT = Document(None, "club", None, None, "Club Rules", 1, "0" * 64)
RULE = "Members must keep the boats of the club in good order at all times and report every damage."
LETTER = 5.0
"""Points of a letter's width."""


def row(text: str, *, x: float = 60.0, size: float = 10.0, bold: bool = False, gap: float = 2.0) -> TextLine:
    box = Box(1, x, 0, x + LETTER * len(text), size)
    return TextLine((Span(text, "kept", bold, False, size, "#000000", box),), box, gap)


def part(first: str, rest: str) -> TextLine:
    """A line of which the first words are bold."""
    lead = row(f"{first} ", bold=True)
    return TextLine((*lead.spans, *row(rest, x=lead.box.x1).spans), row(first + rest).box, 2.0)


def title(text: str, *, x: float = 60.0, size: float = 12.0, gap: float = 14.0) -> TextLine:
    return row(text, x=x, size=size, bold=True, gap=gap)


def bold(text: str, *, gap: float = 2.0) -> TextLine:
    return row(text, bold=True, gap=gap)


def read(*bodies: list[TextLine], listed: tuple[ExpectedHeading, ...] = ()) -> list[Clause]:
    return list(build_clauses(DOCUMENT, pages(*bodies), listed).clauses)


def headings(clauses: list[Clause]) -> list[str]:
    return [clause.heading for clause in clauses if clause.heading]


def above(clauses: list[Clause]) -> dict[str, str]:
    return {c.heading: (c.parent or "").removeprefix(f"{DOCUMENT.id}/") for c in clauses if c.heading}


def in_markdown(text: str) -> list[Clause]:
    return list(build_clauses(DOCUMENT, typeset(markdown.read(text.encode(), "rules.md")).pages).clauses)


def test_a_sentence_whose_second_line_starts_with_an_o_has_no_title():
    body: list[TextLine] = []
    for n in range(1, 5):
        body += [
            row(f"{n}. Harm to boats or crews arising out", gap=8),
            row(f"of the use of boat {n}. {RULE}"),
        ]
        body += [row(RULE), row(RULE)]
    assert headings(read(body)) == []


def test_words_that_a_sentence_or_a_list_goes_on_from_are_no_title():
    body: list[TextLine] = []
    for n in range(1, 4):
        body += [row(f"{n}. Masters of Boats and the", gap=8), row("Harbour Master of the town.")]
    body += [row("4. Crew must have:", gap=8), row("(a) oars for its boat;"), row("(b) a key.")]
    body += [bold("5. The Crew may sail.", gap=8), bold("6. The Crew must bail.", gap=8), row(RULE, gap=8)]
    body += [bold("7. Oars and Paddles;", gap=8), row(f"8. {RULE}", gap=8)]
    assert headings(read(body)) == ["The Crew must bail."]


def test_bold_words_within_a_sentence_part_no_clause():
    start = "Boats are checked every year so that they are as safe and as dry as is said in the"
    body = [row(f"1. {start}", gap=8), part("Crew", "Boat Form, which is kept by the Master."), row(RULE)]
    body += [row(f"2. {RULE}", gap=8), row(RULE), part("For crews:", ", a mast is long."), row(RULE)]
    clauses = read(body)
    assert headings(clauses) == [] and [c.number for c in clauses] == ["1", "2"]


def test_a_title_of_two_rows_is_whole_where_the_contents_list_tears_it():
    body = [
        title("PART A RACING"),
        row(RULE, gap=8),
        title("PART B SAILING AND ROWING"),
        title("TRAINING", gap=2),
    ]
    body += [
        row(RULE, gap=8),
        title("DUTIES FOR"),
        title("VISITING CREWS", gap=2),
        row(RULE, gap=8),
        row(RULE),
    ]
    names = ("TRAINING", "DUTIES FOR", "VISITING CREWS")
    listed = (ExpectedHeading("PART A", "RACING", 1), *(ExpectedHeading("", name, 1) for name in names))
    assert headings(read(body, listed=listed)) == [
        "RACING",
        "SAILING AND ROWING TRAINING",
        "DUTIES FOR VISITING CREWS",
    ]


def test_a_row_in_small_letters_between_two_in_capitals_joins_them_to_no_title():
    body: list[TextLine] = []
    for crew in ("SENIOR", "JUNIOR", "NOVICE"):
        body += [bold(f"RACES OF {crew} CREWS", gap=14), bold("These are sailed in any order:")]
        body += [bold("FIRST LEG"), row(RULE), bold("SECOND LEG"), row(RULE), row(RULE)]
    assert headings(read(body))[:3] == ["RACES OF SENIOR CREWS", "FIRST LEG", "SECOND LEG"]
    stacked = [title("RACES OF THE CLUB", x=200), title("Season of Sails", x=205, gap=2), row(RULE, gap=8)]
    assert headings(read([*stacked, *(row(RULE) for _ in range(9))])) == ["RACES OF THE CLUB Season of Sails"]


def test_a_bold_label_with_a_colon_heads_all_below_it_and_stands_below_a_title_of_its_look():
    text = f"# Boats\n\n{RULE}\n\n# Committees\n\n{RULE}\n\n**Fees**\n\n{RULE}\n\n"
    text += f"**Booking Process:**\n\n1. {RULE}\n\n2. {RULE}\n\n"
    text += f"**Policies for Visiting Boats:**\n\n{RULE}\n\n{RULE}\n\n**Keys**\n\n{RULE}\n"
    clauses = in_markdown(text)
    assert above(clauses) == {
        "Boats": "",
        "Committees": "",
        "Fees": "Committees",
        "Booking Process:": "Fees",
        "Policies for Visiting Boats:": "Fees",
        "Keys": "Committees",
    }
    assert [c.text for c in clauses if c.heading.startswith("Policies")] == [f"{RULE}\n{RULE}"]
    led = in_markdown(f"# Boats\n\n{RULE}\n\n**Members who sail must keep:**\n\n{RULE}\n\n{RULE}\n")
    assert headings(led) == ["Boats"]


def test_parts_of_one_look_count_on_wherever_their_titles_stand():
    body: list[TextLine] = []
    for part in ("A RACING", "B ROWING", "C TRAINING", "D VISITS", "E STORAGE", "F LOANS"):
        body += [
            title(f"PART {part}", x=86 if part[0] == "B" else 60),
            bold("DUTIES", gap=14),
            row(RULE, gap=8),
        ]
        body += [bold("FEES", gap=14), row(RULE, gap=8), row(RULE)]
    assert [c.parent for c in read(body) if len(c.number) == 1] == [None] * 6


def test_a_numbered_title_in_plain_type_is_told_by_its_words_above_a_new_paragraph():
    long = "Disciplinary Act or Suspension of a Member"
    body: list[TextLine] = []
    for n, name in enumerate(("Fees", "Keys and Lockers", long, "Guests"), start=1):
        body += [row(f"9.0{n} {name}", gap=14), row(RULE, gap=14), row(RULE), row(RULE)]
    assert headings(read(body)) == ["Fees", "Keys and Lockers", long, "Guests"]


def test_a_title_that_stands_out_less_than_the_numbers_below_it_is_none_of_theirs():
    body = [title("1 Scores", size=14), row(RULE, gap=8), bold("Total of Points", gap=8), row(RULE, gap=8)]
    body += [line for n in (1, 2, 3) for line in (title(f"1.{n} Leg {n}"), row(RULE, gap=8), row(RULE))]
    assert {name: parent for name, parent in above(read(body)).items() if "Leg" in name} == {
        f"Leg {n}": "1" for n in (1, 2, 3)
    }


def test_bold_words_that_go_on_from_the_row_above_and_dates_head_nothing():
    body = [title("SCORES"), row(RULE, gap=8)]
    for n in (7, 8, 9):
        body += [
            bold("The winners score, in each leg,", gap=14),
            part(f"{n} points.", "No crew scores twice."),
        ]
        body += [row(RULE), row(RULE), row(f"May {n}, 2024", gap=8), row(RULE, gap=8), row(RULE), row(RULE)]
    assert headings(read(body)) == ["SCORES"]


def test_bold_numbers_behind_a_list_in_plain_are_titles_of_the_clause_and_no_second_list():
    steps = ("Draw one card.", "Sail one leg.", "Score it.")
    body = [
        title("BOATS"),
        *(bold(RULE) for _ in range(9)),
        row(RULE, gap=8),
        *(part for name in ("CREWS", "KEYS", "FEES") for part in (title(name), row(RULE, gap=8))),
        title("TURNS"),
        row("In their turn they do this:", gap=8),
    ]
    body += [row(f"{n}. {step}", x=72, gap=4) for n, step in enumerate(steps, 1)]
    body += [row(RULE, gap=8), *(row(RULE) for _ in range(9))]
    for n, name in enumerate(("Drawing cards", "Sailing legs", "Scoring legs"), 1):
        body += [row(f"{n}. {name}", x=72, bold=True, gap=14), *(row(RULE, gap=8) for _ in range(18))]
    clauses = read(body)
    names = ("Drawing cards", "Sailing legs", "Scoring legs")
    assert [above(clauses)[name] for name in names] == ["TURNS"] * 3
    long = next(c for c in clauses if c.heading == "Sailing legs")
    assert sum(c.parent == long.id for c in clauses) > 1


def test_a_long_clause_whose_title_comes_twice_keeps_its_title_above_its_paragraphs():
    long = "".join(f"{RULE} {RULE} {RULE}\n\n" for _ in range(8))
    text = f"# Club\n\n## Fees\n\n{long}## Keys\n\n{RULE}\n\n## Fees\n\n{long}"
    clauses = in_markdown(text + f"# Boats\n\n{long}# Oars\n\n{long}# Sails\n\n{long}")
    second = [c for c in clauses if c.heading == "Fees"][1]
    below = [c for c in clauses if c.parent == second.id]
    assert len(below) > 1 and not any(c.heading for c in below)
    assert headings(clauses) == ["Club", "Fees", "Keys", "Fees", "Boats", "Oars", "Sails"]


_BOATS = ("FEES", "KEYS", "OARS", "SAILS", "MASTS", "ROPES", "PAINT", "TOOLS", "CARTS", "LOANS", "RACES")


def test_a_title_above_nearly_the_whole_book_is_beside_what_stands_below_it():
    def parent(further: int) -> str:
        guests = ["HOTELS", "TRAINS", "SHOPS", "MAPS", "BANKS", "PRESS"][:further]
        body: list[TextLine] = []
        for name in ("WELCOME", "ROOMS", "ANN LEE", *_BOATS, *guests):
            top = name in ("WELCOME", "ANN LEE", *guests)
            body += [title(name, size=18 if top else 13), row(RULE, gap=8)]
        return above(read(body))["TOOLS"]

    assert parent(0) == "" and parent(6) == "ANN LEE"


def test_a_colon_tells_no_rank_where_most_titles_of_a_look_have_one_and_few_stand_above_others():
    names = ("About the Club", "Oars:", "Keys:", "Boats:", "Guests:", "Races:", "Dogs", "Fees", "Berths")
    rules = [line for name in names for line in (bold(name, gap=14), row(RULE), row(RULE))]
    assert {clause.parent for clause in read([title("HANDBOOK", size=16), *rules]) if clause.heading} <= {
        None,
        "club/HANDBOOK",
    }


def test_capitals_before_a_colon_head_a_list():
    body: list[TextLine] = []
    for name, x in (("OWNER AGREES:", 255), ("RESIDENT AGREES:", 248)):
        body += [row(name, x=x, gap=14), *(row(f"{n}. {RULE}", gap=8) for n in (1, 2, 3))]
    clauses = read(body)
    assert headings(clauses) == ["OWNER AGREES:", "RESIDENT AGREES:"]
    assert [c.parent for c in clauses if not c.heading] == [
        *["club/OWNER AGREES"] * 3, *["club/RESIDENT AGREES"] * 3,
    ]  # fmt: skip


def test_capitals_before_a_colon_name_a_number_that_stands_alone_above_them():
    names = ["DEFINITIONS:", "LAND USE:", "BUILDINGS:"]
    rules = "".join(f"{n}. {RULE}\n\n" for n in range(1, 6))
    text = "".join(f"Article {a}.\n\n{name}\n\n{rules}" for a, name in zip("ABC", names, strict=True))
    pages = typeset(plain.read(f"Club Covenants\n\n{text}".encode(), "rules.txt")).pages
    clauses = build_clauses(DOCUMENT, pages).clauses
    assert [(c.number, c.heading) for c in clauses if c.heading] == list(zip("ABC", names, strict=True))


def test_an_item_with_a_title_in_bold_stands_below_the_plain_clause_that_announces_it():
    body = [
        title("5. Appeals Panel"),
        row(f"5.1 {RULE}", gap=8),
        row("5.2 The Panel decides as follows:", gap=8),
    ]
    for letter, name in zip("abc", ("Upheld", "Refused", "Deferred"), strict=True):
        body += [bold(f"{letter}. {name}", gap=8), row(RULE, x=100)]
        body[-2] = row(f"{letter}. {name}", x=90, bold=True, gap=8)
    clauses = read([*body, row(f"5.3 {RULE}", gap=8)])
    assert [(c.number, c.parent) for c in clauses if c.heading in ("Upheld", "Refused", "Deferred")] == [
        (f"5.2.{letter}", "club/5.2") for letter in "abc"
    ]
    assert next(c.parent for c in clauses if c.number == "5.3") == "club/5"


def test_a_section_whose_number_runs_on_through_the_parts_is_a_clause_and_what_is_in_it_an_item():
    body: list[TextLine] = []
    for n, part in enumerate(("I RACING", "II ROWING", "III VISITS"), 1):
        body += [title(f"PART {part}"), *(line for k in (2 * n - 1, 2 * n) for line in _section(k))]
    kinds = {c.number: c.kind for c in read(body)}
    assert [kinds[str(n)] for n in range(1, 7)] == ["clause"] * 6 and kinds["3(a)"] == "item"


def _section(number: int) -> list[TextLine]:
    return [
        bold(f"{number}. Duty {number}", gap=14),
        row("Members must", gap=8),
        row("(a) keep the boats, and", x=80, gap=8),
        row("(b) report every damage.", x=80),
    ]


def test_a_word_that_starts_as_a_caption_does_may_be_a_title():
    words = ["Fight", "Charter", "Tables", "Photographers", "Chart Room"]
    body = [part for word in words for part in (title(word), row(RULE, gap=8))]
    assert headings(read(body)) == words
    captions = ["Figure A", "Table IV. Oars", "Chart 3"]
    body = [part for word in [*words, *captions] for part in (title(word), row(RULE, gap=8))]
    assert headings(read(body)) == words


def test_a_sentence_that_ends_within_quotes_ends_above_a_new_page():
    front = [part for word in ("Boats", "Sails", "Piers") for part in (bold(word, gap=9), row(RULE, gap=8))]
    pages = [[*front, row(f"{RULE} Say “ahoy.”")], [bold("Oars", gap=0), row(RULE, gap=8)]]
    assert headings(read(*pages)) == ["Boats", "Sails", "Piers", "Oars"]


def test_the_dash_between_a_title_and_its_text_is_no_part_of_the_title():
    titles = ("Dean -", "Old-Boys.-", "Keeper –", "Half-")
    text = "".join(f"{n}. **{title}** {RULE}\n\n" for n, title in enumerate(titles, start=1))
    found = [c.heading for c in in_markdown(f"# Article I\n\n{text}") if c.heading]
    assert found == ["Dean", "Old-Boys", "Keeper", "Half-"]
