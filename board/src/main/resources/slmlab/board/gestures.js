// Mouse, touch, wheel and keyboard on a chart. What they mean is decided here; what then happens is the chart's affair.

const CLICK = 4;     // pixels; a shorter drag is a click
const STEP = 8;      // pixels that an arrow key moves the cross-hair
const PAN = 0.1;     // share of the view that a key pans
const ZOOM = 2;      // how much a key zooms
const NOTCH = 200;   // pixels of the wheel that zoom by two
const LINE = 33;     // pixels in a line, for wheels that count lines

/** Drag: zoom. Shift and drag, or sideways wheel: pan. Ctrl and wheel, or two fingers: zoom. Double click: all. */
export function gestures(chart) {
  const { canvas } = chart;
  const touching = new Map(); // x of each finger by pointer
  let dragged = null;         // where a drag of the mouse began, and what was in view then
  let pinched = null;         // what lies under two fingers

  const inside = event => {
    const { left, right } = chart.box();
    return Math.min(right, Math.max(left, event.offsetX));
  };

  canvas.addEventListener("pointerdown", event => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId); // a drag may end outside
    const x = inside(event);
    if (event.pointerType !== "touch") {
      dragged = { from: x, view: chart.view(), pan: event.shiftKey };
      return;
    }
    touching.set(event.pointerId, x);
    pinched = touching.size === 2 ? [...touching.values()].map(at => chart.valueAt(at)) : null;
    chart.point(chart.valueAt(x));
  });

  canvas.addEventListener("pointermove", event => {
    const x = inside(event);
    if (touching.has(event.pointerId)) touching.set(event.pointerId, x);
    if (pinched) { pinch(); return; }
    if (dragged?.pan) {
      const [from, to] = dragged.view, { left, right } = chart.box(), far = (x - dragged.from) / (right - left) * (to - from);
      chart.move(from - far, to - far);
    } else if (dragged && Math.abs(x - dragged.from) >= CLICK) {
      chart.select(chart.valueAt(dragged.from), chart.valueAt(x));
    }
    chart.point(chart.valueAt(x));
  });

  /** Show the part in which the fingers are where they began. */
  function pinch() {
    const [a, b] = [...touching.values()], { left, right } = chart.box();
    if (Math.abs(b - a) < CLICK) return;
    const unit = (pinched[1] - pinched[0]) / (b - a), from = pinched[0] - unit * (a - left);
    if (unit > 0) chart.move(from, from + unit * (right - left));
  }

  function end(event) {
    touching.delete(event.pointerId);
    pinched = null;
    const drag = dragged;
    dragged = null;
    chart.select(null);
    if (!drag || drag.pan || event.type === "pointercancel") return;
    const x = inside(event), ends = [chart.valueAt(drag.from), chart.valueAt(x)].sort((a, b) => a - b);
    if (Math.abs(x - drag.from) >= CLICK) chart.move(...ends);
  }
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("pointerleave", event => { if (event.pointerType === "mouse") chart.point(null); }); // a finger's stays, to be read
  canvas.addEventListener("dblclick", () => chart.all());

  canvas.addEventListener("wheel", event => {
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!event.ctrlKey && !(sideways && chart.range)) return; // the page scrolls
    event.preventDefault();
    const pixels = (event.ctrlKey ? event.deltaY : event.deltaX) * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
    if (event.ctrlKey) zoom(chart, chart.valueAt(inside(event)), 2 ** (pixels / NOTCH));
    else { const { left, right } = chart.box(); pan(chart, pixels / (right - left)); }
  }, { passive: false });

  canvas.addEventListener("keydown", event => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation(); // elsewhere on the page the arrows step through an episode
    const [from, to] = chart.view(), { left, right } = chart.box(), at = chart.cursor ?? (from + to) / 2;
    if (event.shiftKey) pan(chart, way * PAN);
    else chart.point(Math.min(to, Math.max(from, at + way * STEP * (to - from) / (right - left))));
  });
  canvas.addEventListener("blur", () => chart.point(null));
}

/** Zoom by a key, wherever on the page it is pressed: + and - around the cross-hair, 0 for all. Tell whether it was one. */
export function zoomKey(chart, key) {
  const factor = { "+": 1 / ZOOM, "=": 1 / ZOOM, "-": ZOOM }[key];
  if (!chart || (!factor && key !== "0")) return false;
  if (factor) { const [from, to] = chart.view(); zoom(chart, chart.cursor ?? (from + to) / 2, factor); }
  else chart.all();
  return true;
}

/** Show `factor` times as much, with x where it is. */
function zoom(chart, x, factor) {
  const [from, to] = chart.view();
  chart.move(x - (x - from) * factor, x + (to - x) * factor);
}

function pan(chart, share) {
  const [from, to] = chart.view(), far = share * (to - from);
  chart.move(from + far, to + far);
}
