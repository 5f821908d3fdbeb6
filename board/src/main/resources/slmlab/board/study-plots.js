// Plots of a study, drawn by hand: every trial is a mark or a line, and the one under the pointer shows in all of them.
import { marks } from "/axis.js";
import { h, score, style as read } from "/format.js";

const FONT = "12px system-ui, sans-serif";
const RISING = ["#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838"]; // cividis
const NEAR = 0.07; // deviation of the weights of a contour, as a share of an axis

let palette = {}; // of the theme, read once for each drawing: a browser takes its time to answer
const style = name => (palette[name] ??= read(name));

const mixed = (a, b, share) => {
  const part = (color, i) => parseInt(color.slice(1 + 2 * i, 3 + 2 * i), 16);
  return `rgb(${[0, 1, 2].map(i => Math.round(part(a, i) + share * (part(b, i) - part(a, i)))).join(" ")})`;
};

export const rising = share => {
  const at = Math.min(1, Math.max(0, share)) * (RISING.length - 1), below = Math.min(RISING.length - 2, Math.floor(at));
  return mixed(RISING[below], RISING[below + 1], at - below);
};

/** An axis over numbers, with round marks: places are 0 to 1. */
export function ruler(low, high, most = 6, room = 0.04) {
  if (!(high > low)) { const around = Math.abs(low) * 0.1 || 1; [low, high] = [low - around, low + around]; }
  [low, high] = [low - room * (high - low), high + room * (high - low)];
  const at = value => (value - low) / (high - low);
  return { at, marks: marks(low, high, (high - low) / most).map(({ value, text }) => ({ at: at(value), text })) };
}

/** Which trial the pointer or the keyboard is on; all plots and the table listen. */
export class Focus {
  constructor(into, describe, open) {
    this.number = null;
    this.listeners = [];
    this.describe = describe;
    this.open = open;
    this.tip = h("div.tip", { role: "status", hidden: true });
    into.append(this.tip);
  }

  /** Go to a trial; without an event there is nothing to point at. Many moves of the pointer are one for the eye. */
  set(number, event) {
    this.next = { number, event };
    this.waiting ??= requestAnimationFrame(() => { this.waiting = null; this.move(this.next); });
  }

  move({ number, event }) {
    if (number !== this.number) {
      this.number = number;
      for (const listener of this.listeners) listener(number);
      if (number !== null) this.tip.replaceChildren(...this.describe(number));
    }
    this.tip.hidden = number === null || !event;
    if (this.tip.hidden) return;
    const wide = this.tip.offsetWidth, right = event.clientX + 16 + wide > innerWidth;
    this.tip.style.left = `${Math.max(4, right ? event.clientX - wide - 16 : event.clientX + 16)}px`;
    this.tip.style.top = `${Math.min(innerHeight - this.tip.offsetHeight - 4, event.clientY + 12)}px`;
  }
}

/** A canvas that draws itself anew when its size, its content or the trial in focus changes. */
export class Drawing {
  /** paint(ctx, width, height) draws all; over(ctx, number) draws the trial in focus; nearest(x, y) finds one. */
  constructor(focus, label, height, { paint, over, nearest }) {
    Object.assign(this, { focus, height, paint, over, nearest, ready: false, seen: false, stale: true });
    this.canvas = h("canvas.drawing", { role: "img", "aria-label": label });
    this.base = document.createElement("canvas");
    this.watcher = new ResizeObserver(() => this.draw());
    this.watcher.observe(this.canvas);
    this.sight = new IntersectionObserver(entries => {
      this.seen = entries.at(-1).isIntersecting;
      if (this.seen && this.stale) this.draw(); else this.light();
    });
    this.sight.observe(this.canvas);
    const find = event => this.nearest(event.offsetX, event.offsetY);
    this.canvas.addEventListener("pointermove", event => focus.set(this.ready ? find(event) : null, event));
    this.canvas.addEventListener("pointerleave", () => focus.set(null));
    this.canvas.addEventListener("click", event => { const number = find(event); if (number !== null) focus.open(number); });
    focus.listeners.push(() => this.light());
  }

  draw() {
    const width = Math.floor(this.canvas.clientWidth), scale = devicePixelRatio;
    this.canvas.style.height = `${this.height}px`;
    this.stale = !this.seen || width === 0; // what is out of sight is drawn when it comes into it
    if (this.stale) return;
    for (const each of [this.canvas, this.base]) { each.width = width * scale; each.height = this.height * scale; }
    const ctx = this.base.getContext("2d");
    ctx.setTransform(scale, 0, 0, scale, 0, 0);
    ctx.font = FONT;
    ctx.textBaseline = "middle";
    palette = {};
    this.paint(ctx, width, this.height);
    this.ready = true;
    this.light();
  }

  light() {
    if (!this.ready || !this.seen) return;
    const ctx = this.canvas.getContext("2d");
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (this.focus.number !== null) ctx.globalAlpha = 0.45;
    ctx.drawImage(this.base, 0, 0);
    ctx.globalAlpha = 1;
    if (this.focus.number === null) return;
    ctx.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    this.over(ctx, this.focus.number);
  }

