package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.env.Args;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.experiment.record.RandomBaseline;
import slmlab.metric.Baselines;
import slmlab.metric.TrialMetrics;
import slmlab.report.Analysis;

/// Strength has the same zero in a run and in `retro`, whatever the env is called and wherever it comes from.
class RandomBaselineTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @BeforeAll
    static void register() {
        Envs.register("OwnPole-v0", 500, RandomBaselineTest::pole); // as a user's jar does
    }

    private static Env pole(Args args) {
        return Envs.entry("CartPole-v1").make().apply(args);
    }

    @AfterAll
    static void remove() { // other tests look at every env
        Envs.remove("OwnPole-v0");
    }

    private TrialResult run(String env) throws IOException {
        Path file = TinySpecs.file(temp, "a2c", "", "");
        Files.writeString(file, Files.readString(file).replace("CartPole-v1", env));
        return Lab.run(file, "a2c", TinySpecs.options(temp));
    }

    private static double strength(TrialMetrics metrics) {
        return metrics.scalar().strength();
    }

    private static double strength(TrialResult result) {
        return strength(Objects.requireNonNull(result.metrics()));
    }

    private static double again(TrialResult result) {
        String env = Analysis.env(result.folder()).orElseThrow();
        return strength(Analysis.retro(result.folder(), RandomBaseline.of(env).mean(), _ -> {})
                .getFirst());
    }

    @Test
    void anOlderIdHasTheBaselineOfTheEnvThatItMeans() throws IOException {
        TrialResult newer = run("Taxi-v4");
        TrialResult older = run("Taxi-v3");
        assertThat(older.warnings()).isEmpty();
        assertThat(strength(older)).isEqualTo(strength(newer)).isEqualTo(again(older));
        for (Envs.Entry entry : Envs.all()) {
            for (String id : Envs.aliases(entry.id())) {
                assertThat(RandomBaseline.of(id)).as(id).isEqualTo(RandomBaseline.of(entry.id()));
            }
        }
    }

    @Test
    void anEnvWithoutABaselineIsCountedFromZeroAndSaysSo() throws IOException {
        TrialResult known = run("CartPole-v1");
        TrialResult own = run("OwnPole-v0");
        assertThat(own.warnings())
                .containsExactly("no random baseline for OwnPole-v0: strength is counted from 0")
                .isEqualTo(RandomBaseline.of("OwnPole-v0").notes());
        double zero = Baselines.of("CartPole-v1").orElseThrow().mean();
        assertThat(strength(own)).isEqualTo(again(own)).isCloseTo(strength(known) + zero, within(1e-9));
    }
}
