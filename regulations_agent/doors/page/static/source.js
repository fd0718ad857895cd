// The source beside the answer: the printed page, the highlight over the quoted words, and what can be done with it.
import { go, part, put } from './page.js';
import { at, follow, numberOf, stepsOf } from './ask.js';

const pane = () => document.getElementById('source');
const narrow = () => matchMedia('(max-width: 900px)').matches;

export async function openChip(chip, { quiet = false } = {}) {
  if (!chip || (quiet && !pane())) return;
  if (!pane()) {
    go(`/clause/${chip.dataset.clause.split('/').map(encodeURIComponent).join('/')}`);
    return;
  }
  for (const other of document.querySelectorAll('.chip')) other.setAttribute('aria-pressed', other === chip);
  const turn = chip.closest('.turn');
  const place = [...turn.querySelectorAll('.chip')].indexOf(chip) + 1;
  if (!quiet && numberOf(turn)) at({ turn: numberOf(turn), source: place });
  await openClause(chip.dataset.clause, chip.dataset);
  if (!quiet || !narrow()) reveal(quiet);
}

// On a phone the source is a sheet over the answer, until it is put away.
function reveal(quiet) {
  pane().classList.add('open');
  if (!quiet) pane().focus({ preventScroll: true });
}

export async function showClause(clause) {
  await openClause(clause);
  reveal(true);
}

export const putAway = () => pane()?.classList.remove('open');

// Without a source to show the pane stands empty: the page of an earlier answer would be taken for this one's.
export function closeSource() {
  if (!pane()) return;
  putAway();
  delete pane().dataset.shown;
  pane().innerHTML = '<p class="empty">Choose a source: its printed page opens here, with the quoted words highlighted.</p>';
}

async function openClause(clause, cited) {
  const place = pane();
  const asked = `${clause} ${cited?.marks ?? ''}`;
  if (place.dataset.shown === asked) return;
  place.dataset.shown = asked;
  place.setAttribute('aria-busy', 'true');
  const { html } = await part(`/source/${clause.split('/').map(encodeURIComponent).join('/')}`);
  if (place.dataset.shown !== asked) return;
  const held = document.createElement('template');
  held.innerHTML = html;
  const sheet = held.content.querySelector('.sheet');
  if (sheet && cited?.marks) {
    sheet.dataset.marks = cited.marks;
    sheet.dataset.page = cited.page;
    const cite = held.content.querySelector('[data-do=cite]');
    cite.dataset.text = `“${cited.quote}” (${cite.dataset.text})`;
  }
  put(place, held.innerHTML);
  place.removeAttribute('aria-busy');
}

export async function openSource(sheet) {
  const { document: book, page } = sheet.dataset;
  const asked = `${book} ${page}`;
  sheet.dataset.asked = asked;
  sheet.setAttribute('aria-busy', 'true');
  const place = book.split('/').map(encodeURIComponent).join('/');
  const answer = await fetch(`/sheet/${page}/${place}`, { headers: { 'x-part': '1' } }).catch(() => null);
  if (sheet.dataset.asked !== asked) return;
  sheet.removeAttribute('aria-busy');
  if (!answer?.ok) {
    sheet.innerHTML = (await answer?.text()) ?? '';
    return;
  }
  const [width, height] = answer.headers.get('x-page-size').split(' ').map(Number);
  const paper = document.createElement('div');
  paper.className = 'paper';
  const picture = new Image();
  picture.alt = `${book}, page ${page}`;
  picture.src = URL.createObjectURL(await answer.blob());
  await picture.decode().catch(() => {});
  URL.revokeObjectURL(picture.src);
  paper.append(picture);
  Object.assign(sheet, { pageSize: [width, height] });
  for (const box of JSON.parse(sheet.dataset.marks)) {
    if (String(box[0]) === page) paper.append(mark(box, 'mark', sheet));
  }
  sheet.replaceChildren(paper);
  const first = paper.querySelector('.mark');
  sheet.scrollTop = first ? Math.max(0, first.offsetTop - sheet.clientHeight / 4) : 0;
  if (sheet.closest('#source, .clause')?.querySelector('[data-do=marks][aria-pressed=true]')) await amend(sheet);
}

function mark([, x0, top, x1, bottom], kind, { pageSize: [width, height] }) {
  const box = document.createElement('i');
  box.className = kind;
  const share = { left: x0 / width, top: top / height, width: (x1 - x0) / width, height: (bottom - top) / height };
  for (const [side, part] of Object.entries(share)) box.style[side] = `${(100 * part).toFixed(3)}%`;
  return box;
}

