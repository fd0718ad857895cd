"""Ways of other publishers to number and to title: what opens a clause, how it is cited, what is its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.contents.contents import with_listed
from regulations_agent.corpus.contents.expected import expected_headings
from regulations_agent.corpus.flow import markdown, plain
from regulations_agent.corpus.flow.blocks import Block, Flow, FlowCell, Run
from regulations_agent.corpus.flow.typeset import typeset
from regulations_agent.corpus.flow.web.html import read_text
from regulations_agent.corpus.outline.clauses import Built
from regulations_agent.corpus.page.page_reader import is_of_icons
from regulations_agent.corpus.print.rows import make_rows, measure
from regulations_agent.types.document import Document
from tests.corpus.books import Par, Press
from tests.corpus.listed import build_clauses, page_lines, read_document
from tests.listings import as_listed

DOCUMENT = Document(None, "club", None, None, "Club Rules", 1, "0" * 64)
RULE = "Members must keep the boats of the club in good order at all times and report every damage."


def in_markdown(text: str) -> Built:
    return build_clauses(DOCUMENT, typeset(markdown.read(text.encode(), "rules.md")).pages)


def in_plain(text: str) -> Built:
    return build_clauses(DOCUMENT, typeset(plain.read(text.encode(), "rules.txt")).pages)


def shape(built: Built) -> list[tuple[str, str]]:
    return [(c.number, c.heading) for c in built.clauses if c.kind != "preamble"]


def test_a_title_behind_a_plain_number_is_a_heading_and_emphasis_in_a_sentence_is_none():
    built = in_markdown(
        f"Crew\n\n1. **Duties.** {RULE}\n2. **Rest**\n   {RULE}\n3. The **helmsman** steers. {RULE}\n"
    )
    assert shape(built) == [("1", "Duties."), ("2", "Rest"), ("3", "")]


def test_a_letter_with_a_blank_before_the_steps_is_part_of_the_number():
    lines = [
        "T 1 BOATS",
        "T 1.1 Hulls",
        f"T 1.1.1 {RULE}",
        f"T 1.1.2 {RULE}",
        "T 1.2 Oars",
        f"T 1.2.1 {RULE}",
    ]
    lines += ["T 2 CREW", "T 2.1 Rest", f"T 2.1.1 {RULE}", "EV 1 MOTORS", "EV 1.1 Noise", f"EV 1.1.1 {RULE}"]
    numbers = [c.number for c in in_plain("\n\n".join(lines)).clauses]
    assert numbers == [line.split(" ")[0] + " " + line.split(" ")[1] for line in lines]


def test_numbers_printed_within_the_items_of_a_list_are_theirs():
    built = in_markdown(
        f"# 1 Boats\n\n1. (a) {RULE}\n2. (b) {RULE}\n\n# 2 Oars\n\n1. (1) {RULE}\n\n   (2) {RULE}\n"
    )
    assert [c.number for c in built.clauses if c.text][:2] == ["1(a)", "1(b)"]


def test_a_blank_before_the_stop_of_a_letter_makes_no_difference():
    built = in_plain(f"1. Boats are kept as follows:\n\na . {RULE}\n\nb . {RULE}\n\n2. {RULE}\n")
    assert [c.number for c in built.clauses] == ["1", "1.a", "1.b", "2"]


def test_rules_in_angles_are_cited_by_what_stands_in_them():
    built = in_plain("\n\n".join(f"<SG{n}> {RULE} As <SG1> says, boats wait." for n in (1, 2, 3, 5)))
    assert [c.number for c in built.clauses] == ["SG1", "SG2", "SG3", "SG5"]


@pytest.mark.parametrize("restarts", [False, True])
def test_sections_that_count_on_through_the_parts_are_cited_alone(restarts: bool):
    text = ""
    for part, first in (("I", 1), ("II", 1 if restarts else 4)):
        text += f"# Part {part} Boats\n\n"
        text += "".join(f"**{n}. Use of boat {n}**\n\n{RULE}\n\n" for n in range(first, first + 3))
    numbers = [c.number for c in in_markdown(text).clauses if "Use of" in c.heading]
    expected = [f"{p}.{n}" for p in ("I", "II") for n in (1, 2, 3)] if restarts else list("123456")
    assert numbers == expected


def test_two_numbers_on_one_line_open_two_clauses_but_a_reference_none():
    text = "\n\n".join(f"{n}. (1) {RULE}\n\n(2) {RULE} Under 4. (1) applies." for n in (1, 2, 3, 4))
    numbers = [c.number for c in in_plain(text).clauses]
    assert numbers == [m for n in "1234" for m in (n, f"{n}(1)", f"{n}(2)")]


@pytest.mark.parametrize(("mark", "last"), [("({})", "1(b)"), ("{}:", "1.b"), ("{} –", "1.b")])
def test_the_paragraph_that_closes_a_list_belongs_to_the_clause_above_it(mark: str, last: str):
    items = f"{mark.format('a')} each boat.\n\n{mark.format('b')} each berth."
    built = in_markdown(f"# 1. Fees\n\nA fee is due for:\n\n{items}\n\n{RULE}\n\n# 2. Keys\n\n{RULE}\n")
    said = {c.number: (c.parent, c.text) for c in built.clauses}
    assert said[last][1] == "each berth." and said["1/¶2"] == (f"{DOCUMENT.id}/1", RULE)


def test_a_list_and_titled_clauses_of_the_same_numbers_are_told_apart():
    names = ("Start", "Turn", "Finish")
    text = f"# Aims\n\n{RULE}\n\n# Tasks\n\nThere are three tasks:\n\n"
    text += "".join(f"{n}. {name}\n" for n, name in enumerate(names, 1))
    text += "\n"
    text += "".join(f"## {n}. {name}\n\n{RULE}\n\n" for n, name in enumerate(names, 1))
    built = in_markdown(text)
    titled = {c.number: c.heading for c in built.clauses if c.heading in names}
    assert titled == {str(n): name for n, name in enumerate(names, 1)}
    assert [c.number for c in built.clauses if c.text in names] == [f"Tasks/item {n}" for n in (1, 2, 3)]


def test_a_list_above_clauses_of_its_numbers_leaves_them_their_own():
    listed = "".join(f"{n}. Boats of class {n} are kept in the shed.\n" for n in (1, 2, 3))
    text = "".join(
        f"# {n} {name}\n\n{listed}\n## {n}.1 Size\n\n{RULE}\n\n## {n}.2 Use\n\n{RULE}\n\n"
        for n, name in enumerate(("Boats", "Oars"), 1)
    )
    found = [c.number for c in in_markdown(text).clauses]
    assert found == [x for n in "12" for x in (n, *(f"{n}/item {k}" for k in "123"), f"{n}.1", f"{n}.2")]


def test_bold_titles_within_a_clause_part_it():
    parts = "\n\n".join(f"**{name}.** {RULE}" for name in ("Storage", "Washing", "Repairs"))
    built = in_markdown(f"# 1. Boats\n\n{parts}\n\n# 2. Keys\n\n{RULE}\n")
    assert [c.heading for c in built.clauses if "¶" in c.number] == ["Storage.", "Washing.", "Repairs."]


def test_a_zeroth_clause_that_stands_out_holds_those_that_go_on_with_its_number():
    text = "".join(f"**{n}.0 BOATS**\n\n{n}.1 {RULE}\n\n{n}.2 {RULE}\n\n" for n in (1, 2, 3))
    parents = {c.number: c.parent for c in in_markdown(text).clauses}
    assert all(parents[f"{n}.{k}"] == f"{DOCUMENT.id}/{n}.0" for n in (1, 2, 3) for k in (1, 2))


def test_slanted_lines_of_plain_text_are_headings():
    names = ("Boats", "Sails", "Crews")
    text = "\n\n".join(f"_{name}._\n\n{n}. {RULE}" for n, name in enumerate(names, 1))
    built = in_plain(f"Rules of the club.\n\n{text}\n")
    assert [c.heading for c in built.clauses if c.heading] == [f"{name}." for name in names]


def test_steps_of_four_kinds_count_on():
    items = "5.1.a. decide —\n\n5.1.a.i. whether to race; or\n\n5.1.a.ii. whether to wait."
    text = f"5.1 {RULE}\n\n{items}\n\n5.2 {RULE}"
    parents = {c.number: c.parent and c.parent.rpartition("/")[2] for c in in_plain(text).clauses}
    assert parents["5.1.a.i"] == parents["5.1.a.ii"] == "5.1.a" and parents["5.1.a"] == "5.1"


def test_a_cover_of_titles_alone_heads_nothing(tmp_path: Path):
    press = Press(tmp_path / "a.pdf", "Club", lambda page: f"Page {page}")
    press.set([Par("BOATING MANUAL", bold=True, size=30), Par("RULES OF", size=20), Par("THE CLUB", size=24)])
    press.turn()
    press.set([par for n in (1, 2, 3) for par in (Par(f"Chapter {n} Boats", bold=True, size=12), Par(RULE))])
    press.save()
    clauses = read_document(tmp_path / "a.pdf").clauses
    assert [(c.number, c.parent) for c in clauses[1:]] == [(str(n), None) for n in (1, 2, 3)]
    assert clauses[0].kind == "preamble"


def test_bookmarks_of_whole_paragraphs_head_nothing(tmp_path: Path):
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(595, 842))
    lines = [line for n in range(1, 7) for line in (f"Title {n}", f"{RULE[:70]} {n}", f"- berth {n}")]
    for at, line in enumerate(lines):
        canvas.drawString(60, 780 - 22 * at, line)
        canvas.bookmarkHorizontal(str(at), 0, 790 - 22 * at)
        canvas.addOutlineEntry(line, str(at), level=0)
    canvas.save()
    assert expected_headings(page_lines(tmp_path / "a.pdf")) == []


def test_parts_of_words_at_line_ends_are_joined_unless_they_are_words():
    lines = (
        "The owner is return-",
        "ing the boat; account-",
        "ability is shared by non-",
        "sailing members.",
    )
    words = "\n".join(lines)
    built = in_markdown(f"1. Boats\n\n{words}\n\n2. A sailing boat is of wood.\n")
    said = " ".join(c.text for c in built.clauses)
    assert "returning" in said and "accountability" in said and "non-sailing" in said


def test_pictures_of_icon_fonts_are_no_words():
    assert is_of_icons("FontAwesome5Free-Solid")
    assert not any(map(is_of_icons, ("Symbol", "Wingdings-Regular", "ZapfDingbats", "")))


def test_line_ends_in_the_source_of_a_web_page_are_blanks():
    flow = as_listed(
        read_text("<body><h2>Fees of\n   Members</h2><p>Each member<br>pays.</p></body>", "a.html")
    )
    assert [block.text for block in flow.blocks] == ["Fees of Members", "Each member\npays."]


def test_questions_of_the_reader_are_titles_and_no_numbers():
    asked = ("Can I race alone?", "Do I need a boat?", "May I bring a guest?")
    built = in_markdown("".join(f"**{question}**\n\n{RULE}\n\n" for question in asked))
    assert [c.heading for c in built.clauses] == list(asked)


def test_titles_that_end_in_numbers_are_no_contents_list(tmp_path: Path):
    press = Press(tmp_path / "a.pdf", "Club", lambda page: f"Page {page}")
    titles = [f"{n}. Boats built before {1900 + 9 * n}" for n in range(1, 6)]
    press.set([Par(title, bold=True) for title in ("CONTENTS", *titles)])
    press.turn()
    press.set([par for title in titles for par in (Par(title, bold=True, size=12), Par(RULE))])
    press.save()
    clauses = read_document(tmp_path / "a.pdf").clauses
    assert [c.text for c in clauses if c.text == RULE] == [RULE] * 5
    assert [c.heading for c in clauses if c.text == RULE] == [title[3:] for title in titles]


def test_a_title_that_opens_several_pages_is_kept(tmp_path: Path):
    press = Press(tmp_path / "a.pdf", "Laws of the Club", lambda page: f"Page {page}")
    kinds = ("oars", "sails", "masts", "ropes", "flags", "hulls", "keels", "locks", "lamps", "bells", "rafts")
    for n, kind in enumerate(kinds, 1):
        press.set([Par(f"{n}. Of {kind}", bold=True, size=14), Par(f"{RULE} So do {kind}. " * 5)])
        if n % 2:
            press.turn()
        fine = Par(f"Who breaks {kind} pays for {kind}.")
        press.set([Par("Infringements and sanctions", bold=True, size=12), fine])
        if n % 2 == 0:
            press.turn()
    press.save()
    headings = [c.heading for c in read_document(tmp_path / "a.pdf").clauses]
    assert headings.count("Infringements and sanctions") == len(kinds)


def test_short_lines_above_the_text_of_numbered_clauses_are_their_titles():
    titled = "".join(
        f"({c}) {name}\n\n{RULE}\n\n" for c, name in zip("abc", ("Upheld", "Refused", "Open"), strict=True)
    )
    built = in_plain(f"1. The board decides:\n\n{titled}2. {RULE}\n\n3. {RULE}\n")
    assert [(c.number, c.heading) for c in built.clauses if c.heading] == [
        ("1(a)", "Upheld"),
        ("1(b)", "Refused"),
        ("1(c)", "Open"),
    ]


def test_short_lines_within_a_clause_part_it_and_lines_that_lead_to_a_list_do_not():
    terms = "".join(f"{term}\n{RULE}\n\n" for term in ("Berth", "Safe mooring:", "Figure 2 The harbour"))
    built = in_plain(f"1. {RULE}\n\n{terms}The fees for members are:\n{RULE}\n\n2. {RULE}\n")
    assert [(c.heading) for c in built.clauses if "¶" in c.number] == ["Berth", "Safe mooring:"]


@pytest.mark.parametrize("slip", ["3.3 1", "3.3.l", "3.3, 1."])
def test_a_number_with_a_slip_is_told_by_its_neighbours(slip: str):
    text = (
        f"3.3 Meetings\n\n{slip} First. {RULE}\n\n3.3.2 Second. {RULE}\n\n3.3.3 Third. {RULE}\n\n3.4 {RULE}\n"
    )
    numbers = [c.number for c in in_plain(f"3.1 {RULE}\n\n3.2 {RULE}\n\n{text}").clauses]
    assert numbers == ["3.1", "3.2", "3.3", "3.3.1", "3.3.2", "3.3.3", "3.4"]


def test_a_rule_that_starts_with_a_quantity_is_no_number():
    text = f"3.3 {RULE}\n\n3.3.2 {RULE} 3.3 1 is no rule.\n\n3.4 {RULE}\n"
    numbers = [c.number for c in in_plain(f"3.1 {RULE}\n\n3.2 {RULE}\n\n{text}").clauses]
    assert "3.3.1" not in numbers


def test_chapters_that_running_heads_alone_name_hold_their_rules(tmp_path: Path):
    names = ("Rule 1 - Of boats", "Rule 2 - Of sails", "Rule 3 - Of crews", "Rule 4 - Of fees")
    duties = ("Oars", "Masts", "Ropes", "Flags", "Hulls", "Keels", "Locks", "Lamps")

    press = Press(tmp_path / "a.pdf", lambda page: f"{page} {names[(page - 1) // 2]}", lambda page: "Club")
    for duty in duties:
        press.turn()
        text = [Par(f"{duty} of {kind} are kept well. {RULE}") for kind in ("wood", "steel", "glass", "iron")]
        press.set([Par(duty, bold=True, size=12), *text, *text])
    press.save()
    clauses = read_document(tmp_path / "a.pdf").clauses
    tops = [(c.number, c.heading, c.page) for c in clauses if c.parent is None and c.kind != "preamble"]
    assert tops == [(str(n), name[9:], 2 * n - 1) for n, name in enumerate(names, 1)]
    above = {c.heading: c.parent and c.parent.rpartition("/")[2] for c in clauses if c.heading in duties}
    assert above == {duty: str(at // 2 + 1) for at, duty in enumerate(duties)}


def test_rows_that_end_in_glued_figures_are_no_contents_list(tmp_path: Path):
    press = Press(tmp_path / "a.pdf", "Club", lambda page: f"Page {page}")
    tyres = [Par(f"Tyre {name} 215/40R{size}") for name, size in (("A", 17), ("B", 17), ("C", 18), ("D", 18))]
    for part in (1, 2):
        press.set(
            [Par(f"{part}. Class of {part}", bold=True, size=14), Par(RULE), Par("Tyres:"), *tyres, Par(RULE)]
        )
        press.turn()
    press.save()
    said = " ".join(c.text for c in read_document(tmp_path / "a.pdf").clauses)
    assert said.count("215/40R17") == 4 and said.count(RULE) == 4


def test_rules_set_as_headings_are_text_with_their_numbers():
    said: list[tuple[int, str, str]] = []
    for n in (1, 2, 3):
        said += [(1, str(n), ("Boats", "Crews", "Fees")[n - 1])]
        for k in (1, 2):
            items = [(3, "(a)", "boats of wood; and"), (3, "(b)", "boats of steel, at all times.")]
            said += [(2, f"{n}.{k}", RULE), *items]
    blocks = tuple(Block("heading", (Run(words),), level, number) for level, number, words in said)
    built = build_clauses(DOCUMENT, typeset(Flow(blocks)).pages)
    texts = {c.number: (c.heading, c.text) for c in built.clauses}
    assert texts["2"] == ("Crews", "") and texts["2.1"] == ("", RULE)
    assert texts["2.1(a)"] == ("", "boats of wood; and")


def test_large_drawings_do_not_widen_the_text_of_a_book(tmp_path: Path):
    press = Press(tmp_path / "a.pdf", "Club", lambda page: f"Page {page}")
    press.set([Par(f"{n}. {RULE}") for n in range(1, 60)])
    press.save()
    pages = page_lines(tmp_path / "a.pdf").pages
    wide = [line for page in pages for line in page.body[:4]]
    rows = make_rows(pages)
    drawn = [replace(row, x1=row.x1 + 700, size=6.0) for row in rows[: len(wide)]]
    assert abs(measure([*rows, *drawn]).right - measure(rows).right) < 5


def test_a_number_may_touch_its_words_and_a_dice_roll_is_none():
    text = "\n\n".join(f"{n}. BOATS\n\n{n}.1.{RULE}\n\n{n}.2.{RULE}\n\nRoll 3d6. {RULE}" for n in (1, 2, 3))
    numbers = [c.number for c in in_plain(text).clauses]
    assert numbers == [number for n in "123" for number in (n, f"{n}.1", f"{n}.2")]


def test_what_stands_above_the_contents_list_heads_nothing_behind_it(tmp_path: Path):
    path = tmp_path / "handbook.pdf"
    press = Press(path, "", lambda page: f"{page}")
    press.set([Par("THE BOAT CLUB", bold=True, size=20), Par("HANDBOOK", bold=True, size=20)])
    press.set([Par("Version 1.1 of May")])
    press.turn()
    press.set([Par("Contents", bold=True)])
    titles = ("Members", "Boats", "Berths", "Keys", "Races")
    press.set([Par(f"{n}. {title} .............. 3") for n, title in enumerate(titles, 1)])
    press.turn()
    for n, title in enumerate(titles, 1):
        press.set([Par(f"{n}. {title}", bold=True, size=14), Par(f"{n}.1 {RULE}"), Par(f"{n}.2 {RULE}")])
    press.canvas.save()
    built = read_document(path).clauses
    assert [c.number for c in built][:4] == ["Front matter", "1", "1.1", "1.2"]
    assert all(c.parent is None for c in built if c.number.isdigit())


def test_a_page_set_in_one_cell_of_a_table_is_no_table():
    rules = "".join(f"<p><b>Rule {n}.</b> {RULE}</p>" for n in (1, 2, 3))
    page = f"<table><tr><td>Menu</td><td>Club</td></tr><tr><td>Home</td><td>{rules}</td></tr></table>"
    built = build_clauses(DOCUMENT, typeset(read_text(page, "a.html")).pages)
    assert [c.number for c in built.clauses][-3:] == ["1", "2", "3"]


def test_a_list_in_a_schedule_is_told_from_the_article_of_its_number():
    articles = "".join(f"# Article {n}\n\n{n}.1. {RULE}\n\n{n}.2. {RULE}\n\n" for n in (1, 2))
    built = in_markdown(f"{articles}# Schedule 1\n\n1.1. {RULE}\n\n1.2. {RULE}\n")
    numbers = [c.number for c in built.clauses]
    assert numbers == ["1", "1.1", "1.2", "2", "2.1", "2.2", "Schedule 1", "Schedule 1/1.1", "Schedule 1/1.2"]


def test_a_bold_title_ends_below_its_row_and_a_bold_rule_has_none():
    title = f"Liability for Boats, Use of Common Moorings and Compliance with the {'Bylaws and ' * 4}Rules."
    plain = " ".join([RULE] * 12)
    built = in_markdown(f"Crew\n\n1. **{title}** {RULE}\n2. **{' '.join([RULE] * 6)}**\n3. {plain}\n")
    assert shape(built) == [("1", title), ("2", ""), ("3", "")]
    assert [c.text for c in built.clauses[-3:]] == [RULE, " ".join([RULE] * 6), plain]


@pytest.mark.parametrize(("last", "place"), [("dry", "Boats/¶2"), ("of wood:", "2")])
def test_a_bullet_left_of_a_list_is_none_of_its_items_unless_one_leads_to_it(last: str, place: str):
    listed = f"- Boats are\n  1. clean\n  2. {last}\n- {RULE}\n- {RULE}\n"
    built = in_markdown(f"# Crew\n\n{RULE}\n\n# Boats\n\n{listed}")
    assert built.clauses[-1].number == place and built.clauses[-1].text.count(RULE) == 2


@pytest.mark.parametrize("remark", ["**Note: Boats wait here**", "Example 1: One waits.\n\nExample 2: Two."])
def test_a_remark_is_text_of_the_clause_that_it_stands_in(remark: str):
    built = in_markdown(f"## 1 Crew\n\n{RULE}\n\n{remark}\n\n{RULE}\n\n## 2 Boats\n\n{RULE}\n")
    assert shape(built) == [("1", "Crew"), ("2", "Boats")]


def test_a_lone_chapter_holds_the_numbers_by_steps_that_go_on_with_it():
    sections = "".join(f"## 2.{n} PIER {n}\n\n(a) {RULE}\n\n(b) {RULE}\n\n" for n in range(1, 9))
    built = in_markdown(f"# 2 HARBOUR\n\n{sections}")
    assert shape(built)[:2] == [("2", "HARBOUR"), ("2.1", "PIER 1")]
    assert {c.parent for c in built.clauses if c.heading.startswith("PIER")} == {"club/2"}


def test_numbers_behind_the_bullets_of_a_list_are_its_items():
    built = in_markdown(
        f"article 1: Boats\n<ul><li>1 - : {RULE}<ul><li>a - : red</li><li>b - : blue</li></ul></li>"
        f"<li>2 - : {RULE}</li></ul>\n\narticle 2: Oars\n{RULE}\n\narticle 3: Piers\n{RULE}\n"
    )
    assert [c.number for c in built.clauses] == [
        "1", "1.1", "1.1.a", "1.1.b", "1.2", "2", "3",
    ]  # fmt: skip
    assert (built.clauses[0].heading, built.clauses[1].text) == ("Boats", RULE)


def test_a_table_above_the_contents_list_and_a_bullet_named_in_it_are_text():
    chapters = [f"{n} {title}" for n, title in enumerate(("Boats", "Harbour master", "Oars"), start=1)]
    listed = [Block("paragraph", (Run(f"{title} {n}"),)) for n, title in enumerate(chapters, start=2)]
    body = [
        Block("table", rows=((FlowCell((Run("Issue 3"),)), FlowCell((Run("Oars are red"),))),)),
        Block("paragraph", (Run("Contents"),), contents=True),
        *[replace(block, contents=True) for block in listed],
    ]
    for title in chapters:
        body.append(Block("heading", (Run(title),), 1, new_page=True))
        body += [Block("item", (Run(words),), 1, "•") for words in ("Crew", "Harbour master", "Guests")]
    built = build_clauses(DOCUMENT, with_listed(typeset(Flow(tuple(body))).pages))
    assert [c.heading for c in built.clauses if c.heading] == ["Boats", "Harbour master", "Oars"]
    assert any("Oars are red" in c.text for c in built.clauses)


def test_no_title_ends_within_initials():
    built = in_plain(
        "1. Scope. This By-law applies to all work within the City and to every owner of land.\n\n"
        "2. Paramountcy. Where there is any inconsistency, this By-law shall prevail.\n\n"
        "3. Notwithstanding Section 4, the N.B.C. is modified for the City as set out in this By-law.\n\n"
        "4. Permits. A permit is needed for work on roofs and for any other work.\n\n"
        "5. All N.B.C. Part 9 residential buildings shall have a door of the size set out below.\n"
    )
    assert shape(built) == [("1", "Scope."), ("2", "Paramountcy."), ("3", ""), ("4", "Permits."), ("5", "")]
