package slmlab.flow.emit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// How to run, watch, resume and tune a spec, beside the spec itself with its `meta` and `search` blocks.
final class RunbookEmitter implements Emitter {
    @Override
    public List<String> emit(Emission it) {
        String name = it.required("init.spec_name");
        if (!it.runner().run(List.of("check", it.path("spec.json"))).isDone()) {
            return List.of();
        }
        boolean isSearched = SpecDraft.of(it.answers("init")).has("search")
                || it.steps().stream()
                        .anyMatch(step -> step.answers().keySet().stream().anyMatch(key -> key.startsWith("search.")));
        List<String> intro = new ArrayList<>(List.of("Run every command in the folder of this page.", "", "```bash"));
        intro.add("slm-lab check spec.json                      # before anything else");
        intro.add("slm-lab run spec.json %s dev         # a short run that must end well".formatted(name));
        intro.add("slm-lab run spec.json %s train       # the run; the first line names its folder".formatted(name));
        intro.add("slm-lab dashboard                            # watch it");
        intro.add("slm-lab run train@latest                     # resume it after Ctrl-C or a crash, bit for bit");
        intro.add("slm-lab checkpoint verify latest             # is every checkpoint readable?");
        intro.add("slm-lab eval latest                          # what it has learned");
        if (isSearched) {
            intro.add("slm-lab run spec.json %s search      # tune it".formatted(name));
            intro.add("slm-lab study show latest                    # the trials, the best first");
        }
        intro.add("```");
        Report book = new Report("Run book of " + name, intro, it.steps());
        it.files().write("RUNBOOK.md", book.markdown().getBytes(StandardCharsets.UTF_8));
        return List.of(
                "RUNBOOK.md: what to run, in which order, and what was decided",
                "spec.json: the spec %s with its meta%s".formatted(name, isSearched ? " and search blocks" : " block"));
    }
}
