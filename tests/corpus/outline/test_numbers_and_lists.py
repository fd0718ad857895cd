"""Numbers told by what stands beside them, and lists, each met in a book that nobody had read before."""

from __future__ import annotations

from tests.corpus.outline.test_strange_books import RULE, in_markdown, in_plain, shape


def test_a_number_may_touch_its_word_without_a_stop_and_a_measure_is_none():
    numbers = [f"{n}.{k}" for n in (1, 2, 3) for k in (1, 2, 3)]
    text = "".join(f"{n}{RULE}\n\n4.5Litre cans hold petrol.\n\n" for n in numbers)
    assert [c.number for c in in_plain(text.replace("1M", "1 M").replace("3M", "3 M")).clauses] == numbers


def test_items_with_titles_stand_below_the_plain_sentence_that_leads_to_them():
    text = ""
    for n in (1, 2, 3):
        text += f"Section {n}. {RULE}\n\n{RULE}\n\n"
        text += "".join(f"{letter}. **Boats of {letter}.** {RULE}\n\n" for letter in "ABC")
    numbers = [c.number for c in in_markdown(f"# Article I\n\n{text}").clauses if c.heading]
    assert numbers == [f"{n}.{letter}" for n in (1, 2, 3) for letter in "ABC"]


def test_a_title_printed_with_the_number_of_another_is_a_title():
    names = ("Boats", "Oars", "Keys")
    text = "".join(f"5.{n} {name}\n\n- {RULE}\n\n" for n, name in zip((1, 2, 2), names, strict=True))
    found = shape(in_markdown(f"## 5 Crew\n\n{text}"))
    assert found == [("5", "Crew"), ("5.1", "Boats"), ("5.2", "Oars"), ("5.2/¶2", "Keys")]
