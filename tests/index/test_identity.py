"""Two texts are two books; a person may name them, and what pointed to the former name still does."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from regulations_agent.errors import UsageError
from regulations_agent.index.building.build import ingest
from regulations_agent.index.building.rename import declare, rename
from regulations_agent.index.store import open_index
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.types.ingest import IngestReport
from tests.books import HashedWords

TEAMS = (
    "1) COST CAP",
    "1.1 A team may not spend more than 90 million in a reporting period.",
    "1.2 Marketing, catering and the salaries of the drivers are not counted.",
    "1.3 Accounts are sent to the administration before the end of March.",
)
SUPPLIERS = (
    "1) ENGINES",
    "1.1 A supplier delivers the same engine to each customer at one price.",
    "1.2 The price includes transport, two mechanics and spare gaskets.",
    "1.3 Warranty ends after five races or seven thousand kilometres.",
)


def book(path: Path, title: str, issue: str, rules: tuple[str, ...]) -> Path:
    """One page: title, issue, rules."""
    canvas = Canvas(str(path))
    canvas.setFont("Helvetica-Bold", 18)
    canvas.drawString(72, 770, title)
    canvas.setFont("Helvetica", 11)
    for number, line in enumerate((issue, *rules)):
        canvas.drawString(72, 730 - 24 * number, line)
    canvas.save()
    return path


def build(folder: Path, *paths: Path) -> IngestReport:
    return ingest(paths, folder / "index", Settings(), embedder=HashedWords(), workers=1)


def ids(folder: Path) -> list[str]:
    return [d.id for d in open_index(folder / "index", HashedWords()).documents]


CUP = "2031 LANTERN CUP FINANCIAL REGULATIONS"


def test_another_book_under_a_known_name_gets_an_id_of_its_own_and_hides_nothing(tmp_path: Path) -> None:
    teams = book(tmp_path / "teams.pdf", CUP, "Issue 3", TEAMS)
    others = book(tmp_path / "engines.pdf", f"{CUP}: ENGINES", "Issue 7", SUPPLIERS)
    build(tmp_path, teams)
    report = build(tmp_path, others)
    assert ids(tmp_path) == ["2031/financial-engines@7", "2031/financial@3"]
    assert any("teams.pdf is called 2031/financial too" in line for line in report.read[0].problems)
    library = Retriever.open(tmp_path / "index", HashedWords())
    assert library.lookup("2031/financial/1.1")[0].clause.text.startswith("A team may not spend")


def test_a_new_issue_of_the_same_book_stays_in_it(tmp_path: Path) -> None:
    later = (*TEAMS[:3], "1.3 Accounts are sent to the administration before the end of April.")
    build(tmp_path, book(tmp_path / "a.pdf", CUP, "Issue 3", TEAMS))
    report = build(tmp_path, book(tmp_path / "b.pdf", CUP, "Issue 4", later))
    assert ids(tmp_path) == ["2031/financial@3", "2031/financial@4"] and report.replaced == ()


def test_two_revisions_of_a_handbook_in_one_year_are_both_kept_the_later_one_newest(tmp_path: Path) -> None:
    changed = (*TEAMS[:3], "1.3 Accounts are sent to the administration before the end of June.")
    may = book(tmp_path / "may.pdf", "HARBOUR CLUB HANDBOOK", "Revised 4 May 2031", TEAMS)
    june = book(tmp_path / "june.pdf", "HARBOUR CLUB HANDBOOK", "Revised 9 June 2031", changed)
    for order, folder in (((may, june), "up"), ((june, may), "down")):
        for path in order:
            told = build(tmp_path / folder, path).read[0].apart
        assert ["its date" in line for line in told] == [True]
        library = Retriever.open(tmp_path / folder / "index", HashedWords())
        assert len(library.documents) == 2
        assert [d.file for d in library.searched("When are accounts sent?")] == ["june.pdf"]


def test_a_renamed_document_keeps_its_name_and_is_found_under_the_former(tmp_path: Path) -> None:
    path = book(tmp_path / "a.pdf", CUP, "Issue 3", TEAMS)
    build(tmp_path, path, book(tmp_path / "b.pdf", "ENGINE RULES OF THE HARBOUR", "", SUPPLIERS))
    done = rename("2031/financial@3", "cost-cap-2031@3", tmp_path / "index", "Cost Cap", HashedWords())
    assert (done.id, done.title) == ("cost-cap-2031@3", "Cost Cap")
    library = Retriever.open(tmp_path / "index", HashedWords())
    clause = library.clause("2031/financial@3/1.2")
    assert clause.id == "cost-cap-2031@3/1.2" and library.clause("2031/financial/1.2") == clause
    (tmp_path / "index" / "manifest.json").unlink()
    build(tmp_path, path)
    assert ids(tmp_path) == ["cost-cap-2031@3"]


def test_a_name_that_is_taken_or_none_is_refused(tmp_path: Path) -> None:
    build(
        tmp_path,
        book(tmp_path / "a.pdf", CUP, "Issue 3", TEAMS),
        book(tmp_path / "b.pdf", "ENGINE RULES OF THE HARBOUR", "", SUPPLIERS),
    )
    for new, why in (("engine-rules-of-the-harbour", "taken by b.pdf"), ("Not An Id", "no document id")):
        with pytest.raises(UsageError, match=why):
            rename("2031/financial@3", new, tmp_path / "index", embedder=HashedWords())
    with pytest.raises(UsageError, match="it holds"):
        rename("nowhere", "x", tmp_path / "index", embedder=HashedWords())


def test_a_title_is_one_printable_line_and_a_change(tmp_path: Path) -> None:
    build(tmp_path, book(tmp_path / "a.pdf", CUP, "Issue 3", TEAMS))
    old, index = "2031/financial@3", tmp_path / "index"
    titled = rename(old, old, index, "Cost\n\x1b[31m Cap\x1b[0m\u202e", HashedWords())
    assert titled.title == "Cost Cap"
    for title, why in (("  \x1b[0m ", "title is empty"), ("Cost Cap", "already"), (None, "already")):
        with pytest.raises(UsageError, match=why):
            rename(old, old, index, title, HashedWords())


def test_a_person_may_say_which_book_a_file_is(tmp_path: Path) -> None:
    build(tmp_path, book(tmp_path / "a.pdf", CUP, "Issue 3", TEAMS))
    other = book(tmp_path / "b.pdf", CUP, "Issue 4", SUPPLIERS)
    declare(other, "2031/financial@4", tmp_path / "index")
    assert build(tmp_path, other).read[0].document == "2031/financial@4"


def rules(path: Path, *figures: int, title: str = "House Rules") -> Path:
    """Twelve rules of one template, with figures of its own."""
    path.parent.mkdir(exist_ok=True)
    lines = ("Quiet is kept for {} hours.", "A lost key costs €{}.", "Guests may stay {} nights.")
    told = [line.format(figure) for line, figure in zip(lines, figures, strict=True)]
    same = [f"Dogs, bicycles and bins of kind {n} are kept out of the stairs." for n in range(9)]
    body = "\n\n".join(f"1.{n} {line}" for n, line in enumerate((*told, *same), 1))
    path.write_text(f"# {title}\n\n{body}\n", encoding="utf-8")
    return path


def says(folder: Path, clause: str) -> str:
    return Retriever.open(folder / "index", HashedWords()).lookup(clause)[0].clause.text


def test_two_houses_with_rules_of_one_template_are_two_books_however_often_they_are_read(
    tmp_path: Path,
) -> None:
    north, south = rules(tmp_path / "north.md", 22, 40, 3), rules(tmp_path / "south.md", 23, 75, 7)
    report = build(tmp_path, north, south)
    assert ids(tmp_path) == ["house-rules", "house-rules-2"] and report.replaced == ()
    assert any("north.md is called house-rules too" in line for line in report.read[1].apart)
    assert len(build(tmp_path, south, north).unchanged) == 2
    assert says(tmp_path, "house-rules/1.2") == "A lost key costs €40."
    assert says(tmp_path, "house-rules-2/1.2") == "A lost key costs €75."


def test_the_newer_text_of_a_file_replaces_the_older_under_its_id(tmp_path: Path) -> None:
    north, south = rules(tmp_path / "north.md", 22, 40, 3), rules(tmp_path / "south.md", 23, 75, 7)
    build(tmp_path, north, south)
    report = build(tmp_path, rules(south, 23, 80, 7))
    assert report.replaced == ("house-rules-2: south.md gave way to south.md.",)
    assert ids(tmp_path) == ["house-rules", "house-rules-2"]
    assert says(tmp_path, "house-rules-2/1.2") == "A lost key costs €80."


def test_a_copy_keeps_the_text_when_the_other_copy_changes(tmp_path: Path) -> None:
    north, copy = rules(tmp_path / "north.md", 22, 40, 3), rules(tmp_path / "z" / "copy.md", 22, 40, 3)
    build(tmp_path, north, copy)
    rules(north, 22, 45, 3)
    build(tmp_path, north, copy)
    texts = {says(tmp_path, f"{book}/1.2") for book in ids(tmp_path)}
    assert texts == {"A lost key costs €40.", "A lost key costs €45."}


def test_the_newer_text_of_a_renamed_file_takes_over_its_name(tmp_path: Path) -> None:
    north = rules(tmp_path / "north.md", 22, 40, 3)
    build(tmp_path, north)
    rename("house-rules", "north", tmp_path / "index", "North House", HashedWords())
    for price, title in ((45, "House Rules"), (50, "Rules of the house")):
        build(tmp_path, rules(north, 22, price, 3, title=title))
        assert (
            ids(tmp_path) == ["north"] and says(tmp_path, "house-rules/1.2") == f"A lost key costs €{price}."
        )
    assert open_index(tmp_path / "index", HashedWords()).documents[0].title == "North House"


def test_the_newer_text_of_a_file_that_was_named_on_reading_takes_over_its_name(tmp_path: Path) -> None:
    north = rules(tmp_path / "north.md", 22, 40, 3)
    declare(north, "north", tmp_path / "index")
    build(tmp_path, north)
    build(tmp_path, rules(north, 22, 45, 3))
    assert ids(tmp_path) == ["north"] and says(tmp_path, "north/1.2") == "A lost key costs €45."


def test_a_renamed_file_that_is_put_back_as_it_was_keeps_its_newest_name(tmp_path: Path) -> None:
    north, index = rules(tmp_path / "north.md", 22, 40, 3), tmp_path / "index"
    build(tmp_path, north)
    rename("house-rules", "first", index, embedder=HashedWords())
    build(tmp_path, rules(north, 22, 45, 3))
    rename("first", "second", index, embedder=HashedWords())
    build(tmp_path, rules(north, 22, 40, 3))
    assert ids(tmp_path) == ["second"] and says(tmp_path, "second/1.2") == "A lost key costs €40."


def test_the_newer_text_of_a_file_that_gets_a_name_replaces_the_older(tmp_path: Path) -> None:
    north = rules(tmp_path / "north.md", 22, 40, 3)
    build(tmp_path, north)
    declare(rules(north, 22, 45, 3), "north", tmp_path / "index")
    report = build(tmp_path, north)
    assert ids(tmp_path) == ["north"] and report.replaced == ("house-rules is called north now.",)


def test_the_next_issue_in_a_renamed_file_stands_beside_the_former(tmp_path: Path) -> None:
    path = book(tmp_path / "a.pdf", CUP, "Issue 3", TEAMS)
    build(tmp_path, path)
    rename("2031/financial@3", "cost-cap-2031@3", tmp_path / "index", embedder=HashedWords())
    build(tmp_path, book(path, CUP, "Issue 4", TEAMS))
    assert ids(tmp_path) == ["cost-cap-2031@3", "cost-cap-2031@4"]
    build(tmp_path, book(path, CUP, "Issue 4", TEAMS[:3]))
    assert ids(tmp_path) == ["cost-cap-2031@3", "cost-cap-2031@4"]
