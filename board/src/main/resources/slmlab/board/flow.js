// Workflows: one question at a time, what the answers make beside it, the files to keep.
import { go, link } from "/app.js";
import { ask, count, h } from "/format.js";

const POLL = 500; // milliseconds between two looks at a step that is at work

/** Send what the page asks; an answer that is an error is thrown as its sentence. */
async function send(path, body) {
  const answer = await fetch(`/api/flow/${path}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const json = await answer.json();
  if (!answer.ok) throw new Error(json.error ?? `the dashboard answered ${answer.status}`);
  return json;
}

export function flowPage(main, name, folder) {
  return name && folder ? onePage(main, name, folder) : listPage(main);
}

function listPage(main) {
  document.title = "Flows – SLM Lab";
  const list = h("div");
  main.append(h("div.title", h("h1", "Flows")), list);
  ask("flows").then(({ flows, begun = [] }) => {
    if (!flows.length) { list.append(h("p.empty", "This dashboard has no flows; ", h("code", "slm-lab dashboard"), " has them.")); return; }
    if (begun.length) list.append(h("h2", "Begun"), h("ul.flows", begun.map(each => h("li",
      each.problem ? [h("b", each.folder), h("p.note", each.problem)]
        : [h("a", { href: link("flow", each.flow, each.folder) }, each.folder), h("p.muted", each.flow)]))));
    list.append(h("h2", "New"), h("ul.flows", flows.map(flow => h("li",
      h("a", { href: link("flow", flow.name, flow.folder), "data-flow": flow.name }, flow.name),
      h("p.muted", `${count(flow.steps, "step")}. ${flow.about}`)))));
  }).catch(problem => list.append(h("p.empty", problem.message)));
  return {};
}

function onePage(main, name, folder) {
  let closed = false, timer = 0, got = null, typed = [], redo = "", busy = false;
  document.title = `${name} – SLM Lab`;
  const path = h("p.path", h("a", { href: link("flow") }, "Flows"), ` / ${folder}`);
  const steps = h("ol.steps"), talk = h("section.talk", { "aria-live": "polite" }), side = h("aside.right");
  main.append(path, h("div.title", h("h1", name)), h("div.columns.flow", h("div.left", talk), side), steps);

  const request = more => ({ flow: name, folder, redo, step: got?.step?.id ?? "", typed, ...more });

  async function ask_(path, more) {
    if (busy) return;
    busy = true;
    try {
      const asked = request(more), answer = await send(path, asked);
      if (closed) return;
      if (answer.refusal) { refuse(answer.refusal); return; }
      got = answer;
      typed = asked.typed.slice(0, got.answered ?? 0);
      show();
    } catch (problem) {
      if (!closed) refuse(problem.message);
    } finally {
      busy = false;
    }
  }

  const look = () => { typed = []; return ask_("look", { step: "", typed: [] }); };

  function refuse(message) {
    const place = talk.querySelector(".refusal");
    if (place) place.textContent = message;
    else talk.replaceChildren(h("p.empty.note", message), h("p", h("button", { onclick: look }, "Try again")));
    talk.querySelector("input, textarea, select")?.focus();
  }

  function show() {
    clearTimeout(timer);
    if (got.working) {
      typed = []; redo = "";
      timer = setTimeout(look, POLL);
      talk.replaceChildren(heading(), h("p.state.running", h("i"), "its commands run"), log());
    } else if (got.question) {
      talk.replaceChildren(heading(), form(got.question), log());
      talk.querySelector("input, textarea, select")?.focus();
    } else if (got.step) {
      talk.replaceChildren(heading(), h("p", "This step asks nothing."), h("p", h("button.main", { onclick: () => take(null) }, "Continue")), log());
    } else {
      talk.replaceChildren(h("h2", "Done"), h("p", "Every step is answered. What was written is beside this and in the folder ", h("code", folder), "."), log());
    }
    beside();
    list();
  }

  const heading = () => h("h2", `Step ${got.step.number} of ${got.steps.length}: ${got.step.title} `,
    got.step.skill ? h("small", got.step.skill) : "");

  const log = () => got.output ? h("pre.log", { tabindex: 0 }, got.output) : "";

  function form(question) {
    const field = input(question);
    const form = h("form.question", { onsubmit: event => { event.preventDefault(); take(field.value()); } },
      h("label", { for: "answer" }, h("b", question.ask)),
      h("p.muted", question.why),
      field.element,
      h("p.refusal.note", { role: "alert" }),
      h("p.needs.muted", `Needs ${question.needs}.`, question.example ? [" Example: ", h("code", question.example)] : "",
        question.preset ? [" Empty: ", h("code", question.preset)] : question.optional ? " May be left empty." : ""),
      h("div.tools", h("button.main", { type: "submit" }, "Next"),
        typed.length ? h("button", { type: "button", onclick: back }, "Back") : "",
        h("span.muted", question.key)));
    return form;
  }

  /** Send the answers so far with one more; null for a step that asks nothing. */
  function take(text) {
    ask_("answer", { typed: text === null ? [] : [...typed, text] });
  }

  function back() {
    ask_("look", { typed: typed.slice(0, -1) });
  }

  function beside() {
    const parts = [];
    if (got.artefact) parts.push(h("h3", "What the answers make"), h("pre.log.artefact", JSON.stringify(got.artefact, null, 2)));
    if (got.files.length) {
      parts.push(h("h3", "Files"), h("p", h("a", { href: `/api/flow/zip?${new URLSearchParams({ folder })}`, download: `${folder}.zip` }, "All, packed")),
        h("ul.files", got.files.map(file => h("li", h("a", { href: `/api/flow/file?${new URLSearchParams({ folder, name: file })}`, download: "" }, file)))));
    }
    side.replaceChildren(...parts);
  }

  function list() {
    steps.replaceChildren(...got.steps.map(step => h(`li.${step.status.replace(" ", "-")}`,
      h("b", step.title), " ", h("span.chip", step.status), step.note ? h("small", " " + step.note) : "",
      ["done", "failed", "stale"].includes(step.status) && !got.working
        ? h("button.quiet", { onclick: () => { redo = step.id; got.step = null; look(); }, "data-redo": step.id }, "Answer again") : "")));
  }

  look();
  return { close() { closed = true; clearTimeout(timer); }, key(key) { if (key === "Escape") { go("flow"); return true; } return false; } };
}

/** A field for the answer to a question: its element, and what a person would type. */
function input(question) {
  if (question.type === "choice" || question.type === "yes_no") {
    const options = question.type === "choice" ? question.options : ["yes", "no"];
    const first = question.preset || question.optional ? [] : [h("option", { value: "" }, "choose")];
    const none = question.optional ? [h("option", { value: "" }, "none")] : [];
    const field = h("select", { id: "answer" }, first, none,
      options.map(option => h("option", { value: option, selected: option === question.preset }, option)));
    return { element: field, value: () => field.value };
  }
  if (question.type === "rows") return rows(question);
  const field = h("input", { id: "answer", type: "text", autocomplete: "off", spellcheck: "false", placeholder: question.preset });
  return { element: field, value: () => field.value };
}

/** A table with one row per answer. An empty table stands for the default. */
function rows(question) {
  const body = h("tbody");
  const add = () => {
    body.append(h("tr", question.columns.map(column => h("td", h("input", {
      type: "text", "aria-label": column.ask, autocomplete: "off", spellcheck: "false", "data-key": column.key,
      placeholder: column.preset || column.example, title: `${column.ask}: ${column.needs}`,
    })))));
  };
  add();
  const element = h("div", h("div.scroll", h("table", h("thead", h("tr", question.columns.map(column =>
    h("th", { title: column.ask }, column.key, column.optional || column.preset ? "" : " *")))), body)),
    h("p", h("button", { type: "button", onclick: add }, "Add a row")));
  const line = row => [...row.querySelectorAll("input")].filter(field => field.value.trim())
    .map(field => `${field.dataset.key}=${field.value.trim()}`).join(" ");
  return { element, value: () => [...body.children].map(line).filter(text => text).join("\n") };
}
