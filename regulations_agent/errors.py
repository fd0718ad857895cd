"""The exceptions of the package, sorted by who must act.

RegulationsError
+-- UsageError              the caller: bad question, argument, setting or path       exit 2
|   +-- Unknown             no run, job, tool or document of that name
|       +-- UnknownClause   no such clause; says the nearest
+-- IndexFailure            the operator: no index, or a damaged one                  exit 3
|   +-- IndexMissing
|   +-- IndexDamaged
+-- StoreError              the operator: the history cannot be read or written       exit 3
+-- ClusterError            the operator: no cluster at that address, or it was lost  exit 2
+-- DocumentError           one PDF could not be read; the others go on               exit 4
+-- ModelError              the model server failed and no fallback was allowed       exit 5
+-- ApprovalNeeded          a person: the run waits for a word                        exit 1
+-- Rejected                a person said no to the answer                            exit 1
+-- Cancelled               the asker stopped the run                                 exit 1
+-- Overdue                 a step took longer than its question may                  exit 1
+-- ToolError               a tool was used wrongly: words for the planner, never a crash
"""

from __future__ import annotations

from collections.abc import Sequence


class RegulationsError(Exception):
    """Base of all expected failures; its text is one line: what came, what is possible, what to do."""

    exit_code = 1

    def __str__(self) -> str:
        """One line that UTF-8 can hold, whatever came."""
        return " ".join(super().__str__().encode("utf-8", "replace").decode("utf-8").splitlines())


class UsageError(RegulationsError):
    exit_code = 2


class Unknown(UsageError):
    """Nothing is there under that name."""


class UnknownClause(Unknown):
    """No clause has that number."""

    def __init__(self, message: str, asked: str = "", nearest: Sequence[str] = ()) -> None:
        """`asked` is what was taken for an id, `nearest` are ids of clauses that there are."""
        super().__init__(message)
        self.asked, self.nearest = asked, tuple(nearest)


class IndexFailure(RegulationsError):
    exit_code = 3


class IndexMissing(IndexFailure):
    """There is no index at that place."""


class IndexDamaged(IndexFailure):
    """A file of the index does not match its hash, or cannot be read."""


class StoreError(RegulationsError):
    """The history file is damaged, locked, from a newer version, or cannot be written."""

    exit_code = 3


class ClusterError(RegulationsError):
    """The cluster that work was to be spread over cannot be used, or was lost."""

    exit_code = 2


class ApprovalNeeded(RegulationsError):
    """The run is paused until a person approves or rejects."""


class Rejected(RegulationsError):
    """A person did not release the answer."""


class Cancelled(RegulationsError):
    """The run was stopped before it ended."""


class Overdue(RegulationsError):
    """The time of a question was up before a step of its run ended."""


class DocumentError(RegulationsError):
    """A PDF could not be read: encrypted, truncated, scanned, not a PDF, or over the limits."""

    exit_code = 4


class ModelError(RegulationsError):
    """The model server failed and no fallback was allowed."""

    exit_code = 5
    spent: tuple[int, int, int, float] = (0, 0, 0, 0.0)
    """Calls, tokens in and out, and USD that the step had used when it failed."""


class ToolError(RegulationsError):
    """A tool was called with arguments it cannot serve."""
