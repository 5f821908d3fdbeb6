// The curves of one run: returns, and small charts of its health.
import { ask, color, h, score, short } from "/format.js";
import { AXES, Chart, heading, paint, place, Refinement } from "/chart.js";
import { zoomKey } from "/gestures.js";

export function curves(into, id) {
  let axis = sessionStorage.getItem("axis") ?? "frames";
  let range = null;
  let shape = "";   // what the charts were made for; others are made anew
  let charts = [];
  let asking = false, again = false, closed = false;
  const returns = h("div.returns"), small = h("div.multiples"), constants = h("p.constants");
  const axes = h("div.axes", { role: "group", "aria-label": "x axis" }, Object.entries(AXES).map(([key, name], i) =>
    h("button", { "data-axis": key, title: `Show over ${name} (${i + 1})`, onclick: () => over(key) }, name)));
  const whole = h("button.quiet", { hidden: true, onclick: () => zoom(null, null) }, "Show all");
  into.append(returns, h("div.under", axes, whole), small, constants);

  function over(key) {
    axis = key;
    range = null;
    sessionStorage.setItem("axis", axis);
    pressed();
    load();
  }

  const pressed = () => { for (const button of axes.children) button.setAttribute("aria-pressed", String(button.dataset.axis === axis)); };

  function zoom(from, to) {
    range = from === null ? null : [from, to];
    whole.hidden = range === null;
    charts.forEach(chart => chart.look(range)); // with what is here already
    refinement.look(range);
  }

  const refinement = new Refinement(load);

  async function load() {
    if (asking) { again = true; return; }
    asking = true;
    try {
      const wide = Math.max(200, Math.floor(returns.clientWidth || 800));
      const got = await ask("curves", { id, x: axis, ...refinement.query(range, wide) });
      if (!closed) draw(got);
      if (got.reading) setTimeout(() => closed || load(), 500); // a large file is read piece by piece
    } catch (problem) {
      if (!closed) { clear(); returns.replaceChildren(h("p.empty", `Not shown: ${problem.message}`)); }
    }
    asking = false;
    if (again && !closed) { again = false; load(); }
  }

  function clear() {
    charts.forEach(chart => chart.close());
    charts = [];
    shape = "";
  }

  function draw(got) {
    pressed();
    whole.hidden = range === null;
    if (got.returns.length === 0) {
      clear();
      returns.replaceChildren(h("p.empty", "No row yet: the first one comes after log_frequency frames."));
      small.replaceChildren();
      return;
    }
    const now = [axis, got.title, got.returns.length, got.raw !== null, got.evaluations.length, got.charts.map(one => one.name + one.lines.length)].join();
    if (now !== shape) {
      const before = range === null ? undefined : charts[0]?.whole;
      clear();
      make(got, before);
      shape = now;
    }
    charts[0].show(lines(got), range);
    got.charts.forEach((one, i) => charts[i + 1].show(one.lines, range));
    constants.replaceChildren(...Object.entries(got.constants).flatMap(([name, value], i) => [i === 0 ? "Constant: " : ", ", h("code", name), ` ${short(value)}`]));
  }

  const lines = got => [...(got.raw ? [got.raw] : []), ...(got.returns.length > 1 ? got.returns : []), got.band, ...got.evaluations];

  function make(got, before) {
    const n = color(id), many = got.returns.length > 1;
    const series = [
      ...(got.raw ? [{ color: paint(n, 0.28), width: 1 }] : []),
      ...(many ? got.returns.map(() => ({ color: paint(n, 0.35), width: 1 })) : []),
      { color: paint(n), width: 2.2, band: many ? paint(n, 0.18) : null },
      ...got.evaluations.map(() => ({ color: paint((n + 1) % 6), dots: true })),
    ];
    const thick = series.length - got.evaluations.length - 1;
    const rules = [
      ...(got.solved === null ? [] : [{ at: got.solved, label: `solved ${score(got.solved)}`, reach: 2 }]),
      ...(got.random === null ? [] : [{ at: got.random, label: `random ${score(got.random)}`, reach: 0.5 }]),
    ];
    const title = heading(h("h2", "Return"), h("span.muted", legend(got, many)));
    const at = h("div.plot");
    returns.replaceChildren(title.element, at);
    const readout = found => {
      const { y = null, low = null, high = null } = found?.points[thick] ?? {};
      title.numbers.textContent = y === null ? "" : `${place(axis, found.x)}: ${score(y)}${low === null ? "" : ` (${score(low)} to ${score(high)})`}`;
    };
    charts.push(new Chart(at, { height: innerWidth < 700 ? 240 : 340, axis, label: `Return over ${AXES[axis]}`, series, rules, peers, zoom, whole: before, readout }));
    small.replaceChildren(...got.charts.map(one => multiple(one, n, before)));
  }

  function legend(got, many) {
    const parts = [got.title];
    if (many) parts.push(`thick: mean of ${got.returns.length} sessions`, ...(got.returns.length < 4 ? [] : ["band: 95 % interval of it"]));
    if (got.raw) parts.push("thin: episodes");
    if (got.evaluations.length) parts.push("dots: evaluation, deterministic");
    return parts.join(" · ");
  }

  const peers = () => charts;

  function multiple(one, n, before) {
    const numbers = h("span.readout"), banded = one.low !== null || one.high !== null;
    const meaning = h("div.meaning", { hidden: true }, h("p", one.meaning), one.healthy ? h("p", h("b", "Healthy: "), one.healthy) : null,
      one.advice ? h("p", h("b", "Otherwise: "), one.advice) : null, banded ? h("p", "Grey: where it should lie.") : null);
    const name = h("button.name", { "aria-expanded": "false", title: one.meaning, onclick: () => {
      meaning.hidden = !meaning.hidden;
      name.setAttribute("aria-expanded", String(!meaning.hidden));
    } }, one.name);
    const at = h("div.plot");
    const readout = found => {
      const known = (found?.points ?? []).map(point => point?.y ?? null).filter(y => y !== null);
      numbers.textContent = known.length === 0 ? "" : short(known.reduce((a, b) => a + b, 0) / known.length);
    };
    charts.push(new Chart(at, { height: 120, axis, peers, zoom, whole: before, readout, healthy: banded ? [one.low ?? -Infinity, one.high ?? Infinity] : null,
      series: one.lines.map(() => ({ color: paint(n, one.lines.length > 1 ? 0.7 : 1), width: 1.2 })) }));
    return h("section.multiple", h("div.heading", h("h3", name), numbers), meaning, at);
  }

  load();
  return {
    load,
    theme() { shape = ""; load(); },
    key(key) {
      const axisKey = Object.keys(AXES)[Number(key) - 1];
      if (!axisKey) return zoomKey(charts[0], key);
      over(axisKey);
      return true;
    },
    close() { closed = true; refinement.close(); clear(); },
  };
}
