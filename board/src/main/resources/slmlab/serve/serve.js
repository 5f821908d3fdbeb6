// The page on which a served policy is tried by hand: one input for each number of an observation, the action beside it.
const MOST_INPUTS = 64;
const at = (id) => document.getElementById(id);
const session = `page-${crypto.getRandomValues(new Uint32Array(2)).join("")}`;
let policy;
let begins = true; // whether the next act begins an episode
let inputs = []; // { part, input } for each number; none where there are too many
let masks = [];

function element(name, text = "", properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text }, properties);
}

function labeled(text, type) {
  const label = element("label", text);
  const input = element("input", "", { type, step: "any", value: type === "number" ? "0" : "on", checked: type === "checkbox" });
  label.append(input);
  at("inputs").append(label);
  return input;
}

function size(shape) {
  return shape.reduce((product, dim) => product * dim, 1);
}

function build() {
  const parts = policy.obs_parts ?? { "": size(policy.obs_shape) };
  const count = Object.values(parts).reduce((sum, n) => sum + n, 0);
  if (count > MOST_INPUTS) {
    at("note").hidden = false;
    at("note").textContent = `An observation has ${count} numbers, shape [${policy.obs_shape}]: too many to type. Act sends zeros; send others from a program.`;
    at("random").hidden = true;
    at("zeros").hidden = true;
  } else {
    for (const [part, n] of Object.entries(parts)) {
      if (part) at("inputs").append(element("h3", part));
      for (let i = 0; i < n; i++) inputs.push({ part, input: labeled(part ? `${part}[${i}]` : `obs[${i}]`, "number") });
    }
  }
  if (policy.mask_size > 0 && policy.mask_size <= MOST_INPUTS) {
    at("inputs").append(element("h3", "Actions that can be taken"));
    for (let i = 0; i < policy.mask_size; i++) masks.push(labeled(`${i} `, "checkbox"));
  }
}

function observation() {
  const zeros = (n) => new Array(n).fill(0);
  if (!policy.obs_parts) return inputs.length ? inputs.map(({ input }) => Number(input.value)) : zeros(size(policy.obs_shape));
  const obs = {};
  for (const [part, n] of Object.entries(policy.obs_parts)) {
    obs[part] = inputs.length ? inputs.filter((each) => each.part === part).map(({ input }) => Number(input.value)) : zeros(n);
  }
  return obs;
}

function request() {
  const body = { obs: observation() };
  if (policy.mask_size > 0) body.mask = masks.length ? masks.map((input) => input.checked) : new Array(policy.mask_size).fill(true);
  if (at("sample").checked) body.deterministic = false;
  if (policy.session) Object.assign(body, { session, reset: begins });
  return body;
}

function problem(text) {
  at("problem").hidden = !text;
  at("problem").textContent = text;
}

function shown(number) {
  return number === null ? "not finite" : Math.abs(number) >= 1e5 || (number !== 0 && Math.abs(number) < 1e-3) ? number.toExponential(2) : String(Math.round(number * 1e4) / 1e4);
}

function bars(name, numbers, chosen) {
  const box = element("div");
  box.append(element("h3", name));
  const low = Math.min(0, ...numbers);
  const high = Math.max(name === "probabilities" ? 1 : 1e-9, ...numbers);
  numbers.slice(0, MOST_INPUTS).forEach((value, i) => {
    const row = element("div", "", { className: `bar1${i === chosen ? " chosen" : ""}` });
    const track = element("span", "", { className: "track" });
    const fill = element("span", "", { className: "fill" });
    const from = (Math.min(0, value) - low) / (high - low);
    fill.style.left = `${100 * from}%`;
    fill.style.width = `${(100 * Math.abs(value)) / (high - low)}%`;
    track.append(fill);
    row.append(element("span", numbers.length > 1 ? String(i) : "", { className: "label" }), track, element("span", shown(value), { className: "n" }));
    box.append(row);
  });
  return box;
}

function show(answer, milliseconds) {
  const action = answer.action;
  at("action").textContent = Array.isArray(action) ? action.map(shown).join(", ") : String(action);
  at("took").textContent = `${milliseconds.toFixed(1)} ms with the network, weights of frame ${answer.frame ?? "unknown"}`;
  const first = Number(/^discrete .*start=(-?\d+)/.exec(policy.action)?.[1] ?? 0); // what the env calls the first action
  at("details").replaceChildren();
  for (const name of ["probabilities", "logits", "mean", "std"]) {
    if (answer[name]) at("details").append(bars(name, answer[name], typeof action === "number" ? action - first : -1));
  }
  if (typeof answer.value === "number") at("details").append(element("h3", `value ${shown(answer.value)}`));
}

async function act() {
  const body = request();
  at("curl").textContent = `curl ${location.origin}/act -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  const begun = performance.now();
  try {
    const response = await fetch("/act", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...body, details: true }) });
    const answer = await response.json();
    problem(response.ok ? "" : answer.error);
    if (response.ok) {
      begins = false;
      show(answer, performance.now() - begun);
    }
  } catch {
    problem("The server does not answer. If its process has ended, start it again with slm-lab serve.");
  }
}

async function begin() {
  policy = await (await fetch("/policy")).json();
  at("title").textContent = [policy.algorithm, policy.env].filter(Boolean).join(" on ") || "A policy";
  at("facts").textContent = `observations ${policy.obs_type} [${policy.obs_shape}], actions ${policy.action}`;
  at("counts").textContent = `frame ${policy.frame ?? "unknown"}`;
  at("episode").hidden = !policy.session;
  build();
  act();
}

at("form").addEventListener("submit", (event) => {
  event.preventDefault();
  act();
});
at("form").addEventListener("change", () => policy.session || act()); // an episode goes on only when asked
at("zeros").addEventListener("click", () => {
  inputs.forEach(({ input }) => (input.value = "0"));
  act();
});
at("random").addEventListener("click", () => {
  inputs.forEach(({ input }) => (input.value = (Math.random() * 2 - 1).toFixed(3)));
  act();
});
at("episode").addEventListener("click", () => {
  begins = true;
  act();
});
at("theme").addEventListener("click", () => {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
});
begin();
