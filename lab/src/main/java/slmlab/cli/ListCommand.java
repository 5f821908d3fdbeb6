package slmlab.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import slmlab.env.Envs;
import slmlab.env.VecEnv;

/// `slm-lab list`: what can be named in a spec.
@Command(name = "list", header = "[envs]: what there is, one line each", mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {

    private static final List<String> KINDS = List.of("envs");
    private static final int WIDEST = 50;
    /// A bound for each number of a box: too much for a line.
    private static final Pattern MANY_NUMBERS = Pattern.compile("\\[[-+\\d.,EInfityNa ]{12,}]");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "KIND", arity = "0..1", description = "envs; all kinds if it is left out")
    private String kind = "envs";

    @Override
    public Integer call() {
        if (!KINDS.contains(kind)) {
            String hint = Suggestion.of(kind, KINDS)
                    .map("did you mean %s?"::formatted)
                    .orElse("known: " + String.join(", ", KINDS));
            throw new ParameterException(spec.commandLine(), "unknown kind '%s'; %s".formatted(kind, hint));
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("ENV", "OBSERVATION", "ACTION", "TIME LIMIT"));
        Envs.all().forEach(entry -> rows.add(row(entry)));
        aligned(rows).forEach(spec.commandLine().getOut()::println);
        return Cli.DONE;
    }

    private static List<String> row(Envs.Entry entry) {
        String limit = entry.maxSteps() == 0 ? "none" : Integer.toString(entry.maxSteps());
        try (VecEnv env = Envs.make(entry.id(), 1, Map.of())) {
            return List.of(entry.id(), brief(env.obsSpace()), brief(env.actionSpace()), limit);
        } catch (IllegalArgumentException _) {
            return List.of(entry.id(), "needs arguments", "needs arguments", limit);
        }
    }

    private static String brief(Object space) {
        return MANY_NUMBERS.matcher(space.toString()).replaceAll("[…]");
    }

    /// Pad each column to its widest cell; a very wide one shifts its own line only.
    private static List<String> aligned(List<List<String>> rows) {
        int[] width = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int i = 0; i < width.length; i++) {
                int wanted = row.get(i).length();
                width[i] = wanted > WIDEST ? width[i] : Math.max(width[i], wanted);
            }
        }
        return rows.stream().map(row -> line(row, width)).toList();
    }

    private static String line(List<String> row, int[] width) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < width.length; i++) {
            line.append(row.get(i))
                    .repeat(" ", Math.max(0, width[i] - row.get(i).length()) + 2);
        }
        return line.toString().stripTrailing();
    }
}
