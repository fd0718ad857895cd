"""A report on a question set as one HTML file with its plots, that needs nothing else to be looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from io import StringIO
from typing import TYPE_CHECKING

from regulations_agent.evaluation.dataset import Item
from regulations_agent.evaluation.figures import ALL, Bin, Group
from regulations_agent.evaluation.report import SHOWN, Report
from regulations_agent.evaluation.run import Result
from regulations_agent.evaluation.scorers import Score

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, FAINT, ACCENT = "#1d2733", "#8b96a3", "#0b6e6e"


def report_page(report: Report, items: Sequence[Item], results: Sequence[Result]) -> str:
    """The whole page; everything that was asked or answered is escaped."""
    title = report.setup.questions if report.setup else "Question set"
    parts = [f"<h1>{escape(title)}</h1>", _setup(report)]
    parts += ["<h2>Figures</h2>", _table(report.groups), _intervals(report.groups)]
    drawn = "".join(f"<figure>{svg}</figure>" for _, svg in plots(report))
    parts += ["<h2>By category and grade</h2>", drawn]
    parts += ["<h2>Answers</h2>", _answers(report.scores, items, results)]
    body = "\n".join(parts)
    style = files("regulations_agent.doors.render").joinpath("report.css").read_text(encoding="utf-8")
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>{style}</style>'
    return (
        f'<!doctype html><html lang="en"><head>{head}<title>{escape(title)}</title></head>'
        f"<body>{body}</body></html>\n"
    )


def _setup(report: Report) -> str:
    setup = report.setup
    if setup is None:
        return '<p class="faint">What it was measured on was not recorded.</p>'
    told = [
        f"engine {setup.engine}",
        f"version {setup.version}",
        f"commit {setup.commit or 'unknown'}",
        f"index {setup.index}",
        f"questions sha256 {setup.questions_sha256}",
    ]
    settings = "\n".join(f"{name} = {value}" for name, value in setup.settings.items())
    prompts = "\n".join(f"{name}: {number}" for name, number in setup.prompts.items()) or "none"
    return (
        f'<p class="faint">{escape(" · ".join(told))}</p>'
        f"<details><summary>Documents, settings and prompts</summary><pre>"
        f"{escape(chr(10).join(setup.documents))}\n\n{escape(settings)}\n\n"
        f"prompts: {escape(prompts)}</pre></details>"
    )


def _table(groups: Sequence[Group]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in ("category", "n", *SHOWN, "seconds"))
    rows = []
    for group in groups:
        found = [group.figure(name) for name in SHOWN]
        cells = [
            escape(group.category),
            str(group.questions),
            *(f"{f.value:.2f}" if f else "" for f in found),
        ]
        cells.append(f"{group.median_seconds:.2f}")
        rows.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    return f'<div class="scroll"><table><tr>{head}</tr>{"".join(rows)}</table></div>'


def _intervals(groups: Sequence[Group]) -> str:
    whole = next((group for group in groups if group.category == ALL), None)
    if whole is None:
        return ""
    told = ", ".join(f"{f.name} {f.value:.3f} [{f.low:.3f}, {f.high:.3f}]" for f in whole.figures)
    return f'<p class="faint">Over all, with 95 % bootstrap intervals: {escape(told)}.</p>'


def plots(report: Report) -> list[tuple[str, str]]:
    """What each plot shows, and the plot as an SVG element."""
    drawn = {
        "Share of right answers by category": _by_category(report.groups),
        "Share of right answers by grade": _calibration(report.calibration),
    }
    return [(name, _svg(figure)) for name, figure in drawn.items() if figure is not None]


def _by_category(groups: Sequence[Group]) -> Figure | None:
    known = [(g.category, f) for g in reversed(groups) if (f := g.figure("right")) is not None]
    if not known:
        return None
    figure, axes = _canvas(5.2, 0.8 + 0.32 * len(known))
    places = range(len(known))
    values = [f.value for _, f in known]
    reach = [[f.value - f.low for _, f in known], [f.high - f.value for _, f in known]]
    axes.barh(places, values, color=[ACCENT if name == ALL else FAINT for name, _ in known], height=0.6)
    axes.errorbar(values, places, xerr=reach, fmt="none", ecolor=INK, elinewidth=1, capsize=2)
    axes.set_yticks(list(places), [f"{name} ({f.questions})" for name, f in known])
    axes.set_xlim(0, 1)
    axes.set_xlabel("answered right, with 95 % interval")
    return figure


def _calibration(bins: Sequence[Bin]) -> Figure | None:
    if not bins:
        return None
    figure, axes = _canvas(4.6, 3.2)
    middles, widths = [(b.low + b.high) / 2 for b in bins], [b.high - b.low for b in bins]
    axes.bar(middles, [b.right for b in bins], width=[0.9 * w for w in widths], color=ACCENT)
    for place, one in zip(middles, bins, strict=True):
        axes.annotate(str(one.answers), (place, one.right), ha="center", va="bottom", color=INK, fontsize=8)
    axes.set_xlim(1, 10)
    axes.set_ylim(0, 1.1)
    axes.set_xlabel("grade that the answer got")
    axes.set_ylabel("share that is right")
    return figure


def _canvas(width: float, height: float) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots()
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(colors=INK, labelsize=8)
    return figure, axes


def _svg(figure: Figure) -> str:
    """The drawing as an SVG element, the same bytes for the same figures."""
    from matplotlib import rc_context

    text = StringIO()
    with rc_context({"svg.hashsalt": "report", "svg.fonttype": "none"}):
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()[text.getvalue().index("<svg") :]


def _answers(scores: Sequence[Score], items: Sequence[Item], results: Sequence[Result]) -> str:
    """Every question with its answer, the wrong ones first."""
    asked: Mapping[str, Item] = {item.id: item for item in items}
    given = {result.id: result.answer for result in results}
    rows = []
    for one in sorted(scores, key=lambda s: (s.right is not False, s.id)):
        item, answer = asked[one.id], given[one.id]
        verdict = "not measured" if one.right is None else "right" if one.right else "wrong"
        grade = f", grade {one.overall:.1f}" if one.overall is not None else ""
        cited = ", ".join(citation.clause_id for citation in answer.citations) or "nothing"
        wanted = ", ".join(item.gold_clauses) or item.expect
        rows.append(
            f'<details><summary><span class="{verdict}">{verdict}</span>{grade} · {escape(one.id)} · '
            f"{escape(item.question)}</summary><pre>{escape(answer.answer)}</pre>"
            f'<p class="faint">cited {escape(cited)}; wanted {escape(wanted)}</p></details>'
        )
    return "".join(rows)
