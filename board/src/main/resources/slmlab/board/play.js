// The agent playing: images, what it thinks, and a slider through the episode.
import { ask, h, score, short } from "/format.js";

const RATE = 25;      // images a second
const PAUSE = 1500;   // milliseconds at the end of an episode

export function play(into, id) {
  let weights = sessionStorage.getItem("weights") ?? "last";
  let episode = null, number = 0, images = [], at = 0, due = 0, closed = false;
  let playing = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  const canvas = h("canvas.screen", { width: 600, height: 400, role: "img", "aria-label": "The agent playing" });
  const say = h("p.say", "The agent is getting ready…");
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step of the episode", oninput: () => { pause(true); show(Number(slider.value)); } });
  const button = h("button.quiet.toggle", { title: "Play or pause (Space)", onclick: () => pause(playing) });
  const step = h("span.muted"), sum = h("b"), value = h("b"), bars = h("div.bars"), line = h("canvas.value", { height: 48 });
  const kinds = h("div.kinds", { role: "group", "aria-label": "Weights" }, ["last", "best"].map(kind =>
    h("button", { "data-kind": kind, title: kind === "last" ? "The weights of the last row" : "The weights of the best row", onclick: () => choose(kind) }, kind)));
  const facts = h("p.muted.facts");
  into.append(
    h("div.heading", h("h2", "The agent now"), kinds), h("div.frame", canvas, say),
    h("div.control", button, slider, step),
    h("dl.numbers", h("div", h("dt", "reward so far"), h("dd", sum)), h("div.worth", h("dt", "value"), h("dd", value), line)),
    bars, facts);

  function choose(kind) {
    weights = kind;
    sessionStorage.setItem("weights", kind);
    number = 0;
    for (const each of kinds.children) each.setAttribute("aria-pressed", String(each.dataset.kind === kind));
    look();
  }

  function pause(stop) {
    playing = !stop;
    button.textContent = playing ? "❚❚" : "▶";
    button.setAttribute("aria-label", playing ? "Pause" : "Play");
  }

  async function look() {
    const asked = weights;
    try {
      const got = await ask("play", { id, weights });
      if (closed || asked !== weights) return;
      say.hidden = got.episode !== null;
      if (got.problem) say.textContent = `The agent cannot play: ${got.problem}`;
      else if (got.episode === null) say.textContent = "The agent is getting ready…";
      if (got.episode !== null && got.id !== number) await take(got);
    } catch (problem) {
      say.hidden = false;
      say.textContent = problem.message;
    }
  }

  async function take(got) {
    const answer = await fetch(`/api/frames?${new URLSearchParams({ id, weights, episode: got.id })}`);
    if (!answer.ok || closed) return;
    const all = await answer.blob();
    const made = [];
    let from = 0;
    for (const size of got.episode.sizes) {
      made.push(size === 0 ? null : await createImageBitmap(all.slice(from, from + size)));
      from += size;
    }
    images.forEach(image => image?.close());
    images = made;
    episode = got.episode;
    number = got.id;
    slider.max = String(episode.step.length - 1);
    say.hidden = !episode.note;
    say.textContent = episode.note;
    const scale = Math.max(1e-9, ...episode.heights.flat().map(Math.abs));
    bars.replaceChildren(h("h3", { probability: "action probabilities", "action value": "action values", action: "action" }[episode.bars]),
      ...episode.names.slice(0, 18).map(name => h("div.bar1", h("span.label", name), h("span.track", h("span.fill")), h("span.n"))),
      episode.names.length > 18 ? h("small.muted", `and ${episode.names.length - 18} more`) : "");
    bars.dataset.scale = episode.bars === "probability" ? 1 : scale;
    bars.classList.toggle("signed", episode.bars !== "probability");
    facts.textContent = `${weights} weights${episode.frame === null ? "" : ` of frame ${short(episode.frame)}`}, session ${episode.session} · return ${score(episode.episode_return)} in ${episode.steps} steps · a new episode each minute`;
    show(0);
  }

  function show(i) {
    if (!episode) return;
    at = i;
    slider.value = String(i);
    step.textContent = `step ${episode.step[i]} of ${episode.steps}`;
    sum.textContent = score(episode.sum[i]);
    value.textContent = episode.value[i] === null ? "none" : score(episode.value[i]);
    const image = images[i];
    if (image) {
      if (canvas.width !== image.width || canvas.height !== image.height) { canvas.width = image.width; canvas.height = image.height; }
      canvas.getContext("2d").drawImage(image, 0, 0);
    }
    const scale = Number(bars.dataset.scale), signed = bars.classList.contains("signed");
    bars.querySelectorAll(".bar1").forEach((bar, k) => {
      const height = episode.heights[i][k] ?? 0, share = Math.min(1, Math.abs(height) / scale) * (signed ? 50 : 100);
      const fill = bar.querySelector(".fill");
      fill.style.width = `${share}%`;
      fill.style.left = signed ? `${height < 0 ? 50 - share : 50}%` : "0";
      bar.classList.toggle("chosen", episode.chosen[i] === k);
      bar.querySelector(".n").textContent = episode.bars === "probability" ? height.toFixed(2) : short(Math.abs(height) < 5e-4 ? 0 : height);
    });
    worth();
  }

  /** The value over the whole episode, and where we are in it. */
  function worth() {
    const known = episode.value.filter(v => v !== null);
    line.hidden = known.length < 2;
    if (line.hidden) return;
    const ratio = devicePixelRatio, width = line.clientWidth * ratio, height = 48 * ratio;
    if (line.width !== width) { line.width = width; line.height = height; }
    const context = line.getContext("2d"), low = Math.min(...known), range = Math.max(...known) - low || 1;
    const x = k => 2 + k / Math.max(1, episode.value.length - 1) * (width - 6), y = v => height - 5 * ratio - (v - low) / range * (height - 10 * ratio);
    const css = getComputedStyle(document.documentElement);
    context.clearRect(0, 0, width, height);
    for (const [to, color] of [[episode.value.length - 1, css.getPropertyValue("--line")], [at, css.getPropertyValue("--accent")]]) {
      context.beginPath();
      context.strokeStyle = color;
      context.lineWidth = 1.5 * ratio;
      for (let k = 0; k <= to; k++) if (episode.value[k] !== null) context.lineTo(x(k), y(episode.value[k]));
      context.stroke();
    }
    context.beginPath();
    context.fillStyle = css.getPropertyValue("--accent");
    context.arc(x(at), y(episode.value[at] ?? low), 3 * ratio, 0, 7);
    context.fill();
  }

  function tick(now) {
    if (closed) return;
    if (playing && episode && now >= due && !document.hidden) {
      const last = at >= episode.step.length - 1;
      show(last ? 0 : at + 1);
      due = now + (at === episode.step.length - 1 ? PAUSE : 1000 / RATE);
    }
    requestAnimationFrame(tick);
  }

  pause(!playing);
  choose(weights);
  requestAnimationFrame(tick);
  const timer = setInterval(() => { if (!document.hidden) look(); }, 2000);
  return {
    theme: () => show(at),
    key(key) {
      if (key === " ") pause(playing);
      else if (key === "ArrowLeft" && episode) { pause(true); show(Math.max(0, at - 1)); }
      else if (key === "ArrowRight" && episode) { pause(true); show(Math.min(episode.step.length - 1, at + 1)); }
      else return false;
      return true;
    },
    close() { closed = true; clearInterval(timer); images.forEach(image => image?.close()); },
  };
}
