// Shared by both pages.  Text is set as text alone, never as markup: what documents and models say cannot become a part of the page.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const word = (name) => data.words[name] ?? name;

function el(tag, options = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (name === "class") made.className = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const number = (value, signed) =>
  value === undefined || value === null ? "" : (signed && value > 0 ? "+" : "") + value.toFixed(3);

// Traces are kept deflated, in base64: a thousand of them as plain text would be a hundred times the page.
async function inflated(packed) {
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

const dialog = document.querySelector("dialog");
async function open_trace(title, packed) {
  dialog.replaceChildren(
    el("button", { onclick: () => dialog.close(), autofocus: true }, word("close")),
    el("h2", {}, title),
    el("pre", {}, packed ? await inflated(packed) : word("no_trace")),
  );
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

// j and k walk over what is shown; `on` has further keys, called with the row.
function keys(shown, on) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    const typing = event.target.closest("input, select");
    if (typing) { if (event.key === "Escape") typing.blur(); return; }
    const rows = shown();
    const at = rows.indexOf(document.activeElement.closest("article"));
    const step = { j: 1, k: -1 }[event.key];
    if (step) {
      const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))];
      if (next) { next.focus({ preventScroll: true }); next.scrollIntoView({ block: "start" }); window.scrollBy(0, -80); }
    } else if (event.key === "/") { document.querySelector("input[type=search]")?.focus(); }
    else if (on[event.key] && at >= 0) on[event.key](rows[at]);
    else return;
    event.preventDefault();
  });
}
