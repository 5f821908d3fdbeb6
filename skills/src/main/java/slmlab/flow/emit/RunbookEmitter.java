package slmlab.flow.emit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// How to run, watch, resume and tune a spec, beside the spec itself with its `meta` and `search` blocks.
final class RunbookEmitter implements Emitter {
    private static final String NONE = "none";
    private static final String POPULATION = "population";
    private static final String USUAL_SECONDS = "30"; // between two states

    @Override
    public List<String> emit(EmitterContext context) {
        String name = context.required("init.spec_name");
        if (!context.runner().run(List.of("check", context.path("spec.json"))).isDone()) {
            return List.of();
        }
        String tuning = context.text("tuning.method").orElse(NONE);
        List<Line> lines = lines(context, name, tuning);
        int width = lines.stream().mapToInt(line -> line.command.length()).max().orElse(0);
        List<String> intro = new ArrayList<>(List.of(
                context.text("init.goal").map(goal -> "Done when: " + goal).orElse(""),
                "",
                "Run every command in the folder of this page.",
                "",
                "```bash"));
        lines.forEach(
                line -> intro.add(line.command + " ".repeat(width - line.command.length()) + "   # " + line.purpose));
        intro.add("```");
        List<AnsweredStep> decided =
                context.steps().subList(0, context.steps().size() - 1); // this step decides nothing
        FlowReport book = new FlowReport("Run book of " + name, intro, decided);
        context.files().write("RUNBOOK.md", book.markdown().getBytes(StandardCharsets.UTF_8));
        return List.of(
                "RUNBOOK.md: what to run, in which order, and what was decided",
                "spec.json: the spec %s with its meta%s"
                        .formatted(name, tuning.equals(NONE) ? " block" : " and search blocks"));
    }

    /// A line of the book.
    private record Line(String command, String purpose) {}

    private static Line train(String file, String name, String flags, String purpose) {
        return new Line("slm-lab run %s %s train%s".formatted(file, name, flags), purpose);
    }

    /// Return a flag with an answer; nothing where there is none to give.
    private static String flag(EmitterContext context, String flag, String path) {
        return context.text(path)
                .filter(answer -> !answer.equals(NONE))
                .map(answer -> " %s %s".formatted(flag, answer))
                .orElse("");
    }

    private static List<Line> lines(EmitterContext context, String name, String tuning) {
        String state = context.text("checkpoints.state_seconds")
                .filter(seconds -> !seconds.equals(USUAL_SECONDS))
                .map(seconds -> " --state-seconds " + seconds)
                .orElse("");
        String cores = state + flag(context, "--threads", "rollouts.threads");
        String track = flag(context, "--track", "tracking.track");
        String fresh = " --seed 1000" + flag(context, "--seeds", "tracking.meta.max_session") + track + cores;
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("slm-lab check spec.json", "before anything else"));
        lines.add(new Line(
                "slm-lab run spec.json %s dev --max-frame 10000".formatted(name), "a short run that must end well"));
        switch (tuning) {
            case NONE -> lines.add(train("spec.json", name, track + cores, "the run; it prints its folder"));
            case POPULATION -> {
                lines.add(new Line(
                        "slm-lab run spec.json %s search --seeds 1%s".formatted(name, cores),
                        "train the population; each member is one session"));
                lines.add(new Line("slm-lab run search@latest", "resume it after Ctrl-C or a crash"));
                lines.add(train(
                        "spec.json",
                        name,
                        fresh,
                        "what fixed settings reach, on seeds that the population did not use"));
            }
            default -> {
                String sampler = context.required("tuning.sampler");
                String pruner = context.required("tuning.pruner");
                lines.add(new Line(
                        "slm-lab run spec.json %s search --sampler %s --pruner %s%s"
                                .formatted(name, sampler, pruner, cores),
                        "tune it: the best trial is a candidate"));
                lines.add(new Line("slm-lab run search@latest", "resume the search after Ctrl-C or a crash"));
                lines.add(new Line("slm-lab study show latest", "the trials, the best first"));
                lines.add(new Line("slm-lab study best latest > best.json", "the spec of the best trial"));
                lines.add(train("best.json", name, fresh, "train it on seeds that no trial used"));
            }
        }
        lines.add(new Line("slm-lab dashboard", "watch it, in another terminal"));
        lines.add(new Line("slm-lab run train@latest", "resume it after Ctrl-C or a crash, bit for bit"));
        lines.add(new Line("slm-lab diagnose latest", "what went wrong, if anything did"));
        lines.add(new Line("slm-lab checkpoint verify latest", "is every checkpoint readable?"));
        lines.add(new Line("slm-lab eval latest --episodes 100", "what it has learned"));
        return lines;
    }
}
