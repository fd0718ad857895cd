"""Fetching, against a server on this machine that misbehaves as asked."""

import hashlib
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from regulations_agent.corpus.files.fetch import Limits, fetch
from regulations_agent.corpus.files.manifest import Manifest, Source
from regulations_agent.errors import DocumentError

PDF = b"%PDF-1.7\n" + bytes(range(256)) * 2000
SHA256 = hashlib.sha256(PDF).hexdigest()
REQUESTS: list[tuple[str, str | None]] = []
"""Path and Range of each request of the running test."""


REPLIES = {
    "/away": (302, "http://localhost:1/doc"),
    "/near": (302, "/doc"),
    "/loop": (302, "/loop"),
    "/gone": (404, ""),
    "/port": (302, "http://localhost:99999/doc"),
    "/half": (302, "http://[half/doc"),
}


class Handler(BaseHTTPRequestHandler):
    """`/doc` serves PDF with ranges; `/cut` breaks off half-way once; `/away` leaves; the rest as named."""

    def do_GET(self) -> None:
        wanted = self.headers.get("Range")
        REQUESTS.append((self.path, wanted))
        first = [path for path, _ in REQUESTS].count(self.path) == 1
        if self.path == "/drip":
            self.drip()
        elif (reply := REPLIES.get(self.path)) or (self.path == "/busy" and first):
            self.empty(*(reply or (500, "")))
        else:
            self.document(wanted, cut=self.path == "/cut" and first)

    def document(self, wanted: str | None, *, cut: bool) -> None:
        body = b"<html>sign in</html>" if self.path == "/page" else PDF
        start = int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted else 0
        self.send_response(206 if wanted else 200)
        self.send_header("Content-Length", str(len(body) - start))
        self.send_header("ETag", '"one"')
        if wanted:
            self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        self.end_headers()
        self.wfile.write(body[start : len(body) // 2] if cut else body[start:])

    def drip(self) -> None:
        """A header that never ends."""
        with suppress(OSError):
            for piece in (b"HTTP/1.1 200 OK\r\nX: ", *[b"x"] * 200):
                self.wfile.write(piece)
                time.sleep(0.02)

    def empty(self, status: int, location: str) -> None:
        self.send_response(status)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        threading.Thread(target=running.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()


@pytest.fixture(autouse=True)
def fresh_requests() -> None:
    REQUESTS.clear()


def get(
    server: str, path: str, folder: Path, *, sha256: str | None = SHA256, **options: bool | Limits
) -> Path:
    source = Source(2026, "sporting", 5, "2026-02-27", server + path, sha256)
    return fetch(source, folder, Manifest(frozenset({server}), (source,)), **options)  # type: ignore[arg-type]


def test_a_document_arrives_whole_with_its_progress(server: str, tmp_path: Path):
    seen: list[tuple[int, int | None]] = []
    source = Source(2026, "sporting", 5, None, server + "/doc", SHA256)
    path = fetch(
        source, tmp_path, Manifest(frozenset({server}), ()), lambda done, total: seen.append((done, total))
    )
    assert path.name == "2026_sporting_issue05.pdf" and path.read_bytes() == PDF
    assert seen[-1] == (len(PDF), len(PDF)) and [p.name for p in tmp_path.iterdir()] == [path.name]


def test_a_document_that_is_there_is_not_asked_for_again(server: str, tmp_path: Path):
    get(server, "/doc", tmp_path)
    get(server, "/doc", tmp_path)
    assert len(REQUESTS) == 1


def test_a_broken_transfer_is_resumed_where_it_stopped(server: str, tmp_path: Path):
    assert get(server, "/cut", tmp_path).read_bytes() == PDF
    assert [("/cut", None), ("/cut", f"bytes={len(PDF) // 2}-")] == REQUESTS


def test_an_earlier_run_is_resumed_only_with_the_servers_validator(server: str, tmp_path: Path):
    part = tmp_path / "2026_sporting_issue05.pdf.part"
    part.write_bytes(b"of another file, perhaps")
    assert get(server, "/doc", tmp_path).read_bytes() == PDF
    assert REQUESTS == [("/doc", None)]


def test_a_busy_server_is_asked_again(server: str, tmp_path: Path):
    assert get(server, "/busy", tmp_path).read_bytes() == PDF


def test_a_redirect_on_the_same_origin_is_followed(server: str, tmp_path: Path):
    assert get(server, "/near", tmp_path).read_bytes() == PDF


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/away", r"sends us to http://localhost:1, which is not a listed origin"),
        ("/loop", "more than 5 redirects"),
        ("/gone", "answered 404"),
        ("/page", "not a PDF"),
        ("/port", "makes no sense"),
        ("/half", "makes no sense"),
    ],
)
def test_what_is_not_the_document_is_refused_and_not_kept(server: str, tmp_path: Path, path: str, said: str):
    with pytest.raises(DocumentError, match=said):
        get(server, path, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_another_hash_than_the_listed_one_is_kept_only_when_it_is_accepted(server: str, tmp_path: Path):
    with pytest.raises(DocumentError, match="--accept-changed"):
        get(server, "/doc", tmp_path, sha256="0" * 64)
    assert list(tmp_path.glob("*.pdf")) == []
    assert get(server, "/doc", tmp_path, sha256="0" * 64, accept_changed=True).read_bytes() == PDF


def test_a_document_over_the_size_limit_is_refused(server: str, tmp_path: Path):
    with pytest.raises(DocumentError, match="larger than 0 MB"):
        get(server, "/doc", tmp_path, limits=Limits(megabytes=0))


def test_no_network_is_said_plainly_in_one_line(tmp_path: Path):
    with pytest.raises(DocumentError, match="no network") as caught:
        get("http://127.0.0.1:1", "/doc", tmp_path)
    assert "\n" not in str(caught.value)


def test_a_server_that_drips_its_headers_is_left_at_the_deadline(server: str, tmp_path: Path):
    began = time.monotonic()
    with pytest.raises(DocumentError, match="not finished after 1 s"):
        get(server, "/drip", tmp_path, limits=Limits(seconds=0.8))
    assert time.monotonic() - began < 2.0


def test_whatever_address_a_name_leads_to_must_have_the_certificate_of_that_name(tmp_path: Path):
    """So that an address need not be pinned: a name that was led elsewhere leads to no document."""
    key, made = tmp_path / "key.pem", tmp_path / "cert.pem"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
    ]
    command += ["-subj", "/CN=localhost", "-days", "1", "-keyout", str(key), "-out", str(made)]
    try:
        subprocess.run(command, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no certificate can be made here")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made, key)
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        running.socket = context.wrap_socket(running.socket, server_side=True)
        threading.Thread(target=running.serve_forever, args=(0.05,), daemon=True).start()
        with pytest.raises(DocumentError, match=r"(?i)certificate"):
            get(f"https://localhost:{running.server_port}", "/doc", tmp_path / "kept")
        running.shutdown()
    assert REQUESTS == []
