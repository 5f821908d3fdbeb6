package slmlab.bridge.mujoco;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import slmlab.env.Args;
import slmlab.env.Env;
import slmlab.env.EnvFamily;
import slmlab.env.EnvVector;
import slmlab.env.Envs;
import slmlab.env.NotInstalledException;
import slmlab.env.Space;
import slmlab.env.VecEnv;
import slmlab.env.python.PythonPackages;

/// Gymnasium's MuJoCo tasks, versions 5 and 4, with the models of the installed Gymnasium; and any MJCF file.
public final class MujocoFamily implements EnvFamily {
    private static final String PUSHER_4 = "Pusher-v4";
    private static final String FILE = ".xml";
    private static final String NO_MODELS =
            "Gymnasium, whose models these tasks use, is not installed; " + Library.INSTALL;

    @Override
    public String name() {
        return "mujoco";
    }

    @Override
    public List<String> ids() {
        List<String> ids = new ArrayList<>();
        for (String task : Tasks.all().keySet()) {
            ids.add(task + "-v5");
            ids.add(task + "-v4");
        }
        ids.remove(PUSHER_4);
        return ids;
    }

    @Override
    public boolean has(String id) {
        return id.endsWith(FILE) || id.equals(PUSHER_4) || ids().contains(id);
    }

    @Override
    public Optional<String> missing() {
        PythonPackages packages = PythonPackages.ofMachine();
        try {
            if (Library.find(packages).isEmpty()) {
                return Optional.of(Library.MISSING);
            }
            return packages.find("gymnasium").isEmpty() ? Optional.of(NO_MODELS) : Optional.empty();
        } catch (IllegalArgumentException e) { // a path of the user's that leads nowhere
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public VecEnv make(String id, int size, Map<String, ?> arguments, int threads) {
        return make(id, size, arguments, threads, env -> env);
    }

    /// @param wrap what becomes of each env, for a test that looks inside
    static VecEnv make(String id, int size, Map<String, ?> arguments, int threads, Function<MujocoEnv, Env> wrap) {
        if (id.equals(PUSHER_4)) {
            throw new IllegalArgumentException(
                    "Pusher-v4 needs MuJoCo 2: since MuJoCo 3 its model behaves differently; use Pusher-v5");
        }
        Library.open(); // first, so that the library is what is said to be missing
        Map<String, Object> own = new LinkedHashMap<>(Setup.plain(arguments));
        ModelSource source = source(id, own);
        int maxSteps = Envs.takeLimit(id, own, source.maxSteps);
        try (Model model = new Model(source.file, source.isGymnasiums)) {
            Space actions = actions(model);
            Geoms geoms = Geoms.of(model);
            return new EnvVector(
                    id, () -> wrap.apply(env(id, own, model, source, actions, geoms)), size, maxSteps, threads);
        }
    }

    /// What an id stands for.
    private record ModelSource(
            Path file, boolean isGymnasiums, int maxSteps, boolean isV5, Function<Setup, Task> build) {}

    private static ModelSource source(String id, Map<String, Object> own) {
        if (id.endsWith(FILE)) {
            return new ModelSource(Path.of(id), false, ModelFile.MAX_STEPS, true, ModelFile::task);
        }
        Tasks.Entry entry = Objects.requireNonNull(Tasks.all().get(id.substring(0, id.length() - "-v5".length())), id);
        boolean isV5 = id.endsWith("-v5");
        String given = own.get("xml_file") instanceof String text && hasFile(id) ? text : null;
        if (given != null) {
            own.remove("xml_file");
        }
        Path file = model(given != null ? given : isV5 ? entry.model() : entry.modelV4());
        return new ModelSource(file, given == null, entry.maxSteps(), isV5, entry.build());
    }

    /// Return whether a task has the argument `xml_file`.
    private static boolean hasFile(String id) {
        return id.endsWith("-v5") || id.equals("Ant-v4");
    }

    /// Return a model's file: as a path, or one of Gymnasium's.
    private static Path model(String name) {
        if (name.startsWith(".") || name.startsWith("/")) {
            return Path.of(name);
        }
        if (name.startsWith("~/")) {
            return Path.of(System.getProperty("user.home"), name.substring(2));
        }
        return PythonPackages.ofMachine()
                .find("gymnasium")
                .map(folder -> folder.resolve("envs/mujoco/assets").resolve(name))
                .orElseThrow(() -> new NotInstalledException(NO_MODELS));
    }

    private static MujocoEnv env(
            String id, Map<String, Object> own, Model model, ModelSource source, Space actions, Geoms geoms) {
        Args args = new Args(id, own);
        Simulation sim = new Simulation(model);
        try {
            Task task = source.build.apply(new Setup(args, model, sim, source.isV5));
            if (hasFile(id)) {
                args.text("xml_file", ""); // read already, unless it is no text
            }
            args.check();
            return new MujocoEnv(task, actions, geoms);
        } catch (RuntimeException e) {
            sim.close();
            throw e;
        }
    }

    private static Space actions(Model model) {
        double[] ranges = model.numbers("actuator_ctrlrange");
        byte[] limited = model.bytes("actuator_ctrllimited");
        if (limited.length == 0) {
            throw new IllegalArgumentException(
                    "%s has no actuators, so there is nothing to do".formatted(model.file()));
        }
        float[] low = new float[limited.length];
        float[] high = new float[limited.length];
        for (int i = 0; i < limited.length; i++) {
            if (limited[i] == 0) {
                throw new IllegalArgumentException(
                        "%s: actuator %s has no ctrlrange, so its actions have no bounds; give it one"
                                .formatted(model.file(), i));
            }
            low[i] = (float) ranges[2 * i];
            high[i] = (float) ranges[2 * i + 1];
        }
        return Space.Box.of(low, high);
    }
}
