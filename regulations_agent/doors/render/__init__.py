"""How answers, clauses, comparisons and reports look: as text, HTML, spreadsheets, the printed page."""
