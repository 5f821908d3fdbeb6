// The shell of the page: what is known of the runs, which page is open, news from the server.
import { ask, h, place } from "/format.js";
import { runsPage } from "/runs.js";
import { runPage } from "/run.js";
import { comparePage } from "/compare.js";
import { studyPage } from "/study.js";
import { flowPage } from "/flow.js";
import { listen } from "/keys.js";

/** Pages by the first word of the address; each gets the rest and returns what reacts to news, keys and the theme. */
const PAGES = { "": runsPage, run: runPage, compare: comparePage, study: studyPage, flow: flowPage };

export const store = {
  runs: new Map(),       // cards by id, the newest run first
  trials: new Map(),     // cards of the trials that were looked at, by id
  selected: new Set(),   // ids to compare
  reading: true,         // whether the server still reads runs for the first time
  search: "",
};

const main = document.getElementById("main");
let page = null;

export function go(...words) {
  location.hash = "#/" + words.map(encodeURIComponent).join("/");
}

export const link = (...words) => "#/" + words.map(encodeURIComponent).join("/");

function open() {
  if (location.pathname === "/flow" && !location.hash) history.replaceState(null, "", "/" + link("flow"));
  const words = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  const make = PAGES[words[0]] ?? runsPage;
  page?.close?.();
  main.replaceChildren();
  document.body.dataset.page = words[0] || "runs";
  page = make(main, ...words.slice(1));
  scrollTo(0, 0);
}

function counts() {
  const all = [...store.runs.values()];
  const of = state => all.filter(card => card.state === state).length;
  const parts = [["running", of("running")], ["done", of("done")], ["stopped", of("stopped")], ["failed", of("failed")]]
    .filter(([, n]) => n > 0)
    .map(([state, n]) => h(`span.state.${state}`, h("i"), `${n} ${state}`));
  document.getElementById("counts").replaceChildren(...parts);
}

function take(news) {
  for (const card of news.cards) store.runs.set(card.id, card);
  store.reading = news.reading;
  const problem = document.getElementById("problem");
  problem.hidden = news.problem === "";
  problem.textContent = news.problem;
  const order = [...store.runs.values()].sort((a, b) => (b.started + b.id > a.started + a.id ? 1 : -1));
  store.runs = new Map(order.map(card => [card.id, card]));
  place(order.map(card => card.id).reverse());
  counts();
  page?.news?.(new Set(news.cards.map(card => card.id)));
}

async function all() {
  const news = await ask("runs");
  store.runs.clear();
  take(news);
}

function follow() {
  const lost = document.getElementById("lost");
  const events = new EventSource("/api/events");
  events.addEventListener("open", () => { lost.hidden = true; });
  events.addEventListener("error", () => { lost.hidden = false; });
  events.addEventListener("runs", event => {
    const { news, total } = JSON.parse(event.data);
    take(news);
    if (total !== store.runs.size) all(); // a folder is gone
  });
}

export function theme() {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
  page?.theme?.();
}

document.getElementById("theme").addEventListener("click", theme);
const search = document.getElementById("search");
search.addEventListener("input", () => {
  store.search = search.value;
  if (document.body.dataset.page === "runs") page?.news?.(new Set());
  else go();
});
ask("flows").then(({ flows }) => { document.getElementById("flows").hidden = flows.length === 0; });
addEventListener("hashchange", open);
listen(() => page);
all().finally(() => { open(); follow(); });
