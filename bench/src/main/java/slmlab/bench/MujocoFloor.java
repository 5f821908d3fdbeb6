package slmlab.bench;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import slmlab.env.Envs;
import slmlab.env.Step;
import slmlab.env.VecEnv;
import slmlab.env.python.PythonPackages;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;
import slmlab.tensor.State;

/// What MuJoCo's steps alone cost: episodes that our env has played, again, by calls of `mj_step` and nothing
/// else. A call from Java takes some nanoseconds more than one from C, a step some microseconds.
final class MujocoFloor {
    private static final int INTEGRATION = (1 << 15) - 1; // mjSTATE_INTEGRATION
    private static final int CTRL = 1 << 6; // mjSTATE_CTRL
    private static final int STEPS = 2048;

    private static final SymbolLookup LIBRARY = library();
    private static final MethodHandle LOAD =
            handle("mj_loadXML", FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_INT));
    private static final MethodHandle MAKE_DATA = handle("mj_makeData", FunctionDescriptor.of(ADDRESS, ADDRESS));
    private static final MethodHandle SET_STATE =
            handle("mj_setState", FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, ADDRESS, JAVA_INT));
    private static final MethodHandle STEP = handle("mj_step", FunctionDescriptor.ofVoid(ADDRESS, ADDRESS));

    private final MemorySegment model;
    private final MemorySegment data;
    private final int frameSkip;
    private final List<MemorySegment> starts = new ArrayList<>(); // NULL where an episode continues
    private final List<MemorySegment> controls = new ArrayList<>();
    private int at;

    MujocoFloor(String id, int frameSkip) {
        this.frameSkip = frameSkip;
        Arena arena = Arena.global();
        Path file = packages("gymnasium").resolve("envs/mujoco/assets").resolve(model(id));
        try {
            this.model = (MemorySegment)
                    LOAD.invokeExact(arena.allocateFrom(file.toString()), MemorySegment.NULL, MemorySegment.NULL, 0);
            this.data = (MemorySegment) MAKE_DATA.invokeExact(model);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        play(id, arena);
    }

    private static String model(String id) {
        return id.replace("-v5", "").replace("HalfCheetah", "half_cheetah").toLowerCase(Locale.ROOT) + ".xml";
    }

    /// Record the states in which our env's episodes begin, and its actions.
    private void play(String id, Arena arena) {
        try (VecEnv env = Envs.make(id, 1, Map.of())) {
            Step step = env.reset(1);
            RandomStream random = RandomStream.ofSeed(1);
            boolean begins = true;
            for (int t = 0; t < STEPS; t++) {
                starts.add(begins ? state(env, arena) : MemorySegment.NULL);
                Array action = Environments.actions(env, random);
                MemorySegment control = arena.allocate(JAVA_DOUBLE, action.floats().length);
                for (int i = 0; i < action.floats().length; i++) {
                    control.setAtIndex(JAVA_DOUBLE, i, action.floats()[i]);
                }
                controls.add(control);
                env.step(action);
                begins = (step.terminated().bytes()[0] | step.truncated().bytes()[0]) != 0;
            }
        }
    }

    private static MemorySegment state(VecEnv env, Arena arena) {
        State state = new State();
        env.save(state);
        return arena.allocateFrom(JAVA_INT, state.array("env0.mujoco").ints());
    }

    /// Return a run of some steps.
    Runnable steps(int count) {
        return () -> {
            for (int i = 0; i < count; i++) {
                step();
            }
        };
    }

    private void step() {
        MemorySegment start = starts.get(at);
        try {
            if (start.address() != 0) {
                SET_STATE.invokeExact(model, data, start, INTEGRATION);
            }
            SET_STATE.invokeExact(model, data, controls.get(at), CTRL);
            for (int i = 0; i < frameSkip; i++) {
                STEP.invokeExact(model, data);
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        at = (at + 1) % STEPS;
    }

    private static Path packages(String name) {
        return PythonPackages.ofMachine()
                .find(name)
                .orElseThrow(() -> new NoSuchElementException("the Python package %s".formatted(name)));
    }

    private static SymbolLookup library() {
        try (Stream<Path> files = Files.list(packages("mujoco"))) {
            Path file = files.filter(each -> String.valueOf(each.getFileName()).startsWith("libmujoco."))
                    .findFirst()
                    .orElseThrow();
            return SymbolLookup.libraryLookup(file, Arena.global());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MethodHandle handle(String name, FunctionDescriptor type) {
        return Linker.nativeLinker().downcallHandle(LIBRARY.findOrThrow(name), type);
    }
}
