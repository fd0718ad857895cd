// Asking: steps as they come, the answer as it is written, and the conversation that stays across reloads.
import { entitle, fits, go, part, put, wake } from './page.js';
import { closeSource, openChip, putAway, showClause } from './source.js';

const KEY = 'thread';
const LEFT = 'left';  // why reading ends while the run goes on; whoever comes back reads on
let running = null;
let stopped = null;
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
  running?.abort(LEFT);
  if (matchMedia('(max-width: 900px)').matches) form.querySelector('.filtering').open = false;
  grow(box);
  fits(box);
  box.addEventListener('input', () => {
    grow(box);
    if (!fits(box)) box.reportValidity();
  });
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
    if (event.key === 'Escape') stop();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const asked = Object.fromEntries(new FormData(form));
    if (asked.q.trim()) ask(asked);
  });
  byId('title').addEventListener('change', rename);
  form.closest('.ask').addEventListener('click', (event) => {
    const pressed = event.target.closest('button[data-do]')?.dataset.do;
    if (pressed === 'example') {
      box.value = event.target.textContent;
      fits(box);
      form.requestSubmit();
    }
    if (pressed === 'stop') stop();
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
    const { html, ok, title } = await part(`/thread/${encodeURIComponent(store.get())}`);
    const place = byId('thread');
    if (!place || !ok || running) return;
    put(place, html);
    byId('title').value = title;
    talking(place.childElementCount > 0);
    if (thread && !place.childElementCount) {
      store.set(null);
      byId('welcome').prepend(make('<p class="problem" role="alert">That conversation is not kept here any more.</p>'));
      return;
    }
    if (!thread) at({ turn: place.childElementCount }, { replace: true });
    arrive();
  }
}

// Where the reader is stands in the address: conversation, question, and the source or clause that was opened.
export function at(place, { replace = false } = {}) {
  const given = new URLSearchParams(Object.entries({ thread: store.get(), ...place }).filter(([, value]) => value));
  const address = `/?${given}`;
  if (address === location.pathname + location.search) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
}

export const numberOf = (turn) => [...(byId('thread')?.children ?? [])].indexOf(turn) + 1;

// Goes to the question of the address and opens what it names, or the first source.
function arrive() {
  const given = new URLSearchParams(location.search);
  const turns = byId('thread').children;
  const turn = turns[given.get('turn') - 1] ?? turns[turns.length - 1];
  if (!turn) return;
  turn.scrollIntoView({ block: 'start' });
  putAway();
  const chips = turn.querySelectorAll('.chip');
  const first = turn.querySelector('.chip.struck') ?? chips[0];
  if (given.get('clause')) showClause(given.get('clause'));
  else if (given.get('source')) openChip(chips[given.get('source') - 1]);
  else if (first) openChip(first, { quiet: true });
  else closeSource();
}

// Back and forward within a conversation; false where another tab or conversation is to be loaded.
export function walk() {
  const given = new URLSearchParams(location.search);
  if (location.pathname !== '/') return false;
  if (given.get('thread') && given.get('thread') === store.get() && byId('thread')?.childElementCount) {
    arrive();
    return true;
  }
  store.set(given.get('thread'));
  return false;
}

function stop() {
  if (!running) return;
  running.abort();
  stopped = part(`/live/${encodeURIComponent(store.get())}/stop`, { method: 'POST', keepalive: true });
}

