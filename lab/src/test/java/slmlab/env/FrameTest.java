package slmlab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;

/// An env cannot write or read outside of its own row, nor write an invalid observation, reward or mask.
class FrameTest {
    private static final int FAULTY = 1; // of three envs
    private static final Space BOX = Space.Box.of(-1, 1, 4);

    /// Right in every way until its third step, where one of the vector does something else.
    private static final class Scripted implements Env {
        private final Space obs;
        private final Space action;
        private final boolean masked;
        private final Consumer<Frame> fault;
        private int taken;

        Scripted(Space obs, Space action, boolean masked, Consumer<Frame> fault) {
            this.obs = obs;
            this.action = action;
            this.masked = masked;
            this.fault = fault;
        }

        @Override
        public Space obsSpace() {
            return obs;
        }

        @Override
        public Space actionSpace() {
            return action;
        }

        @Override
        public boolean hasActionMask() {
            return masked;
        }

        @Override
        public void reset(NumpyRandom random, Frame frame) {
            taken = 0;
        }

        @Override
        public void step(Frame frame) {
            if (++taken == 3) {
                fault.accept(frame);
            }
        }
    }

    private static EnvVector vector(Space obs, Space action, boolean masked, Consumer<Frame> fault) {
        int[] made = {0};
        return new EnvVector(
                "Faulty-v0", () -> new Scripted(obs, action, masked, made[0]++ == FAULTY ? fault : _ -> {}), 3, 0);
    }

    private static Step run(EnvVector env) {
        Array action = Rows.of(env.actionSpace(), 3);
        Step step = env.reset(7);
        for (int t = 0; t < 3; t++) {
            env.step(action);
        }
        return step;
    }

    private static void assertRefused(Space obs, Space action, boolean masked, Consumer<Frame> fault, String why) {
        EnvVector env = vector(obs, action, masked, fault);
        assertThatThrownBy(() -> run(env))
                .isInstanceOf(EnvException.class)
                .hasMessage("Faulty-v0: env 1 of 3 (seed 8) failed at step 3 of its episode: " + why);
    }

