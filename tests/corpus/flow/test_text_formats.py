"""Markdown, AsciiDoc and plain text: the words and markers of the source."""

from __future__ import annotations

import pytest

from regulations_agent.corpus.flow import markdown, plain
from regulations_agent.corpus.flow.adoc import asciidoc
from regulations_agent.corpus.flow.blocks import Flow
from regulations_agent.corpus.flow.decoding import decode
from regulations_agent.corpus.flow.web import rst
from regulations_agent.errors import DocumentError
from tests.listings import as_listed


def lines(flow: Flow) -> list[str]:
    return [f"{block.number} {block.text}".strip() for block in flow.blocks]


def in_markdown(text: str) -> Flow:
    return as_listed(markdown.read(text.encode(), "rules.md"))


def in_asciidoc(text: str) -> Flow:
    return as_listed(asciidoc.read(text.encode(), "rules.adoc"))


def in_rst(text: str) -> Flow:
    return as_listed(rst.read(text.encode(), "rules.rst"))


def in_plain(text: str) -> Flow:
    return as_listed(plain.read(text.encode(), "rules.txt"))


def test_markdown_numbers_are_those_of_the_source():
    flow = in_markdown("# Cars\n\n3. a\n3. b\n7. c\n\nx\n\n1) d\n\n1\\. e\n")
    assert lines(flow) == ["Cars", "3. a", "3. b", "7. c", "x", "1) d", "1. e"]


def test_a_markdown_list_of_ones_counts_on_as_it_is_shown():
    flow = in_markdown("1. a\n1. b\n   1) c\n   1) d\n1. e\n")
    assert lines(flow) == ["1. a", "2. b", "1) c", "2) d", "3. e"]


def test_items_that_pandoc_counts_are_numbered_as_it_shows_them():
    flow = in_markdown("#. a\n    #. b\n        #. c\n    #. d\n#. e\n\n# 1\n\nThe #. of it\n")
    assert lines(flow) == ["1. a", "1. b", "1. c", "2. d", "2. e", "1", "The #. of it"]


def test_what_a_generator_of_web_sites_carries_out_is_no_text():
    flow = in_markdown(
        "* TOC\n{:toc}\n\n{{< raw >}}\n\n# Cars\n{: .no_toc }\n\n{% include nav.html %}\n"
        "{% comment %}\nnot yet\n{% endcomment %}\n\n1. Cars stop{: .hot}.\n"
        "2. They {{% note %}}wait{{% /note %}}.\n\n{{< figure\n  src='a.png' >}}\n\n"
        "A set {1: 2} of 5% {or more}.\n"
    )
    assert lines(flow) == ["Cars", "1. Cars stop.", "2. They wait.", "A set {1: 2} of 5% {or more}."]


def test_markdown_headings_tables_notes_and_strikes():
    flow = in_markdown(
        "Rules\n=====\n\nCars stop.[^a] ~~Or not.~~\n\n[^a]: At red.\n\n| A | B |\n|---|---|\n| 1 | 2 |\n"
    )
    assert [(b.kind, b.level) for b in flow.blocks][:2] == [("heading", 1), ("paragraph", 0)]
    assert "Or not" not in flow.blocks[1].text and flow.blocks[1].text.startswith("Cars stop.")
    table = next(b for b in flow.blocks if b.kind == "table")
    assert [[c.text for c in row] for row in table.rows] == [["A", "B"], ["1", "2"]]
    assert any("At red." in b.text for b in flow.blocks)


def test_markdown_front_matter_is_the_title_and_no_rule():
    flow = in_markdown("---\ntitle: Club Rules\nversion: 2\n---\n\n# Article 1\n\nCars stop.\n")
    assert flow.title == "Club Rules" and lines(flow) == ["Club Rules", "Article 1", "Cars stop."]


def test_lettered_lines_of_markdown_stay_lines():
    flow = in_markdown("1. Members are:\n    a. adults\n    b. juniors\n")
    assert flow.blocks[0].text == "Members are:\na. adults\nb. juniors"


def test_numbered_lines_of_markdown_stay_lines_and_wrapped_measures_do_not():
    text = (
        "{} The club is called Swanby Rowing Club. Its seat is in the town of Swanby.\n{} It has members.\n"
    )
    for first, second in (("1.1", "1.2"), ("A.1", "A.2")):
        assert in_markdown(text.format(first, second)).blocks[0].text.split("\n")[1:] == [
            f"{second} It has members."
        ]
    wrapped = (
        "A boat that lies at the inner jetty of the club has a length of no more than\n2.5 Metres overall.\n"
    )
    assert "\n" not in in_markdown(wrapped).blocks[0].text


def test_asciidoc_sections_are_numbered_where_the_document_asks_for_it():
    flow = in_asciidoc("= Rules\n:sectnums:\n\n== Cars\n\n=== Mass\n\n=== Size\n\n:sectnums!:\n\n== Annex\n")
    assert lines(flow) == ["Rules", "1. Cars", "1.1. Mass", "1.2. Size", "Annex"]