  close() { this.watcher.disconnect(); this.sight.disconnect(); }
}

/** How a trial looks everywhere. */
export function mark(ctx, trial, best, x, y, size = 4) {
  const colors = { done: "--c0", pruned: "--muted", failed: "--failed", running: "--accent" };
  ctx.strokeStyle = ctx.fillStyle = style(best ? "--c1" : colors[trial.state]);
  ctx.lineWidth = 1.6;
  ctx.beginPath();
  if (trial.state === "failed") {
    ctx.moveTo(x - size, y - size); ctx.lineTo(x + size, y + size); ctx.moveTo(x - size, y + size); ctx.lineTo(x + size, y - size);
    ctx.stroke();
  } else {
    ctx.arc(x, y, best ? size + 1.5 : size, 0, 2 * Math.PI);
    if (trial.state === "done") ctx.fill(); else ctx.stroke();
  }
}

/** A plot with two axes. content() gives {x, y: rulers, xTitle, dots: [{trial, x, y}], lines: [{trial, points}], ground(ctx, area)}. */
export function plane(focus, label, height, study, content) {
  const area = { left: 52, top: 10, right: 12, bottom: 40 };
  let now = null, width = 0;
  const px = at => area.left + at * (width - area.left - area.right), py = at => height - area.bottom - at * (height - area.top - area.bottom);
  const isBest = trial => trial.number === study().card.study.best;

  function axes(ctx) {
    ctx.strokeStyle = style("--line");
    ctx.fillStyle = style("--muted");
    ctx.lineWidth = 1;
    let end = -Infinity;
    for (const { at, text } of now.x.marks) {
      const x = px(at), half = ctx.measureText(text).width / 2, middle = Math.min(width - half - 2, Math.max(half + 2, x));
      ctx.beginPath(); ctx.moveTo(x, area.top); ctx.lineTo(x, height - area.bottom); ctx.stroke();
      if (middle - half > end) { ctx.textAlign = "center"; ctx.fillText(text, middle, height - area.bottom + 13); end = middle + half + 6; }
    }
    for (const { at, text } of now.y.marks) {
      ctx.beginPath(); ctx.moveTo(area.left, py(at)); ctx.lineTo(width - area.right, py(at)); ctx.stroke();
      ctx.textAlign = "right";
      ctx.fillText(fit(ctx, text, area.left - 10), area.left - 8, py(at));
    }
    ctx.textAlign = "center";
    ctx.fillText(now.xTitle, (area.left + width - area.right) / 2, height - 10);
  }

  function line(ctx, { trial, points }, strong) {
    ctx.strokeStyle = style(isBest(trial) ? "--c1" : { pruned: "--muted", failed: "--failed" }[trial.state] ?? "--c0");
    ctx.lineWidth = strong || isBest(trial) ? 2.4 : 1;
    ctx.globalAlpha = strong || isBest(trial) ? 1 : 0.55;
    ctx.beginPath();
    points.forEach(([x, y], i) => (i === 0 ? ctx.moveTo(px(x), py(y)) : ctx.lineTo(px(x), py(y))));
    ctx.stroke();
    ctx.globalAlpha = 1;
  }

  const last = list => [...list.filter(each => !isBest(each.trial)), ...list.filter(each => isBest(each.trial))]; // the best on top
  return new Drawing(focus, label, height, {
    paint(ctx, wide) {
      width = wide;
      now = content();
      axes(ctx);
      now.ground?.(ctx, { px, py });
      for (const each of last(now.lines ?? [])) line(ctx, each, false);
      for (const { trial, x, y } of last(now.dots)) {
        if (now.halo) { ctx.fillStyle = style("--ground"); ctx.globalAlpha = 0.7; ctx.beginPath(); ctx.arc(px(x), py(y), 6.5, 0, 7); ctx.fill(); ctx.globalAlpha = 1; }
        mark(ctx, trial, isBest(trial), px(x), py(y));
      }
    },
    over(ctx, number) {
      for (const each of now.lines ?? []) if (each.trial.number === number) line(ctx, each, true);
      for (const { trial, x, y } of now.dots) if (trial.number === number) mark(ctx, trial, isBest(trial), px(x), py(y), 6);
    },
    nearest(x, y) {
      let found = null, least = 24 ** 2;
      const look = (trial, atX, atY) => {
        const far = (px(atX) - x) ** 2 + (py(atY) - y) ** 2;
        if (far < least) { least = far; found = trial.number; }
      };
      for (const each of now.dots) look(each.trial, each.x, each.y);
      if (found === null) for (const each of now.lines ?? []) for (const [atX, atY] of each.points) look(each.trial, atX, atY);
      return found;
    },
  });
}

const fit = (ctx, text, most) => {
  if (ctx.measureText(text).width <= most) return text;
  let end = text.length - 1;
  while (end > 1 && ctx.measureText(text.slice(0, end) + "…").width > most) end--;
  return text.slice(0, end) + "…";
};

