package slmlab.agent.net.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static slmlab.agent.net.NetGoldenTest.golden;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.agent.net.TestNets;
import slmlab.agent.net.setting.TrainingSettings.ClipGradBy;
import slmlab.spec.key.ConfigException;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.optim.Adam;
import slmlab.tensor.optim.AdamW;
import slmlab.tensor.optim.Clip;
import slmlab.tensor.optim.Lookahead;
import slmlab.tensor.optim.LrSchedule;
import slmlab.tensor.optim.Optimizer;
import slmlab.tensor.optim.RAdam;
import slmlab.tensor.optim.RmsProp;
import slmlab.tensor.optim.Sgd;

class TrainingSettingsTest {

    private static double[] settings(Optimizer optimizer) {
        return switch (optimizer) {
            case Adam(double lr, List<Double> betas, double eps, double decay) ->
                new double[] {lr, betas.get(0), betas.get(1), eps, decay};
            case AdamW(double lr, List<Double> betas, double eps, double decay) ->
                new double[] {lr, betas.get(0), betas.get(1), eps, decay};
            case RAdam(double lr, List<Double> betas, double eps, double decay) ->
                new double[] {lr, betas.get(0), betas.get(1), eps, decay};
            case RmsProp(double lr, double alpha, double eps, double decay, double momentum, boolean _) ->
                new double[] {lr, alpha, eps, decay, momentum};
            case Sgd(double lr, double momentum, double dampening, double decay, boolean _) ->
                new double[] {lr, momentum, dampening, decay};
            case Lookahead around -> settings(around.optimizer());
        };
    }