def test_asciidoc_sections_of_a_style_have_no_number_and_appendices_have_letters():
    flow = in_asciidoc(
        "= Rules\n:sectnums:\n\n[foreword]\n== Welcome\n\n=== Sub\n\n[#cars]\n== Cars\n\n"
        "[discrete]\n=== Aside\n\n=== Mass\n\n[appendix]\n== Forms\n\n=== Entry\n"
    )
    assert lines(flow)[1:] == [
        "Welcome", "Sub", "1. Cars", "Aside", "1.1. Mass", "Appendix A: Forms", "A.1. Entry",
    ]  # fmt: skip


def test_asciidoc_lists_nest_and_attach():
    flow = in_asciidoc("= R\n\n. a\n.. b\n.. c\n+\ngoes on\n. d\n\n'''\n\nCar:: A vehicle.\n")
    assert [(b.level, b.number, b.text) for b in flow.blocks[1:]] == [
        (1, "1.", "a"), (2, "a.", "b"), (2, "b.", "c"), (2, "", "goes on"), (1, "2.", "d"), (0, "", "Car"),
        (1, "", "A vehicle."),
    ]  # fmt: skip


def test_asciidoc_marks_are_not_words():
    flow = in_asciidoc(
        "= R\n\nCars *must* _stop_ at https://a.example[red] lights{nbsp}or <<rule,Rule 2>>, "
        "[.line-through]#never# always.footnote:[At night.]\n"
    )
    assert flow.blocks[1].text == "Cars must stop at red lights or Rule 2, always.1"
    assert (flow.blocks[2].kind, flow.blocks[2].text) == ("footnote", "At night.")


def test_an_asciidoc_table_spans_and_a_condition_is_decided():
    chosen = "ifdef::club[]\nOurs.\nendif::[]\nifdef::other[]\nTheirs.\nendif::[]\n\n"
    flow = in_asciidoc(f'= R\n:club:\n\n{chosen}[cols="1,1"]\n|===\n2+|Limits\n|Wing |10 mm\n|===\n')
    assert flow.blocks[1].text == "Ours."
    assert [[(c.text, c.columns) for c in row] for row in flow.blocks[2].rows] == [
        [("Limits", 2)],
        [("Wing", 1), ("10 mm", 1)],
    ]


def test_an_include_is_refused_and_named():
    flow = in_asciidoc("= R\n\ninclude::/etc/passwd[]\n\nCars stop.\n")
    assert lines(flow) == ["R", "Cars stop."] and "/etc/passwd" in flow.problems[0]


def test_hard_wrapped_lines_are_joined_and_rules_are_parted():
    text = (
        "1.1 Cars must stop at the red light which stands at the end of the pit\n"
        "lane, and wait there until it turns green.\n1.2 Drivers may not turn round in the pit lane.\n"
    ) * 6
    assert lines(in_plain(text))[:2] == [
        "1.1 Cars must stop at the red light which stands at the end of the pit lane, and wait there until "
        "it turns green.",
        "1.2 Drivers may not turn round in the pit lane.",
    ]


def test_aligned_columns_of_plain_text_stay_lines():
    flow = in_plain("Points\n\nPlace     Points\n1         25\n2         18\n\nCars stop.\n")
    assert [(b.kind, b.text.count("\n")) for b in flow.blocks] == [
        ("paragraph", 0), ("preformatted", 2), ("paragraph", 0),
    ]  # fmt: skip


def test_indents_of_plain_text_are_levels_and_form_feeds_pages():
    flow = in_plain("1. A\n\n    (a) b\n\n        (i) c\n\f2. D\n")
    assert [(b.level, b.new_page) for b in flow.blocks] == [(0, False), (1, False), (2, False), (0, True)]


def test_encodings():
    text = "1. The drivers’ café – “fast” £5 §\n" * 9
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252"):
        assert decode(text.encode(encoding), "x")[0] == text
    polish = "Każdy kierowca musi mieć ważną licencję, żądania składa się pisemnie.\n" * 9
    assert decode(polish.encode("cp1250"), "x")[0] == polish
    assert decode(b"1. Cars\0 stop.", "x") == ("1. Cars stop.", ("1 null characters were left out",))


def test_restructured_text_numbers_its_items_and_sections():
    flow = in_rst(
        "####\nClub\n####\n\n.. sectnum::\n\nBoats\n=====\n\n#. One boat\n\n   a. red\n   #. blue\n\n"
        "#. No oar\n\nCare\n----\n\n(iv) Wash.\n\nPiers\n=====\n\nNone.\n"
    )
    assert lines(flow) == [
        "Club", "1 Boats", "1. One boat", "a. red", "b. blue", "2. No oar", "1.1 Care", "(iv) Wash.",
        "2 Piers", "None.",
    ]  # fmt: skip
    assert [block.level for block in flow.blocks if block.kind == "heading"] == [1, 2, 3, 2]


