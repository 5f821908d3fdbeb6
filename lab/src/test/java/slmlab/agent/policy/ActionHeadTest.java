package slmlab.agent.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.agent.net.Tail;
import slmlab.agent.net.setting.TrainingSettings;
import slmlab.env.Space;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Gradients;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.distribution.Beta;
import slmlab.tensor.distribution.DiagonalGaussian;
import slmlab.tensor.distribution.Distribution;
import slmlab.tensor.distribution.SquashedGaussian;

class ActionHeadTest {
    private static final Space THREE = new Space.Discrete(3);
    private static final Space ONE_NUMBER = Space.Box.of(-1, 1, 1);

    private static ActionHead head(Space action, String pdtype) {
        return ActionHead.of(action, pdtype, TrainingSettings.defaults());
    }

    private static TrainingSettings learning(@Nullable Double logStdInit, @Nullable Double actorInitStd) {
        return learning(logStdInit, actorInitStd, TrainingSettings.LogStdBound.CLAMP);
    }

    private static TrainingSettings learning(
            @Nullable Double logStdInit, @Nullable Double actorInitStd, TrainingSettings.LogStdBound bound) {
        TrainingSettings standard = TrainingSettings.defaults();
        return new TrainingSettings(
                null,
                false,
                standard.lossSpec(),
                standard.optimSpec(),
                null,
                null,
                null,
                null,
                TrainingSettings.ClipGradBy.NORM,
                null,
                null,
                1,
                null,
                logStdInit,
                actorInitStd,
                null,
                null,
                false,
                bound);
    }

    /// What a function of a distribution gives.
    private static Array of(Function<Distribution, Tensor> what, ActionHead head, float[]... tails) {
        return run(null, what, head, tails);
    }

    private static Array run(
            @Nullable Array mask, Function<Distribution, Tensor> what, ActionHead head, float[]... tails) {
        var options = Program.Options.DEFAULT.random(RandomStream.ofSeed(3));
        Program program = Program.trace(options, trace -> {
            List<Tensor> outputs = Arrays.stream(tails)
                    .map(tail -> Tensor.of(Array.of(Shape.of(1, tail.length), tail)))
                    .toList();
            trace.output("y", what.apply(head.distribution(outputs, mask == null ? null : Tensor.of(mask))));
        });
        program.run();
        return program.output("y");
    }

    private static float[] row(double... numbers) {
        float[] row = new float[numbers.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = (float) numbers[i];
        }
        return row;
    }

    private static Tensor action(double... numbers) {
        return Tensor.of(Array.of(Shape.of(1, numbers.length), row(numbers)));
    }

    private static Tensor choice(int... choices) {
        return Tensor.of(Array.ofInts(choices.length == 1 ? Shape.of(1) : Shape.of(1, choices.length), choices));
    }

    @Test
    void everySpaceHasItsTails() {
        assertThat(head(THREE, "default").tails()).containsExactly(Tail.of(3));
        assertThat(head(new Space.MultiDiscrete(List.of(2, 3)), "default").tails())
                .containsExactly(Tail.of(2), Tail.of(3));
        assertThat(head(new Space.MultiBinary(4), "default").tails()).containsExactly(Tail.of(4));
        assertThat(head(ONE_NUMBER, "default").tails()).containsExactly(Tail.of(1), Tail.of(1));
        assertThat(head(Space.Box.of(-1, 1, 2, 3), "default").tails()).containsExactly(Tail.of(6), Tail.of(6));
    }

