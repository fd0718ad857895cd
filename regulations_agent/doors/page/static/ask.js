// Asking: steps as they come, the answer as it is written, and the conversation that stays across reloads.
import { go, part, put } from './page.js';
import { closeSource, openChip } from './source.js';

const KEY = 'thread';
let running = null;
const byId = (id) => document.getElementById(id);
const make = (html) => {
  const piece = document.createElement('template');
  piece.innerHTML = html;
  return piece.content.firstElementChild;
};

// Each tab has a conversation of its own; one that is opened beside it starts anew.
const store = {
  get: () => { try { return sessionStorage.getItem(KEY); } catch { return null; } },
  set: (value) => { try { value ? sessionStorage.setItem(KEY, value) : sessionStorage.removeItem(KEY); } catch { /* none */ } },
};

function grow(box) {
  box.style.height = 'auto';
  box.style.height = `${Math.min(box.scrollHeight + 2, 220)}px`;
}

export function startAsking() {
  const form = byId('composer');
  const box = form.elements.q;
  if (matchMedia('(max-width: 900px)').matches) form.querySelector('.filtering').open = false;
  grow(box);
  box.addEventListener('input', () => grow(box));
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
    if (event.key === 'Escape') running?.abort();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const asked = Object.fromEntries(new FormData(form));
    if (asked.q.trim()) ask(asked);
  });
  form.closest('.ask').addEventListener('click', (event) => {
    const pressed = event.target.closest('button[data-do]')?.dataset.do;
    if (pressed === 'example') {
      box.value = event.target.textContent;
      form.requestSubmit();
    }
    if (pressed === 'stop') running?.abort();
    if (pressed === 'new') begin();
    if (pressed === 'retry') again(event.target.closest('.turn'));
    if (pressed === 'forget') forget(event.target);
  });
}

export async function askFromAddress() {
  const given = new URLSearchParams(location.search);
  const thread = given.get('thread');
  if (given.get('q')) {
    store.set(null);
    byId('composer').requestSubmit();
  } else if (thread || store.get()) {
    store.set(thread || store.get());
    const { html, ok } = await part(`/thread/${encodeURIComponent(store.get())}`);
    const place = byId('thread');
    if (!place || !ok || running) return;
    put(place, html);
    talking(place.childElementCount > 0);
    place.lastElementChild?.scrollIntoView({ block: 'start' });
    const last = place.lastElementChild;
    openChip(last?.querySelector('.chip.struck') ?? last?.querySelector('.chip'), { quiet: true });
  }
}

function begin() {
  running?.abort();
  store.set(null);
  history.pushState(null, '', '/');
  byId('thread').replaceChildren();
  closeSource();
  talking(false);
  byId('composer').reset();
  byId('composer').elements.q.focus();
}

// Asks the question of a turn once more, in its place.
function again(turn) {
  const box = byId('composer')?.elements.q;
  const q = turn.querySelector('.asked').textContent;
  if (!box) {
    location.assign(`/?q=${encodeURIComponent(q)}`);
    return;
  }
  if (box.value.trim() === q.trim()) box.value = '';
  turn.remove();
  ask({ ...turn.asked, q });
}

async function forget(button) {
  if (!button.dataset.meant) {
    button.dataset.meant = '1';
    button.textContent = 'Really delete it?';
    return;
  }
  running?.abort();
  await part(`/thread/${encodeURIComponent(store.get())}/delete`, { method: 'POST' });
  store.set(null);
  await go('/');
}

function talking(yes) {
  byId('welcome').hidden = yes;
  document.querySelector('.again').hidden = !yes;
}

function ask(asked) {
  const thread = store.get() ?? crypto.randomUUID?.() ?? String(Math.random()).slice(2);
  store.set(thread);
  const turn = make('<article class="turn"><h2 class="asked"></h2><ol class="steps" aria-label="Steps"></ol><div class="answer" hidden></div></article>');
  turn.firstElementChild.textContent = asked.q;
  turn.asked = asked;
  byId('thread').append(turn);
  talking(true);
  const box = byId('composer').elements.q;
  box.value = '';
  grow(box);
  turn.scrollIntoView({ block: 'start' });
  history.replaceState(null, '', `/?thread=${encodeURIComponent(thread)}`);
  follow(turn, '/ask', { ...asked, thread });
}

// Reads the lines of a run and puts each where it belongs.
export async function follow(turn, address, body) {
  running?.abort();
  const stop = new AbortController();
  running = stop;
  busy(turn, true);
  try {
    const answer = await fetch(address, {
      method: 'POST', body: JSON.stringify(body), signal: stop.signal,
      headers: { 'content-type': 'application/json', 'x-part': '1' },
    });
    if (!answer.ok) {
      const told = await answer.text();
      failed(turn, (told.startsWith('<') ? make(told).textContent : told) || answer.statusText);
      return;
    }
    for await (const line of lines(answer.body)) show(turn, JSON.parse(line));
  } catch {
    if (stop.signal.aborted) failed(turn, 'Stopped.');
    else failed(turn, 'The page does not answer; is it still running?');
  } finally {
    busy(turn, false);
    if (running === stop) running = null;
  }
}

async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const pieces = (rest + value).split('\n');
    rest = pieces.pop();
    yield* pieces.filter(Boolean);
  }
}

function busy(turn, yes) {
  turn.querySelector('.steps')?.setAttribute('aria-busy', yes);
  const form = byId('composer');
  if (!form) return;
  form.querySelector('[data-do=stop]').hidden = !yes;
  form.querySelector('.main').hidden = yes;
}

// Says why there is no answer; the question can be asked again, and stands in the box to be changed.
function failed(turn, text) {
  const said = make('<div><p class="problem" role="alert"></p><p><button type="button" data-do="retry">Ask again</button></p></div>');
  said.firstElementChild.textContent = text;
  turn.append(said);
  const box = byId('composer')?.elements.q;
  if (!box || box.value.trim()) return;
  box.value = turn.querySelector('.asked').textContent;
  grow(box);
}

function show(turn, news) {
  turn.dataset.run = news.run ?? turn.dataset.run ?? '';
  const body = turn.querySelector('.answer, .approval') ?? turn.querySelector('.empty');
  if (news.step) {
    const steps = turn.querySelector('.steps');
    const item = make(news.step);
    item.dataset.key = news.key;
    const old = [...steps.children].find((one) => one.dataset.key === news.key);
    old ? old.replaceWith(item) : steps.append(item);
    steps.querySelector('[data-key=start]')?.toggleAttribute('hidden', steps.childElementCount > 1);
  }
  if (news.draft) {
    body.hidden = false;
    body.innerHTML = `<div class="said answered">${news.draft}</div>`;
  }
  if (news.problem) body.replaceWith(make(news.problem));
  if (news.end) {
    const end = make(news.end);
    body.replaceWith(end);
    const chip = end.querySelector('.chip.struck') ?? end.querySelector('.chip');
    chip ? openChip(chip, { quiet: true }) : closeSource();
  }
}
