package slmlab.bridge.gym;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import slmlab.env.EnvFamily;
import slmlab.env.Envs;
import slmlab.env.NotInstalledException;
import slmlab.env.VecEnv;
import slmlab.env.python.PythonPackages;

/// Every env that an installed Gymnasium has, or a package that registers its own there.
///
/// `gym:ID` asks for Gymnasium's env where the lab has one of its own, and `package:ID` imports the package first. An
/// id that no other family has is tried too.
public final class Gymnasium implements EnvFamily {
    private static final Pattern ID = Pattern.compile("(gym:)?([\\w.]+:)?([\\w-]+/)?[\\w.:-]+");
    private static final String FORCED = "gym:";
    private static final int OLDEST = 1;
    private static final String SETUP = "type slm-lab setup gymnasium";

    private final PythonPackages packages;

    public Gymnasium(PythonPackages packages) {
        this.packages = packages;
    }

    @Override
    public String name() {
        return "gymnasium";
    }

    @Override
    public boolean has(String id) {
        return ID.matcher(id).matches();
    }

    @Override
    public boolean triesAny() {
        return true;
    }

    @Override
    public Optional<String> missing() {
        if (packages.problem().isPresent()) {
            return packages.problem();
        }
        Optional<Path> folder = packages.find("gymnasium");
        if (folder.isEmpty()) {
            return Optional.of("Gymnasium is not installed; " + SETUP);
        }
        Optional<String> old = PythonPackages.version(folder.get(), "gymnasium")
                .filter(version -> Integer.parseInt(version.replaceAll("\\D.*", "")) < OLDEST)
                .map(version -> "Gymnasium %s is too old, needs 1.0 or newer; %s".formatted(version, SETUP));
        if (old.isPresent()) {
            return old;
        }
        return packages.python("gymnasium").isEmpty()
                ? Optional.of(
                        "Gymnasium lies in %s, but there is no Python beside it; %s".formatted(folder.get(), SETUP))
                : Optional.empty();
    }

    @Override
    public Optional<String> missing(String id) {
        Optional<String> missing = missing();
        return missing.isPresent() && !id.contains(":") ? Envs.suggestion(id).or(() -> missing) : missing;
    }

    @Override
    public VecEnv make(String id, int size, Map<String, ?> arguments, int threads) {
        missing(id).ifPresent(line -> {
            throw new NotInstalledException(line.startsWith("no env") ? line : "%s: %s".formatted(id, line));
        });
        Path python = packages.python("gymnasium").orElseThrow();
        WorkerArgs args = new WorkerArgs(id, arguments);
        boolean vector = args.isVector();
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("id", id.startsWith(FORCED) ? id.substring(FORCED.length()) : id);
        request.put("vector", vector);
        request.put("wrappers", args.takeWrappers());
        request.put("arguments", args.rest());
        Map<String, String> variables = vector ? Map.of() : Map.of("OMP_NUM_THREADS", "1"); // a worker is a core
        WorkerProgram program =
                new WorkerProgram(python, WorkerProgram.resource("worker.py") + "\nmain()\n", variables, request);
        return make(id, program, size, args, vector ? 1 : threads);
    }

    private static VecEnv make(String id, WorkerProgram program, int size, WorkerArgs args, int workers) {
        try {
            return new PythonVector(id, program, size, args.options(workers));
        } catch (WorkerFault fault) {
            if (fault.kind() == WorkerFault.Kind.ONE_WORKER) {
                return make(id, program, size, args, 1);
            }
            throw refused(id, fault);
        }
    }

    private static IllegalArgumentException refused(String id, WorkerFault fault) {
        return switch (fault.kind()) {
            case UNKNOWN_ID ->
                new IllegalArgumentException(
                        Optional.of(id)
                                .filter(each -> !each.contains(":")) // of these, Gymnasium knows more
                                .flatMap(Envs::suggestion)
                                .orElse("no env %s: %s".formatted(id, fault.text())),
                        fault);
            case TOO_OLD -> new NotInstalledException("%s: %s; %s".formatted(id, fault.text(), SETUP));
            case RAISED, LOST, ONE_WORKER -> new IllegalArgumentException("%s: %s".formatted(id, fault.text()), fault);
        };
    }
}