    @Test
    void gainAndLogStdReachEveryHead() {
        TrainingSettings learning = learning(0.5, 0.01);
        assertThat(ActionHead.of(ONE_NUMBER, "default", learning).tails())
                .containsExactly(new Tail(1, 0.01, null), new Tail(1, 0.01, 0.5));
        assertThat(ActionHead.of(THREE, "default", learning(null, 0.01)).tails())
                .containsExactly(new Tail(3, 0.01, null));
        assertThatThrownBy(() -> ActionHead.of(THREE, "default", learning))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "log_std_init is 0.5; the actions are Discrete(3), which have no standard deviation, remove it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "Normal", "MultivariateNormal"})
    void gaussiansHaveTheirDensity(String pdtype) {
        ActionHead head = head(ONE_NUMBER, pdtype);
        float logStd = (float) Math.log(0.5);
        assertThat(of(d -> d.logProb(action(0.8)), head, row(0.3), row(logStd)).item())
                .isCloseTo(-0.7257913526f, within(1e-6f));
        assertThat(of(Distribution::mode, head, row(0.3), row(logStd)).item()).isEqualTo(0.3f);
    }

    private static ActionHead bound(TrainingSettings.LogStdBound bound) {
        return ActionHead.of(ONE_NUMBER, "NormalTanh", learning(null, null, bound));
    }

    /// ∂H/∂x of log σ = bound(x), where H of a Gaussian grows with log σ by 1: the bound's own slope.
    private static float slope(TrainingSettings.LogStdBound how, float x) {
        ActionHead head = ActionHead.of(ONE_NUMBER, "Normal", learning(null, null, how));
        Program program = Program.trace(trace -> {
            Tensor given = trace.input("x", 1, 1);
            Tensor entropy =
                    head.distribution(List.of(given.mul(0), given)).entropy().sum();
            trace.output("slope", Gradients.of(entropy, List.of(given)).getFirst());
        });
        program.input("x").floats()[0] = x;
        program.run();
        return program.output("slope").floats()[0];
    }

    @Test
    void beyondAClampNothingBringsLogStdBack() {
        assertThat(slope(TrainingSettings.LogStdBound.CLAMP, 1)).isEqualTo(1);
        assertThat(slope(TrainingSettings.LogStdBound.CLAMP, 3)).isZero();
        assertThat(slope(TrainingSettings.LogStdBound.CLAMP, -6)).isZero();
        // 3.5·(1 − tanh² x)
        assertThat(slope(TrainingSettings.LogStdBound.TANH, 0)).isCloseTo(3.5f, within(1e-6f));
        assertThat(slope(TrainingSettings.LogStdBound.TANH, 3)).isCloseTo(0.0345302f, within(1e-5f));
        assertThat(slope(TrainingSettings.LogStdBound.TANH, -6)).isPositive();
    }

    @Test
    void logStdStaysWithinBothBounds() {
        float halfLog2PiE = (float) (0.5 * Math.log(2 * Math.PI * Math.E));
        for (TrainingSettings.LogStdBound how : TrainingSettings.LogStdBound.values()) {
            ActionHead head = ActionHead.of(ONE_NUMBER, "Normal", learning(null, null, how));
            assertThat(of(Distribution::entropy, head, row(0), row(100)).item())
                    .isCloseTo(2 + halfLog2PiE, within(1e-5f));
            assertThat(of(Distribution::entropy, head, row(0), row(-100)).item())
                    .isCloseTo(-5 + halfLog2PiE, within(1e-5f));
        }
        ActionHead squashed = bound(TrainingSettings.LogStdBound.TANH);
        assertThat(of(d -> d.logProb(action(0)), squashed, row(0), row(0)).item()) // log σ = −1.5
                .isCloseTo((float) (1.5 - 0.5 * Math.log(2 * Math.PI)), within(1e-5f));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-4, -1.5, 0, 1.9})
    void aLearnedLogStdBeginsWhereItIsToldWhateverTheBound(double start) {
        ActionHead head = ActionHead.of(ONE_NUMBER, "Normal", learning(start, null, TrainingSettings.LogStdBound.TANH));
        Double first = Objects.requireNonNull(head.tails().get(1).logStdInit());
        assertThat(of(Distribution::entropy, head, row(0), row(first)).item())
                .isCloseTo((float) (start + 0.5 * Math.log(2 * Math.PI * Math.E)), within(1e-5f));
    }

    @Test
    void aTanhReachesNoBound() {
        assertThatThrownBy(() ->
                        ActionHead.of(ONE_NUMBER, "Normal", learning(2.0, null, TrainingSettings.LogStdBound.TANH)))
                .isInstanceOf(ConfigException.class)
                .hasMessage("log_std_init is 2; with log_std_bound tanh it needs to lie between -5 and 2");
    }

    @Test
    void aSquashedGaussianHasItsDensity() {
        ActionHead head = head(ONE_NUMBER, "NormalTanh");
        assertThat(of(d -> d.logProb(action(0.6640367703)), head, row(0.3), row(Math.log(0.5)))
                        .item())
                .isCloseTo(-0.1442842320f, within(2e-6f));
        assertThat(of(Distribution::mode, head, row(9), row(0)).item()).isLessThanOrEqualTo(1);
    }

