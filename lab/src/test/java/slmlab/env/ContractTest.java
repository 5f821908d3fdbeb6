package slmlab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.env.check.Membership;
import slmlab.env.wrapper.ObsWrapper;
import slmlab.env.wrapper.Wrapper;
import slmlab.env.wrapper.WrapperStack;
import slmlab.env.wrapper.Wrappers;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;

/// What every [VecEnv] keeps to: each env bare, each wrapper alone over three envs, and SLM-Lab's stack over
/// all.
class ContractTest {
    private static final int SIZE = 3;
    private static final List<String> THREE = List.of("CartPole-v1", "Pendulum-v1", "FrozenLake-v1");

    /// Whose first episode, which is always recorded, is an image or two.
    private static final List<String> SHORT =
            List.of("Probe-ConstantReward-v0", "Probe-RewardFromActionContinuous-v0", "Probe-RewardLater-v0");

    private static final AtomicInteger FOLDERS = new AtomicInteger();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path temp;

    record Case(String wrapper, String id, UnaryOperator<VecEnv> wrap) {
        VecEnv make() {
            return wrap.apply(Envs.make(id, SIZE, Map.of()));
        }

        @Override
        public String toString() {
            return wrapper + " over " + id;
        }
    }

    static Stream<Case> cases() {
        Stream<Case> bare = Envs.all().stream().map(entry -> new Case("nothing", entry.id(), env -> env));
        Stream<Case> stacked =
                Envs.all().stream().map(entry -> stack(entry.id(), new WrapperStack.Config(true, null, true, null, 1)));
        return Stream.of(bare, wrappers(), stacked).flatMap(each -> each);
    }

    /// Each wrapper alone, where it can go.
    static Stream<Case> wrappers() {
        List<Case> cases = new ArrayList<>();
        for (String id : THREE) {
            if (!id.startsWith("Frozen")) {
                cases.add(new Case("normalizeObs", id, Wrappers::normalizeObs));
                cases.add(new Case("clipObs", id, env -> Wrappers.clipObs(env, -0.5, 0.5)));
                cases.add(new Case("frameStack", id, env -> Wrappers.frameStack(env, 4)));
                cases.add(new Case("frameConcat", id, env -> Wrappers.frameConcat(env, 4)));
                cases.add(new Case("timeAware", id, env -> Wrappers.timeAware(env, 100)));
                cases.add(new Case(
                        "potentialShaping",
                        id,
                        env -> Wrappers.potentialShaping(env, 0.99, 0.5, List.of(), List.of())));
            }
            if (id.startsWith("Pendulum")) {
                cases.add(new Case("rescaleAction", id, Wrappers::rescaleAction));
                cases.add(new Case("clipAction", id, Wrappers::clipAction));
                cases.add(new Case("rewardTerms", id, env -> Wrappers.rewardTerms(env, Map.of("torque", 10.0))));
                cases.add(new Case("discretizeAction", id, env -> Wrappers.discretizeAction(env, 11, false)));
            }
            cases.add(new Case("normalizeReward", id, env -> Wrappers.normalizeReward(env, 0.99)));
            cases.add(new Case("clipReward", id, env -> Wrappers.clipReward(env, -1, 0.5)));
            cases.add(new Case("scaleReward", id, env -> Wrappers.scaleReward(env, 10, false)));
            cases.add(new Case("actionRepeat", id, env -> Wrappers.actionRepeat(env, 3)));
            cases.add(new Case("stickyActions", id, env -> Wrappers.stickyActions(env, 0.25)));
            cases.add(new Case("actionDelay", id, env -> Wrappers.actionDelay(env, 2)));
            cases.add(new Case("flattenObs", id, Wrappers::flattenObs));
            cases.add(new Case("episodeStats", id, Wrappers::episodeStats));
            cases.add(new Case("watch", id, env -> Wrappers.watch(env, () -> {})));
            cases.add(new Case(
                    "a stack",
                    id,
                    env -> Wrappers.episodeStats(Wrappers.normalizeReward(
                            Wrappers.frameStack(
                                    Wrappers.normalizeObs(Wrappers.flattenObs(
                                            Wrappers.stickyActions(Wrappers.actionRepeat(env, 2), 0.1))),
                                    2),
                            0.99))));
            cases.add(stack(id, new WrapperStack.Config(false, 0.5, false, WrapperStack.Range.of(1), 2)));
        }
        cases.add(new Case("resizeObs", "Catch-v0", env -> Wrappers.resizeObs(env, 3, 4)));
        cases.add(new Case("greyObs", "Catch-v0", env -> Wrappers.greyObs(new Colored(env))));
        cases.add(new Case("frameConcat", "Catch-v0", env -> Wrappers.frameConcat(env, 2)));
        for (String id : SHORT) {
            cases.add(new Case("recordVideo", id, env -> Wrappers.recordVideo(env, newFolder(), 1_000_000_000, 30)));
        }
        return cases.stream();
    }

