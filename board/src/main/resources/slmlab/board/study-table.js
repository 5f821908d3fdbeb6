// The trials of a study as a table: sorted, filtered, the best marked.
import { link } from "/app.js";
import { clock, count, duration, h, score, short } from "/format.js";

const STATES = ["all", "done", "running", "pruned", "failed"];

export function trialTable(into, focus, open) {
  let got = null, sorted = { column: "Score", down: true }, state = "all", at = null;
  const head = h("tr"), body = h("tbody"), empty = h("p.muted", { hidden: true }), rows = new Map();
  const filters = h("div.kinds", { role: "group", "aria-label": "Which trials" }, STATES.map(word =>
    h("button", { "data-state": word, onclick: () => { state = word; draw(); } }, word)));
  into.append(h("div.tools", h("h2", "Trials"), h("span.muted"), filters), h("div.scroll", h("table.trials", h("thead", head), body)), empty);
  const seconds = trial => ((trial.ended ?? Date.now()) - trial.begun) / 1000;
  const number = text => { const value = Number(text.replace("\u2212", "-")); return Number.isNaN(value) ? text : value; };

  const columns = () => [
    { name: "Trial", key: trial => trial.number },
    { name: "State", key: trial => STATES.indexOf(trial.state) },
    { name: "Score", key: trial => trial.score ?? -Infinity, down: true, number: true },
    { name: "Frames", key: trial => trial.frame, down: true, number: true },
    ...got.keys.map((key, k) => ({ name: key.name, title: key.path, key: trial => number(trial.values[k] ?? ""), number: !key.choice })),
    { name: "Time", key: seconds, down: true, number: true },
    { name: "Begun", key: trial => trial.begun, down: true },
    { name: "Worker", key: trial => trial.worker },
  ];

  function sort(column) {
    sorted = { column: column.name, down: sorted.column === column.name ? !sorted.down : Boolean(column.down) };
    draw();
  }

  function row(trial) {
    const best = trial.number === got.card.study.best, name = `trial ${trial.number}`;
    const made = h(`tr.${trial.state}${best ? ".best" : ""}`, { "data-trial": trial.number,
      onclick: event => { if (!event.target.closest("a")) open(trial.number); },
      onpointerenter: () => focus.set(trial.number), onpointerleave: () => focus.set(null) },
      h("td.name", trial.run ? h("a", { href: link("run", trial.run) }, name) : name, best ? h("b.star", ` ★ ${got.word}`) : null),
      h("td", h(`span.state.${trial.state}`, h("i"), trial.state), trial.attempt > 1 ? h("small", ` attempt ${trial.attempt}`) : null),
      h("td.number", trial.error ? h("span.note", { title: trial.error }, trial.error) : h("b", score(trial.score))),
      h("td.number", short(trial.frame)),
      got.keys.map((key, k) => h("td" + (key.choice ? "" : ".number"), trial.values[k] ?? "")),
      h("td.number", duration(seconds(trial))), h("td", clock(trial.begun)), h("td", trial.worker));
    return made;
  }

  function draw() {
    const all = columns(), by = all.find(column => column.name === sorted.column) ?? all[0], sign = sorted.down ? -1 : 1;
    if (head.children.length !== all.length) {
      head.replaceChildren(...all.map(column => h("th" + (column.number ? ".number" : ""), { title: column.title },
        h("button", { onclick: () => sort(column) }, column.name))));
    }
    all.forEach((column, i) => head.children[i].setAttribute("aria-sort", column === by ? (sorted.down ? "descending" : "ascending") : "none"));
    for (const button of filters.children) {
      const n = got.trials.filter(trial => trial.state === button.dataset.state).length;
      button.setAttribute("aria-pressed", String(button.dataset.state === state));
      button.textContent = button.dataset.state === "all" ? `all ${got.trials.length}` : `${button.dataset.state} ${n}`;
      button.hidden = n === 0 && !["all", state].includes(button.dataset.state);
    }
    const shown = got.trials.filter(trial => state === "all" || trial.state === state)
      .sort((a, b) => { const [x, y] = [by.key(a), by.key(b)]; return (x < y ? -sign : x > y ? sign : 0) || a.number - b.number; });
    const children = shown.map(trial => {
      const text = JSON.stringify([trial.state, trial.score, trial.frame, trial.values, trial.attempt, trial.run, trial.ended, got.card.study.best === trial.number]);
      const known = rows.get(trial.number);
      if (known && known.text === text && trial.state !== "running") return known.row;
      const made = row(trial);
      rows.set(trial.number, { text, row: made });
      return made;
    });
    if (children.length !== body.children.length || children.some((child, i) => child !== body.children[i])) body.replaceChildren(...children);
    empty.hidden = shown.length > 0;
    empty.textContent = got.trials.length === 0 ? "No trial has begun yet." : `No trial is ${state}.`;
    into.querySelector(".tools .muted").textContent = state === "all" ? "" : `${count(shown.length, "trial")} of ${got.trials.length}`;
    mark(false);
  }

  function mark(scroll) {
    for (const tr of body.children) tr.classList.toggle("at", Number(tr.dataset.trial) === at && at !== null);
    if (scroll) body.querySelector("tr.at")?.scrollIntoView({ block: "nearest" });
  }

  function move(step) {
    const numbers = [...body.children].map(tr => Number(tr.dataset.trial));
    if (numbers.length === 0) return;
    const now = numbers.indexOf(at);
    at = numbers[now < 0 ? 0 : Math.min(numbers.length - 1, Math.max(0, now + step))];
    document.activeElement.blur(); // Enter opens the trial, and presses no button
    mark(true);
    focus.set(at);
  }

  return {
    show(study) { got = study; draw(); },
    key(key) {
      const taken = { j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1), Enter: () => at !== null && open(at) }[key];
      if (!taken || (key === "Enter" && document.activeElement.matches("a, button, input, select, summary"))) return false;
      taken();
      return true;
    },
  };
}
