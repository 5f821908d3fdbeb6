// What a chart consists of, layer by layer, on a canvas.
//
// A plane says where a value lies: px(x) and py(y) in pixels of the page, the box of the curves, the ends of both axes, how
// many pixels of the screen a pixel has, and the colors of the theme.
import { marks } from "/axis.js";
import { fade } from "/format.js";

const FONT = "12px system-ui, sans-serif", SMALL = "11px system-ui, sans-serif";
const ACROSS = 70, UP = 34;   // pixels between two marks of an axis, at least
const DOT = 3;                // radius in pixels

/** The healthy band, in pale gray under the curves. */
export function ground(ctx, { box: { left, top, right, bottom }, py, colors }, healthy) {
  const [low, high] = healthy.map(value => Math.min(bottom, Math.max(top, py(value))));
  ctx.fillStyle = colors.healthy;
  ctx.fillRect(left, high, right - left, low - high);
}

export function axes(ctx, { box: { left, top, right, bottom }, from, to, low, high, px, py, colors, wide }, clock) {
  ctx.font = FONT;
  ctx.fillStyle = colors.muted;
  ctx.strokeStyle = colors.line;
  ctx.lineWidth = 1;
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  for (const { value, text } of marks(low, high, UP * (high - low) / (bottom - top), { fine: true })) {
    const y = Math.round(py(value)) + 0.5; // the middle of a pixel: a sharp line
    across(ctx, left, right, y);
    ctx.fillText(text, left - 5, y);
  }
  ctx.textAlign = "center";
  let taken = -Infinity;
  for (const { value, text } of marks(from, to, ACROSS * (to - from) / (right - left), { clock })) {
    const half = ctx.measureText(text).width / 2, x = Math.min(wide - half, px(value));
    if (x - half < taken) continue;
    ctx.fillText(text, x, bottom + 12);
    taken = x + half + 6;
  }
}

function across(ctx, left, right, y) {
  ctx.beginPath();
  ctx.moveTo(left, y);
  ctx.lineTo(right, y);
  ctx.stroke();
}

const columns = ({ box: { left, right }, scale }) => Math.round((right - left) * scale); // of pixels of the screen

const isDense = (plane, start, end) => end - start > columns(plane);

/** A curve, broken where a number is missing. */
export function curve(ctx, plane, line, series, start, end) {
  if (isDense(plane, start, end)) fill(ctx, plane, ends(plane, line, start, end), series);
  else stroke(ctx, plane, line, series, start, end);
}

