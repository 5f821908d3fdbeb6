package slmlab.cli.env;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import slmlab.cli.Cli;
import slmlab.cli.Counts;
import slmlab.cli.JsonFlag;
import slmlab.env.Envs;
import slmlab.env.check.EnvCheck.Finding;
import slmlab.env.check.EnvCheck.Level;
import slmlab.env.check.EnvSuite;

/// `slm-lab env suite`: every test of every env that is named.
@Command(
        name = "suite",
        header = "Test envs in full: contract, vectors, wrappers, speed, frames.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "✓ holds, ✗ broken, ! a warning, · a measurement. Exit code 1 if an env fails.",
            "",
            "Examples:",
            "  slm-lab env suite CartPole-v1",
            "  slm-lab env suite CartPole-v1 Pendulum-v1 --json=suite.json"
        })
final class EnvSuiteCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", arity = "1..*", description = "ids of envs; slm-lab list envs shows all")
    private List<String> names = List.of();

    @Mixin
    private final JsonFlag json = new JsonFlag();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            json.check();
            names.forEach(EnvSuiteCommand::check);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        PrintWriter text = json.text(out);
        Map<String, List<Finding>> all = new LinkedHashMap<>();
        for (String name : names) {
            List<Finding> findings = EnvSuite.run(name, Map.of());
            all.put(name, findings);
            text.println(name);
            findings.forEach(finding -> text.println("  " + EnvCheckCommand.line(finding)));
            text.flush();
        }
        List<String> failing = new ArrayList<>();
        all.forEach((name, findings) -> {
            if (findings.stream().anyMatch(finding -> finding.level() == Level.BROKEN)) {
                failing.add(name);
            }
        });
        text.println("%s: %s"
                .formatted(
                        Counts.of(all.size(), "env"),
                        failing.isEmpty() ? "all hold" : "failing: " + String.join(", ", failing)));
        json.write(() -> written(all, failing), out);
        out.flush();
        return failing.isEmpty() ? Cli.DONE : Cli.FAILED;
    }

    private static List<Map<String, Object>> written(Map<String, List<Finding>> all, List<String> failing) {
        return all.entrySet().stream()
                .map(entry -> Map.<String, Object>of(
                        "env", entry.getKey(),
                        "ok", !failing.contains(entry.getKey()),
                        "findings",
                                entry.getValue().stream()
                                        .map(EnvSuiteCommand::entry)
                                        .toList()))
                .toList();
    }

    /// Refuse an unknown id, and one whose environment is not installed, before minutes are spent.
    private static void check(String name) {
        if (Envs.families().stream().noneMatch(family -> family.has(name))) {
            Envs.entry(name);
        }
        Envs.missing(name).ifPresent(missing -> {
            throw new IllegalArgumentException("%s: %s".formatted(name, missing));
        });
    }

    private static Map<String, String> entry(Finding finding) {
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put("rule", finding.rule());
        entry.put("level", finding.level().name().toLowerCase(Locale.ROOT));
        entry.put("text", finding.text());
        return entry;
    }
}
