package slmlab.cli.env;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import slmlab.cli.Cli;
import slmlab.env.check.EnvCheck;

/// `slm-lab env check`: one line per rule of the contract.
@Command(
        name = "check",
        header = "Check an env against the contract, one line per rule.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "✓ holds, ✗ broken, ! a warning, · a measurement. Exit code 1 if a rule is broken.",
            "",
            "Examples:",
            "  slm-lab env check CartPole-v1",
            "  slm-lab env check FrozenLake-v1 -a map_name=8x8"
        })
final class EnvCheckCommand extends EnvSubcommand {

    @Override
    int run(String env, Map<String, Object> arguments, PrintWriter out) {
        List<EnvCheck.Finding> findings = EnvCheck.run(env, arguments, finding -> {
            out.println(line(finding));
            out.flush(); // a slow env takes seconds for a rule
        });
        boolean broken = findings.stream().anyMatch(finding -> finding.level() == EnvCheck.Level.BROKEN);
        return broken ? Cli.FAILED : Cli.DONE;
    }

    static String line(EnvCheck.Finding finding) {
        return "%s %-16s %s".formatted(mark(finding.level()), finding.rule(), finding.text());
    }

    private static String mark(EnvCheck.Level level) {
        return switch (level) {
            case HOLDS -> "✓";
            case INFO -> "·";
            case WARNING -> "!";
            case BROKEN -> "✗";
        };
    }
}
