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
  const does = "turn" in form.dataset && $("#composer") ? converse : "upload" in form.dataset ? upload : "swap" in form.dataset || form.dataset.swapInto ? swap : null;
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
  const turn = (running = new AbortController());
  const stop = $(".stop", form);
  stop.hidden = false;
  $(".send", form).hidden = true;
  stop.onclick = () => turn.abort();
  $(".welcome")?.remove();
  for (const old of document.querySelectorAll("#log .choices fieldset")) old.disabled = true;
  const mine = add("#mine");
  $(".text", mine).textContent = words;
  const coming = add("#coming");
  if (from === form) {
    text.value = "";
    text.style.height = "auto";
  }
  // The next turn may begin as soon as the reply is there, before the stream has ended.
  const over = () => {
    if (running !== turn) return;
    running = null;
    stop.hidden = true;
    $(".send", form).hidden = false;
    text.focus();
  };
  try {
    const answer = await fetch("/say", {
      method: "POST", body: said, signal: turn.signal, headers: { ...part, Accept: "text/event-stream" },
    });
    if (!answer.ok) throw await failure(answer);
    for await (const [name, data] of events(answer.body)) {
      hear(name, data, coming);
      if (!coming.isConnected) over();
    }
    if (coming.isConnected) throw new Error("");
  } catch (error) {
    const stopped = error.name === "AbortError";
    coming.remove();
    if (stopped || !text.value) text.value = words;
    if (!stopped) problem(error instanceof TypeError || !error.message ? document.body.dataset.lost : error.message);
  } finally {
    over();
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
  } else if (name === "error") {
    throw new Error(data.message);
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
  const read = parsing();
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    yield* read(value);
  }
}

function parsing() {
  let rest = "";
  return function* (text) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const [, name, data] = block.match(/^event: (\w+)\ndata: (.*)$/s) ?? [];
      if (name) yield [name, JSON.parse(data)];
    }
  };
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

// ---------------------------------------------------------------- documents

const drop = $(".drop");
for (const name of ["dragenter", "dragover"]) drop?.addEventListener(name, (event) => {
  event.preventDefault();
  drop.classList.add("over");
});
drop?.addEventListener("dragleave", () => drop.classList.remove("over"));
drop?.addEventListener("drop", async (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
  const found = (await Promise.all(entries.map(filesOf))).flat();
  if (found.length) send(drop.closest("form"), found);
});

// A folder's files with their paths in it.
async function filesOf(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [[entry.fullPath.slice(1), file]];
  }
  const reader = entry.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) break;
    all.push(...(await Promise.all(some.map(filesOf))).flat());
  }
  return all;
}

function upload(from) {
  const chosen = [...$("input[type=file]", from).files];
  send(from, chosen.map((file) => [file.webkitRelativePath || file.name, file]));
}

// XMLHttpRequest, because fetch does not tell how much of a body has gone out.
function send(from, found) {
  const data = new FormData(from);
  data.delete("files");
  for (const [path, file] of found) data.append("files", file, path);
  const progress = $("progress", from);
  const list = $("#taken");
  const read = parsing();
  const request = new XMLHttpRequest();
  let seen = 0;
  list.replaceChildren();
  progress.hidden = false;
  progress.removeAttribute("value");
  from.setAttribute("aria-busy", "true");
  request.open("POST", from.action);
  request.setRequestHeader("X-Fragment", "1");
  request.setRequestHeader("Accept", "text/event-stream");
  request.upload.onprogress = ({ loaded, total }) => (progress.value = loaded / total / 2);
  request.onprogress = () => {
    const text = request.responseText.slice(seen);
    seen = request.responseText.length;
    for (const [name, data] of read(text)) {
      if (data.total) progress.value = 0.5 + data.done / data.total / 2;
      if (name === "error") list.append(data.message);
      else if (name === "report") list.prepend(made(data.html));
      else if (data.html.trim()) list.append(made(data.html));
    }
  };
  request.onloadend = () => {
    progress.hidden = true;
    from.removeAttribute("aria-busy");
    from.reset();
    if (request.status !== 200) {
      let told;
      try {
        told = JSON.parse(request.responseText).error.message;
      } catch {
        told = request.status ? document.body.dataset.failed : document.body.dataset.lost;
      }
      list.append(told);
    }
    fill(location.href, "#document-list");
  };
  request.send(data);
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
