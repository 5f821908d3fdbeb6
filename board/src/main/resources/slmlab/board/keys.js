// The keyboard: every page can be used without a mouse.
import { go, store, theme } from "/app.js";
import { h } from "/format.js";

const HELP = [
  ["/", "search"], ["j  k", "next, previous run"], ["Enter", "open the run"], ["x", "select the run for a comparison"],
  ["c", "compare what is selected"], ["Space", "play or pause the agent"], ["← →", "step through its episode"],
  ["1 2 3", "frames, time or updates below the curves"], ["+  -  0", "zoom the curves in or out, show all"], ["Tab", "to a chart, where ← → move the cross-hair and with Shift the curves"], ["d", "light or dark"], ["Esc", "back to all runs"], ["?", "this list"],
];

export function listen(page) {
  const search = document.getElementById("search");
  const dialog = document.getElementById("keys");
  dialog.append(
    h("h2", "Keyboard"),
    h("dl", HELP.map(([key, what]) => [h("dt", key.split("  ").map(k => h("kbd", k))), h("dd", what)])),
    h("form", { method: "dialog" }, h("button", "Close")));
  const help = () => (dialog.open ? dialog.close() : dialog.showModal());
  document.getElementById("help").addEventListener("click", help);
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });

  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest(".question")) return; // its fields take every key
    const typing = event.target.matches("input[type=search], input[type=text]");
    if (event.key === "Escape") {
      if (dialog.open) return;
      if (typing && search.value) { search.value = ""; search.dispatchEvent(new Event("input")); }
      else if (typing) search.blur();
      else if (document.body.dataset.page !== "runs") go();
      else page()?.key?.("Escape");
      return;
    }
    if (typing) {
      if (event.key === "Enter" || event.key === "ArrowDown") { search.blur(); page()?.key?.("first"); event.preventDefault(); }
      return;
    }
    if (event.target.matches("input[type=range]") && event.key.startsWith("Arrow")) return;
    const taken = {
      "/": () => { search.focus(); search.select(); },
      "?": help,
      d: theme,
      c: () => { if (store.selected.size > 1) go("compare", ...store.selected); },
    }[event.key];
    if (taken) { taken(); event.preventDefault(); }
    else if (!dialog.open && page()?.key?.(event.key, event)) event.preventDefault();
  });
}