    @ParameterizedTest
    @CsvSource({
        "Adam, Adam",
        "AdamW, AdamW",
        "RAdam, RAdam",
        "RMSprop, RMSprop",
        "SGD, SGD",
        "GlobalAdam, Adam",
        "GlobalRMSprop, RMSprop"
    })
    void anOptimizerByItsNameIsPyTorchs(String name, String torch) {
        float[] expected = golden("optim/" + torch).floats();
        double[] actual = settings(OptimSpec.of(name, null).make());
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < expected.length; i++) {
            assertThat((float) actual[i]).isEqualTo(expected[i]);
        }
        assertThat(OptimSpec.of(name, 0.5).make().lr()).isEqualTo(0.5);
    }

    @Test
    void settingsTakeThePlaceOfDefaults() {
        var rms = new OptimSpec("RMSprop", 7e-4, 1e-5, null, 0.9, null, null, null, null, null, null, null);
        assertThat(rms.make()).isEqualTo(new RmsProp(7e-4, 0.9, 1e-5, 0, 0, false));
        var adam =
                new OptimSpec("AdamW", 1e-3, null, List.of(0.5, 0.999), null, null, null, null, null, null, null, null);
        assertThat(adam.make()).isEqualTo(new AdamW(1e-3, List.of(0.5, 0.999), 1e-8, 0.01));
    }

    @Test
    void lookaheadIsAroundAnother() {
        var spec = new OptimSpec("Lookahead", 1e-4, null, null, null, null, null, null, null, null, "RAdam", null);
        assertThat(spec.make()).isEqualTo(Lookahead.around(new RAdam(1e-4, List.of(0.9, 0.999), 1e-8, 0)));
        var set = new OptimSpec("Lookahead", null, null, null, 0.8, null, null, null, null, null, "SGD", 6);
        assertThat(set.make()).isEqualTo(new Lookahead(Sgd.defaults(), 6, 0.8));
    }

    @Test
    void problemsWithOptimizersAreNamed() {
        assertThatThrownBy(() -> OptimSpec.of("Adma", null))
                .isInstanceOf(ConfigException.class)
                .hasMessage("name is Adma; needs one of Adam, AdamW, RAdam, RMSprop, SGD, Lookahead, GlobalAdam,"
                        + " GlobalRMSprop; did you mean Adam?");
        assertThatThrownBy(() -> new OptimSpec("Adam", null, null, null, 0.9, null, null, null, null, null, null, null))
                .hasMessage("alpha is no setting of Adam; it has [lr, betas, eps, weight_decay]");
        assertThatThrownBy(() -> OptimSpec.of("Lookahead", null))
                .hasMessage("optimizer is missing; Lookahead needs the name of one inside");
        assertThatThrownBy(() -> OptimSpec.of("Adam", -0.5)).hasMessage("lr is -0.5; needs at least 0");
        var betas =
                new OptimSpec("Adam", null, null, List.of(2.0, 0.9), null, null, null, null, null, null, null, null);
        assertThatThrownBy(betas::make)
                .isInstanceOf(ConfigException.class)
                .hasMessage("betas is 2.0; needs to lie in [0, 1)");
    }

    static Stream<LrSpec> schedules() {
        return Stream.of(
                lr("LinearToZero", 480.0, null, null),
                lr("StepLR", null, 3L, 0.5),
                new LrSpec("MultiStepLR", null, 0, null, 0.2, List.of(2L, 7L)),
                lr("ExponentialLR", null, null, 0.9));
    }

    private static LrSpec lr(String name, @Nullable Double frame, @Nullable Long stepSize, @Nullable Double gamma) {
        return new LrSpec(name, frame, 0, stepSize, gamma, List.of());
    }

    @ParameterizedTest
    @MethodSource("schedules")
    void ratesFallAsPyTorchsDo(LrSpec spec) {
        LrSchedule schedule = spec.schedule(32);
        float[] expected = golden("lr/" + spec.name()).floats();
        for (int update = 0; update < expected.length; update++) {
            assertThat(schedule.at(update, 0.01)).isCloseTo(expected[update], within(1e-9));
        }
    }

    @Test
    void aLineMayEndAboveZero() {
        LrSchedule schedule = new LrSpec("LinearToMin", 100.0, 0.25, null, null, List.of()).schedule(10);
        assertThat(DoubleStream.of(0, 5, 8, 20).map(k -> schedule.at((long) k, 1)))
                .containsExactly(1.0, 0.5, 0.25, 0.25);
        assertThat(TrainingSettings.defaults().lrSchedule(10).at(1000, 0.5)).isEqualTo(0.5);
    }

    @Test
    void problemsWithRatesAreNamed() {
        assertThatThrownBy(() -> lr("CosineLR", null, null, null))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "name is CosineLR; needs one of LinearToZero, LinearToMin, StepLR, MultiStepLR, ExponentialLR");
        assertThatThrownBy(() -> LrSpec.defaults().schedule(1))
                .isInstanceOf(ConfigException.class)
                .hasMessage("frame is missing; LinearToZero needs the frame at which the line ends");
        assertThatThrownBy(() -> lr("StepLR", null, null, null))
                .hasMessage("step_size is null; StepLR needs at least 1 update");
        assertThatThrownBy(() -> lr("MultiStepLR", null, null, null))
                .hasMessage("milestones is []; MultiStepLR needs the updates at which it cuts");
        assertThatThrownBy(() -> lr("ExponentialLR", null, null, null))
                .hasMessage("gamma is missing; ExponentialLR needs one");
    }

    @ParameterizedTest
    @CsvSource({ // distances 0.5 and 3
        "MSELoss, 0.25, 9",
        "L1Loss, 0.5, 3",
        "SmoothL1Loss, 0.125, 2.5",
        "HuberLoss, 0.125, 2.5"
    })
    void lossesGiveADistanceForEachPrediction(String name, float near, float far) {
        Program program = Program.trace(trace ->
                trace.output("loss", LossSpec.of(name).apply(trace.input("y", 2), trace.input("target", 2))));
        program.input("y").copyFrom(Array.of(Shape.of(2), 0.5f, -2));
        program.input("target").copyFrom(Array.of(Shape.of(2), 1, 1));
        program.run();
        assertThat(program.output("loss").floats()).containsExactly(near, far);
    }

    @Test
    void crossEntropyIsForLabels() {
        Program program = Program.trace(trace -> trace.output(
                "loss",
                LossSpec.of("CrossEntropyLoss")
                        .apply(trace.input("y", 1, 2), trace.input("label", DType.INT32, Shape.of(1)))));
        program.run();
        assertThat(program.output("loss").item()).isCloseTo((float) Math.log(2), within(1e-6f));
        assertThatThrownBy(() -> Program.trace(trace -> trace.output(
                        "loss", LossSpec.of("CrossEntropyLoss").apply(trace.input("y", 2), trace.input("target", 2)))))
                .hasMessageStartingWith("cross entropy of logits [2] and labels [2]");
        assertThatThrownBy(() -> LossSpec.of("MSE"))
                .hasMessage("name is MSE; needs one of MSELoss, SmoothL1Loss, L1Loss, HuberLoss, CrossEntropyLoss;"
                        + " did you mean MSELoss?");
    }

    @Test
    void theCriticTakesItsOwnOptimizerOrTheActors() {
        OptimSpec actor = OptimSpec.of("Adam", 0.1);
        OptimSpec critic = OptimSpec.of("SGD", 0.2);
        assertThat(learning(false, actor, critic).actorOptim()).isSameAs(actor);
        assertThat(learning(false, actor, critic).criticOptim()).isSameAs(critic);
        assertThat(learning(true, actor, critic).criticOptim()).isSameAs(actor);
        assertThat(learning(false, null, null).criticOptim()).isEqualTo(OptimSpec.defaults());
    }

    private static TrainingSettings learning(boolean same, @Nullable OptimSpec actor, @Nullable OptimSpec critic) {
        return settings(same, actor, critic, 0.5, ClipGradBy.NORM, null);
    }

    private static TrainingSettings clipped(@Nullable Double limit, ClipGradBy by) {
        return settings(false, null, null, limit, by, null);
    }

    private static TrainingSettings settings(
            boolean same,
            @Nullable OptimSpec actor,
            @Nullable OptimSpec critic,
            @Nullable Double clipGradVal,
            ClipGradBy clipGradBy,
            @Nullable Double polyakCoef) {
        TrainingSettings standard = TrainingSettings.defaults();
        return new TrainingSettings(
                null,
                same,
                standard.lossSpec(),
                standard.optimSpec(),
                actor,
                critic,
                null,
                clipGradVal,
                clipGradBy,
                null,
                null,
                1,
                polyakCoef,
                null,
                null,
                null,
                null,
                false,
                TrainingSettings.LogStdBound.CLAMP);
    }

    @Test
    void gradientsAreClippedByTheirNormOrEachByItself() {
        assertThat(TrainingSettings.defaults().clip()).isEqualTo(Clip.none());
        assertThat(learning(false, null, null).clip()).isEqualTo(Clip.norm(0.5));
        assertThat(clipped(0.5, ClipGradBy.VALUE).clip()).isEqualTo(Clip.value(0.5));
        assertThatThrownBy(() -> clipped(null, ClipGradBy.VALUE))
                .isInstanceOf(ConfigException.class)
                .hasMessage("clip_grad_by is value; needs clip_grad_val, the limit");
    }

    @Test
    void outActivationsAreOneForAllOrOneForEach() {
        assertThat(TestNets.learning(null, false, "Tanh").outActivations(2))
                .containsExactly(Activation.TANH, Activation.TANH);
        TrainingSettings listed = TestNets.learning(null, false, Arrays.asList("Tanh", null));
        assertThat(listed.outActivations(2)).containsExactly(Activation.TANH, Activation.IDENTITY);
        assertThatThrownBy(() -> listed.outActivations(3))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "out_layer_activation is [Tanh, null]; needs a name, or a list of one for each of the 3 tails");
    }

    @Test
    void numbersAreChecked() {
        assertThatThrownBy(() -> settings(false, null, null, null, ClipGradBy.NORM, 1.5))
                .isInstanceOf(ConfigException.class)
                .hasMessage("polyak_coef is 1.5; needs to lie in [0, 1]");
        assertThatThrownBy(() -> clipped(-0.5, ClipGradBy.NORM))
                .hasMessage("clip_grad_val is -0.5; needs to be above 0, or null");
    }
}
