package slmlab.cli.design;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import slmlab.design.DesignVerdict;
import slmlab.design.validate.Designs;

/// `slm-lab validate`: is a design well posed? One line per finding.
@Command(
        name = "validate",
        header = "Check the design of an observation, an action, a reward, …",
        footer = {
            "",
            "docs/validate.md has the keys and codes. Exit code 0 valid, 1 invalid, 2 unreadable.",
            "",
            "Examples:",
            "  slm-lab validate reward reward.yaml",
            "  slm-lab validate mdp problem.yaml --strict --json"
        })
public final class ValidateCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "KIND",
            description = "what the file describes: state, action, reward, mdp, arch, hrl or marl")
    private String kind = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "YAML, or JSON, which may have comments")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Mixin
    private VerdictFlags flags = new VerdictFlags();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            DesignVerdict verdict = Designs.check(kind, file);
            return flags.tell(verdict, out);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
