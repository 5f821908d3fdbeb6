// One curve or many over a shared x axis, on a canvas: bands, gaps, hairlines with labels, and a cross-hair.
//
// The server sends a few points for each pixel, so a frame renders all that is in view anew, and a pan or zoom needs nothing
// else. The finished image is kept beside the canvas, because the cross-hair moves far more often than the curves do.
import { duration, fade, h, style } from "/format.js";
import { gestures } from "/gestures.js";
import { axes, band, chosen, curve, dots, ground, hair, rule } from "/layers.js";

const REACH = 24;       // pixels behind its end in which a curve still has a value under the cross-hair
const FINEST = 1e-6;    // share of the whole axis that is in view, at least
const ROOM = 0.06;      // share of the height that stays free above and below the curves

/** What stands below an axis. */
export const AXES = { frames: "frames", time: "training time", updates: "optimizer steps" };

/** Color n of the runs, for a canvas. */
export const paint = (n, share = 1) => fade(style(`--c${n}`), share);

/** The first index of ascending numbers that are not below x; of those above it with `above`. */
function bisect(numbers, x, above = false) {
  let low = 0, high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < x || (above && numbers[middle] === x)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function cleared(canvas, scale) {
  const ctx = canvas.getContext("2d");
  ctx.setTransform(scale, 0, 0, scale, 0, 0); // all else counts in pixels of the page
  ctx.clearRect(0, 0, canvas.width / scale, canvas.height / scale);
  return ctx;
}

const waiting = new Set(); // charts to render with the next frame of the screen

function soon(chart) {
  if (waiting.size === 0) requestAnimationFrame(() => {
    const charts = [...waiting];
    waiting.clear();
    for (const each of charts) each.render();
  });
  waiting.add(chart);
}

const REST = 150, HURRY = 250; // milliseconds

/**
 * Asks the server for finer points of what is in view: once it rests, because reading an answer takes longer than a frame, or four
 * times a second while it moves where there are no points at all.
 */
export class Refinement {
  constructor(load) {
    Object.assign(this, { load, timer: null, last: -Infinity, from: -Infinity, to: Infinity });
  }

  /** What to ask for: the part in view and half of it on either side, so that a pan finds something to show. */
  query(range, pixels) {
    this.last = performance.now();
    [this.from, this.to] = [-Infinity, Infinity];
    if (range === null) return { width: pixels };
    const half = (range[1] - range[0]) / 2;
    [this.from, this.to] = [range[0] - half, range[1] + half];
    return { from: this.from, to: this.to, width: Math.min(4000, 2 * pixels) };
  }

  look(range) {
    const [from, to] = range ?? [-Infinity, Infinity], isThere = from >= this.from && to <= this.to;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.load, isThere ? REST : Math.max(0, this.last + HURRY - performance.now()));
  }

  close() { clearTimeout(this.timer); }
}

/**
 * A chart in an element.
 * options: height, axis, label, series [{color, width, dash, dots, band}] where band is the color between low and high,
 * rules [{at, label, reach}], healthy [low, high], peers() (charts with the same axis, which share the cross-hair),
 * whole (ends of the axis, of a chart that is first shown in part), zoom(from, to) (asks for a part of the axis, or for all with
 * null; without it the chart zooms by itself),
 * readout({x, points} or null) (what is under the cross-hair).
 */
export class Chart {
  constructor(into, options) {
    Object.assign(this, { into, options, lines: [], range: null, whole: options.whole ?? [0, 1], cursor: null, selected: null, wide: 0, stale: true });
    this.peers = options.peers ?? (() => [this]);
    this.zoom = options.zoom ?? ((from, to) => this.look(from === null ? null : [from, to]));
    this.colors = Object.fromEntries(["ground", "line", "muted", "healthy"].map(name => [name, style(`--${name}`)])); // asking takes time
    // A chart with a label is a stop of the Tab key. The small ones share its axis, and would be too many stops.
    this.canvas = h("canvas.chart", { role: "img", "aria-label": options.label, tabindex: options.label ? 0 : null });
    this.canvas.style.height = `${options.height}px`;
    this.image = document.createElement("canvas");
    into.append(this.canvas);
    this.watcher = new ResizeObserver(([{ contentRect }]) => { // the width is kept: to ask the page for it may lay it out anew
      this.wide = contentRect.width;
      this.render();
    });
    this.watcher.observe(this.canvas);
    this.ended = new AbortController();
    this.follow();
    gestures(this);
  }