async function begin() {
  stop();
  store.set(null);
  await go('/');
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

async function rename() {
  const told = byId('titled');
  const sent = { method: 'POST', body: new URLSearchParams({ title: byId('title').value }) };
  put(told, (await part(`/thread/${encodeURIComponent(store.get())}/title`, sent)).html);
  talking(true);
  setTimeout(() => told.replaceChildren(), 1600);
}

async function forget(button) {
  if (!button.dataset.meant) {
    button.dataset.meant = '1';
    button.textContent = 'Really delete it?';
    return;
  }
  running?.abort(LEFT);
  await part(`/thread/${encodeURIComponent(store.get())}/delete`, { method: 'POST' });
  store.set(null);
  await go('/');
}

function talking(yes) {
  byId('welcome').hidden = yes;
  document.querySelector('.again').hidden = !yes;
  const name = byId('title').value || byId('thread').querySelector('.asked')?.textContent;
  if (yes && name) entitle(name);
}

// Steps to come; a phone folds them when the last one is there.
export const stepsOf = () => make('<details class="work" open><summary></summary><ol class="steps" aria-label="Steps"></ol></details>');

function ask(asked) {
  const thread = store.get() ?? crypto.randomUUID?.() ?? String(Math.random()).slice(2);
  store.set(thread);
  const turn = make('<article class="turn"><h2 class="asked"></h2><div class="answer" hidden></div></article>');
  turn.firstElementChild.after(stepsOf());
  turn.firstElementChild.textContent = asked.q;
  turn.asked = asked;
  byId('thread').append(turn);
  talking(true);
  const box = byId('composer').elements.q;
  box.value = '';
  grow(box);
  turn.scrollIntoView({ block: 'start' });
  at({ turn: numberOf(turn) }, { replace: new URLSearchParams(location.search).has('q') });
  follow(turn, '/ask', { ...asked, thread });
}

// Reads the lines of a run and puts each where it belongs; without a body, those of a run that is at work.
export async function follow(turn, address, body) {
  running?.abort(LEFT);
  const reading = new AbortController();
  running = reading;
  busy(turn, true);
  try {
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    await stopped; // else the stop of the question before could end this one
    const answer = await fetch(address, {
      ...sent, signal: reading.signal, headers: { 'content-type': 'application/json', 'x-part': '1' },
    });
    if (!answer.ok) {
      const told = await answer.text();
      failed(turn, (told.startsWith('<') ? make(told).textContent : told) || answer.statusText);
      return;
    }
    for await (const line of lines(answer.body)) show(turn, JSON.parse(line));
  } catch {
    if (!reading.signal.aborted) failed(turn, 'The page does not answer; is it still running?');
    else if (reading.signal.reason !== LEFT) failed(turn, 'Stopped.');
  } finally {
    busy(turn, false);
    if (running === reading) running = null;
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
  if (!yes) for (const one of turn.querySelectorAll('.steps .going, .until')) one.remove();
  const steps = turn.querySelector('.steps');
  if (steps) {
    steps.setAttribute('aria-busy', yes);
    const work = steps.parentElement;
    work.open = yes || !steps.childElementCount;
    work.firstElementChild.textContent = yes ? '' : steps.lastElementChild?.textContent ?? '';
  }
  const form = byId('composer');
  if (!form) return;
  form.querySelector('[data-do=stop]').hidden = !yes;
  form.querySelector('.main').hidden = yes;
}

// Says why there is no answer; the question can be asked again.
function failed(turn, text) {
  const said = make('<div><p class="problem" role="alert"></p><p><button type="button" data-do="retry">Ask again</button></p></div>');
  said.firstElementChild.textContent = text;
  turn.append(said);
  unanswered(turn);
}

// A question without an answer stands in the box to be changed, unless another is being typed.
function unanswered(turn) {
  closeSource();
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
  if (news.steps) turn.querySelector('.work').replaceWith(make(news.steps));
  if (news.draft) {
    body.hidden = false;
    body.innerHTML = `<div class="said answered">${news.draft}</div>`;
  }
  if (news.problem) {
    body.replaceWith(make(news.problem));
    unanswered(turn);
  }
  if (news.end) {
    const end = make(news.end);
    body.replaceWith(end);
    wake(end);
    const chip = end.querySelector('.chip.struck') ?? end.querySelector('.chip');
    chip ? openChip(chip, { quiet: true }) : closeSource();
  }
}