    /// Shows an image of one color in three.
    private static final class Colored extends ObsWrapper {
        Colored(VecEnv inner) {
            super("colored", inner, Space.Box.pixels(3, inner.obsSpace().row().volume(), 1));
        }

        @Override
        protected void turn(Array from, int env, Array to) {
            int row = from.shape().volume() / size();
            for (int i = 0; i < 3 * row; i++) {
                to.bytes()[env * 3 * row + i] = from.bytes()[env * row + i % row];
            }
        }
    }

    /// Two recorders need two folders.
    private static Path newFolder() {
        return temp.resolve("videos" + FOLDERS.incrementAndGet());
    }

    private static Case stack(String id, WrapperStack.Config config) {
        return new Case(
                config.toString(), id, env -> WrapperStack.of(env, config, 0.99).env());
    }

    @Test
    void noWrapperIsLeftOut() {
        List<String> tried = wrappers().map(Case::wrapper).toList();
        assertThat(Arrays.stream(Wrappers.class.getDeclaredMethods())
                        .filter(method -> Modifier.isPublic(method.getModifiers()))
                        .map(Method::getName))
                .isNotEmpty()
                .allMatch(tried::contains);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void sameSeedSameStepsWithinItsSpaces(Case each) {
        try (VecEnv env = each.make();
                VecEnv other = each.make()) {
            Space obs = env.obsSpace();
            Space act = env.actionSpace();
            RandomStream random = RandomStream.ofSeed(3);
            Step step = env.reset(9);
            Step twin = other.reset(9);
            assertShapes(step, obs);
            for (int t = 0; t < 300; t++) {
                assertWithin(step, obs);
                assertThat(Played.of(twin)).isEqualTo(Played.of(step));
                Array action = Played.action(env, random);
                assertThat(env.step(action)).isSameAs(step);
                other.step(action);
            }
            assertThat(env.obsSpace()).isEqualTo(obs);
            assertThat(env.actionSpace()).isEqualTo(act);
            assertThat(env.reset(9)).isSameAs(step);
            assertThat(step.reward().floats()).containsOnly(0);
            assertThat(step.terminated().bytes()).containsOnly(0);
            assertThat(step.truncated().bytes()).containsOnly(0);
        }
    }

    private static void assertShapes(Step step, Space obs) {
        assertThat(step.obs().dtype()).isEqualTo(obs.rowType());
        assertThat(step.obs().shape()).isEqualTo(obs.row().insert(0, SIZE));
        assertThat(step.finalObs().dtype()).isEqualTo(obs.rowType());
        assertThat(step.finalObs().shape()).isEqualTo(obs.row().insert(0, SIZE));
        assertThat(step.reward().shape()).isEqualTo(Shape.of(SIZE));
        assertThat(step.terminated().shape()).isEqualTo(Shape.of(SIZE));
        assertThat(step.truncated().shape()).isEqualTo(Shape.of(SIZE));
    }

    private static void assertWithin(Step step, Space obs) {
        for (int i = 0; i < SIZE; i++) {
            assertThat(Membership.problem(obs, step.obs(), i)).isNull();
            assertThat(step.reward().floats()[i]).isFinite();
            assertThat(step.terminated().bytes()[i]).isBetween((byte) 0, (byte) 1);
            assertThat(step.truncated().bytes()[i]).isBetween((byte) 0, (byte) 1);
            if (Wrapper.ended(step, i)) {
                assertThat(Membership.problem(obs, step.finalObs(), i)).isNull();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void resumesFromASavedState(Case each) {
        try (VecEnv env = each.make();
                VecEnv other = each.make()) {
            Played.assertResumes(env, other, 250, 250);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aWrongActionIsRefusedAndTheVectorKeepsWorking(Case each) {
        try (VecEnv env = each.make()) {
            assertThatThrownBy(() -> env.step(Played.action(env, RandomStream.ofSeed(1))))
                    .hasMessageContaining("step before reset");
            env.reset(1);
            Array action = Played.action(env, RandomStream.ofSeed(2));
            DType another = action.dtype() == DType.INT32 ? DType.FLOAT32 : DType.INT32;
            assertThatThrownBy(() -> env.step(Array.zeros(another, action.shape())))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("an action of");
            assertThatThrownBy(() -> env.step(Array.zeros(action.dtype(), Shape.of(SIZE + 1, 7))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("an action of");
            env.step(action);
        }
    }

    @ParameterizedTest
    @MethodSource("wrappers")
    void stepsAllocateNothing(Case each) {
        try (VecEnv env = each.make()) {
            env.reset(1);
            Allocation.assertNone(env, 100_000);
        }
    }
}
