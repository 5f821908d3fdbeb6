// Runs on other machines, below the runs that are here: where they run, since when, their last sign of life.
import { link, store } from "/app.js";
import { ask, clock, duration, h } from "/format.js";

const PERIOD = 10000; // milliseconds between two looks

/** Show them in a section that is hidden while there are none; returns how to stop. */
export function elsewhere(main) {
  const body = h("tbody");
  const section = h("section.elsewhere", { hidden: true }, h("h2", "On other machines"),
    h("table", h("thead", h("tr", ["Run", "Where", "Since", "Last sign of life"].map(name => h("th", name)))), body));
  main.append(section);
  let shown = "";

  const time = text => (text ? clock(Date.parse(text)) : "–");
  const ago = text => (text ? `${duration((Date.now() - Date.parse(text)) / 1000)} ago` : "none yet");

  function row(run) {
    const color = run.state === "starting" ? "running" : run.state === "lost" ? "stopped" : run.state;
    const here = run.fetched.find(folder => store.runs.has(folder));
    return h("tr",
      h("td.name", h(`span.state.${color}`, { title: run.state }, h("i")), here ? h("a", { href: link("run", here) }, run.name) : run.name,
        h("small", `${run.spec} · ${run.mode} · ${run.state}${run.fetched.length > 0 ? " · fetched" : ""}`),
        run.note ? h("p.health", run.note) : null),
      h("td", run.where), h("td", time(run.started)),
      h("td", { title: run.asked ? `the machine answered ${time(run.asked)}` : "the machine was not asked yet" }, ago(run.seen)));
  }

  async function look() {
    let page;
    try { page = await ask("remote"); } catch { return; } // the page itself says when the connection is lost
    section.hidden = page.runs.length === 0;
    const now = JSON.stringify(page.runs) + Math.floor(Date.now() / 60000);
    if (now !== shown) { shown = now; body.replaceChildren(...page.runs.map(row)); }
  }

  look();
  const timer = setInterval(look, PERIOD);
  return () => clearInterval(timer);
}
