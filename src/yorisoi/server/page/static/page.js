// What the page does beyond links and forms, which all work without it: answers that appear while they are written,
// passages that open beside the conversation, forms that answer in place, uploads that tell how far they are.
// Text goes in as text; HTML only as the server's own templates made it.

const narrow = window.matchMedia("(max-width: 60rem)"); // as in page.css
const part = { "X-Fragment": "1" };
const $ = (selector, within = document) => within.querySelector(selector);

document.addEventListener("submit", (event) => {
  const form = event.target;
  const sure = form.dataset.confirm;
  if (sure && !window.confirm(sure)) return event.preventDefault();
  const does = "turn" in form.dataset ? converse : "swap" in form.dataset || form.dataset.swapInto ? swap : null;
  if (!does) return;
  event.preventDefault();
  does(form, event.submitter);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-beside]");
  if (link && $("#beside") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    openBeside(link);
  }
  if (event.target.closest("#beside .close")) closeBeside();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && $("#beside[open]")) closeBeside();
});

const form = $("#composer");
const text = $("#text");
text?.addEventListener("keydown", (event) => {
  // Enter that chooses among conversions of an input method is not meant to send.
  if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  if (text.value.trim()) form.requestSubmit();
});
text?.addEventListener("input", () => {
  text.style.height = "auto";
  text.style.height = `${text.scrollHeight}px`;
});
scrollDown();

// ---------------------------------------------------------------- a turn

let running = null;

async function converse(from, submitter) {
  if (running) return;
  const said = new FormData(from, submitter);
  said.set("session", form.elements.session.value);
  const words = said.get("text").trim();
  if (!words) return;
  running = new AbortController();
  const stop = $(".stop", form);
  stop.hidden = false;
  $(".send", form).hidden = true;
  stop.onclick = () => running.abort();
  $(".welcome")?.remove();
  for (const old of document.querySelectorAll("#log fieldset")) old.disabled = true;
  const mine = add("#mine");
  $(".text", mine).textContent = words;
  const coming = add("#coming");
  if (from === form) {
    text.value = "";
    text.style.height = "auto";
  }
  try {
    const answer = await fetch("/say", {
      method: "POST", body: said, signal: running.signal, headers: { ...part, Accept: "text/event-stream" },
    });
    if (!answer.ok) throw await failure(answer);
    for await (const [name, data] of events(answer.body)) hear(name, data, coming);
    if (coming.isConnected) throw new Error("");
  } catch (error) {
    const stopped = error.name === "AbortError";
    coming.remove();
    if (stopped || !text.value) text.value = words;
    if (!stopped) problem(error instanceof TypeError || !error.message ? document.body.dataset.lost : error.message);
  } finally {
    running = null;
    stop.hidden = true;
    $(".send", form).hidden = false;
    text.focus();
  }
}

function hear(name, data, coming) {
  const log = $("#log");
  const below = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  if (name === "piece") {
    $(".waiting", coming)?.remove();
    $(".text", coming).append(data);
  } else if (name === "place") {
    const waiting = $(".waiting", coming);
    if (waiting && data) waiting.textContent = waiting.dataset.place.replace("{place}", data);
  } else if (name === "reply") {
    coming.replaceWith(made(data.html));
    remember(data.session);
  } else if (name === "problem") {
    throw new Error(data);
  }
  if (below) scrollDown();
}

function remember(session) {
  if (form.elements.session.value === session) return;
  form.elements.session.value = session;
  history.replaceState(null, "", `/?session=${encodeURIComponent(session)}`);
  fill("/sessions?current=" + encodeURIComponent(session), "#session-list");
}

async function* events(stream) {
  let rest = "";
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const [, name, data] = block.match(/^event: (\w+)\ndata: (.*)$/s) ?? [];
      if (name) yield [name, JSON.parse(data)];
    }
  }
}

function problem(words) {
  add("#problem").textContent = words;
}

function add(template) {
  const copy = $(template).content.firstElementChild.cloneNode(true);
  $("#log").append(copy);
  scrollDown();
  return copy;
}

function scrollDown() {
  const log = $("#log");
  if (log) log.scrollTop = log.scrollHeight;
}

// ---------------------------------------------------------------- parts of the page

function made(html) {
  const template = document.createElement("template");
  template.innerHTML = html; // from the server's templates, which escape
  return template.content;
}

async function loaded(address, options = {}) {
  const answer = await fetch(address, { headers: part, ...options });
  if (!answer.ok) throw await failure(answer);
  return made(await answer.text());
}

async function failure(answer) {
  const told = await answer.json().catch(() => null);
  return new Error(told?.error?.message ?? document.body.dataset.failed);
}

async function fill(address, target) {
  const place = $(target);
  if (place) place.replaceChildren(await loaded(address));
}

async function swap(from, submitter) {
  const into = from.dataset.swapInto;
  const data = new FormData(from, submitter);
  try {
    if (from.method === "get") return await fill(`${from.action}?${new URLSearchParams(data)}`, into);
    const answer = await loaded(from.action, { method: "POST", body: data });
    const first = answer.firstElementChild;
    if (into) $(into).replaceChildren(answer);
    else from.replaceWith(answer);
    if (first?.matches("[tabindex]")) first.focus();
  } catch (error) {
    window.alert(error.message || document.body.dataset.failed);
  }
}

let opener = null;

async function openBeside(link) {
  const beside = $("#beside");
  const body = $("#beside-body");
  if (!beside.contains(link)) opener = link;
  try {
    body.replaceChildren(await loaded(link.href));
  } catch (error) {
    body.textContent = error.message || document.body.dataset.failed;
  }
  if (!beside.open) narrow.matches ? beside.showModal() : beside.show();
  document.body.classList.add("has-beside");
  body.focus({ preventScroll: true });
  const cited = $("#cited", body);
  beside.scrollTop = cited ? cited.offsetTop - beside.clientHeight / 3 : 0;
}

function closeBeside() {
  $("#beside").close(); // which says so, see below
}

$("#beside")?.addEventListener("close", () => {
  document.body.classList.remove("has-beside");
  opener?.focus();
});