    @Test
    void actionsAreIndependentSoLogarithmsAdd() {
        ActionHead one = head(ONE_NUMBER, "default");
        ActionHead six = head(Space.Box.of(-1, 1, 6), "default");
        float entropy = of(Distribution::entropy, one, row(0), row(0)).item();
        assertThat(entropy).isCloseTo(1.4189385f, within(1e-6f)); // ½ log 2πe
        assertThat(of(Distribution::entropy, six, new float[6], new float[6]).item())
                .isCloseTo(6 * entropy, within(1e-5f));
        float logProb = of(d -> d.logProb(action(0.5)), one, row(0), row(0)).item();
        assertThat(of(d -> d.logProb(action(0.5, 0.5, 0.5, 0.5, 0.5, 0.5)), six, new float[6], new float[6])
                        .item())
                .isCloseTo(6 * logProb, within(1e-5f));
    }

    @ParameterizedTest
    @CsvSource({"-9, -5", "0.5, 0.5", "7, 2"})
    void logStdStaysInBounds(double given, float used) {
        assertThat(of(d -> ((DiagonalGaussian) d).logStd(), head(ONE_NUMBER, "Normal"), row(0), row(given))
                        .item())
                .isEqualTo(used);
        assertThat(of(
                                d -> ((SquashedGaussian) d).gaussian().logStd(),
                                head(ONE_NUMBER, "NormalTanh"),
                                row(0),
                                row(given))
                        .item())
                .isEqualTo(used);
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "Categorical", "GumbelSoftmax", "categorical"})
    void choicesComeFromLogits(String pdtype) {
        ActionHead head = head(THREE, pdtype);
        float[] logits = row(Math.log(1), Math.log(2), Math.log(1));
        assertThat(of(d -> d.logProb(choice(1)), head, logits).item()).isCloseTo((float) Math.log(0.5), within(1e-6f));
        assertThat(of(Distribution::entropy, head, logits).item())
                .isCloseTo((float) (1.5 * Math.log(2)), within(1e-6f));
    }

    @Test
    void argmaxIsGreedyAndEqualsShare() {
        ActionHead head = head(THREE, "Argmax");
        for (int i = 0; i < 5; i++) {
            assertThat(of(Distribution::sample, head, row(0.1, 0.2, 0)).ints()).containsExactly(1);
        }
        assertThat(of(d -> d.logProb(choice(0)), head, row(2, 2, 1)).item())
                .isCloseTo((float) Math.log(0.5), within(1e-6f));
        Array mask = Array.ofBytes(Shape.of(1, 3), (byte) 1, (byte) 0, (byte) 1);
        assertThat(run(mask, Distribution::sample, head, row(0, 9, 1)).ints()).containsExactly(2);
    }

    @Test
    void aMaskedChoiceIsNeverTaken() {
        Array mask = Array.ofBytes(Shape.of(1, 3), (byte) 1, (byte) 0, (byte) 0);
        assertThat(run(mask, Distribution::sample, head(THREE, "default"), row(0, 50, 50))
                        .ints())
                .containsExactly(0);
        ActionHead two = head(new Space.MultiDiscrete(List.of(2, 3)), "default");
        Array both = Array.ofBytes(Shape.of(1, 5), (byte) 0, (byte) 1, (byte) 1, (byte) 0, (byte) 0);
        assertThat(run(both, Distribution::sample, two, row(9, 0), row(0, 9, 9)).ints())
                .containsExactly(1, 0);
        assertThatThrownBy(() -> run(mask, Distribution::mode, head(ONE_NUMBER, "default"), row(0), row(0)))
                .hasMessage("a mask for continuous actions [1]: there is none for them");
        assertThatThrownBy(() -> run(mask, Distribution::mode, head(new Space.MultiBinary(3), "default"), row(0, 0, 0)))
                .hasMessage("a mask for 3 switches: there is none for them");
    }

    @Test
    void severalChoicesAdd() {
        ActionHead head = head(new Space.MultiDiscrete(List.of(2, 4)), "MultiCategorical");
        assertThat(of(d -> d.logProb(choice(1, 3)), head, new float[2], new float[4])
                        .item())
                .isCloseTo((float) -Math.log(8), within(1e-6f));
    }

    @Test
    void switchesAreIndependent() {
        ActionHead head = head(new Space.MultiBinary(3), "Bernoulli");
        assertThat(of(d -> d.logProb(choice(1, 0, 1)), head, new float[3]).item())
                .isCloseTo((float) -Math.log(8), within(1e-6f));
        assertThat(of(Distribution::mode, head, row(1, -1, 2)).ints()).containsExactly(1, 0, 1);
    }

    @Test
    void choicesCountFromTheSpacesStart() {
        Array action = Array.zeros(DType.INT32, Shape.of(2));
        head(new Space.Discrete(3, -1), "default").toEnv(Array.ofInts(Shape.of(2), 0, 2), action);
        assertThat(action.ints()).containsExactly(-1, 1);
        head(THREE, "default").toEnv(Array.ofInts(Shape.of(2), 0, 2), action);
        assertThat(action.ints()).containsExactly(0, 2);
    }

    @Test
    void actionsTakeTheSpacesShape() {
        Array action = Array.zeros(DType.FLOAT32, Shape.of(1, 2, 2));
        head(Space.Box.of(-1, 1, 2, 2), "default").toEnv(Array.of(Shape.of(1, 4), 1, 2, 3, 4), action);
        assertThat(action.floats()).containsExactly(1, 2, 3, 4);
        Array switches = Array.zeros(DType.INT32, Shape.of(1, 2));
        head(new Space.MultiBinary(2), "default").toEnv(Array.ofInts(Shape.of(1, 2), 1, 0), switches);
        assertThat(switches.ints()).containsExactly(1, 0);
    }

    @Test
    void unfitDistributionsAreNamed() {
        assertThatThrownBy(() -> head(THREE, "Normal"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("action_pdtype is Normal; for Discrete(3) it needs one of default, Categorical, Argmax,"
                        + " GumbelSoftmax");
        assertThatThrownBy(() -> head(ONE_NUMBER, "Gamma"))
                .hasMessage("action_pdtype is Gamma; for Box(-1.0, 1.0, [1], FLOAT32) it needs one of default, Normal,"
                        + " MultivariateNormal, NormalTanh, Beta");
        assertThatThrownBy(() -> head(new Space.MultiBinary(2), "Normal"))
                .hasMessageEndingWith("needs one of default, Bernoulli");
        assertThatThrownBy(() -> head(new Space.MultiDiscrete(List.of(2)), "Categorical"))
                .hasMessageEndingWith("needs one of default, MultiCategorical");
    }

    /// α = 1 + softplus(0) = 1 + ln 2 = β: the middle, with a spread of 2·½/√(2α + 1) = 0.4775.
    @Test
    void aBetaPolicyStaysBetweenTheBounds() {
        ActionHead head = head(Space.Box.of(-1, 1, 2), "beta");
        assertThat(head.tails()).containsExactly(Tail.of(2), Tail.of(2));
        float[] zero = {0, 0};
        assertThat(of(Distribution::mode, head, zero, zero).floats()).containsExactly(0, 0);
        assertThat(of(policy -> ((Beta) policy).std(), head, zero, zero).floats())
                .containsExactly(new float[] {0.47748f, 0.47748f}, within(1e-4f));
        float[] high = {200, -200};
        float[] low = {-200, 200};
        for (float action : of(Distribution::sample, head, high, low).floats()) {
            assertThat(Math.abs(action)).isBetween(0.9f, 1f);
        }
        assertThat(of(Distribution::mode, head, high, low).floats()).containsExactly(1, -1);
    }

    @Test
    void aBetaPolicyNeedsBoundsAndHasNoStandardDeviationOfItsOwn() {
        assertThatThrownBy(() -> head(Space.Box.of(Float.NEGATIVE_INFINITY, 1, 1), "Beta"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("action_pdtype is Beta, which needs bounds; the actions are Box(");
        assertThatThrownBy(() -> ActionHead.of(ONE_NUMBER, "Beta", learning(0.5, null)))
                .hasMessage("log_std_init is 0.5; a Beta policy has no such number, remove it");
        assertThatThrownBy(() ->
                        ActionHead.of(ONE_NUMBER, "Beta", learning(null, null, TrainingSettings.LogStdBound.TANH)))
                .hasMessage("log_std_bound is tanh; a Beta policy has no log σ, remove it");
    }

    @Test
    void compoundSpacesAreRefused() {
        assertThatThrownBy(() -> head(new Space.Tuple(List.of(THREE)), "default"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("a policy of the action space Tuple([Discrete(3)]): needs one space, not several");
        assertThatThrownBy(() -> head(new Space.Dict(new LinkedHashMap<>()), "default"))
                .isInstanceOf(ConfigException.class);
    }
}
