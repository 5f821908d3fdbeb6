// One run: is it running, is it learning, is it healthy, what does it do.
import { go, link, store } from "/app.js";
import { curves } from "/curves.js";
import { play } from "/play.js";
import { tabs } from "/tabs.js";
import { ask, clock, color, count, duration, h, score, setting, short } from "/format.js";

export function runPage(main, id, tab) {
  const search = id.includes("/") ? id.slice(0, id.lastIndexOf("/")) : null; // a trial has no row in the list
  const card = store.runs.get(id) ?? store.trials.get(id);
  if (!card && search !== null) {
    let shown = null, closed = false;
    ask("run", { id }).then(found => {
      if (closed) return;
      store.trials.set(id, found.card);
      shown = runPage(main, id, tab);
    }, problem => { if (!closed) main.append(h("p.empty", `${problem.message}. `, h("a", { href: link() }, "All runs"))); });
    return { news: changed => shown?.news?.(changed), theme: () => shown?.theme?.(), key: (key, event) => shown?.key?.(key, event) ?? false,
      close() { closed = true; shown?.close?.(); } };
  }
  if (!card) {
    main.append(h("p.empty", "There is no such run here. ", h("a", { href: link() }, "All runs")));
    return {};
  }
  document.title = `${card.name} – SLM Lab`;
  const head = h("div.head"), left = h("section.left"), right = h("aside.right"), below = h("section.below"), origin = h("p.origin.muted");
  main.append(head, h("div.columns", left, right), below);
  summary();
  const drawn = curves(left, id), played = play(right, id), tabbed = tabs(below, id, tab);
  main.append(origin);
  ask("run", { id }).then(({ origin: facts, path }) => {
    const parts = [facts.command?.join?.(" "), facts.commit && `commit ${facts.commit}`, facts.seed !== undefined && `seed ${facts.seed}`, facts.java, facts.cpu, path];
    origin.textContent = parts.filter(Boolean).join(" · ");
  }, () => {});

  function summary() {
    const now = store.runs.get(id) ?? store.trials.get(id);
    if (!now) return;
    const running = now.state === "running";
    const interval = now.low === null ? null : h("span.interval", `${score(now.low)} to ${score(now.high)}`, h("small", `95 % interval of ${count(now.sessions, "session")}`));
    const change = now.change === null ? null
      : h("span.change", `${now.change >= 0 ? "+" : ""}${score(now.change)}`, h("small", "in the last tenth"));
    const facts = [
      now.share === null ? `${short(now.frame)} frames` : `${short(now.frame)} frames, ${Math.floor(now.share * 100)} %`,
      now.fps === null ? null : `${short(now.fps)} fps`,
      running && now.left !== null ? `${duration(now.left)} left` : null,
      running ? null : `${now.state} ${clock(now.updated)}`,
    ];
    head.replaceChildren(
      h("p.path", h("a", { href: link() }, "Runs"), " / ", search === null ? h("span", id) : [h("a", { href: link("study", search) }, search), " / ", h("span", id.slice(search.length + 1))]),
      h("div.line",
        h("h1", h(`span.swatch.c${color(id)}`), now.name, h("small", [now.env, now.algorithm].filter(Boolean).join(" · ")), h(`span.state.${now.state}`, h("i"), now.state)),
        h("div.answer", h("span.big", { title: "Mean return of the last 100 episodes" }, now.mean === null ? "–" : score(now.mean), h("small", "mean return, last 100 episodes")), interval, change)),
      h("p.facts", facts.filter(Boolean).map(fact => h("span", fact)), Object.entries(now.settings).map(([key, value]) => h("span.chip", `${key} ${setting(value)}`))),
      running && now.share !== null ? h("progress", { max: 1, value: now.share, "aria-label": "share of the frames" }) : "",
      now.note ? h("p.note", now.note) : "", now.health ? h("p.health", now.health) : "");
  }

  function neighbor(step) {
    const ids = [...store.runs.keys()], next = ids[ids.indexOf(id) + step];
    if (next) go("run", next);
  }

  return {
    async news(changed) {
      if (!changed.has(search ?? id)) return;
      if (search !== null) {
        try { store.trials.set(id, (await ask("run", { id })).card); } catch { return; } // gone, or being written
      }
      summary();
      drawn.load();
      tabbed.news();
    },
    theme() { drawn.theme(); played.theme(); },
    key(key) {
      if (key === "j" || key === "k") { neighbor(key === "j" ? 1 : -1); return true; }
      if (key === "x") { if (!store.selected.delete(id)) store.selected.add(id); return true; }
      return drawn.key(key) || played.key(key);
    },
    close() { drawn.close(); played.close(); },
  };
}
