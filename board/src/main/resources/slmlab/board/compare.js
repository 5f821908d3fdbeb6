// Several runs beside each other: the verdict first, then its evidence.
import { link, store } from "/app.js";
import { ask, color, count, h, score, setting } from "/format.js";
import { AXES, Chart, heading, paint, place, Refinement } from "/chart.js";
import { zoomKey } from "/gestures.js";

const DASHES = [undefined, [8, 5], [2, 4], [12, 4, 2, 4]];

export function comparePage(main, ...ids) {
  let axis = sessionStorage.getItem("axis") ?? "frames", range = null, charts = [], profile = null, looks = [], shape = "", closed = false, asking = false, again = false;
  document.title = "Compare – SLM Lab";
  const verdict = h("p.verdict", { role: "status" }), more = h("ul.more"), plots = h("div.envs"), table = h("div.scroll"), matrix = h("div.scroll"), shares = h("div.returns");
  const chance = h("section", h("h2", "Pairs of sessions won"),
    h("p.muted", "Share of the pairs in which a session of the row scores higher than one of the column; ties count half."), matrix);
  const profiles = h("section", { hidden: true }, h("h2", "Performance profile"), shares);
  const axes = h("div.axes", { role: "group", "aria-label": "x axis" }, Object.entries(AXES).map(([key, name]) =>
    h("button", { "data-axis": key, onclick: () => { axis = key; range = null; sessionStorage.setItem("axis", key); load(); } }, name)));
  const whole = h("button.quiet", { hidden: true, onclick: () => zoom(null, null) }, "Show all");
  main.append(h("p.path", h("a", { href: link() }, "Runs"), " / compare"), h("h1", `${count(ids.length, "run")} compared`), verdict, more, plots, h("div.under", axes, whole),
    profiles, h("h2", "What differs"), table, chance);

  // A side has the color of its first run; where two have the same, the second is dashed.
  function paints(sides) {
    const seen = {};
    looks = sides.map(({ id }) => { const n = color(id), k = (seen[n] = (seen[n] ?? -1) + 1); return { n, dash: DASHES[k % DASHES.length], k }; });
  }
  const swatch = side => h(`span.swatch.c${looks[side].n}${looks[side].k ? ".dashed" : ""}`);

  async function load() {
    if (asking) { again = true; return; }
    asking = true;
    try {
      const got = await ask("compare", { id: ids, x: axis, ...refinement.query(range, Math.max(200, plots.clientWidth || 900)) });
      if (!closed) draw(got);
      if (got.reading) setTimeout(() => closed || load(), 500); // a large file is read piece by piece
    } catch (problem) {
      if (!closed) verdict.textContent = problem.message;
    }
    asking = false;
    if (again && !closed) { again = false; load(); }
  }

  function zoom(from, to) {
    range = from === null ? null : [from, to];
    whole.hidden = range === null;
    charts.forEach(({ chart }) => chart.look(range)); // with what is here already
    refinement.look(range);
  }

  const refinement = new Refinement(load);

  function draw(got) {
    for (const button of axes.children) button.setAttribute("aria-pressed", String(button.dataset.axis === axis));
    whole.hidden = range === null;
    verdict.textContent = got.problem || got.verdicts[0] || "Only one algorithm is selected. Select runs of another one in the same envs to compare them.";
    more.replaceChildren(...got.verdicts.slice(1).map(words => h("li", words)), ...got.notes.map(note => h("li.muted", note)));
    chance.hidden = got.improvement.length < 2;
    paints(got.sides);
    const envs = [...new Set(got.rows.map(row => row.env))];
    const now = axis + got.rows.map(row => [row.id, row.side, row.band !== null]).join() + got.sides.map(side => side.profile !== null).join();
    if (now !== shape) { shape = now; make(got, envs); makeProfile(got); }
    charts.forEach(({ chart, rows }) => chart.show(got.rows.filter(row => row.band && rows.has(row.id)).map(({ band }) => band), range));
    profile?.show(got.sides.map(side => side.profile), null);
    keys(got);
    chances(got);
  }

  /** One chart for each env. */
  function make(got, envs) {
    charts.forEach(({ chart }) => chart.close());
    const before = range === null ? [] : charts.map(({ chart }) => chart.whole);
    const sessions = [...new Set(got.rows.map(row => row.sessions))].join(", ");
    const about = `${got.title}; line: mean of sessions (${sessions}), band: its 95 % interval, from four sessions on`;
    plots.classList.toggle("many", envs.length > 1);
    plots.replaceChildren(...(envs.length > 1 ? [h("p.muted", about)] : []));
    charts = envs.map((env, e) => {
      const all = got.rows.filter(row => row.env === env), rows = all.filter(row => row.band), of = row => looks[row.side];
      const title = envs.length > 1 ? heading(h("h2", env)) : heading(h("h2", "Return"), h("span.muted", about));
      const at = h("div.plot");
      const legend = h("ul.legend", all.map(row => h("li", swatch(row.side), h("a", { href: link("run", row.id) }, envs.length > 1 ? got.sides[row.side].name : row.label), h("b.now"))));
      plots.append(h("div.returns", title.element, at, legend));
      const chart = new Chart(at, { height: envs.length > 1 ? 240 : 360, axis, label: `Return in ${env} over ${AXES[axis]}`, zoom, whole: before[e],
        series: rows.map(row => ({ color: paint(of(row).n), width: 2, dash: of(row).dash, band: paint(of(row).n, 0.14) })),
        readout: found => {
          title.numbers.textContent = found ? place(axis, found.x) : "";
          legend.querySelectorAll("li").forEach((item, i) => {
            const k = rows.indexOf(all[i]);
            item.querySelector(".now").textContent = found && k >= 0 ? score(found.points[k]?.y ?? null) : "";
          });
        } });
      return { chart, rows: new Set(rows.map(row => row.id)) };
    });
  }

  function makeProfile(got) {
    profiles.hidden = got.sides.some(side => side.profile === null);
    profile?.close();
    profile = null;
    if (profiles.hidden) return;
    const at = h("div.plot");
    const legend = h("ul.legend", got.sides.map((side, i) => h("li", swatch(i), side.name, h("b.now"))));
    const title = heading(h("span.muted", "share of sessions whose scaled return is higher (0: random actions, 1: solved)"));
    shares.replaceChildren(title.element, at, legend);
    profile = new Chart(at, { height: 280, label: "Performance profile",
      series: got.sides.map((_, i) => ({ color: paint(looks[i].n), width: 2, dash: looks[i].dash })),
      readout: found => {
        title.numbers.textContent = found ? `above ${score(found.x)}` : "";
        legend.querySelectorAll(".now").forEach((now, i) => { now.textContent = found?.points[i] ? `${Math.round(100 * found.points[i].y)} %` : ""; });
      } });
  }

  function keys(got) {
    const best = {};
    for (const row of got.rows) best[row.env] = Math.max(best[row.env] ?? -Infinity, row.mean ?? -Infinity);
    table.replaceChildren(h("table.compare",
      h("thead", h("tr", h("th", "Run"), h("th.number", { title: "Mean of the sessions' last scores" }, "Score"), h("th", "95 % interval"), h("th.number", "Sessions"),
        got.keys.map((key, k) => h("th", { title: key }, got.names[k])))),
      h("tbody", got.rows.map(row => h("tr" + (row.mean === best[row.env] ? ".best" : ""),
        h("td.name", swatch(row.side), h("a", { href: link("run", row.id), title: row.id }, row.label)),
        h("td.number", h("b", score(row.mean))), h("td", row.low === null ? "" : `${score(row.low)} to ${score(row.high)}`), h("td.number", row.sessions),
        row.values.map(value => h("td", setting(value))))))));
  }

  function chances(got) {
    const sides = got.sides;
    matrix.replaceChildren(h("table.matrix",
      h("thead", h("tr", h("td"), sides.map((side, i) => h("th", { title: side.name }, swatch(i), sides.length > 4 ? "" : side.name)))),
      h("tbody", got.improvement.map((line, i) => h("tr", h("th", swatch(i), sides[i].name), line.map((chance, k) => {
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
      if (!next) return zoomKey(charts[0]?.chart, key);
      axis = next;
      range = null;
      load();
      return true;
    },
    close() { closed = true; refinement.close(); charts.forEach(({ chart }) => chart.close()); profile?.close(); store.selected = new Set(ids); },
  };
}