async function amend(sheet) {
  const { document: book, page } = sheet.dataset;
  const { text, ok } = await part(`/marks/${page}/${book.split('/').map(encodeURIComponent).join('/')}`);
  const paper = sheet.querySelector('.paper');
  if (!ok || !paper) return;
  for (const [kind, boxes] of Object.entries(JSON.parse(text))) {
    for (const box of boxes) paper.append(mark(box, kind, sheet));
  }
}

const around = (button) => button.closest('#source, .clause, .turn, .tab');

async function copy(button, text) {
  const said = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Copying is not allowed here';
  }
  setTimeout(() => { button.textContent = said; }, 1600);
}

export const sourceDo = {
  clause(link) {
    const turn = numberOf(link.closest('.turn')) || new URLSearchParams(location.search).get('turn');
    at({ turn, clause: link.dataset.clause });
    showClause(link.dataset.clause);
  },
  turn(button) {
    const sheet = around(button).querySelector('.sheet');
    const next = Math.min(Math.max(Number(sheet.dataset.page) + Number(button.value), 1), Number(sheet.dataset.pages));
    sheet.dataset.page = next;
    button.parentElement.querySelector('output').textContent = `${next} / ${sheet.dataset.pages}`;
    const pdf = button.parentElement.querySelector('.pdf');
    pdf.href = pdf.href.replace(/#.*/, `#page=${next}`);
    openSource(sheet);
  },
  async marks(button) {
    const on = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', on);
    const sheet = around(button).querySelector('.sheet');
    if (on) await amend(sheet);
    else for (const box of sheet.querySelectorAll('.deleted, .inserted')) box.remove();
  },
  back() {
    putAway();
    const chip = document.querySelector('.chip[aria-pressed=true]');
    const said = chip?.closest('.answer')?.querySelector(`.cite[data-source="${chip.dataset.place}"]`) ?? chip;
    said?.scrollIntoView({ block: 'center' });
    said?.focus({ preventScroll: true });
  },
  cite: (button) => copy(button, button.dataset.text),
  async copy(button) {
    const { text } = await part(`/runs/${button.dataset.run}/answer.md`);
    await copy(button, text);
  },
};

document.addEventListener('click', (event) => {
  const chip = event.target.closest('.chip');
  if (chip) openChip(chip);
  const cite = event.target.closest('a.cite');
  if (cite) {
    event.preventDefault();
    openChip(cite.closest('.answer')?.querySelectorAll('.chip')[cite.dataset.source]);
  }
});

// A person's word about a run that waits; what comes of it follows in its place.
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.dataset.do !== 'word' && form.dataset.do !== 'resume') return;
  event.preventDefault();
  const said = Object.fromEntries(new FormData(form, event.submitter));
  const turn = form.closest('.turn') ?? document.querySelector('.one .turn');
  if (!turn.querySelector('.steps')) turn.querySelector('.approval, .empty, .answer').before(stepsOf());
  for (const button of form.querySelectorAll('button')) button.disabled = true;
  follow(turn, new URL(form.action).pathname, said);
}, true);

// Definitions: one bubble, on hover and on focus by keyboard, gone with Escape.
const tip = Object.assign(document.createElement('div'), { className: 'tip', hidden: true, id: 'tip' });
tip.setAttribute('role', 'tooltip');
document.body.append(tip);
function explain(event) {
  const met = event.target.closest?.('[data-tip], .cite');
  const term = event.type === 'focusin' && !met?.matches(':focus-visible') ? null : met;
  const chip = term?.closest('.answer')?.querySelectorAll('.chip')[term.dataset.source];
  const text = term?.dataset.tip ?? (chip && `${chip.dataset.clause.replace(/.*\//, '')}, page ${chip.dataset.page}: ${chip.dataset.quote ? `“${chip.dataset.quote}”` : 'deleted'}`);
  tip.hidden = !text;
  if (!text) return;
  tip.textContent = text.length > 320 ? `${text.slice(0, 320)}…` : text;
  term.setAttribute('aria-describedby', 'tip');
  const box = term.getBoundingClientRect();
  const left = Math.max(8, Math.min(box.left, innerWidth - tip.offsetWidth - 8));
  const above = box.bottom + tip.offsetHeight + 12 > innerHeight;
  tip.style.left = `${left}px`;
  tip.style.top = `${above ? Math.max(8, box.top - tip.offsetHeight - 6) : box.bottom + 6}px`;
}
for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, explain);
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  pane()?.contains(document.activeElement) ? sourceDo.back() : putAway();
  tip.hidden = true;
});
