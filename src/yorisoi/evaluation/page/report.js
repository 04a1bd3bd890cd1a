const rows_of = el("section", { id: "rows" });
let shown = [];

const brief = (value) => (Array.isArray(value) && value.every((each) => typeof each === "string") ? value.join("\n")
  : typeof value === "string" ? value : JSON.stringify(value, null, 1));

// First click: the rows behind a number, the lowest scores first; of the same score those that are worse in all else.
function show_rows(run, figure, group) {
  const rows = run.rows.filter((row) => row.scores[figure] !== undefined && (!group.label || row.labels[group.label] === group.name));
  const all = (row) => Object.values(row.scores).reduce((sum, score) => sum + score, 0);
  rows.sort((one, other) => one.scores[figure] - other.scores[figure] || all(one) - all(other));
  list(`${run.title}  ${figure}  ${group.name}`, rows, figure);
}
const show_all = (run, figure) => list(`${run.title}  ${figure}`, run.rows, null);
const show_failed = (run) => list(`${run.title}  ${word("failed")}`, run.rows.filter((row) => row.failure), null);
const show_degraded = (run) => list(`${run.title}  ${word("degraded")}`, run.rows.filter((row) => row.degraded.length), null);

function list(title, rows, figure) {
  const back = el("button", { onclick: () => { rows_of.replaceChildren(); shown = []; window.scrollTo(0, 0); } }, word("back"));
  shown = rows.map((row) => article(row, figure));
  rows_of.replaceChildren(el("div", { class: "controls" }, back, el("strong", {}, title), el("span", { class: "quiet" }, `${rows.length} ${word("rows")}`)), ...shown);
  rows_of.scrollIntoView();
  shown[0]?.focus({ preventScroll: true });
}

// Second click: the turn behind a row.
function article(row, figure) {
  const open = () => open_trace(row.question, row.trace);
  const why = Object.entries(row.why).filter(([, value]) => value !== "" && !(Array.isArray(value) && !value.length));
  const made = el("article", { tabindex: "-1" },
    el("h3", {}, figure ? `${number(row.scores[figure])}  ` : "", row.question), el("div", { class: "quiet" }, `${row.id}  ${row.kind}  `,
      el("button", { onclick: open }, word("trace"))),
    row.output ? el("div", { class: "text" }, brief(row.output)) : null,
    row.expected ? el("p", {}, `${word("expected")}: ${row.expected}`) : null,
    ...row.degraded.map((reason) => el("p", { class: "down" }, `${word("degraded")}: ${reason}`)),
    row.failure ? el("p", { class: "down" }, row.failure) : null,
    why.length ? el("dl", {}, ...why.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, brief(value))])) : null,
    el("div", { class: "quiet" }, Object.entries(row.scores).map(([name, value]) => `${name} ${number(value)}`).join("  ")));
  made.open = open;
  return made;
}

function figures(run, group) {
  const heads = ["figure", "mean", "interval", "cases"];
  return el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((name) => el("th", {}, word(name))))),
    el("tbody", {}, ...Object.entries(group.figures).map(([name, of]) => el("tr", {}, el("td", {}, name),
      el("td", {}, run.rows.length ? el("button", { onclick: () => show_rows(run, name, group) }, number(of.mean)) : number(of.mean)),
      el("td", {}, of.ci95.map((bound) => number(bound)).join(" … ")), el("td", {}, `${of.cases}`))))));
}

// Numbers over all rows, that no single row has a part of.
function whole(run) {
  return el("div", { class: "scroll" }, el("table", {}, el("tbody", {}, ...run.whole.map(([name, value]) => el("tr", {}, el("td", {}, name),
    el("td", {}, run.rows.length ? el("button", { onclick: () => show_all(run, name) }, brief_number(value)) : brief_number(value)))))));
}
const brief_number = (value) => (Number.isInteger(value) ? `${value}` : number(value));

const lead = (run, show, text) => (run.rows.length ? el("button", { onclick: () => show(run) }, text) : text);
const named = (group) => el("h3", {}, group.label === "settings" ? group.name : `${group.label}: ${group.name}`);

function section(run, at) {
  const [first, parts] = [run.groups.filter((group) => !group.label || group.label === "settings"), run.groups.filter((group) => group.label && group.label !== "settings")];
  const about = [["command", run.command], ["date", run.at], ["store", run.store], ["run", run.file],
    ...(run.settings.length ? [["settings", run.settings.join("\n")]] : [])];
  return el("section", { id: `run-${at}` }, el("h2", {}, run.title, run.unfinished ? `  (${word("unfinished")})` : ""),
    el("dl", {}, ...about.filter(([, value]) => value).flatMap(([name, value]) => [el("dt", {}, word(name)), el("dd", {}, value)])),
    ...first.flatMap((group) => [...(group.label ? [named(group)] : []), figures(run, group)]),
    parts.length ? el("details", {}, el("summary", { class: "quiet" }, word("parts")), ...parts.flatMap((group) => [named(group), figures(run, group)])) : null,
    run.whole.length ? el("details", {}, el("summary", { class: "quiet" }, word("whole")), whole(run)) : null,
    run.newer === null ? null : el("p", { class: "quiet" }, `${word("newer")} `, el("a", { href: `#run-${run.newer}` }, data.runs[run.newer].at)),
    run.failed ? el("p", {}, lead(run, show_failed, `${word("failed")} ${run.failed}`)) : null,
    run.degraded ? el("p", { class: "down" }, lead(run, show_degraded, `${word("degraded")} ${run.degraded}`)) : null,
    run.notes.length ? el("details", {}, el("summary", { class: "quiet" }, word("why")), el("pre", { class: "text" }, run.notes.join("\n"))) : null);
}

document.querySelector("header").append(el("h1", {}, word("report")),
  el("p", { class: "quiet" }, `${data.home}  ${data.documents} ${word("documents")}, ${data.passages} ${word("passages")}  ${data.at}`),
  el("p", { class: "quiet" }, `${word("click")}  ${word("report_keys")}`));
document.querySelector("main").append(...data.runs.map(section), rows_of);
keys(() => shown, { Enter: (made) => made.open() });