  /** Render anew for another density of pixels: the window is on another screen, or the page is zoomed. */
  follow() {
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => {
      this.look(this.range);
      this.follow();
    }, { once: true, signal: this.ended.signal });
  }

  /** Show curves in the order of the series: {x, y} with x ascending and null for a gap in y, and low and high of a band. */
  show(lines, range) {
    this.lines = lines;
    const known = lines.filter(({ x }) => x.length > 0);
    const first = Math.min(...known.map(({ x }) => x[0])), last = Math.max(...known.map(({ x }) => x.at(-1)));
    this.into.dataset.last = known.length === 0 ? "" : last; // how far the curves go
    if (known.length === 0) this.whole = [0, 1];
    else if (range === null) this.whole = [Math.min(0, first), last > Math.min(0, first) ? last : first + 1];
    else this.whole = [Math.min(this.whole[0], first), Math.max(this.whole[1], last)]; // of a part, the server sends no more than that
    this.look(range);
  }

  /** Show a part of the axis, or all of it for null, with the numbers that are there. */
  look(range) {
    this.range = range;
    this.stale = true;
    soon(this);
    this.read();
  }

  /** Ask for a part of the axis, as far as there is something on it. */
  move(from, to) {
    const [low, high] = this.whole, wide = Math.max(to - from, FINEST * (high - low));
    const left = Math.min(high - wide, Math.max(low, from));
    if (wide >= high - low) this.all();
    else this.zoom(left, left + wide);
  }

  all() {
    if (this.range !== null) this.zoom(null, null);
  }

  /** Put the cross-hair of this chart and its peers at an x; null takes it away. */
  point(x) {
    for (const each of this.peers()) {
      each.cursor = x;
      soon(each);
      each.read();
    }
  }

  /** Mark a part of the axis here and in the peers, while it is chosen; null ends that. */
  select(from, to) {
    for (const each of this.peers()) {
      each.selected = from === null ? null : [from, to];
      soon(each);
    }
  }

  view() {
    return this.range ?? this.whole;
  }

  /** Where the curves lie, in pixels of the page. */
  box() {
    return { left: 56, top: 8, right: Math.max(57, this.wide - 20), bottom: this.options.height - 28 };
  }

  valueAt(pixel) {
    const [from, to] = this.view(), { left, right } = this.box();
    return from + (pixel - left) / (right - left) * (to - from);
  }

  read() {
    this.options.readout?.(this.found());
  }

  /** The point under the cross-hair: the nearest x of all curves, and of each curve its last point up to there, or null. */
  found() {
    if (this.cursor === null) return null;
    const [from, to] = this.view(), { left, right } = this.box(), reach = REACH * (to - from) / (right - left);
    let x = null;
    for (const line of this.lines) {
      const i = bisect(line.x, this.cursor);
      for (const each of [line.x[i - 1], line.x[i]]) {
        if (each >= from && each <= to && (x === null || Math.abs(each - this.cursor) < Math.abs(x - this.cursor))) x = each;
      }
    }
    if (x === null) return null;
    return { x, points: this.lines.map(line => {
      const i = bisect(line.x, x, true) - 1, ended = i === line.x.length - 1 && x - line.x[i] > reach;
      return i < 0 || ended ? null : { x: line.x[i], y: line.y[i], low: line.low?.[i] ?? null, high: line.high?.[i] ?? null };
    }) };
  }

  /** The lowest and highest number in view, with some room; a rule that lies near the curves is shown too. */
  extent() {
    const [from, to] = this.view();
    let low = Infinity, high = -Infinity;
    const take = y => { if (y < low) low = y; if (y > high) high = y; };
    for (const { x, ...columns } of this.lines) {
      const start = bisect(x, from), end = bisect(x, to, true);
      for (const y of [columns.y, columns.low, columns.high]) {
        if (!y) continue;
        for (let i = start; i < end; i++) if (y[i] !== null) take(y[i]);
        for (const [i, edge] of [[start, from], [end, to]]) { // where a curve enters and leaves
          const before = y[i - 1] ?? null, after = y[i] ?? null;
          if (before !== null && after !== null) take(before + (edge - x[i - 1]) / (x[i] - x[i - 1]) * (after - before));
        }
      }
    }
    if (low > high) return [0, 1];
    const near = Math.max(high - low, 1e-9);
    for (const { at, reach } of this.options.rules ?? []) {
      if (at > high && at - high < near * reach) high = at;
      if (at < low && low - at < near * reach) low = at;
    }
    const room = (high - low || Math.abs(high) || 1) * ROOM;
    return [low - room, high + room];
  }

  render() {
    const { wide, options: { height } } = this, scale = devicePixelRatio;
    if (wide === 0) return; // not on the page; the watcher tells when it is
    for (const each of [this.canvas, this.image]) {
      const size = { width: Math.round(wide * scale), height: Math.round(height * scale) };
      if (each.width !== size.width || each.height !== size.height) { Object.assign(each, size); this.stale = true; }
    }
    if (this.stale) this.curves(cleared(this.image, scale), scale);
    const ctx = cleared(this.canvas, scale);
    ctx.drawImage(this.image, 0, 0, wide, height);
    if (this.selected) chosen(ctx, this.plane, this.selected);
    if (this.cursor !== null) hair(ctx, this.plane, this.cursor, this.found()?.points ?? [], this.options.series);
  }

  /** Render all but the cross-hair. */
  curves(ctx, scale) {
    const { series, rules = [], healthy, axis } = this.options, [from, to] = this.view(), [low, high] = this.extent(), box = this.box();
    const plane = this.plane = {
      box, from, to, low, high, scale, wide: this.wide, colors: this.colors,
      px: x => box.left + (x - from) / (to - from) * (box.right - box.left),
      py: y => box.bottom - (y - low) / (high - low) * (box.bottom - box.top),
    };
    this.stale = false;
    if (healthy) ground(ctx, plane, healthy);
    axes(ctx, plane, axis === "time");
    ctx.save();
    ctx.beginPath();
    ctx.rect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    ctx.clip();
    this.lines.forEach((line, k) => {
      const ends = [Math.max(0, bisect(line.x, from) - 1), Math.min(line.x.length, bisect(line.x, to, true) + 1)]; // one more on each side
      if (series[k].band) band(ctx, plane, line, series[k], ...ends);
      if (series[k].dots) dots(ctx, plane, line, series[k], ...ends);
      else curve(ctx, plane, line, series[k], ...ends);
    });
    ctx.restore();
    for (const each of rules) rule(ctx, plane, each);
  }

  close() {
    this.watcher.disconnect();
    this.ended.abort();
    waiting.delete(this);
    this.canvas.remove();
  }
}

/** The text of a place on the axis. */
export const place = (axis, x) => (axis === "time" ? duration(x) : `${axis === "frames" ? "frame" : "update"} ${Math.round(x).toLocaleString("en-US").replaceAll(",", "\u202f")}`);

/** A line of text above a chart: its name, and the numbers under the cross-hair. */
export function heading(name, ...more) {
  const numbers = h("span.readout", { "aria-live": "off" });
  return { element: h("div.heading", name, ...more, numbers), numbers };
}
