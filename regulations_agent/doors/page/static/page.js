// The page: moves between tabs without loading it anew, sends forms, and hands the rest to the tabs' own scripts.
import { startAsking, askFromAddress, follow, walk } from './ask.js';
import { openSource, sourceDo } from './source.js';

const main = document.getElementById('main');
const busy = document.querySelector('.busy');
let working = 0;

// Quietly: nobody waits for it.
export async function part(address, { quiet, ...options } = {}) {
  working += quiet ? 0 : 1;
  busy.hidden = !working;
  try {
    const answer = await fetch(address, { ...options, headers: { 'x-part': '1', ...options.headers } });
    const text = await answer.text();
    const markup = answer.headers.get('content-type')?.startsWith('text/html');
    const title = decodeURIComponent(answer.headers.get('x-title') ?? '');
    return { text, html: markup ? text : asText(text), ok: answer.ok, title };
  } catch {
    return { text: '', html: asText('The page does not answer; is it still running?'), ok: false };
  } finally {
    working -= quiet ? 0 : 1;
    busy.hidden = !working;
  }
}

// What is not markup of the page's own is shown as it is written.
function asText(text) {
  const said = document.createElement('p');
  said.className = 'problem';
  said.setAttribute('role', 'alert');
  said.textContent = text;
  return said.outerHTML;
}

export function put(place, html) {
  place.innerHTML = html;
  wake(place);
}

// What a piece of the page does when it comes in.
export function wake(place) {
  for (const when of place.querySelectorAll('time')) local(when);
  for (const late of place.querySelectorAll('details [data-load]')) {
    late.closest('details').addEventListener('toggle', () => load(late), { once: true });
  }
  for (const soon of place.querySelectorAll('[data-poll]')) poll(soon);
  for (const sheet of place.querySelectorAll('.sheet[data-document]')) openSource(sheet);
  for (const turn of place.querySelectorAll('[data-follow]')) follow(turn, `/live/${encodeURIComponent(turn.dataset.follow)}`);
  const source = place.querySelector('[data-open]');
  if (source) load(source, source.dataset.open);
}

// A moment by the reader's clock and in the reader's manner; hovering it tells the one that is kept.
function local(when) {
  if (when.title) return;
  when.title = when.textContent;
  when.textContent = new Date(when.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}

async function load(place, address = place.dataset.load) {
  place.setAttribute('aria-busy', 'true');
  put(place, (await part(address)).html);
  place.removeAttribute('aria-busy');
}

async function poll(place) {
  await new Promise((go) => setTimeout(go, 700));
  if (!place.isConnected) return;
  const news = document.createElement('template');
  news.innerHTML = (await part(place.dataset.poll, { quiet: true })).html;
  const next = news.content.firstElementChild;
  if (!place.isConnected || !next) return;
  place.replaceWith(next);
  if (next.dataset.poll) poll(next);
  else ended(next);
}

// What a finished piece of work leaves on the tab that shows it.
async function ended(place) {
  if (place.dataset.then) go(place.dataset.then, { push: false });
  if (!place.dataset.refresh) return;
  const news = document.createElement('template');
  news.innerHTML = (await part(place.dataset.refresh)).html;
  const list = main.querySelector('.wide, .runs, .tab > .empty');
  const fresh = news.content.querySelector('.wide, .runs');
  if (list && fresh) {
    list.replaceWith(fresh);
    wake(fresh);
  }
  tell(news.content.firstElementChild);
}

function tell(tab) {
  if (tab?.dataset.status) document.querySelector('.status').textContent = tab.dataset.status;
}

export async function go(address, { push = true } = {}) {
  main.setAttribute('aria-busy', 'true');
  const { html } = await part(address);
  main.removeAttribute('aria-busy');
  if (push) history.pushState(null, '', address);
  put(main, html);
  arrived();
  main.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

export const entitle = (name) => { document.title = `${name} · Regulations Agent`; };

function arrived() {
  const tab = main.querySelector('[data-tab]');
  const name = tab?.dataset.tab;
  tell(tab);
  if (tab?.dataset.title) entitle(tab.dataset.title);
  for (const link of document.querySelectorAll('.top nav a')) {
    link.textContent === name ? link.setAttribute('aria-current', 'page') : link.removeAttribute('aria-current');
  }
  if (document.getElementById('composer')) {
    startAsking();
    askFromAddress();
  }
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href]');
  const aside = event.metaKey || event.ctrlKey || event.shiftKey || event.button;
  if (link && !aside && !link.target && !link.hasAttribute('download') && link.origin === location.origin
      && link.getAttribute('href')[0] !== '#') {
    event.preventDefault();
    if (link.dataset.clause && document.getElementById('source')) sourceDo.clause(link);
    else go(link.pathname + link.search);
    return;
  }
  const button = event.target.closest('button[data-do]');
  if (button && sourceDo[button.dataset.do]) sourceDo[button.dataset.do](button);
});

document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (form.id === 'composer' || event.defaultPrevented) return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  if (form.dataset.sure && !form.dataset.meant) {
    form.dataset.meant = '1';
    event.submitter.textContent = form.dataset.sure;
    return;
  }
  if (form.method === 'get') {
    const asked = new URLSearchParams([...fields].filter(([, value]) => value !== ''));
    go(`${new URL(form.action).pathname}${asked.size ? `?${asked}` : ''}`);
    return;
  }
  const { html, ok } = await part(form.action, { method: 'POST', body: fields });
  const into = form.querySelector('output') ?? document.querySelector(form.dataset.into);
  if (form.dataset.do === 'opinion' && ok) {
    for (const said of form.querySelectorAll('button')) said.setAttribute('aria-pressed', said === event.submitter);
  }
  if (into) put(into, html);
  if (ok && form.querySelector('[type=file]')) form.reset();
  const done = into?.querySelector('[data-then], [data-refresh]:not([data-poll])');
  if (done) ended(done);
});

document.addEventListener('change', (event) => {
  if (event.target.form?.hasAttribute('data-live')) event.target.form.requestSubmit();
});

// Files are dropped on the form that takes them; anywhere else a drop does not leave the page.
for (const kind of ['dragover', 'dragleave', 'drop']) {
  document.addEventListener(kind, (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const form = event.target.closest?.('.tab')?.querySelector('.drop');
    form?.classList.toggle('over', kind === 'dragover');
    if (kind !== 'drop' || !form) return;
    form.querySelector('[type=file]').files = event.dataTransfer.files;
    form.requestSubmit();
  });
}

history.scrollRestoration = 'manual';
addEventListener('popstate', () => { if (!walk()) go(location.pathname + location.search, { push: false }); });
wake(main);
arrived();

// A question that is too long stays as it is, and is not sent.
export function fits(box) {
  const [long, most] = [[...box.value].length, Number(box.dataset.most)];
  const said = `The question has ${long.toLocaleString('en')} characters; ${most.toLocaleString('en')} are possible: shorten it.`;
  box.setCustomValidity(long > most ? said : '');
  return long <= most;
}
