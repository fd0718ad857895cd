"""The Gradio page: asks the agent, shows steps as they happen, the answer, and the printed page beside it."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from threading import Thread
from typing import TYPE_CHECKING, Any

from regulations_agent.doors import page_parts as parts
from regulations_agent.doors.page_examples import examples
from regulations_agent.doors.page_policy import OwnOnly
from regulations_agent.doors.page_source import Sources
from regulations_agent.errors import RegulationsError
from regulations_agent.types.answer import Answer, Citation

if TYPE_CHECKING:
    import gradio as gr

    from regulations_agent.agent import Agent
    from regulations_agent.graph.ask import Options

log = logging.getLogger(__name__)
AT_ONCE, WAITING = 2, 20
"""Questions that are answered at a time, and that may wait."""
ACCENT, ACCENT_DARKER = "#c8102e", "#a30d25"
FONTS = ("system-ui", "-apple-system", "Segoe UI", "Roboto", "Helvetica Neue", "Arial", "sans-serif")
MONO = ("ui-monospace", "SFMono-Regular", "Menlo", "Consolas", "monospace")
EMPTY = (
    '<p class="empty">The printed page of a citation is shown here, with the quoted passage highlighted.</p>'
)
Shown = tuple[str, str, object, str, tuple[Citation, ...], int]
"""What one moment of asking puts on the page: steps, answer, chips, trust, citations, pages turned."""
QUIET: Any = {"show_progress": "hidden", "concurrency_limit": AT_ONCE, "concurrency_id": "source"}
"""How pages are drawn: a few at a time, without a veil over the page that is there."""
QUIET_GRADIO = {"GRADIO_ANALYTICS_ENABLED": "False", "HF_HUB_OFFLINE": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}
SCROLL = """
watch('value', () => {
  const mark = element.querySelector('.mark'), sheet = element.querySelector('.sheet');
  const picture = element.querySelector('img');
  if (!mark || !picture) return;
  const go = () => { sheet.scrollTop = Math.max(0, mark.offsetTop - 90); };
  picture.complete ? go() : picture.addEventListener('load', go, { once: true });
});
"""
"""Brings the highlight into view."""


class Page:
    """What the controls of the page do."""

    def __init__(self, agent: Agent) -> None:
        self.agent, self.sources = agent, Sources(agent)

    def ask(self, question: str, season: object, section: object, issue: object) -> Iterator[Shown]:
        """The page at each step of a run; a question that cannot be asked gives one line that says why."""
        done: dict[str, str] = {}
        yield self._shown(done, going=True)
        options: Options = {
            "season": int(str(season)) if season else None,
            "section": str(section) if section else None,
            "issue": int(str(issue)) if issue else None,
        }
        try:
            for event in self.agent.stream(question or "", **options):
                if (item := parts.step(event)) is not None:
                    done |= dict([item])
                if isinstance(event.data, Answer):
                    yield self._answered(done, event.data)
                elif item is not None:
                    yield self._shown(done, going=True)
        except RegulationsError as error:
            yield self._shown(done, parts.problem(str(error)))
        except Exception as error:
            log.exception("a question on the page failed")
            line = f"This is a bug of regulations-agent: {type(error).__name__}: {error}"
            yield self._shown(done, parts.problem(line))

    def source(self, citations: tuple[Citation, ...], chosen: object) -> tuple[int, str, gr.Row]:
        """The page on which the chosen citation stands, and the buttons that turn it."""
        import gradio as gr

        return *self._turn(citations, chosen, 0), gr.Row(visible=bool(citations))

    def turn_back(self, citations: tuple[Citation, ...], chosen: object, turned: int) -> tuple[int, str]:
        return self._turn(citations, chosen, turned - 1)

    def turn_forth(self, citations: tuple[Citation, ...], chosen: object, turned: int) -> tuple[int, str]:
        return self._turn(citations, chosen, turned + 1)

    def _turn(self, citations: tuple[Citation, ...], chosen: object, turned: int) -> tuple[int, str]:
        """The pages turned, no further than the document goes, and what is then shown."""
        if not citations:
            return 0, EMPTY
        citation = citations[_index(chosen, len(citations))]
        page = min(max(citation.page + turned, 1), max(self.sources.pages(citation), 1))
        return page - citation.page, self.sources.show(citation, page)

    def choices(self, season: object, section: object) -> tuple[gr.Dropdown, gr.Dropdown]:
        """Sections of the season, and issues of both."""
        import gradio as gr

        within = [d for d in self.agent.library.documents if season in ("", None, d.season)]
        issued = [d for d in within if section in ("", None, d.section)]
        return gr.Dropdown(choices=parts.sections(within)), gr.Dropdown(choices=parts.issues(issued))

    def _shown(self, done: dict[str, str], said: str = "", *, going: bool = False) -> Shown:
        return parts.steps(done.values(), going=going), said, chips(()), "", (), 0

    def _answered(self, done: dict[str, str], answer: Answer) -> Shown:
        cited = answer.citations
        line = parts.steps(done.values(), going=False)
        return line, parts.answer(answer), chips(cited), parts.trust(answer), cited, 0


def _index(chosen: object, count: int) -> int:
    number = int(str(chosen)) if str(chosen).isdecimal() else 0
    return number if number < count else 0


def chips(citations: tuple[Citation, ...]) -> gr.Radio:
    """One choice a citation, the first one chosen."""
    import gradio as gr

    choices: parts.Choices = [(f"[{n + 1}] {parts.chip(c)}", str(n)) for n, c in enumerate(citations)]
    return gr.Radio(choices=choices, value="0" if choices else None, visible=bool(choices))


@dataclass(frozen=True)
class Controls:
    """What can be typed, chosen and pressed, and what is shown."""

    season: gr.Dropdown
    section: gr.Dropdown
    issue: gr.Dropdown
    question: gr.Textbox
    button: gr.Button
    starters: list[gr.Button]
    steps: gr.HTML
    said: gr.HTML
    chosen: gr.Radio
    trust: gr.HTML
    examples: gr.Accordion
    pages: gr.Row
    back: gr.Button
    forth: gr.Button
    source: gr.HTML
    citations: gr.State
    turned: gr.State


def build(agent: Agent) -> gr.Blocks:
    """The page over an agent, not yet served."""
    import gradio as gr

    page = Page(agent)
    blocks: gr.Blocks
    with gr.Blocks(title="Regulations Agent", analytics_enabled=False, fill_width=True) as blocks:
        gr.HTML(parts.top(agent.library.documents))
        with gr.Row(elem_classes="columns"):
            with gr.Column(scale=6, min_width=300):
                asking = _asking(agent)
            with gr.Column(scale=5, min_width=300):
                with gr.Row(visible=False, elem_classes="turn") as pages:
                    back = gr.Button("Previous page", size="sm", min_width=60)
                    forth = gr.Button("Next page", size="sm", min_width=60)
                source = gr.HTML(EMPTY, elem_id="source", js_on_load=SCROLL)
        beside = {"source": source, "pages": pages, "back": back, "forth": forth}
        controls = Controls(**asking, **beside, citations=gr.State(()), turned=gr.State(0))  # type: ignore[arg-type]
        _join_asking(page, controls)
        _join_source(page, controls)
    return blocks


def _asking(agent: Agent) -> dict[str, object]:
    import gradio as gr

    documents = agent.library.documents
    with gr.Row(elem_classes="filters"):
        season = gr.Dropdown(
            parts.seasons(documents), value="", label="Season", container=False, min_width=100
        )
        section = gr.Dropdown(
            parts.sections(documents), value="", label="Section", container=False, min_width=100
        )
        issue = gr.Dropdown(parts.issues(documents), value="", label="Issue", container=False, min_width=100)
    with gr.Row(elem_classes="question", equal_height=True):
        question = gr.Textbox(
            placeholder="Ask about a rule, a penalty, or what changed",
            label="Question",
            container=False,
            show_label=False,
            max_lines=6,
            max_length=agent.settings.max_question_chars,
            autofocus=True,
            scale=8,
        )
        button = gr.Button("Ask", variant="primary", scale=1, min_width=80)
    with gr.Accordion("Examples", open=True, elem_classes="examples") as starting:
        starters = [gr.Button(text, size="sm") for text in examples(agent.library)]
    return {
        "season": season, "section": section, "issue": issue,
        "question": question, "button": button, "starters": starters, "examples": starting,
        "steps": gr.HTML(elem_id="steps"), "said": gr.HTML(elem_id="answer"),
        "chosen": gr.Radio([], label="Sources", visible=False, elem_classes="chips", interactive=True),
        "trust": gr.HTML(elem_id="trust"),
    }  # fmt: skip


def _join_asking(page: Page, c: Controls) -> None:
    import gradio as gr

    asked = [c.question, c.season, c.section, c.issue]
    shown = [c.steps, c.said, c.chosen, c.trust, c.citations, c.turned]
    limits: Any = {"concurrency_limit": AT_ONCE, "concurrency_id": "ask", "show_progress": "hidden"}
    runs = [gr.on([c.button.click, c.question.submit], page.ask, asked, shown, api_name="ask", **limits)]
    for starter in c.starters:
        put = starter.click(_same, starter, c.question, queue=False, api_visibility="private")
        runs.append(put.then(page.ask, asked, shown, api_visibility="private", **limits))
        starter.click(_shut, None, c.examples, queue=False, api_visibility="private")
    gr.on([c.button.click, c.question.submit], _shut, None, c.examples, queue=False, api_visibility="private")
    for run in runs:
        beside = [c.turned, c.source, c.pages]
        run.then(page.source, [c.citations, c.chosen], beside, api_visibility="private", **QUIET)
    narrow = [c.season, c.section]
    gr.on(
        [c.season.input, c.section.input], page.choices, narrow, [c.section, c.issue],
        queue=False, api_visibility="private", show_progress="hidden",
    )  # fmt: skip


def _join_source(page: Page, c: Controls) -> None:
    c.chosen.input(
        page.source, [c.citations, c.chosen], [c.turned, c.source, c.pages], api_name="cited", **QUIET
    )
    place = [c.citations, c.chosen, c.turned]
    for button, turn in ((c.back, page.turn_back), (c.forth, page.turn_forth)):
        button.click(turn, place, [c.turned, c.source], api_visibility="private", **QUIET)


def _shut() -> gr.Accordion:
    import gradio as gr

    return gr.Accordion(open=False)


def _same(text: str) -> str:
    return text


def serve(agent: Agent, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serves the page until interrupted; `ready` is told its address."""
    os.environ.update(QUIET_GRADIO)
    from starlette.middleware import Middleware

    blocks = build(agent).queue(max_size=WAITING, default_concurrency_limit=AT_ONCE)
    _, address, _ = blocks.launch(
        server_name=host, server_port=port, prevent_thread_lock=True, quiet=True, inbrowser=False,
        share=False, ssr_mode=False, pwa=False, mcp_server=False, run_history=False, footer_links=[],
        enable_monitoring=False, max_threads=8, max_file_size=1, state_session_capacity=200,
        app_kwargs={"middleware": [Middleware(OwnOnly)]}, theme=_theme(), css=style(),
    )  # fmt: skip
    Thread(target=_warm_up, args=(agent,), daemon=True).start()
    ready(address)
    blocks.block_thread()


def _warm_up(agent: Agent) -> None:
    """The first reader waits no longer than the others: what is loaded on the first question, is loaded."""
    for question in examples(agent.library)[:1]:
        agent.try_ask(question, fresh=True)


def _theme() -> gr.themes.Base:
    """Fonts of the reader's own machine, one accent colour."""
    import gradio as gr

    base = gr.themes.Base(primary_hue="red", neutral_hue="slate", font=FONTS, font_mono=MONO)
    return base.set(
        button_primary_background_fill=ACCENT,
        button_primary_background_fill_dark=ACCENT,
        button_primary_background_fill_hover=ACCENT_DARKER,
        button_primary_background_fill_hover_dark=ACCENT_DARKER,
        button_primary_text_color="white",
        body_text_color_subdued="*neutral_500",
    )


def style() -> str:
    return resources.files("regulations_agent.doors").joinpath("page.css").read_text(encoding="utf-8")
