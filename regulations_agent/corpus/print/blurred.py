"""What is struck on a picture of a page, apart from dirt and from letters that run into one another."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regulations_agent.corpus.page.raw import RawPage

WORD_GAP = 0.15
"""Font sizes between letters of a recognised page from which they are of two words."""
BLURRED = 0.05
"""Share of a page's words from which those that are struck alone are blurred, for letters run together: .07
and .13 of two bad scans, at most .04 of 24 pages of FIA rules with strikes."""
FEW = 5
"""Such words of a page, up to which it is not blurred."""
LONG = 4
"""Struck words in a row that no blur makes."""


def in_whole_words(page: RawPage, hit: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Of the struck characters those of words that are struck from end to end; where print is blurred only
    of several such words in a row."""
    if not hit.any():
        return hit
    gap = page.boxes[1:, 0] - page.boxes[:-1, 2]
    parted = (np.abs(np.diff(page.baselines)) > 1) | (np.abs(gap) > WORD_GAP * page.sizes[1:])
    word = np.concatenate([[0], np.cumsum(parted)])
    whole = np.bincount(word, weights=hit) == np.bincount(word)
    runs = _runs(whole)
    if (runs == 1).sum() > max(FEW, BLURRED * len(whole)):
        whole &= runs >= LONG
    dead: NDArray[np.bool_] = hit & whole[word]
    return dead


def _runs(hit: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many in a row are hit, for each that is; 0 for the others."""
    parts = np.cumsum(np.diff(hit, prepend=hit[:1]) != 0)
    return np.where(hit, np.bincount(parts)[parts], 0)
