const { names, figures, rows } = data;
const list = el("div", { id: "rows" });
const search = el("input", { type: "search", placeholder: word("search"), "aria-label": word("search") });
const choice = (name, options) => el("select", { "aria-label": word(name) }, ...options.map(([value, text]) => el("option", { value }, text)));
const show = choice("show", [["all", word("all")], ["text", word("text_differs")], ["pages", word("pages_differ")],
  ["up", word("b_better")], ["down", word("b_worse")], ["same", word("equal")], ["failed", word("failed")], ["degraded", word("degraded")]]);
const measure = choice("figure", [["", word("all_measures")], ...Object.keys(figures).map((name) => [name, name])]);
const kind = choice("kind", [["", word("kind")], ...data.kinds.map((name) => [name, name])]);
const sort = choice("sort", [["given", word("as_given")], ["difference", word("by_difference")]]);
const count = el("span", { class: "quiet", role: "status" });

function difference(row) {
  const of = (name) => (row.a.scores[name] === undefined || row.b.scores[name] === undefined ? 0 : row.b.scores[name] - row.a.scores[name]);
  if (measure.value) return of(measure.value);
  return data.main.reduce((sum, name) => sum + of(name), 0);
}

function side(name, row) {
  const of = row[name];
  const scores = Object.entries(of.scores).map(([figure, value]) => {
    const other = row[name === "a" ? "b" : "a"].scores[figure];
    return el("span", { class: other === undefined || other === value || data.neutral.includes(figure) ? "" : value > other ? "up" : "down" }, `${figure} ${number(value)}  `);
  });
  const more = [["understood", of.understood], ["absent", of.absent.join(" / ")], ["unsupported", of.unsupported.join(" / ")],
    ["degraded", of.degraded.join(" / ")], ["failure", of.failure]].filter(([, value]) => value);
  return el("section", { class: `side ${name}`, "aria-label": name.toUpperCase() },
    el("div", { class: "quiet" }, `${name.toUpperCase()}  ${of.did ? word("did_" + of.did) : ""}  `,
      el("button", { onclick: () => open_trace(`${name.toUpperCase()} ${row.question}`, of.trace) }, `${word("trace")} ${name.toUpperCase()}`)),
    el("div", { class: "text" }, ...of.text.map(([only, text]) => (only ? el("mark", {}, text) : text))),
    of.citations.length ? el("ul", {}, ...of.citations.map((cite) => el("li", { class: cite.only ? "only" : "" },
      `[${cite.number}] ${[cite.title, ...cite.section].join(" › ")} `, el("span", { class: "quiet" },
        `${cite.source}  ${word("rank")} ${cite.rank ?? "–"}${cite.legs ? `  (${cite.legs})` : ""}`)))) : null,
    more.length ? el("dl", {}, ...more.flatMap(([label, value]) => [el("dt", {}, word(label)), el("dd", {}, value)])) : null,
    el("div", { class: "quiet" }, ...scores));
}

function article(row) {
  const made = el("article", { tabindex: "-1" },
    el("h3", {}, row.question), el("div", { class: "quiet" }, `${row.id}  ${row.kind}`),
    row.expected ? el("details", {}, el("summary", { class: "quiet" }, word("expected")), el("div", { class: "text" }, row.expected)) : null,
    el("div", { class: "sides" }, side("a", row), side("b", row)));
  made.row = row;
  return made;
}

const articles = rows.map(article);
const haystack = new Map(rows.map((row) => [row, JSON.stringify([row.id, row.question, row.kind, row.expected,
  ...["a", "b"].flatMap((name) => [row[name].text.map(([, text]) => text).join(""), row[name].citations.map((cite) => [cite.title, cite.source])])]).toLowerCase()]));

function wanted(row) {
  if (kind.value && row.kind !== kind.value) return false;
  if (search.value && !haystack.get(row).includes(search.value.toLowerCase())) return false;
  const tests = { all: () => true, text: () => !row.same_text, pages: () => !row.same_pages, up: () => difference(row) > 0,
    down: () => difference(row) < 0, same: () => difference(row) === 0, failed: () => row.a.failure || row.b.failure,
    degraded: () => row.a.degraded.length || row.b.degraded.length };
  return tests[show.value]();
}

let shown = [];
function update() {
  shown = articles.filter((each) => wanted(each.row));
  if (sort.value === "difference") shown = shown.toSorted((one, other) => Math.abs(difference(other.row)) - Math.abs(difference(one.row)));
  list.replaceChildren(...shown);
  count.textContent = `${shown.length} / ${rows.length} ${word("rows")}`;
}

function pick(name, way) { measure.value = name; show.value = way; sort.value = "difference"; update(); list.scrollIntoView(); }
const to_rows = (name, way, text) => el("button", { onclick: () => pick(name, way) }, text);
const heads = ["figure", "cases", "A", "B", "difference", "interval", "p", "better", "worse", "equal"];
const figure_table = el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((name) => el("th", {}, word(name))))),
  el("tbody", {}, ...Object.entries(figures).map(([name, of]) => el("tr", {},
    el("td", {}, name), el("td", {}, `${of.cases}`), el("td", {}, to_rows(name, "all", number(of.a))), el("td", {}, to_rows(name, "all", number(of.b))),
    el("td", { class: data.neutral.includes(name) ? "" : of.difference > 0 ? "up" : of.difference < 0 ? "down" : "" }, to_rows(name, "all", number(of.difference, true))),
    el("td", {}, of.ci95.map((bound) => number(bound, true)).join(" … ")), el("td", {}, of.p.toFixed(4)),
    ...[["up", of.better], ["down", of.worse], ["same", of.equal]].map(([way, count]) => el("td", {}, to_rows(name, way, `${count}`)))))));

document.querySelector("header").append(
  el("h1", {}, `${word("comparison")}: ${data.set}`),
  el("div", {}, `A ${names.a}`), el("div", {}, `B ${names.b}`),
  ...Object.entries(data.degraded).flatMap(([side, lines]) => lines.map((line) => el("p", { class: "down" },
    el("button", { onclick: () => pick("", "degraded") }, `${side.toUpperCase()} ${word("degraded")}`), ` ${line}`))),
  data.settings.length ? el("dl", {}, ...data.settings.flatMap(([name, a, b]) => [el("dt", {}, name), el("dd", {}, `A ${a}   B ${b}`)])) : null,
  el("p", { class: "quiet" }, `${data.at}  ${data.id}`), el("div", { class: "scroll" }, figure_table), el("p", { class: "quiet" }, word("keys")));
document.querySelector("main").append(el("div", { class: "controls" }, search, show, measure, kind, sort, count), list);
search.addEventListener("input", update);
for (const each of [show, measure, kind, sort]) each.addEventListener("change", update);
keys(() => shown, {
  a: (made) => open_trace(`A ${made.row.question}`, made.row.a.trace),
  b: (made) => open_trace(`B ${made.row.question}`, made.row.b.trace),
});
update();
