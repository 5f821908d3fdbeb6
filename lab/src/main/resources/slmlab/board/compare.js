// Several runs beside each other: the verdict first, then its evidence.
import { link, store } from "/app.js";
import { ask, colour, count, h, score, setting } from "/format.js";
import { AXES, Chart, heading, paint, place } from "/chart.js";

const DASHES = [undefined, [8, 5], [2, 4], [12, 4, 2, 4]];

export function comparePage(main, ...ids) {
  let axis = sessionStorage.getItem("axis") ?? "frames", range = null, chart = null, shape = "", closed = false, asking = false, again = false;
  document.title = "Compare – SLM Lab";
  const verdict = h("p.verdict", { role: "status" }), more = h("ul.more"), plot = h("div.returns"), table = h("div.scroll"), matrix = h("div.scroll");
  const chance = h("section", h("h2", "Probability of improvement"),
    h("p.muted", "How likely a session of the row scores higher than one of the column; ties count half."), matrix);
  const axes = h("div.axes", { role: "group", "aria-label": "x axis" }, Object.entries(AXES).map(([key, name]) =>
    h("button", { "data-axis": key, onclick: () => { axis = key; range = null; sessionStorage.setItem("axis", key); load(); } }, name)));
  main.append(h("p.path", h("a", { href: link() }, "Runs"), " / compare"), h("h1", `${count(ids.length, "run")} compared`), verdict, more, plot, h("div.under", axes),
    h("h2", "What differs"), table, chance);

  // Runs keep their colours; where two have the same, the second is dashed.
  const seen = {};
  const looks = ids.map(id => { const n = colour(id), k = (seen[n] = (seen[n] ?? -1) + 1); return { n, dash: DASHES[k % DASHES.length], k }; });
  const swatch = i => h(`span.swatch.c${looks[i].n}${looks[i].k ? ".dashed" : ""}`);

  async function load() {
    if (asking) { again = true; return; }
    asking = true;
    try {
      const got = await ask("compare", { id: ids, x: axis, width: Math.max(200, plot.clientWidth || 900), ...(range ? { from: range[0], to: range[1] } : {}) });
      if (!closed) draw(got);
    } catch (problem) {
      if (!closed) verdict.textContent = problem.message;
    }
    asking = false;
    if (again && !closed) { again = false; load(); }
  }

  function zoom(from, to) { range = from === null ? null : [from, to]; load(); }

  function draw(got) {
    for (const button of axes.children) button.setAttribute("aria-pressed", String(button.dataset.axis === axis));
    verdict.textContent = got.problem || got.verdicts[0];
    more.replaceChildren(...got.verdicts.slice(1).map(words => h("li", words)), ...got.notes.map(note => h("li.muted", note)));
    chance.hidden = got.improvement.length === 0;
    const rows = got.rows.filter(row => row.band);
    const now = axis + rows.map(row => row.id).join();
    if (now !== shape) { shape = now; make(got, rows); }
    chart.show(rows.map(({ band }) => [band.x, band.low, band.high, band.y]), range);
    keys(got);
    chances(got);
  }

  function make(got, rows) {
    chart?.close();
    const of = row => looks[ids.indexOf(row.id)];
    const sessions = new Set(rows.map(row => row.sessions));
    const title = heading(h("h2", "Return"), h("span.muted", `${got.title}; line: mean of sessions (${[...sessions].join(", ")}), band: its 95 % bootstrap interval`));
    const at = h("div.plot");
    const legend = h("ul.legend", got.rows.map((row, i) => h("li", swatch(i), h("a", { href: link("run", row.id) }, row.label), h("b.now"))));
    plot.replaceChildren(title.element, at, legend);
    chart = new Chart(at, { height: 360, axis, zoom,
      series: rows.flatMap(row => [{ hidden: true }, { hidden: true }, { colour: paint(of(row).n), width: 2, dash: of(row).dash }]),
      bands: rows.map((row, i) => [3 * i + 2, 3 * i + 1, paint(of(row).n, 0.14)]),
      readout: found => {
        title.numbers.textContent = found ? place(axis, found.x) : "";
        legend.querySelectorAll("li").forEach((item, i) => {
          const k = rows.indexOf(got.rows[i]);
          item.querySelector(".now").textContent = found && k >= 0 ? score(found.values[3 * k + 2]) : "";
        });
      } });
  }

  function keys(got) {
    const best = Math.max(...got.rows.map(row => row.iqm ?? -Infinity));
    table.replaceChildren(h("table.compare",
      h("thead", h("tr", h("th", "Run"), h("th.number", { title: "Interquartile mean of the sessions' last scores" }, "Score"), h("th", "95 % interval"), h("th.number", "Sessions"),
        got.keys.map((key, k) => h("th", { title: key }, got.names[k])))),
      h("tbody", got.rows.map((row, i) => h("tr" + (row.iqm === best ? ".best" : ""),
        h("td.name", swatch(i), h("a", { href: link("run", row.id), title: row.id }, row.label)),
        h("td.number", h("b", score(row.iqm))), h("td", row.low === null ? "" : `${score(row.low)} to ${score(row.high)}`), h("td.number", row.sessions),
        row.values.map(value => h("td", setting(value))))))));
  }

  function chances(got) {
    matrix.replaceChildren(h("table.matrix",
      h("thead", h("tr", h("td"), got.rows.map((row, i) => h("th", { title: row.label }, swatch(i), got.rows.length > 4 ? "" : row.label)))),
      h("tbody", got.improvement.map((line, i) => h("tr", h("th", swatch(i), got.rows[i].label), line.map((chance, k) => {
        const cell = h("td.number", i === k ? "" : chance.toFixed(2));
        if (i !== k) cell.dataset.level = String(Math.round(Math.abs(chance - 0.5) * 10)) + (chance >= 0.5 ? "up" : "down");
        return cell;
      }))))));
  }

  load();
  return {
    news(changed) { if (ids.some(id => changed.has(id))) load(); },
    theme() { shape = ""; load(); },
    key(key) {
      const next = Object.keys(AXES)[Number(key) - 1];
      if (!next) return false;
      axis = next;
      range = null;
      load();
      return true;
    },
    close() { closed = true; chart?.close(); store.selected = new Set(ids); },
  };
}