function stroke(ctx, { px, py }, { x, y }, { color, width = 1, dash = [] }, start, end) {
  let pen = false;
  ctx.beginPath();
  for (let i = start; i < end; i++) {
    if (y[i] !== null) {
      if (!pen) ctx.moveTo(px(x[i]), py(y[i]));
      ctx.lineTo(px(x[i]), py(y[i])); // also after moveTo: a point between two gaps is a dot
    }
    pen = y[i] !== null;
  }
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.lineJoin = "round";
  ctx.lineCap = dash.length ? "butt" : "round";
  ctx.setLineDash(dash);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Where a curve has its highest and lowest point in each column of pixels; NaN where it has none. */
function ends(plane, { x, y }, start, end) {
  const { box: { left }, px, py, scale } = plane, count = columns(plane);
  const tops = new Float32Array(count).fill(NaN), bottoms = new Float32Array(count).fill(NaN);
  let pen = false, lastColumn = 0, lastY = 0;
  for (let i = start; i < end; i++) {
    if (y[i] === null) { pen = false; continue; }
    const column = Math.floor((px(x[i]) - left) * scale), here = py(y[i]);
    if (!pen) { lastColumn = column; lastY = here; pen = true; }
    // Of the line from the last point to this one, each column has a part.
    const step = (here - lastY) / Math.max(1, column - lastColumn), first = column > lastColumn ? lastColumn + 1 : column;
    for (let c = Math.max(0, first); c <= Math.min(count - 1, column); c++) {
      const b = here - (column - c) * step, a = b - step;
      if (!(tops[c] <= Math.min(a, b))) tops[c] = Math.min(a, b); // also where it is NaN
      if (!(bottoms[c] >= Math.max(a, b))) bottoms[c] = Math.max(a, b);
    }
    lastColumn = column;
    lastY = here;
  }
  return { tops, bottoms };
}

/**
 * Fill the columns of a curve with more points than pixels, each with a line of one pixel of the screen: browsers are fastest with
 * those. A stroke through all the points looks the same and takes many times as long. No pixel is filled twice, because the
 * color may be transparent. Dashes are counted along the axis: along a curve that goes up and down within a pixel they would
 * not be seen.
 */
function fill(ctx, { box: { left }, scale }, { tops, bottoms }, { color, width = 1, dash = [] }) {
  // As wide as high, and at least two columns: the server's pixels are not these, so that one column may lack its lowest or highest point.
  const wide = Math.max(2, Math.round(width * scale)), before = wide >> 1, edge = Math.round(left * scale), period = dash.reduce((sum, each) => sum + each, 0);
  const isOn = c => {
    let at = c / scale % period;
    return dash.length === 0 || dash.findIndex(each => (at -= each) < 0) % 2 === 0;
  };
  ctx.beginPath();
  for (let c = 0; c < tops.length; c++) {
    let top = Infinity, bottom = -Infinity;
    for (let k = Math.max(0, c - before); k < Math.min(tops.length, c - before + wide); k++) {
      if (tops[k] < top) top = tops[k];
      if (bottoms[k] > bottom) bottom = bottoms[k];
    }
    if (bottom < top || !isOn(c)) continue;
    ctx.moveTo((edge + c + 0.5) / scale, top - width / 2);
    ctx.lineTo((edge + c + 0.5) / scale, bottom + width / 2);
  }
  ctx.strokeStyle = color;
  ctx.lineWidth = 1 / scale;
  ctx.lineCap = "butt";
  ctx.stroke();
}

/** What lies between low and high, as far as both are known. */
export function band(ctx, plane, { x, low, high }, { band: color }, start, end) {
  const { px, py } = plane;
  if (isDense(plane, start, end)) {
    const { tops } = ends(plane, { x, y: high }, start, end), { bottoms } = ends(plane, { x, y: low }, start, end);
    fill(ctx, plane, { tops, bottoms }, { color, width: 0 });
    return;
  }
  ctx.fillStyle = color;
  for (let i = start; i < end; i++) {
    const first = i;
    while (i < end && low[i] !== null && high[i] !== null) i++;
    if (i === first) continue;
    ctx.beginPath();
    for (let k = first; k < i; k++) ctx.lineTo(px(x[k]), py(high[k]));
    for (let k = i - 1; k >= first; k--) ctx.lineTo(px(x[k]), py(low[k]));
    ctx.fill();
  }
}

export function dots(ctx, { px, py, colors }, { x, y }, { color }, start, end) {
  ctx.fillStyle = color;
  ctx.strokeStyle = colors.ground; // a rim that keeps it apart from the curve
  ctx.lineWidth = 1;
  for (let i = start; i < end; i++) {
    if (y[i] === null) continue;
    dot(ctx, px(x[i]), py(y[i]));
    ctx.stroke();
  }
}

function dot(ctx, x, y) {
  ctx.beginPath();
  ctx.arc(x, y, DOT, 0, 2 * Math.PI);
  ctx.fill();
}

/** A hairline with its name. */
export function rule(ctx, { box: { left, top, right, bottom }, py, colors }, { at, label }) {
  const y = Math.round(py(at)) + 0.5;
  if (y < top || y > bottom) return;
  ctx.strokeStyle = ctx.fillStyle = colors.muted;
  ctx.lineWidth = 1;
  ctx.globalAlpha = 0.8;
  ctx.setLineDash([3, 4]);
  across(ctx, left, right, y);
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
  ctx.font = SMALL;
  ctx.textAlign = "right";
  ctx.textBaseline = "alphabetic";
  ctx.lineJoin = "round";
  ctx.strokeStyle = colors.ground; // a rim that keeps it readable over a curve
  ctx.lineWidth = 4;
  ctx.strokeText(label, right - 4, y - 5);
  ctx.fillText(label, right - 4, y - 5);
}

const inside = ({ box: { left, right }, px }, x) => Math.min(right, Math.max(left, px(x)));

/** The part of the axis that a drag has marked so far. */
export function chosen(ctx, plane, [from, to]) {
  const a = inside(plane, from), b = inside(plane, to), { top, bottom } = plane.box;
  ctx.fillStyle = fade(plane.colors.muted, 0.16);
  ctx.fillRect(Math.min(a, b), top, Math.abs(b - a), bottom - top);
}

/** The cross-hair, with a dot on each curve. */
export function hair(ctx, plane, at, points, series) {
  const { box: { left, top, bottom }, px, py, colors } = plane, x = Math.round(inside(plane, at)) + 0.5;
  ctx.strokeStyle = colors.muted;
  ctx.lineWidth = 1;
  ctx.setLineDash([3, 3]);
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.lineTo(x, bottom);
  ctx.stroke();
  ctx.setLineDash([]);
  points.forEach((point, k) => {
    if (!point || point.y === null || px(point.x) < left) return;
    ctx.fillStyle = series[k].color;
    dot(ctx, px(point.x), py(point.y));
  });
}
