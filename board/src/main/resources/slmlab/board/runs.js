// All runs, one row each.
import { go, link, store } from "/app.js";
import { elsewhere } from "/elsewhere.js";
import { clock, color, count, duration, h, score, setting, short, sparkline, spread } from "/format.js";

const COLUMNS = [
  { name: "Run", key: card => card.started + card.id, down: true },
  { name: "Env", key: card => card.env.toLowerCase() },
  { name: "Algorithm", key: card => card.algorithm.toLowerCase() },
  { name: "Return", key: card => card.mean ?? -Infinity, down: true, number: true,
    title: "Mean return of the last 100 episodes, over sessions; ± half of its 95 % interval, from four sessions on. Of a search: its best score" },
  { name: "Curve" },
  { name: "fps", key: card => card.fps ?? 0, down: true, number: true, title: "Frames per second of one session" },
  { name: "Progress", key: card => (card.state === "running" ? 2 - (card.share ?? 0) : card.updated / 1e15), down: true },
];

export function runsPage(main) {
  let sorted = JSON.parse(sessionStorage.getItem("sorted") ?? '{"column":0,"down":true}');
  let grouped = sessionStorage.getItem("grouped") === "yes";
  let at = sessionStorage.getItem("at");
  const body = h("tbody");
  const head = h("tr", h("th.pick", h("span.hidden", "Select")));
  const table = h("table.runs", h("thead", head), body);
  const empty = h("p.empty", { hidden: true });
  const bar = h("div.bar", { hidden: true });
  const group = h("button.quiet", { "aria-pressed": String(grouped), onclick: () => {
    grouped = !grouped;
    sessionStorage.setItem("grouped", grouped ? "yes" : "no");
    group.setAttribute("aria-pressed", String(grouped));
    draw();
  } }, "Group by env");
  const title = h("h1", "Runs");
  main.append(h("div.title", title, group), table, empty, bar);
  const stop = elsewhere(main);
  document.title = "Runs – SLM Lab";
  COLUMNS.forEach((column, i) => {
    const cell = h("th" + (column.number ? ".number" : ""), { title: column.title });
    cell.append(column.key ? h("button", { onclick: () => sort(i) }, column.name) : column.name);
    head.append(cell);
  });

  function sort(i) {
    sorted = { column: i, down: sorted.column === i ? !sorted.down : Boolean(COLUMNS[i].down) };
    sessionStorage.setItem("sorted", JSON.stringify(sorted));
    draw();
  }

  function shown() {
    const words = store.search.toLowerCase().split(/\s+/).filter(Boolean);
    const text = card => [card.study ? "search study" : "run", card.id, card.env, card.algorithm, card.state, ...Object.entries(card.settings).flat()].join(" ").toLowerCase();
    const cards = [...store.runs.values()].filter(card => words.every(word => text(card).includes(word)));
    const key = COLUMNS[sorted.column].key;
    const sign = sorted.down ? -1 : 1;
    cards.sort((a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : 0));
    if (grouped) cards.sort((a, b) => (a.env < b.env ? -1 : a.env > b.env ? 1 : 0));
    return cards;
  }

  const rows = new Map(); // by id: {card, row}

  function draw() {
    const cards = shown();
    [...head.children].slice(1).forEach((cell, i) =>
      cell.setAttribute("aria-sort", i === sorted.column ? (sorted.down ? "descending" : "ascending") : "none"));
    const children = [];
    cards.forEach((card, i) => {
      if (grouped && (i === 0 || cards[i - 1].env !== card.env)) {
        const n = cards.filter(other => other.env === card.env).length;
        children.push(h("tr.group", h("th", { colspan: COLUMNS.length + 1, scope: "colgroup" }, card.env || "unknown env", h("small", count(n, "run")))));
      }
      const known = rows.get(card.id);
      if (known && known.card === card) { children.push(known.row); return; }
      const made = known ? renewed(known.row, row(card)) : row(card);
      rows.set(card.id, { card, row: made });
      children.push(made);
    });
    if (children.length !== body.children.length || children.some((child, i) => child !== body.children[i])) body.replaceChildren(...children);
    mark(false);
    title.replaceChildren("Runs", h("small", store.search ? `${cards.length} of ${store.runs.size}` : String(store.runs.size)));
    empty.hidden = cards.length > 0;
    empty.textContent = store.runs.size > 0 ? "No run matches this search."
      : store.reading ? "Reading the runs…" : "No runs yet. Train one: slm-lab run ppo/cartpole.json ppo_cartpole train";
    selection();
  }

  /** Replace the cells that changed, so that a row keeps its focus and a click its target. */
  function renewed(old, made) {
    const cells = [...made.children];
    if (cells.length !== old.children.length) old.replaceChildren(...cells);
    else [...old.children].forEach((cell, i) => { if (!cell.isEqualNode(cells[i])) cell.replaceWith(cells[i]); });
    return old;
  }

  function row(card) {
    const settings = Object.entries(card.settings).slice(0, 3).map(([key, value]) => h("span.chip", `${key} ${setting(value)}`));
    const box = h("input", { type: "checkbox", "aria-label": `Select ${card.id}`, onchange: () => choose(card.id) });
    box.checked = store.selected.has(card.id);
    const failed = card.state === "failed";
    const folder = card.id === card.name || card.id.startsWith(`${card.name}_2`) ? "" : `${card.id} · `; // one that says more than the spec and the time
    const made = h("tr", { "data-id": card.id, onclick: event => {
      if (!event.target.closest("a, input, label")) go(page(card), card.id);
    } },
      card.study ? h("td.pick") : h("td.pick", h("label", box)),
      h("td.name",
        h("a", { href: link(page(card), card.id), title: card.id }, h(`span.state.${card.state}`, { title: card.state }, h("i")), card.name || card.id), settings,
        card.study ? h("span.chip", "search") : null,
        h("small", `${folder}${card.state}${card.started ? " · " + clock(Date.parse(card.started)) : ""}${card.max_sessions > 1 ? " · " + count(card.max_sessions, "session") : ""}${card.study ? trials(card.study) : ""}`),
        card.health && !failed ? h("p.health", card.health) : null),
      h("td.env", card.env), h("td.algorithm", card.algorithm));
    if (failed || (card.note && card.mean === null)) {
      made.append(h("td.note", { colspan: 4 }, h("span", { title: card.note }, card.note), " ", card.study ? null : h("a", { href: link("run", card.id, "log") }, "open log")));
      return made;
    }
    made.append(
      h("td.number.return", card.mean === null ? h("small", card.study ? "no score yet" : "no episode yet") : h("b", score(card.mean)), " ", h("span.spread", spread(card.low, card.high))),
      h("td.curve", sparkline(card.spark, color(card.id))),
      h("td.number.fps", card.fps === null ? "" : short(card.fps)),
      h("td.progress", progress(card)));
    return made;
  }

  const page = card => (card.study ? "study" : "run");

  function trials(study) {
    const parts = [["done", study.done], ["running", study.running], ["pruned", study.pruned], ["failed", study.failed]];
    return study.all === 0 ? "" : ` · ${parts.filter(([, n]) => n > 0).map(([word, n]) => `${n} ${word}`).join(", ")} of ${count(study.all, "trial")}`;
  }

  function progress(card) {
    if (card.state !== "running") return h("span.muted", `${card.state} ${clock(card.updated)}`);
    if (card.share === null) return `${short(card.frame)} frames`;
    const percent = Math.floor(card.share * 100);
    return [h("progress", { max: 100, value: percent, "aria-label": "share of the frames" }), h("span", `${percent} %`),
      card.left !== null ? h("span.muted", `${duration(card.left)} left`) : null];
  }

  function choose(id) {
    if (store.runs.get(id)?.study) return; // runs are compared, searches are not
    if (!store.selected.delete(id)) store.selected.add(id);
    const entry = rows.get(id);
    if (entry && !entry.card.study) entry.row.querySelector("input").checked = store.selected.has(id);
    selection();
  }

  function selection() {
    for (const id of [...store.selected]) if (!store.runs.has(id)) store.selected.delete(id);
    for (const { card, row: made } of rows.values()) made.classList.toggle("selected", store.selected.has(card.id));
    bar.hidden = store.selected.size === 0;
    bar.replaceChildren(
      h("span", store.selected.size === 1 ? "1 run selected; select another to compare" : `${store.selected.size} runs selected`),
      h("button.main", { disabled: store.selected.size < 2, onclick: () => go("compare", ...store.selected) }, "Compare ", h("kbd", "c")),
      h("button", { onclick: clear }, "Clear"));
  }

  function clear() {
    store.selected.clear();
    for (const { row: made } of rows.values()) if (made.querySelector("input")) made.querySelector("input").checked = false;
    selection();
  }

  function mark(scroll) {
    for (const tr of body.children) tr.classList.toggle("at", tr.dataset.id === at);
    if (scroll) body.querySelector("tr.at")?.scrollIntoView({ block: "nearest" });
  }

  function move(step) {
    const ids = [...body.children].map(tr => tr.dataset.id).filter(Boolean);
    if (ids.length === 0) return;
    const now = ids.indexOf(at);
    at = ids[now < 0 ? 0 : Math.min(ids.length - 1, Math.max(0, now + step))];
    sessionStorage.setItem("at", at);
    mark(true);
  }

  draw();
  let waiting = 0;
  return {
    news() { // many cards may come at once
      if (waiting === 0) waiting = requestAnimationFrame(() => { waiting = 0; draw(); });
    },
    close() { cancelAnimationFrame(waiting); stop(); },
    key(key) {
      const taken = {
        j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1),
        first: () => { at = null; move(1); },
        Enter: () => at && go(page(store.runs.get(at) ?? {}), at), x: () => at && choose(at), Escape: clear,
      }[key];
      if (key === "Enter" && document.activeElement.matches("a, button, input, summary")) return false;
      taken?.();
      return Boolean(taken);
    },
  };
}
