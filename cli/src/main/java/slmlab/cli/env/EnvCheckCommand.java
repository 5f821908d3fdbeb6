package slmlab.cli.env;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import slmlab.cli.Cli;
import slmlab.cli.JsonFlag;
import slmlab.env.check.EnvCheck;
import slmlab.env.check.EnvCheck.Finding;
import slmlab.env.check.EnvCheck.Level;

/// `slm-lab env check`: one line per rule of the contract.
@Command(
        name = "check",
        header = "Check an env against the contract, one line per rule.",
        footer = {
            "",
            "✓ holds, ✗ broken, ! a warning, · a measurement, or not tested. Exit code 1 if",
            "a rule is broken. docs/envs.md explains the codes E01 to W07.",
            "",
            "Examples:",
            "  slm-lab env check CartPole-v1",
            "  slm-lab env check FrozenLake-v1 -a map_name=8x8 --json"
        })
final class EnvCheckCommand extends EnvSubcommand {

    @Mixin
    private final JsonFlag json = new JsonFlag();

    @Override
    int run(String env, Map<String, Object> arguments, PrintWriter out) {
        json.check();
        PrintWriter text = json.text(out);
        List<Finding> findings = EnvCheck.run(env, arguments, finding -> {
            text.println(line(finding));
            text.flush(); // a slow env takes seconds for a rule
        });
        json.write(() -> entry(env, findings), out);
        return isBroken(findings) ? Cli.FAILED : Cli.DONE;
    }

    static boolean isBroken(List<Finding> findings) {
        return findings.stream().anyMatch(finding -> finding.level() == Level.BROKEN);
    }

    static String line(Finding finding) {
        return "%s %s %-16s %s".formatted(mark(finding.level()), finding.code(), finding.rule(), finding.text());
    }

    /// Return what was found of an env, for JSON.
    static Map<String, Object> entry(String env, List<Finding> findings) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("env", env);
        entry.put("ok", !isBroken(findings));
        entry.put("findings", findings.stream().map(EnvCheckCommand::entry).toList());
        return entry;
    }

    private static Map<String, String> entry(Finding finding) {
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put("code", finding.code());
        entry.put("rule", finding.rule());
        entry.put("level", finding.level().name().toLowerCase(Locale.ROOT));
        entry.put("text", finding.text());
        return entry;
    }

    private static String mark(Level level) {
        return switch (level) {
            case HOLDS -> "✓";
            case INFO -> "·";
            case WARNING -> "!";
            case BROKEN -> "✗";
        };
    }
}
