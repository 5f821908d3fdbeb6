package slmlab.cli.spec;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.facts.Trait;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.net.Nets;
import slmlab.cli.DataFolder;
import slmlab.cli.InputCommand;
import slmlab.cli.SpecPaths;
import slmlab.cli.TextColumns;
import slmlab.cli.inspect.RunTable;
import slmlab.env.EnvException;
import slmlab.env.EnvFamily;
import slmlab.env.Envs;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.NamedWrappers;
import slmlab.reference.ComponentPage;
import slmlab.spec.SpecFile;
import slmlab.spec.key.Written;
import slmlab.spec.text.SpecException;
import slmlab.spec.text.Suggestion;

/// `slm-lab list`: what a spec can name.
@Command(
        name = "list",
        header = "List algorithms, nets, memories, envs, wrappers, specs, runs.",
        description = "SLM-Lab's list of uploaded runs is slm-lab pull --list.",
        footer = {"  slm-lab list envs", "  slm-lab list PPO"})
public final class ListCommand extends InputCommand {

    private static final List<String> KINDS = List.of("algorithms", "nets", "memories", "envs", "wrappers", "specs");
    private static final String RUNS = "runs";
    /// A bound for each number of a box: too much for a line.
    private static final Pattern MANY_NUMBERS = Pattern.compile("\\[[-+\\d.,EInfityNa ]{12,}]");

    @Parameters(
            paramLabel = "KIND",
            arity = "0..1",
            description = "algorithms, nets, memories, envs, wrappers or specs (default: all); runs; or one algorithm "
                    + "or net: PPO")
    private String kind = "";

    @Mixin
    private final DataFolder data = new DataFolder();

    @Override
    protected void run(PrintWriter out) {
        if (kind.equals(RUNS)) {
            RunTable.lines(data.path()).forEach(out::println);
            return;
        }
        Optional<ComponentPage> page = ComponentPage.of(kind);
        if (page.isPresent()) {
            page.get().head().forEach(out::println);
            out.println();
            TextColumns.aligned(page.get().keys()).forEach(out::println);
            return;
        }
        if (!kind.isEmpty() && !KINDS.contains(kind)) {
            List<String> known = Stream.of(KINDS, List.of(RUNS), ComponentPage.names())
                    .flatMap(List::stream)
                    .toList();
            String hint = Suggestion.of(kind, known)
                    .map("did you mean %s?"::formatted)
                    .orElse("known: " + String.join(", ", KINDS)
                            + ", runs, or one algorithm or net; run folders on a hub: slm-lab pull --list " + kind);
            throw new IllegalArgumentException("unknown kind '%s'; %s".formatted(kind, hint));
        }
        List<String> kinds = kind.isEmpty() ? KINDS : List.of(kind);
        List<List<List<String>>> tables = new ArrayList<>(); // all, or nothing is printed
        for (String each : kinds) {
            tables.add(rows(each));
            if (each.equals("envs") && !Envs.families().isEmpty()) {
                tables.add(families());
            }
        }
        for (int i = 0; i < tables.size(); i++) {
            if (i > 0) {
                out.println();
            }
            TextColumns.aligned(tables.get(i)).forEach(out::println);
        }
    }

    private static List<List<String>> rows(String kind) {
        return switch (kind) {
            case "algorithms" ->
                keyed(
                        "ALGORITHM",
                        Algorithms.ALL.names(),
                        name -> Algorithms.ALL.entry(name).defaults());
            case "nets" ->
                keyed("NET", Nets.ALL.names(), name -> Nets.ALL.entry(name).defaults());
            case "memories" -> memories();
            case "envs" -> envs();
            case "wrappers" ->
                keyed(
                        "WRAPPER",
                        NamedWrappers.ALL.names(),
                        name -> NamedWrappers.ALL.entry(name).defaults());
            default -> specs();
        };
    }

    private static List<List<String>> keyed(String title, List<String> names, Function<String, Record> defaults) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(title, "OWN KEYS"));
        names.forEach(name -> rows.add(
                List.of(name, String.join(", ", Written.of(defaults.apply(name)).keySet()))));
        return rows;
    }

    private static List<List<String>> memories() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("MEMORY", "USED BY"));
        Arrays.stream(MemoryConfig.Kind.values())
                .forEach(memory -> rows.add(List.of(
                        memory.toString(),
                        Algorithms.ALL.names().stream()
                                .filter(name -> Algorithms.has(name, Trait.REPLAY) == memory.isReplay())
                                .collect(Collectors.joining(", ")))));
        return rows;
    }

    private static List<List<String>> envs() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("ENV", "OBSERVATION", "ACTION", "TIME LIMIT", "OLDER IDS"));
        Envs.all().forEach(entry -> rows.add(row(entry)));
        return rows;
    }

    /// Return the ids of the families outside the JVM, without starting any of them.
    private static List<List<String>> families() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("ENVS OUTSIDE THE JVM", "FAMILY", "STATE"));
        for (EnvFamily family : Envs.families()) {
            String state = family.missing().orElse("installed");
            family.ids().forEach(id -> rows.add(List.of(id, family.name(), state)));
            if (family.triesAny()) {
                rows.add(List.of("any other id", family.name(), state));
            }
        }
        return rows;
    }

    private static List<List<String>> specs() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("SPEC", "FILE"));
        Path shipped = SpecPaths.shipped();
        if (!Files.isDirectory(shipped)) {
            return rows;
        }
        try {
            for (Path file : SpecPaths.files(shipped, _ -> {})) {
                for (String name : SpecFile.read(file, Map.of()).names()) {
                    rows.add(List.of(name, shipped.relativize(file).toString()));
                }
            }
        } catch (SpecException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        return rows;
    }

    private static List<String> row(Envs.Entry entry) {
        String limit = entry.maxSteps() == 0 ? "none" : Integer.toString(entry.maxSteps());
        String older = String.join(", ", Envs.aliases(entry.id()));
        try (VecEnv env = Envs.make(entry.id(), 1, Map.of())) {
            return List.of(entry.id(), brief(env.obsSpace()), brief(env.actionSpace()), limit, older);
        } catch (IllegalArgumentException _) {
            return List.of(entry.id(), "needs arguments", "needs arguments", limit, older);
        } catch (EnvException _) { // a user's env: the others are listed all the same
            return List.of(entry.id(), "fails; see env check", "fails; see env check", limit, older);
        }
    }

    private static String brief(Object space) {
        return MANY_NUMBERS.matcher(space.toString()).replaceAll("[…]");
    }
}
