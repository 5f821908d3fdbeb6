// Round marks along an axis, and the text beside each.
import { short } from "/format.js";

const MOST = 50; // marks on an axis, whatever the numbers are
const CLOCK = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400]; // seconds that read well
const UNITS = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];

const TENS = [1, 2, 5, 10];
const QUARTERS = [1, 2, 2.5, 5, 10]; // finer, for an axis with room for few marks

/**
 * Marks between two ends, at least `least` apart: [{value, text}]. On a clock they are whole seconds, minutes, hours or days; on
 * a fine axis also at quarters.
 */
export function marks(low, high, least, { clock = false, fine = false } = {}) {
  const step = clock ? CLOCK.find(each => each >= least) ?? 86400 * round(least / 86400, TENS) : round(least, fine ? QUARTERS : TENS);
  const start = Math.ceil(low / step - 1e-9), count = Math.min(MOST, Math.floor(high / step + 1e-9) - start + 1); // 0.3 / 0.1 is below 3
  const values = Array.from({ length: Math.max(0, count) }, (_, i) => Number(((start + i) * step).toPrecision(12)));
  const text = clock ? time : isShort(values, step) ? short : value => exact(value, step);
  return values.map(value => ({ value, text: text(value) }));
}

/** The first of the digits, times a power of ten, that is not below a number. */
function round(least, digits) {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * digits.find(digit => digit * power >= least * 0.999);
}

/** The power of ten of a number's first digit. */
const first = value => Math.floor(Math.log10(Math.abs(value)));

/** The power of ten of a step's last digit. */
const last = step => first(step) - (Math.abs(step / 10 ** first(step) - 2.5) < 0.01 ? 1 : 0);

/** Whether the digits that `short` has, two of small numbers and three of others, say each mark exactly. */
function isShort(values, step) {
  const most = Math.max(...values.map(Math.abs));
  return !(first(most) - last(step) >= (most < 1e-3 ? 2 : 3)); // also of no values and of zeros
}

function exact(value, step) {
  const decimals = Math.min(20, Math.max(0, -last(step)));
  return value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).replaceAll(",", "\u202f").replace("-", "\u2212");
}

/** A number of seconds without rounding: 1 min 30 s. */
function time(seconds) {
  const parts = [];
  for (const [unit, name] of UNITS) {
    const n = Math.floor(seconds / unit);
    if (n > 0) parts.push(`${n} ${name}`);
    seconds -= n * unit;
  }
  return parts.join(" ") || "0";
}
