package slmlab.experiment.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.env.Step;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.TinySpecs;
import slmlab.experiment.record.Evaluation;
import slmlab.spec.SpecFile;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;

class EnvFactoryTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @ParameterizedTest
    @CsvSource({"10, 10", "-0.5, -0.5", "'\"sign\"', 1", "null, 1"})
    void rewardsAreScaledAndScoresAreNot(String scale, float given) {
        Plan plan = TinySpecs.plan(temp, "ppo", "\"reward_scale\": " + scale, "");
        WrapperStack stack = EnvFactory.train(plan);
        stack.env().reset(1);
        Array right = Array.ofInts(Shape.of(4), 1, 1, 1, 1);
        Step step = stack.env().step(right);
        assertThat(step.reward().floats()).containsOnly(given);
        int steps = 1;
        while (stack.episodes().ended() == 0) {
            stack.env().step(right);
            steps++;
        }
        assertThat(stack.episodes().episodeReturn(0)).isEqualTo(steps); // CartPole pays 1 a step
        stack.env().close();
    }

    private float[] given(String env) {
        Plan plan = TinySpecs.plan(temp, "ppo", env, "");
        WrapperStack stack = EnvFactory.train(plan);
        stack.env().reset(1);
        Array right = Array.ofInts(Shape.of(4), 1, 1, 1, 1);
        float[] given = new float[5];
        for (int t = 0; t < given.length; t++) {
            given[t] = stack.env().step(right).reward().floats()[0];
        }
        stack.env().close();
        return given;
    }

    /// Upstream's order: a factor cannot be seen any more behind a normalizer, and a limit holds for what it gives.
    @Test
    void rewardsAreScaledBeforeTheyAreNormalizedAndClipped() {
        float[] normalized = given("\"normalize_reward\": true");
        assertThat(given("\"normalize_reward\": true, \"reward_scale\": 3")).containsExactly(normalized, within(0.05f));
        assertThat(given("\"clip_reward\": 2, \"reward_scale\": 3")).containsOnly(2);
        assertThat(given("\"clip_reward\": [-1, 0.5], \"reward_scale\": \"sign\""))
                .containsOnly(0.5f);
    }

    @Test
    void anEvaluationEndsWhereTheEnvHasNoTimeLimit() throws IOException {
        Path file = TinySpecs.file(temp, "ppo", "", "");
        Files.writeString(file, Files.readString(file).replace("CartPole-v1", "CliffWalking-v1"));
        Plan cliff = Plan.read(SpecFile.read(file, Map.of()), "ppo");
        WrapperStack stack = EnvFactory.evaluate(cliff, EnvFactory.train(cliff), 2);
        Array still = Array.ofInts(Shape.of(2), 0, 0);
        Evaluation.Result result = Evaluation.run(stack, _ -> still, 2, 1, () -> {});
        assertThat(result.lengths()).containsExactly(100_000, 100_000); // it walks against the wall
        stack.env().close();
    }
}
