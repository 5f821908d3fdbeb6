package slmlab.cli.env;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slmlab.cli.InputCommand;
import slmlab.env.python.PythonSetup;
import slmlab.spec.text.Suggestion;

/// `slm-lab setup`: install the Python packages that environments outside the JVM need.
@Command(
        name = "setup",
        header = "Install Python envs: mujoco, atari, gymnasium, playground.",
        description = {
            "Makes a Python environment of the lab with pinned packages, in .venv below the lab's folder.",
            "playground takes 1.4 GB, the others some 100 MB each. Needs python3; PYTHON=… names another interpreter."
        },
        footer = {"  slm-lab setup mujoco", "  slm-lab setup gymnasium"})
public final class SetupCommand extends InputCommand {

    @Parameters(paramLabel = "FAMILY", description = "mujoco, atari, gymnasium or playground")
    private String family = "";

    @Override
    protected void run(PrintWriter out) {
        List<String> known =
                PythonSetup.ALL.stream().map(PythonSetup.Recipe::name).toList();
        PythonSetup.Recipe recipe = PythonSetup.ALL.stream()
                .filter(each -> each.name().equals(family))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown environment '%s'; %s"
                        .formatted(
                                family,
                                Suggestion.of(family, known)
                                        .map("did you mean %s?"::formatted)
                                        .orElse("known: " + String.join(", ", known)))));
        String home = System.getProperty("slmlab.home");
        if (home == null) {
            throw new IllegalArgumentException(
                    "the lab's folder is not known: start it with ./slm-lab, or give java -Dslmlab.home=FOLDER");
        }
        new PythonSetup(Path.of(home), line -> {
                    out.println(line);
                    out.flush();
                })
                .make(recipe);
    }
}
