package slmlab.cli.env;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
import slmlab.env.check.EnvSuite;

/// `slm-lab env suite`: every test of every env that is named.
@Command(
        name = "suite",
        header = "Test envs in full: contract, vectors, wrappers, speed, frames.",
        footer = {
            "",
            "✓ holds, ✗ broken, ! a warning, · a measurement, or not tested. Exit code 1 if",
            "an env fails.",
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
            if (EnvCheckCommand.isBroken(findings)) {
                failing.add(name);
            }
        });
        text.println("%s: %s"
                .formatted(
                        Counts.of(all.size(), "env"),
                        failing.isEmpty() ? "all hold" : "failing: " + String.join(", ", failing)));
        json.write(
                () -> all.entrySet().stream()
                        .map(entry -> EnvCheckCommand.entry(entry.getKey(), entry.getValue()))
                        .toList(),
                out);
        out.flush();
        return failing.isEmpty() ? Cli.DONE : Cli.FAILED;
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
}
