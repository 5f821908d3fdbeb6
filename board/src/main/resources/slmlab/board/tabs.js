// What is below the curves of a run: spec, log, checkpoints, files. A tab is a name and what fills it.
import { ask, bytes, clock, h, short } from "/format.js";

const TABS = { spec, log, checkpoints, files };

export function tabs(into, id, first) {
  let name = TABS[first] ? first : "spec";
  const panel = h("div.panel", { role: "tabpanel", tabindex: 0 });
  const list = h("div.tabs", { role: "tablist" }, Object.keys(TABS).map(each =>
    h("button", { role: "tab", "data-tab": each, onclick: () => open(each) }, each[0].toUpperCase() + each.slice(1))));
  into.append(list, panel);

  async function open(each) {
    name = each;
    for (const button of list.children) button.setAttribute("aria-selected", String(button.dataset.tab === name));
    const made = h("div");
    try {
      await TABS[name](made, id);
    } catch (problem) {
      made.replaceChildren(h("p.empty", problem.message));
    }
    if (name === each) panel.replaceChildren(made);
  }

  open(name).then(() => { if (first) into.scrollIntoView({ block: "start" }); });
  return { news() { if (name !== "spec" && name !== "files") open(name); } };
}

async function spec(into, id) {
  const got = await ask("spec", { id });
  let all = false;
  const table = h("table.keys");
  const draw = () => {
    const keys = Object.keys(got.keys).filter(key => all || got.differing.includes(key));
    table.replaceChildren(h("thead", h("tr", h("th", "Key"), h("th", "Value"), h("th", "Default"))), h("tbody", keys.map(key =>
      h("tr" + (got.differing.includes(key) ? "" : ".same"), h("td", h("code", key)), h("td", h("b", got.keys[key])), h("td.muted", got.defaults[key] ?? "–")))));
    more.textContent = all ? "Only what differs from the defaults" : `All ${Object.keys(got.keys).length} keys`;
  };
  const more = h("button", { onclick: () => { all = !all; draw(); } });
  const copy = h("button", { onclick: async () => {
    await navigator.clipboard.writeText(yaml(got.spec));
    copy.textContent = "Copied";
    setTimeout(() => { copy.textContent = "Copy as YAML"; }, 1500);
  } }, "Copy as YAML");
  into.append(h("div.tools", h("span.muted", got.problem || `${got.differing.length} keys differ from the defaults`), more, copy), ...got.changes.map(change => h("p.changed", h("code", change.path), ` ${change.text}`)), h("div.scroll", table));
  draw();
}

/** A value as YAML. A plain scalar is written so only where nothing else could be read from it. */
function yaml(value, indent = "") {
  if (Array.isArray(value)) return "[" + value.map(each => yaml(each)).join(", ") + "]";
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value);
    if (entries.length === 0) return "{}";
    return entries.map(([key, each]) => {
      const inner = each !== null && typeof each === "object" && !Array.isArray(each) && Object.keys(each).length > 0;
      return `${indent}${scalar(key)}:${inner ? "\n" + yaml(each, indent + "  ") : " " + yaml(each)}`;
    }).join("\n");
  }
  return scalar(value);
}

const scalar = value => (typeof value === "string" && !(/^[A-Za-z_][\w.-]*$/.test(value) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value)) ? JSON.stringify(value) : String(value));

async function log(into, id) {
  const got = await ask("log", { id });
  const level = line => (/\| (ERROR|WARNING) \|/.exec(line)?.[1] ?? "").toLowerCase();
  const text = h("pre.log", { tabindex: 0 }, got.lines.map(line => h("span" + (level(line) ? "." + level(line) : ""), line + "\n")));
  into.append(got.lines.length === 0 ? h("p.empty", "The log is empty.")
    : h("p.muted", got.cut ? `The last ${got.lines.length} lines of ${bytes(got.size)}` : `${got.lines.length} lines`), text);
  requestAnimationFrame(() => { text.scrollTop = text.scrollHeight; });
}

async function checkpoints(into, id) {
  const { checkpoints: all, path } = await ask("run", { id });
  if (all.length === 0) { into.append(h("p.empty", "No checkpoint yet.")); return; }
  into.append(h("div.scroll", h("table", h("thead", h("tr", ["Session", "What", "Frame", "Size", "Written", "Name"].map(name => h("th", name)))),
    h("tbody", all.map(one => h("tr", h("td", one.session), h("td", one.kind), h("td.number", one.frame === null ? "" : short(one.frame)), h("td.number", bytes(one.size)),
      h("td", clock(one.time)), h("td", h("code", one.name))))))),
    h("p.muted", "Watch them: ", h("code", `slm-lab run SPEC NAME enjoy@${path}`)));
}

async function files(into, id) {
  const got = await ask("files", { id });
  const link = name => `/api/file?${new URLSearchParams({ id, name })}`;
  const images = got.files.filter(file => /trial_graph.*\.png$/.test(file.name) && file.name.startsWith("graph/"));
  into.append(h("div.images", images.map(file => h("a", { href: link(file.name), target: "_blank" }, h("img", { src: link(file.name), alt: file.name, loading: "lazy" })))),
    h("div.scroll", h("table", h("thead", h("tr", ["File", "Size", "Written"].map(name => h("th", name)))),
      h("tbody", got.files.map(file => h("tr", h("td", h("a", { href: link(file.name), target: "_blank" }, file.name)), h("td.number", bytes(file.size)), h("td", clock(file.time))))))),
    h("p.muted", `${bytes(got.states)} of resumable states are not listed${got.more ? `, nor are ${got.more} more files` : ""}.`));
}
