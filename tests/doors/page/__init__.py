"""Tests that look at the page in Chromium; one page and one browser for all of them."""
