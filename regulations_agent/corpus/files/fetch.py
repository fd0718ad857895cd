"""Downloads listed documents: only from listed origins, resumed, bounded, checked, and put in place whole."""

from __future__ import annotations

import hashlib
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from tenacity import Retrying, retry_if_exception, stop_after_attempt, wait_exponential

from regulations_agent.corpus.files.manifest import Manifest, Source, origin
from regulations_agent.errors import DocumentError

if TYPE_CHECKING:
    import httpx

ATTEMPTS = 3
MAX_REDIRECTS = 5

Progress = Callable[[int, int | None], None]
"""Called with the bytes held so far and the bytes in all, None when the server does not say."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one download may take."""

    megabytes: int = 200
    seconds: float = 900.0
    """For the whole document, so that a server that drips cannot hold us."""
    connect_seconds: float = 10.0
    read_seconds: float = 30.0


class Unreachable(DocumentError):
    """No connection to the origin: the documents that lie there need not be tried."""


class Interrupted(DocumentError):
    """The transfer broke off or the server was busy: worth another attempt, which resumes."""


def fetch(
    source: Source,
    folder: Path,
    manifest: Manifest,
    on_progress: Progress = lambda _done, _total: None,
    *,
    accept_changed: bool = False,
    limits: Limits | None = None,
) -> Path:
    """Downloads one document into `folder` and gives its path; a file that is already there is kept.

    A broken transfer leaves a `.part` file from which the next attempt or call resumes. Raises DocumentError
    for everything that the network or the server can do wrong, OSError when the file cannot be written.
    """
    target = folder / source.file_name
    if target.exists():
        return target
    folder.mkdir(parents=True, exist_ok=True)
    download = Download(source, target, manifest, on_progress, limits or Limits())
    retrying = Retrying(
        stop=stop_after_attempt(ATTEMPTS),
        wait=wait_exponential(multiplier=0.5, max=8),
        retry=retry_if_exception(lambda error: isinstance(error, Interrupted)),
        reraise=True,
    )
    retrying(download.attempt)
    download.tag.unlink(missing_ok=True)
    check(download.part, source, accept_changed=accept_changed)
    download.part.replace(target)
    return target


def check(part: Path, source: Source, *, accept_changed: bool) -> None:
    """Raises DocumentError, and removes the file, when it is no PDF or not the document that is listed."""
    with part.open("rb") as file:
        head = file.read(1024)
        file.seek(0)
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    if b"%PDF-" not in head:
        part.unlink()
        raise DocumentError(
            f"{source.name}: {source.url} gave something that is not a PDF; nothing was kept."
        )
    if source.sha256_of_copy in (None, sha256) or accept_changed:
        return
    part.unlink()
    raise DocumentError(
        f"{source.name}: the file has sha256 {sha256}, the listed copy has {source.sha256_of_copy}; "
        "nothing was kept. If the publisher has replaced the file, fetch it again with --accept-changed."
    )


