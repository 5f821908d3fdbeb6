// One study: how far it is, what was best, what matters, and all its trials.
import { go, link, store } from "/app.js";
import { ask, count, duration, h, score, short, style } from "/format.js";
import { contour, Focus, parallel, plane, ruler, scale } from "/study-plots.js";
import { trialTable } from "/study-table.js";

const MOST_AXES = 12, MOST_SLICES = 12;

export function studyPage(main, id) {
  let got = null, asking = false, again = false, closed = false, shape = "", drawings = [], pair = null;
  if (!store.runs.get(id)?.study) {
    main.append(h("p.empty", "There is no such study here. ", h("a", { href: link() }, "All runs")));
    return {};
  }
  document.title = `${store.runs.get(id).name} – SLM Lab`;
  const head = h("div.head"), plots = h("div.study"), below = h("section.below");
  main.append(head, plots, below);
  const open = number => { const trial = got.trials.find(each => each.number === number); if (trial?.run) go("run", trial.run); };
  const focus = new Focus(main, describe, open);
  const table = trialTable(below, focus, open);
  below.hidden = true;

  function describe(number) {
    const trial = got.trials.find(each => each.number === number);
    if (!trial) return [];
    return [h("b", `trial ${number} · ${trial.state}${number === got.card.study.best ? ` · ${got.word}` : ""}`), h("b.big", score(trial.score)),
      h("dl", got.keys.flatMap((key, k) => [h("dt", key.name), h("dd", trial.values[k] ?? "")]), h("dt", "frames"), h("dd", short(trial.frame))),
      trial.error ? h("p.note", trial.error) : ""];
  }

  async function load() {
    if (asking) { again = true; return; }
    asking = true;
    try {
      got = await ask("study", { id });
      if (!closed) show();
    } catch (problem) {
      if (!closed) head.replaceChildren(h("p.empty", problem.message));
    }
    await new Promise(done => setTimeout(done, Math.max(1000, (got?.trials.length ?? 0) * 2)));
    asking = false;
    if (again && !closed) { again = false; load(); }
  }

  function show() {
    summary();
    below.hidden = got.problem !== "";
    if (got.problem) { clear(); plots.replaceChildren(); return; }
    const now = JSON.stringify([got.keys.map(key => key.path), got.rungs.length > 0, matters()]);
    if (now !== shape) { clear(); make(); shape = now; }
    for (const drawing of drawings) drawing.draw();
    importance();
    table.show(got);
  }

  const matters = () => got.keys.some(key => key.importance > 0);
  const scored = () => got.trials.filter(trial => trial.score !== null && (trial.state === "done" || trial.state === "pruned"));
  const ranked = () => got.keys.map((_, k) => k).sort((a, b) => got.keys[b].importance - got.keys[a].importance);
  const range = all => [Math.min(...all.map(trial => trial.score)), Math.max(...all.map(trial => trial.score))];
  const scores = (all, most) => (all.length === 0 ? ruler(0, 1, most) : ruler(...range(all), most));

  function summary() {
    const { card } = got, trials = card.study, running = card.state === "running";
    const best = got.trials.find(trial => trial.number === trials.best), ended = trials.done + trials.pruned + trials.failed;
    const parts = [["done", trials.done], ["running", trials.running], ["pruned", trials.pruned], ["failed", trials.failed]].filter(([, n]) => n > 0);
    const made = h("div.head",
      h("p.path", h("a", { href: link() }, "Runs"), " / ", h("span", id)),
      h("div.line",
        h("h1", card.name, h("small", ["search", card.env, card.algorithm].filter(Boolean).join(" · ")), h(`span.state.${card.state}`, h("i"), card.state)),
        h("div.answer",
          h("span.big", best ? score(card.mean) : "–", h("small", best ? [`${got.word}, `, best.run ? h("a", { href: link("run", best.run) }, `trial ${best.number}`) : `trial ${best.number}`] : "candidate")),
          h("span.interval", trials.all ? `${ended} of ${trials.all}` : "–", h("small", "trials ended")),
          running && card.left !== null ? h("span.interval", duration(card.left), h("small", "left, about")) : null)),
      h("p.facts", parts.map(([word, n]) => h(`span.state.${word}`, h("i"), `${n} ${word}`)), h("span", `${short(card.frame)} frames`),
        got.sampler ? h("span", `sampler ${got.sampler}`) : null, got.pruner ? h("span", `pruner ${got.pruner}`) : null, card.seed ? h("span", `seed ${card.seed}`) : null),
      best ? h("p.facts.values", h("span", `Values of the ${got.word === "confirmed" ? "confirmed trial" : "candidate"}:`), got.keys.map((key, k) => h("span.chip", { title: key.path }, `${key.name} ${best.values[k]}`))) : "",
      best ? h("p.facts.standing", got.standing) : "",
      running && card.share !== null ? h("progress", { max: 1, value: card.share, "aria-label": "share of the trials" }) : "",
      got.problem ? h("p.note", got.problem) : "", card.note && !got.problem ? h("p.note", card.note) : "",
      h("p.origin.muted", got.path));
    if (!made.isEqualNode(head)) head.replaceChildren(...made.childNodes);
  }

  function clear() {
    for (const drawing of drawings) drawing.close();
    drawings = [];
    focus.listeners = [];
    focus.set(null);
    shape = "";
  }

  const add = drawing => { drawings.push(drawing); return drawing.canvas; };
  const part = (name, legend, ...rest) => h("section", h("div.heading", h("h2", name), h("span.muted", legend)), ...rest);
  const study = () => got;
  const bars = h("div.bars.matter"), basis = h("span");

  function make() {
    const wide = innerWidth >= 700, high = wide ? 300 : 240;
    plots.replaceChildren(
      h("div.columns", part("Score of every trial", "filled: done · hollow: pruned · cross: failed · orange: best so far", add(plane(focus, "Score of every trial", high, study, history))),
        part("What matters", basis, bars)),
      part("Parallel coordinates", "a line for each trial, stronger the higher it ranks", add(parallel(focus, wide ? 340 : 300, study, lines))),
      part("Score over each parameter", "the most important first", h("div.multiples", ranked().slice(0, MOST_SLICES).map(k =>
        h("section.multiple", h("h3", { title: got.keys[k].path }, got.keys[k].name), add(plane(focus, `Score over ${got.keys[k].name}`, 180, study, () => slice(k))))))),
      h("div.columns.even", got.keys.length > 1 ? surface(high) : null,
        part("Score over frames", got.rungs.length ? `vertical: the pruner's rungs · hollow ends: pruned` : "hollow ends: pruned", add(plane(focus, "Score over frames", high, study, rungs)))));
  }

  function history() {
    const all = scored(), failed = got.trials.filter(trial => trial.state === "failed"), running = got.trials.filter(trial => trial.state === "running" && trial.score !== null);
    const y = scores([...all, ...running]), x = ruler(0, Math.max(1, got.trials.at(-1)?.number ?? 1), innerWidth < 700 ? 4 : 8, 0.02);
    const dots = [...all, ...running].map(trial => ({ trial, x: x.at(trial.number), y: y.at(trial.score) }));
    dots.push(...failed.map(trial => ({ trial, x: x.at(trial.number), y: 0.02 })));
    const steps = [];
    let best = -Infinity;
    for (const trial of all.filter(each => each.state === "done")) {
      if (trial.score <= best) continue;
      if (steps.length) steps.push([x.at(trial.number), y.at(best)]);
      best = trial.score;
      steps.push([x.at(trial.number), y.at(best)]);
    }
    if (steps.length) steps.push([x.at(got.trials.at(-1).number), y.at(best)]);
    const owner = got.trials.find(trial => trial.number === got.card.study.best);
    return { x, y, xTitle: "trial", dots, lines: owner ? [{ trial: owner, points: steps }] : [] };
  }

  function lines() {
    const all = scored().sort((a, b) => a.score - b.score), y = scores(all), shown = ranked().slice(0, innerWidth < 700 ? 4 : MOST_AXES);
    return { axes: [...shown.map(k => got.keys[k]), { name: "score", marks: y.marks }], rows: all.map(trial => ({ trial, at: [...shown.map(k => trial.at[k]), y.at(trial.score)] })) };
  }

  /** Where a trial stands; those of one option beside each other. */
  const spread = (k, trial) => trial.at[k] + (got.keys[k].choice ? 0.5 * (trial.number * 0.618 % 1 - 0.5) / got.keys[k].marks.length : 0);

  function slice(k) {
    const all = scored(), y = scores(all, 4);
    return { x: { marks: got.keys[k].marks }, y, xTitle: "", dots: all.map(trial => ({ trial, x: spread(k, trial), y: y.at(trial.score) })) };
  }

  function surface(high) {
    const names = () => got.keys.map((key, k) => h("option", { value: k }, key.name));
    pair ??= ranked().slice(0, 2);
    const bar = h("span"), drawing = plane(focus, "Score over two parameters", high, study, () => {
      const all = scored(), [x, y] = pair, span = all.length ? range(all) : [0, 1];
      bar.replaceChildren(scale(span));
      return { x: { marks: got.keys[x].marks }, y: { marks: got.keys[y].marks }, xTitle: got.keys[x].name, halo: true,
        dots: all.map(trial => ({ trial, x: spread(x, trial), y: spread(y, trial) })),
        ground: (ctx, place) => contour(ctx, place, got.keys, x, y, all, span) };
    });
    const choose = (i, label) => {
      const select = h("select", { "aria-label": label, onchange: () => { pair[i] = Number(select.value); drawing.draw(); } }, names());
      select.value = String(pair[i]);
      return select;
    };
    return part("Score over two parameters", "mean of the trials near by", h("div.tools", choose(1, "vertical parameter"), "over", choose(0, "horizontal parameter"), bar), add(drawing));
  }

  function rungs() {
    const shown = got.trials.filter(trial => trial.scores.some(value => value !== null));
    const known = shown.flatMap(trial => trial.scores.filter(value => value !== null).map(value => ({ score: value })));
    const longest = shown.reduce((most, trial) => Math.max(most, trial.frame), 1);
    const y = known.length ? ruler(known.reduce((m, v) => Math.min(m, v.score), Infinity), known.reduce((m, v) => Math.max(m, v.score), -Infinity)) : ruler(0, 1);
    const x = ruler(0, longest, innerWidth < 700 ? 4 : 6, 0.02);
    const points = trial => trial.frames.map((frame, i) => [x.at(frame), trial.scores[i]]).filter(([, value]) => value !== null).map(([at, value]) => [at, y.at(value)]);
    const curves = shown.map(trial => ({ trial, points: points(trial) }));
    const ends = curves.filter(({ trial }) => trial.state !== "done" || trial.number === got.card.study.best);
    return { x, y, xTitle: "frames", lines: curves, dots: ends.map(({ trial, points: all }) => ({ trial, x: all.at(-1)[0], y: all.at(-1)[1] })),
      ground(ctx, { px, py }) {
        ctx.strokeStyle = style("--muted");
        ctx.setLineDash([3, 4]);
        for (const rung of got.rungs) { ctx.beginPath(); ctx.moveTo(px(x.at(rung)), py(0)); ctx.lineTo(px(x.at(rung)), py(1)); ctx.stroke(); }
        ctx.setLineDash([]);
      } };
  }

  function importance() {
    const most = Math.max(...got.keys.map(key => key.importance));
    basis.textContent = most > 0 ? `share of the score's variance, interactions included; ${got.basis}` : "";
    bars.replaceChildren(...(most > 0 ? ranked().map(k => {
      const fill = h("div.fill"), { name, path, importance: share } = got.keys[k];
      fill.style.width = `${100 * share / most}%`;
      return h("div.bar1.chosen", h("span.label", { title: path }, name), h("div.track", fill), h("span.n", `${(100 * share).toFixed(1)} %`));
    }) : [h("p.muted", `Nothing can be said: ${got.basis}.`)]));
  }

  load();
  return {
    news(changed) { if (changed.has(id)) load(); },
    theme() { for (const drawing of drawings) drawing.draw(); },
    key: key => (got && !got.problem ? table.key(key) : false),
    close() { closed = true; clear(); },
  };
}