/** An axis for each parameter and one for the score; each trial a line, stronger the higher it ranks. */
export function parallel(focus, height, study, content) {
  let axes = [], rows = [], width = 0, gap = 0;
  const area = { left: 56, top: 34, bottom: 14, right: 20 };
  const px = k => area.left + k * gap, py = at => height - area.bottom - at * (height - area.top - area.bottom);
  const path = (ctx, row) => {
    ctx.beginPath();
    row.at.forEach((at, k) => (k === 0 ? ctx.moveTo(px(k), py(at)) : ctx.lineTo(px(k), py(at))));
    ctx.stroke();
  };
  const isBest = row => row.trial.number === study().card.study.best;
  return new Drawing(focus, "Parallel coordinates: a line for each trial across the parameters", height, {
    paint(ctx, wide) {
      width = wide;
      ({ axes, rows } = content());
      gap = (width - area.left - area.right) / Math.max(1, axes.length - 1);
      rows.forEach((row, i) => {
        const rank = rows.length === 1 ? 1 : i / (rows.length - 1);
        ctx.strokeStyle = isBest(row) ? style("--c1") : mixed(style("--line"), style("--c0"), rank * rank);
        ctx.lineWidth = isBest(row) ? 2.6 : 0.8 + 0.7 * rank;
        path(ctx, row);
      });
      axes.forEach((axis, k) => {
        const x = px(k);
        ctx.strokeStyle = style("--muted");
        ctx.lineWidth = 1;
        ctx.beginPath(); ctx.moveTo(x, area.top); ctx.lineTo(x, height - area.bottom); ctx.stroke();
        ctx.textAlign = "center";
        ctx.fillStyle = style("--text");
        const name = fit(ctx, axis.name, gap - 8), half = ctx.measureText(name).width / 2;
        ctx.fillText(name, Math.min(width - half - 2, Math.max(half + 2, x)), k % 2 === 1 && gap < 90 ? 10 : 22);
        ctx.textAlign = "right";
        for (const { at, text } of axis.marks) {
          const words = fit(ctx, text, Math.min(gap, 90) - 14), wide1 = ctx.measureText(words).width;
          ctx.fillStyle = style("--ground");
          ctx.globalAlpha = 0.75;
          ctx.fillRect(x - wide1 - 9, py(at) - 8, wide1 + 4, 16);
          ctx.globalAlpha = 1;
          ctx.fillStyle = style("--muted");
          ctx.fillText(words, x - 7, py(at));
        }
      });
    },
    over(ctx, number) {
      const row = rows.find(each => each.trial.number === number);
      if (!row) return;
      ctx.strokeStyle = style(isBest(row) ? "--c1" : "--accent");
      ctx.lineWidth = 3;
      path(ctx, row);
    },
    nearest(x, y) {
      const k = Math.min(axes.length - 2, Math.max(0, Math.floor((x - area.left) / gap))), share = (x - px(k)) / gap;
      let found = null, least = 10;
      for (const row of rows) {
        const far = Math.abs(py(row.at[k] + share * (row.at[k + 1] - row.at[k])) - y);
        if (far < least) { least = far; found = row.trial.number; }
      }
      return found;
    },
  });
}

/** Paint the score over two parameters: in each cell the mean of the trials near by, nothing where there are none. */
export function contour(ctx, { px, py }, keys, x, y, scored, range) {
  const cells = key => (key.choice ? key.marks.length : 44), columns = cells(keys[x]), rows = cells(keys[y]);
  const weight = (key, place, at) => (key.choice ? (Math.abs(at - place) < 0.5 / cells(key) ? 1 : 0) : Math.exp(-0.5 * ((at - place) / NEAR) ** 2));
  const small = document.createElement("canvas"), cell = small.getContext("2d");
  small.width = columns;
  small.height = rows;
  for (let i = 0; i < columns; i++) {
    const across = scored.map(trial => weight(keys[x], (i + 0.5) / columns, trial.at[x]));
    for (let k = 0; k < rows; k++) {
      let sum = 0, weights = 0;
      scored.forEach((trial, n) => {
        if (across[n] < 1e-4) return;
        const own = across[n] * weight(keys[y], (k + 0.5) / rows, trial.at[y]);
        sum += own * trial.score;
        weights += own;
      });
      if (weights < Math.exp(-4.5)) continue;
      cell.fillStyle = rising(range[1] > range[0] ? (sum / weights - range[0]) / (range[1] - range[0]) : 0.5);
      cell.fillRect(i, rows - 1 - k, 1, 1);
    }
  }
  ctx.imageSmoothingEnabled = !keys[x].choice && !keys[y].choice;
  ctx.drawImage(small, px(0), py(1), px(1) - px(0), py(0) - py(1));
}

/** The colors of a contour and the scores that they stand for. */
export function scale(range) {
  const canvas = h("canvas", { width: 120, height: 10, "aria-hidden": "true" }), ctx = canvas.getContext("2d");
  for (let i = 0; i < 120; i++) { ctx.fillStyle = rising(i / 119); ctx.fillRect(i, 0, 1, 10); }
  return h("span.scale", score(range[0]), canvas, score(range[1]));
}
