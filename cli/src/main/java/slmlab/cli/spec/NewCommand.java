package slmlab.cli.spec;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.cli.Called;
import slmlab.cli.InputCommand;
import slmlab.cli.Paths;
import slmlab.file.SafeFile;
import slmlab.reference.NewSpec;

/// `slm-lab new`: a spec to begin with.
@Command(
        name = "new",
        header = "Write a commented spec for an algorithm and an env.",
        footer = {
            "  slm-lab new pendulum.yaml --algorithm SAC --env Pendulum-v1",
            "  slm-lab new lander.yaml --env LunarLander-v3"
        })
public final class NewCommand extends InputCommand {

    @Parameters(paramLabel = "SPEC.yaml", description = "the file to write; one that exists is kept")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            defaultValue = "PPO",
            description = "what learns; list algorithms shows all (default: PPO)")
    private String algorithm = "";

    @Option(
            names = "--env",
            paramLabel = "ID",
            defaultValue = "CartPole-v1",
            description = "where it learns; list envs shows all (default: CartPole-v1)")
    private String env = "";

    @Override
    protected void run(PrintWriter out) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (!name.endsWith(".yaml") && !name.endsWith(".yml")) {
            throw new IllegalArgumentException(
                    "%s is not the name of a YAML file; end it in .yaml, which can hold comments".formatted(file));
        }
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IllegalArgumentException(
                    "%s exists and is kept; choose another name, or remove it first".formatted(file));
        }
        Paths.checkWritable("the file", file);
        String text = NewSpec.text(file.toString(), algorithm, env);
        SafeFile.write(file, to -> to.write(text.getBytes(StandardCharsets.UTF_8)));
        out.println("wrote %s with the spec %s".formatted(file, NewSpec.name(text)));
        out.println("train it: " + Called.with("run", file.toString(), NewSpec.name(text), "train"));
    }
}