class Download:
    """One document on its way; each attempt goes on where the last one stopped."""

    def __init__(
        self, source: Source, target: Path, manifest: Manifest, on_progress: Progress, limits: Limits
    ) -> None:
        self.source, self.manifest, self.on_progress, self.limits = source, manifest, on_progress, limits
        self.part = target.with_name(target.name + ".part")
        self.tag = target.with_name(target.name + ".tag")
        """Holds the server's validator (ETag or date) of the file that `part` is the beginning of."""
        self.deadline = time.monotonic() + limits.seconds
        self.connection: socket.socket | None = None
        """The one at work."""

    @property
    def held(self) -> int:
        """Bytes of an earlier attempt."""
        return self.part.stat().st_size if self.part.exists() else 0

    def attempt(self) -> None:
        import httpx

        timeout = httpx.Timeout(self.limits.read_seconds, connect=self.limits.connect_seconds)
        try:
            agent = {"User-Agent": "regulations-agent"}
            with self.ended_in_time(), httpx.Client(timeout=timeout, headers=agent) as client:
                self.follow(client)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise Unreachable(
                f"{self.source.name}: no network, or {origin(self.source.url)} cannot be reached ({error}); "
                "nothing was changed. Download it elsewhere and use `regulations-agent corpus add FILE`."
            ) from error
        except ValueError as error:
            raise DocumentError(
                f"{self.source.name}: what {origin(self.source.url)} replies makes no sense ({error}); "
                "nothing was kept."
            ) from error
        except (httpx.TransportError, httpx.InvalidURL) as error:
            self.check_time()
            detail = str(error) or type(error).__name__
            raise Interrupted(
                f"{self.source.name}: the download broke off ({detail}); run it again to resume."
            ) from error

    @contextmanager
    def ended_in_time(self) -> Iterator[None]:
        """Ends the connection at the deadline, as a server that drips its headers is never done."""
        self.check_time()
        end = threading.Timer(self.deadline - time.monotonic(), self.end)
        end.daemon = True
        end.start()
        try:
            yield
        finally:
            end.cancel()

    def end(self) -> None:
        if self.connection is not None:
            with suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)

    def heed(self, event: str, told: Mapping[str, Any]) -> None:
        """Keeps hold of the connection; called as httpx traces what it does."""
        if event.endswith((".connect_tcp.complete", ".start_tls.complete")):
            self.connection = told["return_value"].get_extra_info("socket")
            self.check_time()

    def check_time(self) -> None:
        if time.monotonic() > self.deadline:
            raise DocumentError(
                f"{self.source.name}: not finished after {self.limits.seconds:.0f} s; run it again to resume."
            )

    def follow(self, client: httpx.Client) -> None:
        """Asks the listed address and follows redirects, each checked before it is asked."""
        url = self.source.url
        for _ in range(MAX_REDIRECTS + 1):
            if origin(url) not in self.manifest.origins:
                raise DocumentError(
                    f"{self.source.name}: the server sends us to {origin(url)}, which is not a listed origin "
                    f"({', '.join(sorted(self.manifest.origins))}); nothing was kept."
                )
            told = {"trace": self.heed}
            with client.stream("GET", url, headers=self.range_headers(), extensions=told) as response:
                if not response.has_redirect_location:
                    return self.receive(response)
                url = urljoin(url, response.headers["location"])
        raise DocumentError(
            f"{self.source.name}: more than {MAX_REDIRECTS} redirects from {self.source.url}."
        )

    def range_headers(self) -> dict[str, str]:
        """Asks for the rest only when the server can tell that its file is still the one we began with."""
        headers = {"Accept-Encoding": "identity"}
        if self.held and self.tag.exists():
            headers |= {"Range": f"bytes={self.held}-", "If-Range": self.tag.read_text(encoding="ascii")}
        return headers

    def receive(self, response: httpx.Response) -> None:
        status = response.status_code
        if status == 416:
            self.part.unlink(missing_ok=True)
            raise Interrupted(
                f"{self.source.name}: the server's file is shorter than what we hold; begun again."
            )
        if status == 429 or status >= 500:
            raise Interrupted(
                f"{self.source.name}: {origin(self.source.url)} answered {status}; try again later."
            )
        if status not in (200, 206):
            raise DocumentError(
                f"{self.source.name}: {self.source.url} answered {status}; it may have been moved."
            )
        held = resume_offset(response) if status == 206 else 0
        if status == 206 and held != self.held:
            self.part.unlink(missing_ok=True)
            raise Interrupted(f"{self.source.name}: the server resumed at the wrong place; begun again.")
        self.remember(response)
        length = response.headers.get("content-length", "")
        self.write(response, held, held + int(length) if length.isdigit() else None)

    def remember(self, response: httpx.Response) -> None:
        validator = response.headers.get("etag", "") or response.headers.get("last-modified", "")
        if validator and validator.isascii() and not validator.startswith("W/"):
            self.tag.write_text(validator, encoding="ascii")
        else:
            self.tag.unlink(missing_ok=True)

    def write(self, response: httpx.Response, held: int, total: int | None) -> None:
        most = self.limits.megabytes * 1_000_000
        with self.part.open("ab" if held else "wb") as file:
            for chunk in response.iter_raw():
                held += len(chunk)
                if max(held, total or 0) > most:
                    raise DocumentError(
                        f"{self.source.name}: larger than {self.limits.megabytes} MB; not fetched."
                    )
                self.check_time()
                file.write(chunk)
                self.on_progress(held, total)
        if total is not None and held < total:
            raise Interrupted(f"{self.source.name}: the download broke off at {held:,} of {total:,} bytes.")


def resume_offset(response: httpx.Response) -> int:
    """Where a partial response says that it begins; -1 when it does not say."""
    found = re.match(r"bytes (\d+)-", response.headers.get("content-range", ""))
    return int(found.group(1)) if found else -1
