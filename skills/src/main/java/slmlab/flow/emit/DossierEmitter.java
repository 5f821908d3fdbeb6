package slmlab.flow.emit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import slmlab.file.JsonFile;

/// One report of a run: the answers and findings of all steps, and the lab's own dossier beside them.
final class DossierEmitter implements Emitter {
    private static final String FOLDER = "dossier";

    @Override
    public List<String> emit(EmitterContext context) {
        String run = context.required("init.run");
        List<String> words = new ArrayList<>(List.of("dossier", run, "--output", context.path(FOLDER)));
        context.text("evaluation.seed").ifPresent(seed -> words.addAll(List.of("--seed", seed)));
        context.text("synthesize.episodes").ifPresent(episodes -> words.addAll(List.of("--episodes", episodes)));
        CommandOutcome dossier = context.runner().run(words);
        if (!dossier.isDone()) {
            return List.of();
        }
        FlowReport report = new FlowReport(
                "Report on " + run,
                List.of(
                        context.text("init.question").orElse(""),
                        "",
                        "Figures and all numbers: [dossier/report.md](dossier/report.md)"),
                context.steps());
        context.files().write("report.md", report.markdown().getBytes(StandardCharsets.UTF_8));
        Map<String, Object> json = report.json();
        json.put("dossier", FOLDER + "/report.md");
        context.files().write("report.json", JsonFile.bytes(json));
        return List.of(
                "report.md, report.json: answers and findings of every step",
                "dossier/report.md, dossier/report.html: the lab's dossier of the run, with figures");
    }
}
