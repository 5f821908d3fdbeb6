package slmlab.bridge.gym;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import slmlab.env.EnvFamily;
import slmlab.env.NotInstalledException;
import slmlab.env.VecEnv;
import slmlab.env.python.PythonPackages;

/// Envs that were written in Python, for example in a notebook, and that the package `slmlab` has pickled:
/// `pickle:PATH`. Java only passes the path on; the worker reads the file with the user's own Python.
public final class PickledEnvs implements EnvFamily {
    private static final String PREFIX = "pickle:";
    private static final String PACKAGE = "cloudpickle"; // Gymnasium brings it

    private final PythonPackages packages;

    public PickledEnvs(PythonPackages packages) {
        this.packages = packages;
    }

    @Override
    public String name() {
        return "pickle";
    }

    @Override
    public boolean has(String id) {
        return id.startsWith(PREFIX);
    }

    @Override
    public Optional<String> missing() {
        if (packages.problem().isPresent()) {
            return packages.problem();
        }
        return packages.python(PACKAGE).isPresent()
                ? Optional.empty()
                : Optional.of("cloudpickle is not installed in a Python that the lab knows; let SLM_LAB_VENV name the"
                        + " environment of the notebook");
    }

    @Override
    public VecEnv make(String id, int size, Map<String, ?> arguments, int threads) {
        missing().ifPresent(line -> {
            throw new NotInstalledException("%s: %s".formatted(id, line));
        });
        Path file = Path.of(id.substring(PREFIX.length())).toAbsolutePath();
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(
                    "%s: there is no file %s, to which slmlab.train wrote the env; train from the notebook again"
                            .formatted(id, file));
        }
        WorkerArgs args = new WorkerArgs(id, arguments);
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("path", file.toString());
        request.put("wrappers", args.takeWrappers());
        request.put("arguments", args.rest());
        String source = "%s%n%s%nmain(pickled_envs)%n"
                .formatted(WorkerProgram.resource("worker.py"), WorkerProgram.resource("pickled.py"));
        Path python = packages.python(PACKAGE).orElseThrow();
        WorkerProgram program = new WorkerProgram(python, source, Map.of("OMP_NUM_THREADS", "1"), request);
        try {
            return new PythonVector(id, program, size, args.options(threads));
        } catch (WorkerFault fault) {
            throw new IllegalArgumentException("%s: %s".formatted(id, fault.text()), fault);
        }
    }
}
