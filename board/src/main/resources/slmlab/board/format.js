// Numbers, times and elements.

const MINUS = "\u2212";

const signed = text => text.replace("-", MINUS);

/** A number with few digits: 0.0031, 12.5, 489, 46.2 k, 1.2 M. */
export function short(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size >= 1e9) return signed(trim((value / 1e9).toPrecision(3))) + " G";
  if (size >= 1e6) return signed(trim((value / 1e6).toPrecision(3))) + " M";
  if (size >= 1e4) return signed(trim((value / 1e3).toPrecision(3))) + " k";
  if (size >= 1000) return signed(Math.round(value).toString());
  if (size === 0) return "0";
  if (size < 1e-3) return signed(value.toExponential(1));
  return signed(trim(value.toPrecision(3)));
}

const trim = text => (text.includes(".") && !text.includes("e") ? text.replace(/\.?0+$/, "") : text);

/** A return, with as many decimals as its size asks for. */
export function score(value) {
  if (value === null || value === undefined) return "–";
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return signed(value.toFixed(digits).replace(/^-(0(\.0+)?)$/, "$1").replace(/\B(?=(\d{3})+(?!\d))/g, size >= 10000 ? "\u202f" : ""));
}

/** Half the width of an interval. */
export function spread(low, high) {
  if (low === null || high === null) return "";
  const half = (high - low) / 2;
  return "± " + (half === 0 ? "0" : Number(half.toPrecision(2)).toString());
}

/** A setting as one writes it: 1e-4 rather than 1.0E-4. */
export function setting(value) {
  const number = value === "" ? NaN : Number(value);
  return Number.isFinite(number) ? (number !== 0 && Math.abs(number) < 1e-3 ? number.toExponential().replace("e-0", "e-") : String(number)) : value;
}

export const count = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

export function duration(seconds) {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  const hours = Math.floor(seconds / 3600);
  return hours < 24 ? `${hours} h ${Math.round((seconds % 3600) / 60)} min` : `${Math.round(hours / 24)} days`;
}

/** The time of day, with the date if it is another day. */
export function clock(millis) {
  const time = new Date(millis);
  const two = n => String(n).padStart(2, "0");
  const hour = `${two(time.getHours())}:${two(time.getMinutes())}`;
  return time.toDateString() === new Date().toDateString()
    ? hour
    : `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${hour}`;
}

export function bytes(size) {
  if (size < 1000) return `${size} B`;
  return size < 1e6 ? `${(size / 1e3).toPrecision(3)} kB` : size < 1e9 ? `${(size / 1e6).toPrecision(3)} MB` : `${(size / 1e9).toPrecision(3)} GB`;
}

const places = new Map();

/** Give runs their places, oldest first: neighbors in time differ in color. */
export function place(ids) {
  ids.forEach((id, n) => places.set(id, n));
}

/** The color of a run, the same on every page: 0 to 5. */
export function color(id) {
  return (places.get(id) ?? 0) % 6;
}

/** A value of the style sheet. */
export const style = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** A color of the style sheet, let through in part. */
export const fade = (color, share) => color + Math.round(share * 255).toString(16).padStart(2, "0");

/** Make an element: h("td.number", {title: "…"}, "text", child …). Text is never read as HTML. */
export function h(name, ...rest) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  const attributes = rest.length && rest[0] !== null && typeof rest[0] === "object" && !(rest[0] instanceof Node) && !Array.isArray(rest[0]) ? rest.shift() : {};
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...rest.flat(Infinity).filter(child => child !== null && child !== undefined && child !== ""));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** A curve without axes. Gaps stay gaps. */
export function sparkline(values, number, width = 96, height = 22) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("class", `spark c${number}`);
  svg.setAttribute("aria-hidden", "true");
  const known = values.filter(v => v !== null);
  if (known.length > 1) {
    const low = Math.min(...known), range = Math.max(...known) - low || 1;
    let path = "", pen = "M";
    values.forEach((value, i) => {
      if (value === null) { pen = "M"; return; }
      const x = 2 + i / (values.length - 1) * (width - 5), y = height - 3 - (value - low) / range * (height - 6);
      path += `${pen}${x.toFixed(1)} ${y.toFixed(1)}`;
      pen = "L";
    });
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("d", path);
    svg.append(line);
  }
  return svg;
}

/** Ask the server; an answer that is an error is thrown as its sentence. */
export async function ask(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    for (const each of Array.isArray(value) ? value : [value]) query.append(key, each);
  }
  const answer = await fetch(`/api/${path}?${query}`);
  const json = await answer.json();
  if (!answer.ok) throw new Error(json.error ?? `the dashboard answered ${answer.status}`);
  return json;
}
