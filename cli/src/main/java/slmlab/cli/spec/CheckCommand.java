package slmlab.cli.spec;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import slmlab.cli.Cli;
import slmlab.cli.Counts;
import slmlab.cli.SpecPaths;
import slmlab.experiment.RunOptions;
import slmlab.experiment.plan.SpecCheck;
import slmlab.spec.SpecFile;
import slmlab.spec.text.Problem;
import slmlab.spec.text.SpecException;
import slmlab.spec.upstream.OtherLibraries;

/// `slm-lab check`: find what would keep specs from running. Where the env is installed, envs, nets and programs are
/// made once; nothing is trained and nothing written.
@Command(
        name = "check",
        header = "Validate spec files; all problems are reported together.",
        footer = {"  slm-lab check ppo/cartpole.json", "  slm-lab check my_specs --json=problems.json"})
public final class CheckCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "SPEC", description = "a spec file, or a folder of them")
    private String path = "";

    @Parameters(index = "1", paramLabel = "NAME", arity = "0..1", description = "one spec of the file (default: all)")
    private @Nullable String name;

    @Mixin
    private FindingFlags flags = new FindingFlags();

    private Map<String, String> vars = Map.of();
    private final Set<String> matched = new HashSet<>();

    @Override
    public Integer call() {
        try {
            return run(spec.commandLine().getOut());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private int run(PrintWriter out) {
        vars = flags.checked();
        PrintWriter text = flags.text(out);
        List<SpecCheck> checks = new ArrayList<>();
        for (Path file : files()) {
            for (SpecCheck check : check(file)) {
                checks.add(check);
                tell(check, text);
            }
        }
        refuseUnmatched(checks);
        text.println(summary(checks));
        flags.write(() -> checks.stream().map(CheckCommand::entry).toList(), out);
        return checks.stream().allMatch(SpecCheck::isRight) ? Cli.DONE : Cli.WRONG_INPUT;
    }

    /// Count as in `9 specs: 5 right and runnable here, 3 right but not runnable here (…), 1 wrong`.
    private static String summary(List<SpecCheck> checks) {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("right and runnable here", count(checks, SpecCheck::isRunnable));
        counts.put(
                "right but not runnable here (env not installed, or needs -s)",
                count(checks, check -> check.isRight() && !check.isRunnable()));
        counts.put("wrong", count(checks, check -> !check.isRight()));
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", ", Counts.of(checks.size(), "spec") + ": ", ""));
    }

    private static long count(List<SpecCheck> checks, Predicate<SpecCheck> which) {
        return checks.stream().filter(which).count();
    }

    private List<Path> files() {
        Path found = SpecPaths.find(path);
        List<Path> files = SpecPaths.files(found, spec.commandLine().getErr()::println);
        if (files.isEmpty()) {
            throw new IllegalArgumentException("%s has no spec files".formatted(found));
        }
        if (name != null && Files.isDirectory(found)) {
            throw new IllegalArgumentException("%s is a folder; a name needs one file".formatted(found));
        }
        return files;
    }

    private List<SpecCheck> check(Path file) {
        try {
            SpecFile specs = SpecFile.read(file, vars);
            List<String> names = name == null ? specs.names() : List.of(name);
            if (names.isEmpty()) {
                throw new SpecException(file.toString(), "has no specs; a spec file maps names to specs");
            }
            return names.stream().map(each -> check(specs, each)).toList();
        } catch (SpecException e) {
            return List.of(SpecCheck.of(file.toString(), e));
        }
    }

    /// Refuse a setting that no spec has a key or a variable for, if any could be read.
    private void refuseUnmatched(List<SpecCheck> checks) {
        boolean isRead = checks.stream().anyMatch(check -> !check.name().isEmpty());
        for (String key : vars.keySet()) {
            if (isRead && !matched.contains(key)) {
                String meant = OtherLibraries.path(key)
                        .map("; did you mean %s?"::formatted)
                        .orElse("");
                throw new IllegalArgumentException("-s %s matches nothing in %s%s".formatted(key, path, meant));
            }
        }
    }

    /// Check one spec, with the settings that match it.
    private SpecCheck check(SpecFile specs, String each) {
        List<String> others = specs.unmatched(each);
        vars.keySet().stream().filter(key -> !others.contains(key)).forEach(matched::add);
        return SpecCheck.of(specs.without(others), each, RunOptions.defaults().threads());
    }

    private static void tell(SpecCheck check, PrintWriter out) {
        String what = check.name().isEmpty() ? check.file() : check.file() + " " + check.name();
        if (!check.isRight()) {
            out.println("✗ " + new SpecException(what, check.problems()).getMessage());
        } else {
            out.println("✓ " + what + (check.isRunnable() ? "" : "  (" + String.join("; ", check.missing()) + ")"));
        }
        check.warnings().forEach(warning -> out.println("  ! %s %s".formatted(warning.path(), warning.message())));
    }

    private static Map<String, Object> entry(SpecCheck check) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("file", check.file());
        entry.put("name", check.name());
        entry.put("ok", check.isRight());
        entry.put("runnable", check.isRunnable());
        entry.put(
                "problems", check.problems().stream().map(CheckCommand::problem).toList());
        entry.put("notes", check.missing());
        entry.put(
                "warnings", check.warnings().stream().map(CheckCommand::problem).toList());
        return entry;
    }

    private static Map<String, String> problem(Problem problem) {
        return Map.of("path", problem.path(), "message", problem.message());
    }
}