    private static void assertRefused(Space obs, Consumer<Frame> fault, String why) {
        assertRefused(obs, new Space.Discrete(2), false, fault, why);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5, -1, -4, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void anObservationStaysInItsRow(int i) {
        String why = "(%d, …) lies outside of the observation %s, which has %d values, counted from 0";
        assertRefused(BOX, frame -> frame.obs(i, 0.5), "obs" + why.formatted(i, BOX, 4));
        Space pixels = Space.Box.pixels(2, 2);
        assertRefused(pixels, frame -> frame.pixel(i, 5), "pixel" + why.formatted(i, pixels, 4));
        Space choices = new Space.MultiDiscrete(List.of(3, 3, 3, 3));
        assertRefused(choices, frame -> frame.discreteObs(i, 1), "discreteObs" + why.formatted(i, choices, 4));
        Space switches = new Space.MultiBinary(4);
        assertRefused(switches, frame -> frame.discreteObs(i, 1), "discreteObs" + why.formatted(i, switches, 4));
    }

    @Test
    void neighborsKeepTheirObservations() {
        EnvVector env = vector(BOX, new Space.Discrete(2), false, frame -> frame.obs(4, 0.5));
        Step step = env.reset(7);
        Array action = Rows.of(env.actionSpace(), 3);
        assertThatThrownBy(() -> {
                    for (int t = 0; t < 3; t++) {
                        env.step(action);
                    }
                })
                .isInstanceOf(EnvException.class);
        assertThat(step.obs().floats()).containsOnly(0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e39, -1e39})
    void anObservationIsFinite(double value) {
        assertRefused(
                BOX,
                frame -> frame.obs(2, value),
                "obs(2, %s): an observation must be finite in float32".formatted(value));
    }

    @Test
    void theLargestNumbersAreStillNumbers() {
        Step step = run(vector(BOX, new Space.Discrete(2), false, frame -> frame.obs(3, -Float.MAX_VALUE)));
        assertThat(step.obs().floats()[7]).isEqualTo(-Float.MAX_VALUE);
    }

    @Test
    void aFaultInResetIsReportedAsSuch() {
        EnvVector env = new EnvVector(
                "Faulty-v0",
                () -> new Env() {
                    @Override
                    public Space obsSpace() {
                        return BOX;
                    }

                    @Override
                    public Space actionSpace() {
                        return new Space.Discrete(2);
                    }

                    @Override
                    public void reset(NumpyRandom random, Frame frame) {
                        frame.obs(0, Double.NaN);
                    }

                    @Override
                    public void step(Frame frame) {}
                },
                3,
                0);
        assertThatThrownBy(() -> env.reset(7))
                .hasMessage("Faulty-v0: env 0 of 3 (seed 7) failed at its reset: "
                        + "obs(0, NaN): an observation must be finite in float32");
    }

    @Test
    void aDiscreteObsOutsideItsSpaceIsRefused() {
        Space sixteen = new Space.Discrete(16);
        assertRefused(sixteen, frame -> frame.discreteObs(16), "discreteObs(0, 16) lies outside of Discrete(16)");
        assertRefused(sixteen, frame -> frame.discreteObs(-1), "discreteObs(0, -1) lies outside of Discrete(16)");
        Space shifted = new Space.Discrete(3, -1);
        assertRefused(
                shifted, frame -> frame.discreteObs(2), "discreteObs(0, 2) lies outside of Discrete(3, start=-1)");
        assertThat(run(vector(shifted, sixteen, false, frame -> frame.discreteObs(-1)))
                        .obs()
                        .ints()[1])
                .isEqualTo(-1);
        Space several = new Space.MultiDiscrete(List.of(2, 5));
        assertRefused(
                several, frame -> frame.discreteObs(0, 4), "discreteObs(0, 4) lies outside of MultiDiscrete([2, 5])");
        assertThat(run(vector(several, sixteen, false, frame -> frame.discreteObs(1, 4)))
                        .obs()
                        .ints())
                .containsExactly(0, 0, 0, 4, 0, 0);
        assertRefused(
                new Space.MultiBinary(2),
                frame -> frame.discreteObs(1, 2),
                "discreteObs(1, 2) lies outside of MultiBinary(2)");
    }

    @Test
    void aPixelIsAByte() {
        Space pixels = Space.Box.pixels(2, 2);
        assertRefused(pixels, frame -> frame.pixel(3, 256), "pixel(3, 256): a pixel is 0 to 255");
        assertRefused(pixels, frame -> frame.pixel(3, -1), "pixel(3, -1): a pixel is 0 to 255");
        assertThat(run(vector(pixels, new Space.Discrete(2), false, frame -> frame.pixel(3, 255)))
                        .obs()
                        .bytes()[7])
                .isEqualTo((byte) 255);
    }

    @Test
    void theWrongKindOfObservationNamesTheRightCall() {
        String why = " is not for observations of %s; use %s";
        Space four = new Space.Discrete(4);
        Space pixels = Space.Box.pixels(2, 2);
        assertRefused(four, frame -> frame.obs(0, 1), "obs" + why.formatted(four, "discreteObs"));
        assertRefused(four, frame -> frame.pixel(0, 1), "pixel" + why.formatted(four, "discreteObs"));
        assertRefused(BOX, frame -> frame.discreteObs(1), "discreteObs" + why.formatted(BOX, "obs"));
        assertRefused(BOX, frame -> frame.discreteObs(1, 1), "discreteObs" + why.formatted(BOX, "obs"));
        assertRefused(BOX, frame -> frame.pixel(1, 1), "pixel" + why.formatted(BOX, "obs"));
        assertRefused(pixels, frame -> frame.obs(1, 1), "obs" + why.formatted(pixels, "pixel"));
    }

    private static final Space SHOP = Space.Dict.of(Map.of(
            "stock",
            new Space.Discrete(3, 1),
            "price",
            Space.Box.of(0, 9, 2),
            "days",
            new Space.MultiDiscrete(List.of(2, 3)),
            "open",
            new Space.MultiBinary(2),
            "inner",
            Space.Dict.of(Map.of("x", Space.Box.of(0, 1, 1)))));

    /// The parts in the order of their names: days 2 + 3, inner.x 1, open 2, price 2, stock 3.
    @Test
    void partsOfADictAreWrittenByName() {
        Consumer<Frame> first = frame -> {
            frame.obs("stock", 2);
            frame.obs("price", 1, 4.5);
            frame.obs("days", 1, 2);
            frame.obs("open", 1, 1);
            frame.obs("inner.x", 0.5);
        };
        Consumer<Frame> then = frame -> {
            frame.obs("stock", 3); // the old one goes
            frame.obs("days", 0, 1);
        };
        Array obs = run(vector(SHOP, new Space.Discrete(2), false, first.andThen(then)))
                .obs();
        assertThat(Arrays.copyOfRange(obs.floats(), 13, 26))
                .containsExactly(0, 1, 0, 0, 1, 0.5f, 0, 1, 0, 4.5f, 0, 0, 1);
        assertThat(Arrays.copyOfRange(obs.floats(), 26, 39)).containsOnly(0); // its neighbor's
    }

    @Test
    void wrongPartsOfADictAreRefused() {
        assertRefused(
                SHOP,
                frame -> frame.obs("stok", 2),
                "obs(\"stok\", …): the observation has no such part; did you mean stock?");
        assertRefused(
                SHOP,
                frame -> frame.obs("temperature", 2),
                "obs(\"temperature\", …): the observation has no such part; there are days, inner.x, open, price, stock");
        for (double wrong : new double[] {0, 4, 1.5, Double.NaN}) {
            assertRefused(
                    SHOP,
                    frame -> frame.obs("stock", wrong),
                    "obs(\"stock\", %s) lies outside of Discrete(3, start=1)".formatted(wrong));
        }
        assertRefused(
                SHOP,
                frame -> frame.obs("price", 2),
                "obs(\"price\", 2.0): %s has 2 values; say which, obs(\"price\", i, value)"
                        .formatted(Space.Box.of(0, 9, 2)));
        assertRefused(
                SHOP,
                frame -> frame.obs("days", 2, 0),
                "obs(\"days\", 2, …) lies outside of MultiDiscrete([2, 3]), which has 2 values, counted from 0");
        assertRefused(SHOP, frame -> frame.obs("open", 0, 2), "obs(\"open\", 2.0) lies outside of MultiBinary(2)");
        assertRefused(
                SHOP,
                frame -> frame.obs("price", 0, Double.POSITIVE_INFINITY),
                "obs(\"price\", Infinity): an observation must be finite in float32");
        Space four = new Space.Discrete(4);
        assertRefused(
                four,
                frame -> frame.obs("stock", 1),
                "obs(\"stock\", …) is for observations of a Dict, and these are Discrete(4)");
        assertRefused(
                BOX,
                frame -> frame.obs("stock", 1),
                "obs(\"stock\", …) is for observations of a Dict, and these are " + BOX);
    }

    @Test
    void anActionIsReadFromItsOwnRow() {
        Space two = new Space.Discrete(2);
        Space several = new Space.MultiDiscrete(List.of(2, 3));
        Space box = Space.Box.of(-1, 1, 2);
        for (int i : new int[] {2, -1, 100, Integer.MAX_VALUE}) {
            assertRefused(
                    BOX,
                    several,
                    false,
                    frame -> frame.action(i),
                    "action(%d) lies outside of the action %s, which has 2 values, counted from 0"
                            .formatted(i, several));
            assertRefused(
                    BOX,
                    box,
                    false,
                    frame -> frame.actionValue(i),
                    "actionValue(%d) lies outside of the action %s, which has 2 values, counted from 0"
                            .formatted(i, box));
        }
        assertRefused(
                BOX,
                two,
                false,
                frame -> frame.actionValue(0),
                "actionValue is not for actions of Discrete(2); use action");
        assertRefused(
                BOX,
                box,
                false,
                frame -> frame.action(),
                "action is not for actions of %s; use actionValue".formatted(box));
        assertRefused(
                BOX,
                box,
                false,
                frame -> frame.action(1),
                "action is not for actions of %s; use actionValue".formatted(box));
    }

    @Test
    void aMaskStaysInItsRowAndNeedsToBeDeclared() {
        Space three = new Space.Discrete(3);
        for (int i : new int[] {3, -1, 1000}) {
            assertRefused(
                    BOX,
                    three,
                    true,
                    frame -> frame.mask(i, false),
                    "mask(%d, …) lies outside the actions Discrete(3), of which there are 3, counted from 0"
                            .formatted(i));
        }
        assertRefused(BOX, three, false, frame -> frame.mask(0, false), "mask needs hasActionMask() to return true");
        assertRefused(BOX, three, false, frame -> frame.masks(1), "mask needs hasActionMask() to return true");
        assertRefused(
                BOX,
                three,
                true,
                frame -> frame.masks(0b1010),
                "masks(0b1010) does not fit the actions Discrete(3), of which there are 3");
        assertRefused(
                BOX,
                new Space.Discrete(65),
                true,
                frame -> frame.masks(1),
                "masks(0b1) does not fit the actions Discrete(65), of which there are 65");
    }

    @Test
    void masksOfAllActionsAtOnce() {
        Space three = new Space.Discrete(3);
        assertThat(run(vector(BOX, three, true, frame -> frame.masks(0b101))).actionMask())
                .isNotNull()
                .satisfies(mask -> assertThat(mask.bytes()).containsExactly(1, 1, 1, 1, 0, 1, 1, 1, 1));
        Consumer<Frame> none = frame -> frame.masks(0);
        assertRefused(BOX, three, true, none, "its mask allows no action; allow one, or end the episode there");
        assertThat(run(vector(BOX, three, true, none.andThen(frame -> frame.masks(0b10))))
                        .actionMask())
                .isNotNull();
    }

    @Test
    void aMaskAllowsAnAction() {
        Space three = new Space.Discrete(3);
        Consumer<Frame> none = frame -> {
            for (int action = 0; action < 3; action++) {
                frame.mask(action, false);
                frame.mask(action, false); // twice is as once
            }
        };
        assertRefused(BOX, three, true, none, "its mask allows no action; allow one, or end the episode there");
        assertThat(run(vector(BOX, three, true, none.andThen(frame -> frame.mask(2, true))))
                        .actionMask())
                .isNotNull()
                .satisfies(mask -> assertThat(mask.bytes()).containsExactly(1, 1, 1, 0, 0, 1, 1, 1, 1));
    }

    @Test
    void aMaskMayForbidAllWhereAnEpisodeEndsIfTheNextBeginsWithAnAction() {
        Space three = new Space.Discrete(3);
        Consumer<Frame> end = frame -> {
            for (int action = 0; action < 3; action++) {
                frame.mask(action, false);
            }
            frame.terminate();
        };
        assertThatThrownBy(() -> run(vector(BOX, three, true, end)))
                .hasMessage("Faulty-v0: env 1 of 3 (seed 8) failed at its reset: "
                        + "its mask allows no action; allow one, or end the episode there");
        EnvVector env = new EnvVector(
                "Opens-v0",
                () -> new Env() {
                    @Override
                    public Space obsSpace() {
                        return BOX;
                    }

                    @Override
                    public Space actionSpace() {
                        return three;
                    }

                    @Override
                    public boolean hasActionMask() {
                        return true;
                    }

                    @Override
                    public void reset(NumpyRandom random, Frame frame) {
                        frame.mask(1, true);
                    }

                    @Override
                    public void step(Frame frame) {
                        end.accept(frame);
                    }
                },
                3,
                0);
        run(env);
    }

    @Test
    void aVectorBeyondMemoryIsRefusedBeforeAnEnvIsMade() {
        int size = Integer.MAX_VALUE;
        assertThatThrownBy(() -> new EnvVector(
                        "Many-v0",
                        () -> {
                            throw new AssertionError("an env was made");
                        },
                        size,
                        0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Many-v0: a vector of 2147483647 envs takes at least 858993458800 bytes");
    }

    @Test
    void envsOfOneVectorHaveTheSameSpaces() {
        int[] made = {0};
        assertThatThrownBy(() -> new EnvVector(
                        "Growing-v0",
                        () -> new Scripted(Space.Box.of(-1, 1, 4 + made[0]++), new Space.Discrete(2), false, _ -> {}),
                        3,
                        0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Growing-v0: env 1 of 3 has the spaces ")
                .hasMessageContaining("; all envs of a vector need the same");
    }

    @Test
    void aNanGravityIsNoticed() {
        try (VecEnv env = Envs.make("Pendulum-v1", 2, Map.of("g", Double.NaN))) {
            env.reset(0);
            assertThatThrownBy(() -> env.step(Rows.of(env.actionSpace(), 2)))
                    .hasMessage("Pendulum-v1: env 0 of 2 (seed 0) failed at step 1 of its episode: "
                            + "obs(2, NaN): an observation must be finite in float32");
        }
    }

    /// Each env of a vector does what it does alone with its own seed, so none writes into the row of another.
    @Test
    void theEnvsWeShipWriteInTheirRows() {
        int size = 3;
        for (Envs.Entry entry : Envs.all()) {
            try (VecEnv env = Envs.make(entry.id(), size, Map.of())) {
                List<Array> chosen = new ArrayList<>();
                List<List<Object>> rows = new ArrayList<>();
                RandomActions actions = new RandomActions(env.actionSpace(), size, RandomStream.ofSeed(4));
                rows.add(rows(env.reset(3), size));
                for (int t = 0; t < 60; t++) {
                    Array action = actions.next();
                    chosen.add(copy(action));
                    rows.add(rows(env.step(action), size));
                }
                for (int i = 0; i < size; i++) {
                    try (VecEnv alone = Envs.make(entry.id(), 1, Map.of())) {
                        assertThat(rows(alone.reset(3 + i), 1).getFirst())
                                .as("%s, env %s, reset", entry.id(), i)
                                .isEqualTo(rows.getFirst().get(i));
                        for (int t = 0; t < chosen.size(); t++) {
                            Array action = Rows.of(alone.actionSpace(), 1);
                            System.arraycopy(
                                    row(chosen.get(t), i, size),
                                    0,
                                    data(action),
                                    0,
                                    action.shape().volume());
                            assertThat(rows(alone.step(action), 1).getFirst())
                                    .as("%s, env %s, step %s", entry.id(), i, t)
                                    .isEqualTo(rows.get(t + 1).get(i));
                        }
                    }
                }
            }
        }
    }

    /// Return what each env shows: its observation, its reward and whether its episode ended.
    private static List<Object> rows(Step step, int size) {
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            rows.add(List.of(
                    new Row(row(step.obs(), i, size)),
                    new Row(row(step.reward(), i, size)),
                    new Row(row(step.terminated(), i, size)),
                    new Row(row(step.truncated(), i, size))));
        }
        return rows;
    }

    /// The numbers of one env, by value.
    private record Row(Object numbers) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Row row && Objects.deepEquals(numbers, row.numbers);
        }

        @Override
        public int hashCode() {
            return 0;
        }
    }

    private static Object data(Array array) {
        return switch (array.dtype()) {
            case FLOAT32 -> array.floats();
            case INT32 -> array.ints();
            case UINT8 -> array.bytes();
        };
    }

    private static Object row(Array array, int index, int size) {
        int width = array.shape().volume() / size;
        Object row = java.lang.reflect.Array.newInstance(data(array).getClass().componentType(), width);
        System.arraycopy(data(array), index * width, row, 0, width);
        return row;
    }

    private static Array copy(Array array) {
        Array copy = Array.zeros(array.dtype(), array.shape());
        System.arraycopy(data(array), 0, data(copy), 0, array.shape().volume());
        return copy;
    }
}