def test_directives_of_restructured_text_are_no_rules_and_their_words_are():
    flow = in_rst(
        "Club\n====\n\n.. contents::\n\n.. a comment\n\nBoats\n-----\n\n"
        ".. rule:: No oars\n   :name: a\n\n   Ever.\n\nSee :section:`Piers <p>` [#]_.\n\n.. [#] Of wood.\n\n"
        "Oars\n----\n\nx\n\nPiers\n-----\n\n.. include:: secret.txt\n"
    )
    said = [line for block, line in zip(flow.blocks, lines(flow), strict=True) if not block.contents]
    assert said == [
        "Club",
        "Boats",
        "No oars",
        "Ever.",
        "See Piers [1].",
        "[1] Of wood.",
        "Oars",
        "x",
        "Piers",
    ]
    assert flow.title == "Club"


def test_lists_of_restructured_text_too_deep_to_be_rules_are_refused():
    with pytest.raises(DocumentError, match="nested too deeply"):
        rst.read("".join(f"{'  ' * n}- x\n\n" for n in range(600)).encode(), "rules.rst")


def test_blanks_within_the_asterisks_of_bold_words_before_others_are_forgiven():
    flow = markdown.read(b"**Fees. **They are due.\n\n**a** and **b**c, x **d ** y\n", "a.md")
    runs = [[(run.text, run.bold) for run in block.runs] for block in flow.blocks]
    assert runs[0] == [("Fees.", True), (" They are due.", False)]
    assert runs[1] == [("a", True), (" and ", False), ("b", True), ("c, x **d ** y", False)]


def test_running_heads_and_feet_of_plain_text_are_no_rules():
    said = {f"Rule {n}": f"Members row with {'both ' * n}oars." for n in range(1, 10)}
    pages = (
        f"The Club{' ' * (n % 3)}   page {n}\n\n{rule}\n\n{text}\n\nIssue 4 — {n} of 9"
        for n, (rule, text) in enumerate(said.items(), start=1)
    )
    assert lines(in_plain("\f".join(pages))) == [
        "The Club page 1",
        *(row for one in said.items() for row in one),
    ]


def test_a_sentence_goes_on_where_the_line_of_its_paragraph_was_cut():
    said = "The crew pays what the harbour asks for a boat that stays in the harbour at night, as all do"
    rest = "".join(f"        ({letter}) {said}.\n" for letter in "cdefghijklmnop")
    told = lines(in_plain(f"        (a) {said}\nin summer.\n        (b) They moor.\noars\n{rest}in\n"))
    assert told[:3] == [f"(a) {said} in summer.", "(b) They moor.", "oars"] and told[-1] == "in"


def test_blank_lines_between_the_lines_of_a_sentence_part_no_paragraphs():
    typed = "The crew must stow all\n\noars and sails after each\n\nday upon the water.\n\n"
    flow = in_plain("".join(f"      {n}. {typed}" for n in range(1, 13)))
    said = "The crew must stow all oars and sails after each day upon the water."
    assert lines(flow) == [f"{n}. {said}" for n in range(1, 13)]


def test_tables_that_are_wider_than_the_lines_do_not_keep_these_apart():
    table = "Boat" + " " * 120 + "Crew\nGig" + " " * 121 + "9\n\n"
    said = "1. The crew of a boat must stow all oars, sails and lines after each\nday upon the water.\n\n"
    assert lines(in_plain(said * 8 + table))[0] == " ".join(said.split())


def test_markdown_signs_that_link_to_the_top_and_boxes_of_notes_are_read_as_shown():
    flow = in_markdown("# Dues [↑](#top)\n\n> [!NOTE] Pay in May.\n\n> [!WARNING]\n> Or leave.\n")
    assert lines(flow) == ["Dues", "Note: Pay in May.", "Warning: Or leave."]


def test_links_of_notes_are_read_as_the_words_that_they_show():
    text = "See [[#B.1 BOATS|B.1.3]] or [[#B.2 Oars]]. ![[Crews\\|the crews]] row. [[1]](#note) stays.\n"
    assert lines(in_markdown(text)) == ["See B.1.3 or B.2 Oars. the crews row. [1] stays."]


def test_bold_numbers_and_bullets_of_markdown_stay_lines_however_the_line_above_ends():
    above = "**B.1.1** Crews must not store an oar in the boat house of another club"
    gigs = "• gigs of the club that lie in the lower boat shed of the club"
    text = f"{above}\n**B.1.2** Boats are:\n{gigs}\n• skiffs\n"
    assert in_markdown(text).blocks[0].text.split("\n")[1:] == [
        "B.1.2 Boats are:",
        gigs,
        "• skiffs",
    ]


def test_a_lost_character_before_the_words_of_a_line_is_a_bullet():
    text = decode("Boats\n\ufffd Gigs\n  \ufffd Skiffs of 2\ufffd\n".encode(), "rules.txt")[0]
    assert text == "Boats\n• Gigs\n  • Skiffs of 2\ufffd\n"
