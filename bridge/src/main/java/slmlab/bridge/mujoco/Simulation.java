package slmlab.bridge.mujoco;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// One simulation of a model: a batch of one in MuJoCo's batch interface. Used by one thread at a time.
///
/// As after `mj_step`, all fields but the state itself (`qpos`, `qvel`, …) describe the state before the last
/// substep. Gymnasium's tasks read them like this too.
final class Simulation implements AutoCloseable {
    private static final int QPOS = 1 << 1; // mjSTATE_QPOS
    private static final int QVEL = 1 << 2;
    private static final int CTRL = 1 << 6;
    private static final int NO_STAGE = 0; // mjSTAGE_NONE
    private static final int POSITIONS = 1; // mjSTAGE_POS
    private static final int ALL_STAGES = 3; // mjSTAGE_ACC
    private static final int SLEEP_OR_IPC = 1 << 4 | 1 << 6; // mjENBL_SLEEP, mjENBL_IPC

    private final Arena arena = Arena.ofShared();
    private final MemorySegment batch;
    private final Field state;
    private final Field qpos;
    private final Field qvel;
    private final Field ctrl;
    private final boolean isState; // whether the state row is all there is

    Simulation(Model model) {
        this.batch = model.batch(arena);
        this.isState = (model.wholes("opt.enableflags")[0] & SLEEP_OR_IPC) == 0 && model.wholes("plugin").length == 0;
        try {
            int size = (int) Native.STATE_SIZE.invokeExact(batch);
            this.state = field((MemorySegment) Native.STATE.invokeExact(batch), size);
        } catch (Throwable e) {
            throw Native.failed("mjb_state", e);
        }
        this.qpos = component(QPOS);
        this.qvel = component(QVEL);
        this.ctrl = component(CTRL);
        reset();
    }

    Field qpos() {
        return qpos;
    }

    Field qvel() {
        return qvel;
    }

    Field ctrl() {
        return ctrl;
    }

    /// Return a field that is copied out after every call, such as `xpos`.
    Field output(String name) {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment size = call.allocate(ValueLayout.JAVA_INT);
            MemorySegment each = call.allocate(ValueLayout.JAVA_INT);
            MemorySegment data = (MemorySegment) Native.OUTPUT.invokeExact(batch, call.allocateFrom(name), size, each);
            if (data.equals(MemorySegment.NULL) || each.get(ValueLayout.JAVA_INT, 0) != Double.BYTES) {
                throw new IllegalStateException("MuJoCo has no field %s of doubles".formatted(name));
            }
            return field(data, size.get(ValueLayout.JAVA_INT, 0));
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw Native.failed("mjb_output", e);
        }
    }

    /// Return to the model's own state, `qpos0`. Only the state is set: [#forward] computes the rest.
    void reset() {
        int failed;
        try {
            failed = (int) Native.RESET.invokeExact(batch, MemorySegment.NULL, 0, MemorySegment.NULL, NO_STAGE);
        } catch (Throwable e) {
            throw Native.failed("mjb_reset", e);
        }
        check(failed);
    }

    /// Compute everything that follows from the state.
    void forward() {
        forward(ALL_STAGES);
    }

    /// Compute what follows from the positions alone.
    void positions() {
        forward(POSITIONS);
    }

    /// Take `substeps` of the model's timestep.
    void step(int substeps) {
        int failed;
        try {
            failed = (int) Native.STEP.invokeExact(batch, MemorySegment.NULL, 0, substeps, NO_STAGE);
        } catch (Throwable e) {
            throw Native.failed("mjb_step", e);
        }
        check(failed);
    }

    /// Compute the forces of the last substep's contacts, `cfrc_ext`.
    void contactForces() {
        int failed;
        try {
            failed = (int) Native.APPLY.invokeExact(
                    batch, MemorySegment.NULL, 0, Native.CONTACT_FORCES, MemorySegment.NULL, 0);
        } catch (Throwable e) {
            throw Native.failed("mjb_apply", e);
        }
        check(failed);
        forward(NO_STAGE); // copies the outputs, which apply does not
    }

    private void forward(int stage) {
        int failed;
        try {
            failed = (int) Native.FORWARD.invokeExact(batch, MemorySegment.NULL, 0, stage);
        } catch (Throwable e) {
            throw Native.failed("mjb_forward", e);
        }
        check(failed);
    }

    private void check(int failed) {
        if (failed != 0) {
            throw new IllegalStateException("MuJoCo says: " + error());
        }
    }

    private String error() {
        try {
            MemorySegment text = (MemorySegment) Native.ERROR.invokeExact(batch, 0);
            return text.reinterpret(Short.MAX_VALUE).getString(0);
        } catch (Throwable e) {
            throw Native.failed("mjb_error", e);
        }
    }

    /// Write the state, if there is nothing beside it: models that put bodies to sleep, with implicit contacts or
    /// with plugins keep more.
    boolean save(State to) {
        if (isState) {
            int[] words = new int[2 * state.size()];
            MemorySegment.copy(state.data(), ValueLayout.JAVA_INT, 0, words, 0, words.length);
            to.put("mujoco", Array.ofInts(Shape.of(words.length), words));
        }
        return isState;
    }

    void load(State from) {
        int[] words = from.array("mujoco").ints();
        if (words.length != 2 * state.size()) {
            throw new IllegalArgumentException("a state of %s numbers does not fit this model, which has %s"
                    .formatted(words.length / 2, state.size()));
        }
        MemorySegment.copy(words, 0, state.data(), ValueLayout.JAVA_INT, 0, words.length);
    }

    private Field component(int bit) {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment size = call.allocate(ValueLayout.JAVA_INT);
            MemorySegment data = (MemorySegment) Native.STATE_COMPONENT.invokeExact(batch, bit, size);
            return field(data, size.get(ValueLayout.JAVA_INT, 0));
        } catch (Throwable e) {
            throw Native.failed("mjb_stateComponent", e);
        }
    }

    private Field field(MemorySegment data, int size) {
        return new Field(data.reinterpret((long) size * Double.BYTES, arena, null), size);
    }

    @Override
    public void close() {
        arena.close();
    }
}
