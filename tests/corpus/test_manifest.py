"""The list of official documents says what it knows and refuses what it must not hold."""

from pathlib import Path

import pytest

from regulations_agent.corpus.files.manifest import load_manifest, origin
from regulations_agent.errors import UsageError

MANIFEST = Path(__file__).parents[2] / "corpus" / "manifest.toml"


def test_every_listed_document_lies_on_a_listed_https_origin_and_has_a_name_of_its_own():
    manifest = load_manifest(MANIFEST)
    assert len(manifest.sources) > 40
    assert all(origin(s.url) in manifest.origins and s.url.startswith("https://") for s in manifest.sources)
    assert len({s.name for s in manifest.sources}) == len(manifest.sources)
    assert len({s.file_name for s in manifest.sources}) == len(manifest.sources)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("2025/sporting@1", ["2025/sporting@1"]),
        ("2025/sporting", ["2025/sporting@5"]),
        (" 2026/Technical@8 ", ["2026/technical@8"]),
        ("2022", ["2022/sporting@9", "2022/technical@13"]),
        ("2026/wec_sporting", ["2026/wec_sporting"]),
    ],
)
def test_a_name_means_an_issue_a_rulebook_or_a_season(name: str, expected: list[str]):
    assert [s.name for s in load_manifest(MANIFEST).find(name)] == expected


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(UsageError, match=r"2025/sportng@5.*2025/sporting@5"):
        load_manifest(MANIFEST).find("2025/sportng@5")


ROW = '[[document]]\nseason = 2026\nsection = "sporting"\nurl = "{url}"\n'


@pytest.mark.parametrize(
    "text",
    [
        "origins = [",
        'origins = ["https://a.example"]',
        'origins = ["https://a.example"]\n' + ROW.format(url="https://b.example/x.pdf"),
        'origins = ["http://a.example"]\n' + ROW.format(url="http://a.example/x.pdf"),
        'origins = ["https://a.example"]\n'
        + ROW.format(url="https://a.example/x.pdf").replace("sporting", "../up"),
    ],
)
def test_a_list_that_is_broken_or_leads_elsewhere_is_refused(tmp_path: Path, text: str):
    path = tmp_path / "manifest.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=r"manifest\.toml"):
        load_manifest(path)


def test_a_missing_list_says_where_it_was_looked_for(tmp_path: Path):
    with pytest.raises(UsageError, match=r"none\.toml"):
        load_manifest(tmp_path / "none.toml")
