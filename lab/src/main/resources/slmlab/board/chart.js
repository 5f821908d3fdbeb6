// One curve or many over a shared x axis. A thin layer over uPlot, which is in uplot.js.
import { duration, h, short, style } from "/format.js";

const FONT = "12px system-ui, sans-serif";

/** What stands below an axis. */
export const AXES = { frames: "frames", time: "training time", updates: "optimizer steps" };

const fade = (colour, share) => colour + Math.round(share * 255).toString(16).padStart(2, "0");

/** Colour n of the runs, for a canvas. */
export const paint = (n, share = 1) => fade(style(`--c${n}`), share);

/**
 * Draw a chart into an element.
 * options: height, axis, series [{label, colour, width, dash, dots}], bands [[high, low, colour]], lines [{at, label}],
 * healthy [low, high], group (charts of one group share the cross-hair), zoom(from, to), readout (element).
 */
export class Chart {
  constructor(into, options) {
    this.into = into;
    this.options = options;
    this.plot = null;
    this.watcher = new ResizeObserver(() => this.fit());
    this.watcher.observe(into);
  }

  /** Show numbers: one table [x, y, y …] for each group of series, in the order of the series. */
  show(tables, range) {
    const data = tables.length === 0 ? [[]] : uPlot.join(tables.map(table => table.map(column => column.slice())));
    this.range = range;
    this.into.dataset.last = data[0].at(-1) ?? ""; // how far the curves go
    if (this.plot) this.plot.setData(data, true);
    else this.make(data);
  }

  fit() {
    const width = Math.floor(this.into.clientWidth);
    if (this.plot && width > 0 && width !== this.plot.width) this.plot.setSize({ width, height: this.options.height });
  }

  make(data) {
    const { series, bands = [], group, height, axis, lines = [], readout, zoom } = this.options;
    const grid = { stroke: style("--line"), width: 1 };
    const tick = { stroke: style("--muted"), font: FONT, grid, ticks: { show: false } };
    const values = axis === "time" ? (_, all) => all.map(v => (v === 0 ? "0" : duration(v))) : (_, all) => all.map(short);
    this.plot = new uPlot({
      width: Math.max(80, Math.floor(this.into.clientWidth)),
      height,
      padding: [8, 20, 0, 0],
      legend: { show: false },
      cursor: {
        sync: group ? { key: group, setSeries: false } : undefined,
        drag: { x: true, y: false, setScale: !zoom },
        points: { size: 6 },
        y: false,
      },
      scales: { x: { time: false, range: (_, low, high) => this.range ?? [Math.min(0, low ?? 0), high ?? 1] }, y: { range: (_, low, high) => this.extent(low, high, lines) } },
      axes: [
        { ...tick, values, size: 28, space: 70, grid: { show: false } },
        { ...tick, values: (_, all) => all.map(short), size: 56, space: 34 },
      ],
      series: [{}, ...series.map(one => ({
        stroke: one.hidden ? "transparent" : one.colour, // a band needs the lines of its ends
        width: one.hidden ? 0 : one.width ?? 1,
        dash: one.dash,
        paths: one.dots ? () => null : undefined,
        points: one.dots ? { show: true, size: 6, fill: one.colour, stroke: style("--ground") } : { show: false },
      }))],
      bands: bands.map(([high, low, colour]) => ({ series: [high, low], fill: colour })),
      hooks: {
        drawClear: [plot => this.ground(plot)],
        draw: [plot => lines.forEach(line => this.rule(plot, line))],
        setCursor: [plot => { if (readout) readout(plot.cursor.idx === null || plot.cursor.idx === undefined ? null : this.at(plot)); }],
        setSelect: zoom ? [plot => {
          if (plot.select.width < 4) return;
          zoom(plot.posToVal(plot.select.left, "x"), plot.posToVal(plot.select.left + plot.select.width, "x"));
          plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
        }] : [],
      },
    }, data, this.into);
    if (zoom) this.plot.over.addEventListener("dblclick", () => zoom(null, null));
  }

  /** Leave some room above and below; a line that lies near the curve is shown too. */
  extent(low, high, lines) {
    if (low === null || low === undefined) return [0, 1];
    let bottom = low, top = high;
    const near = Math.max(high - low, 1e-9);
    for (const line of lines) {
      if (line.at > top && line.at - top < near * line.reach) top = line.at;
      if (line.at < bottom && bottom - line.at < near * line.reach) bottom = line.at;
    }
    const room = (top - bottom || Math.abs(top) || 1) * 0.06;
    return [bottom - room, top + room];
  }

  /** The healthy band, in pale grey under the curves. */
  ground(plot) {
    const healthy = this.options.healthy;
    if (!healthy) return;
    const { ctx, bbox } = plot;
    const clamp = y => Math.min(bbox.top + bbox.height, Math.max(bbox.top, y));
    const place = value => (Number.isFinite(value) ? clamp(plot.valToPos(value, "y", true)) : value > 0 ? bbox.top : bbox.top + bbox.height);
    const top = place(healthy[1]), bottom = place(healthy[0]);
    ctx.save();
    ctx.fillStyle = style("--healthy");
    ctx.fillRect(bbox.left, top, bbox.width, bottom - top);
    ctx.restore();
  }

  /** A hairline with its name. */
  rule(plot, { at, label }) {
    const { ctx, bbox } = plot;
    const y = Math.round(plot.valToPos(at, "y", true)) + 0.5;
    if (y < bbox.top || y > bbox.top + bbox.height) return;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = style("--muted");
    ctx.lineWidth = devicePixelRatio;
    ctx.globalAlpha = 0.8;
    ctx.setLineDash([3 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
    ctx.textAlign = "right";
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
    ctx.strokeStyle = style("--ground"); // a rim that keeps it readable over a curve
    ctx.lineWidth = 4 * devicePixelRatio;
    const right = bbox.left + bbox.width - 4 * devicePixelRatio, top = y - 5 * devicePixelRatio;
    ctx.strokeText(label, right, top);
    ctx.fillText(label, right, top);
    ctx.restore();
  }

  /** The numbers under the cross-hair; of a series without a point there, the last one before it. */
  at(plot) {
    const i = plot.cursor.idx;
    const values = plot.data.slice(1).map(column => {
      for (let k = i; k >= 0 && k > i - 200; k--) if (column[k] !== undefined) return column[k];
      return null;
    });
    return { x: plot.data[0][i], values };
  }

  close() {
    this.watcher.disconnect();
    this.plot?.destroy();
  }
}

/** The text of a place on the axis. */
export const place = (axis, x) => (axis === "time" ? duration(x) : `${axis === "frames" ? "frame" : "update"} ${Math.round(x).toLocaleString("en-US").replaceAll(",", "\u202f")}`);

/** A line of text above a chart: its name, and the numbers under the cross-hair. */
export function heading(name, ...more) {
  const numbers = h("span.readout", { "aria-live": "off" });
  return { element: h("div.heading", name, ...more, numbers), numbers };
}
