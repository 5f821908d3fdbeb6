package slmlab.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;
import slmlab.tensor.safetensors.SafeTensors;

/// Players of small policy files. That they act as the lab and as PyTorch do is tested in the module `lab`.
class PlayerTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @SuppressWarnings("NullAway.Init")
    private Path file;

    @BeforeEach
    void name() {
        file = temp.resolve("policy.safetensors");
    }

    private static float[] normal(int rows, int width) {
        RandomStream random = RandomStream.ofSeed(8);
        float[] obs = new float[rows * width];
        for (int i = 0; i < obs.length; i++) {
            obs[i] = (float) random.nextNormal();
        }
        return obs;
    }

    private static float[] row(float[] all, int row, int width) {
        return Arrays.copyOfRange(all, row * width, (row + 1) * width);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 9, 64, 100, 137})
    void aBatchIsItsRows(int rows) {
        Player player = Player.load(Policies.discrete(file, false));
        float[] obs = normal(rows, Policies.OBS);
        int[] actions = new int[rows];
        player.act(obs, actions);
        float[] logits = player.logits().clone();
        float[] values = player.values().clone();
        assertThat(logits).hasSize(rows * Policies.ACTIONS);
        for (int i = 0; i < rows; i++) {
            assertThat(player.act(row(obs, i, Policies.OBS))).isEqualTo(actions[i]);
            assertThat(player.logits()).containsExactly(row(logits, i, Policies.ACTIONS), within(1e-5f));
            assertThat(player.value()).isCloseTo(values[i], within(1e-5f));
            float[] probabilities = player.actionProbabilities();
            assertThat(probabilities[0] + probabilities[1] + probabilities[2]).isCloseTo(1, within(1e-5f));
        }
    }

    @Test
    void everyRowOfARecurrentPolicyHasItsOwnPast() {
        Path policy = Policies.recurrent(file);
        Player together = Player.load(policy);
        List<Player> apart =
                IntStream.range(0, 10).mapToObj(i -> Player.load(policy)).toList();
        for (int t = 0; t < 12; t++) {
            float[] obs = normal(10 * (t + 1), Policies.OBS);
            float[] now = Arrays.copyOfRange(obs, obs.length - 10 * Policies.OBS, obs.length);
            if (t == 5) {
                together.reset(3);
                apart.get(3).reset();
            }
            together.act(now, new int[10]);
            for (int i = 0; i < 10; i++) {
                apart.get(i).act(row(now, i, Policies.OBS));
                assertThat(apart.get(i).logits())
                        .containsExactly(row(together.logits(), i, Policies.ACTIONS), within(1e-5f));
                assertThat(together.values()[i]).isCloseTo(apart.get(i).value(), within(1e-4f));
            }
        }
        float[] first = {1, 2, 3, 4};
        Player again = apart.getFirst();
        again.reset();
        again.act(first);
        assertThat(again.value()).isEqualTo(10);
        again.act(first);
        assertThat(again.value()).isEqualTo(20);
        assertThat(again.copy().act(first)).isNotNegative();
        assertThat(again.value()).as("a copy has a past of its own").isEqualTo(20);
    }

    /// (obs − mean) / √(var + ε) of the last two frames, by hand; the first frame stands twice.
    @Test
    void framesAreStackedAndNormalizedAndActionsScaled() {
        Player player = Player.load(Policies.continuous(file));
        assertThat(player.obsSize()).isEqualTo(2);
        float[] action = new float[3];
        player.act(new float[] {4.5f, 0.5f}, action); // 2, 1, 2, 1
        float[] mean = player.mean().clone();
        for (int i = 0; i < 3; i++) {
            float low = new float[] {-2, 0, 10}[i];
            float high = new float[] {2, 1, 30}[i];
            assertThat(action[i]).isCloseTo(low + (high - low) * (mean[i] + 1) / 2, within(1e-5f));
        }
        player.act(new float[] {0.5f, -0.5f}, action); // 2, 1, 0, 0
        assertThat(player.mean()).isNotEqualTo(mean);
        player.reset();
        player.act(new float[] {4.5f, 0.5f}, action);
        assertThat(player.mean()).isEqualTo(mean);
    }

    @Test
    void aMaskedActionIsNeverChosen() {
        Player player = Player.load(Policies.discrete(file, true)).sampling(1);
        float[] obs = normal(300, Policies.OBS);
        for (int i = 0; i < 300; i++) {
            boolean[] mask = {i % 2 == 0, i % 3 == 0, true};
            int action = player.mask(mask).act(row(obs, i, Policies.OBS));
            assertThat(mask[action]).isTrue();
            if (!mask[0]) {
                assertThat(player.actionProbabilities()[0]).isZero();
            }
        }
        assertThatThrownBy(() -> player.act(1, 2, 3, 4))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("call mask(…) before each act, with 3 entries for each of the 1 rows");
        assertThatThrownBy(() -> player.mask(false, false, false)).hasMessageContaining("allows nothing");
        assertThatThrownBy(() -> player.mask(true, true)).hasMessageContaining("one row has 3");
        assertThatThrownBy(() -> player.mask(true, true, true, true, true, true).act(1, 2, 3, 4))
                .hasMessageContaining("1 rows");
    }

    @Test
    void drawsFollowTheProbabilitiesAndTheSeed() {
        Player best = Player.load(Policies.discrete(file, false));
        Player drawn = best.sampling(5);
        Player same = best.sampling(5);
        Player other = best.sampling(6);
        float[] obs = normal(1, Policies.OBS);
        int[] counts = new int[Policies.ACTIONS];
        boolean differs = false;
        int n = 20_000;
        for (int i = 0; i < n; i++) {
            int action = drawn.act(obs);
            counts[action]++;
            assertThat(same.act(obs)).isEqualTo(action);
            differs |= other.act(obs) != action;
        }
        assertThat(differs).isTrue();
        best.act(obs);
        for (int i = 0; i < counts.length; i++) {
            double p = best.actionProbabilities()[i]; // five standard deviations
            assertThat((double) counts[i] / n).isCloseTo(p, within(5 * Math.sqrt(p * (1 - p) / n)));
        }
    }

    @Test
    void copiesActOnManyThreadsAsOneDoes() throws InterruptedException, ExecutionException {
        Player player = Player.load(Policies.discrete(file, false));
        int rows = 2000;
        float[] obs = normal(rows, Policies.OBS);
        int[] wanted = new int[rows];
        float[][] logits = new float[rows][];
        for (int i = 0; i < rows; i++) {
            wanted[i] = player.act(row(obs, i, Policies.OBS));
            logits[i] = player.logits().clone();
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                Player own = player.copy();
                all.add(threads.submit(() -> {
                    for (int i = 0; i < rows; i++) {
                        assertThat(own.act(row(obs, i, Policies.OBS))).isEqualTo(wanted[i]);
                        assertThat(own.logits()).isEqualTo(logits[i]);
                    }
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
    }

    @Test
    void anActAllocatesNothing() {
        Player masked = Player.load(Policies.discrete(temp.resolve("a"), true));
        Player drawing =
                Player.load(Policies.discrete(temp.resolve("b"), false)).sampling(1);
        Player recurrent = Player.load(Policies.recurrent(temp.resolve("c")));
        Player continuous = Player.load(Policies.continuous(temp.resolve("d")));
        boolean[] mask = {true, false, true};
        float[] obs = normal(1, Policies.OBS);
        float[] batch = normal(100, Policies.OBS);
        float[] frame = normal(1, 2);
        int[] actions = new int[100];
        float[] action = new float[3];
        assertNothing(masked, 1, () -> masked.mask(mask).act(obs));
        assertNothing(drawing, 1, () -> {
            drawing.act(obs);
            drawing.logits();
            drawing.actionProbabilities();
            drawing.value();
        });
        assertNothing(recurrent, 100, () -> {
            recurrent.act(batch, actions);
            recurrent.reset(7);
            recurrent.values();
        });
        assertNothing(continuous, 1, () -> {
            continuous.act(frame, action);
            continuous.reset();
        });
        continuous.warmUp();
        continuous.act(frame, action);
    }

    /// After the warm-up only the lines of this test are new to the JVM.
    private static void assertNothing(Player player, int rows, Runnable act) {
        assertThat(player.warmUp(rows, Duration.ofMinutes(2))).isTrue();
        var threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        long bytes = Long.MAX_VALUE;
        for (int block = 0; block < 10 && bytes > 0; block++) { // the JVM links and compiles in the first ones
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1000; i++) {
                act.run();
            }
            bytes = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(bytes).as("bytes of 1,000 acts").isZero();
    }

    @Test
    void aWarmUpLeavesThePastAndTheDrawsAsTheyAre() {
        Player player = Player.load(Policies.recurrent(file));
        player.act(1, 1, 1, 1);
        player.warmUp(8, Duration.ofMillis(1));
        player.act(1, 1, 1, 1);
        assertThat(player.value()).isEqualTo(8);
        Player drawing =
                Player.load(Policies.discrete(temp.resolve("b"), false)).sampling(3);
        Player same = drawing.copy();
        drawing.warmUp(1, Duration.ofMillis(1));
        float[] obs = normal(1, Policies.OBS);
        for (int i = 0; i < 100; i++) {
            assertThat(drawing.act(obs)).isEqualTo(same.act(obs));
        }
    }

    @Test
    void aCopyOfASamplingPlayerSamplesTheSame() {
        Player player = Player.load(Policies.discrete(file, false)).sampling(5);
        float[] obs = normal(1, Policies.OBS);
        player.act(obs); // a copy starts again all the same
        Player copy = player.copy();
        Player fresh = Player.load(file).sampling(5);
        int[] counts = new int[Policies.ACTIONS];
        for (int i = 0; i < 200; i++) {
            int action = copy.act(obs);
            assertThat(fresh.act(obs)).isEqualTo(action);
            counts[action]++;
        }
        assertThat(counts).as("it draws").doesNotContain(200);
    }

    /// Threads that share a player are told so, and what is answered is right.
    @Test
    void aSharedPlayerIsNoticed() throws InterruptedException {
        Player player = Player.load(Policies.discrete(file, false));
        int rows = 640;
        float[] obs = normal(rows, Policies.OBS);
        int[] wanted = new int[rows];
        player.act(obs, wanted);
        AtomicReference<String> refused = new AtomicReference<>();
        AtomicReference<String> wrong = new AtomicReference<>();
        List<Thread> threads = IntStream.range(0, 2)
                .mapToObj(_ -> Thread.ofPlatform().start(() -> {
                    int[] actions = new int[rows];
                    while (refused.get() == null && wrong.get() == null) {
                        try {
                            player.act(obs, actions);
                            if (!Arrays.equals(actions, wanted)) {
                                wrong.set(Arrays.toString(actions));
                            }
                        } catch (IllegalStateException e) {
                            refused.set(String.valueOf(e.getMessage()));
                        }
                    }
                }))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(wrong.get()).isNull();
        assertThat(refused.get()).contains("another thread uses this player", "copy()");
        player.act(obs, wanted); // and it can be used again
    }

    @Test
    void aPolicyIsLoadedFromAnywhere() throws IOException {
        byte[] bytes = Files.readAllBytes(Policies.discrete(file, false));
        float[] obs = normal(1, Policies.OBS);
        Player wanted = Player.load(file);
        wanted.act(obs);
        for (Player player : List.of(Player.load(bytes), Player.load(new ByteArrayInputStream(bytes)))) {
            player.act(obs);
            assertThat(player.logits()).isEqualTo(wanted.logits());
        }
        assertThatThrownBy(() -> Player.load(new byte[3]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 bytes");
        assertThatThrownBy(() -> Player.loadResource(PlayerTest.class, "none.safetensors"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no resource none.safetensors");
        Path resource = Path.of(Objects.requireNonNull(PlayerTest.class.getResource("PlayerTest.class"))
                        .getPath())
                .resolveSibling("agent-of-test.safetensors");
        try {
            Files.write(resource, bytes);
            Player player = Player.loadResource(PlayerTest.class, "agent-of-test.safetensors");
            player.act(obs);
            assertThat(player.logits()).isEqualTo(wanted.logits());
        } finally {
            Files.deleteIfExists(resource);
        }
    }

    @Test
    void anObservationIsPutTogetherFromItsParts() {
        Path named = temp.resolve("named");
        SafeTensors.Contents contents = SafeTensors.read(Policies.discrete(file, false));
        Map<String, String> metadata = new LinkedHashMap<>(contents.metadata());
        metadata.put("obs_entries", "discrete name=time+of+day n=3 start=5\nbox name=stock shape=[1]");
        SafeTensors.write(named, new LinkedHashMap<>(contents.tensors()), metadata);
        Player player = Player.load(named);
        Observation obs = player.observation();
        assertThat(obs.names()).containsExactly("time of day", "stock");
        assertThat(obs.set("stock", 2.5f).set("time of day", 6).row()).containsExactly(0, 1, 0, 2.5f);
        assertThatThrownBy(obs::row)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("lacks time of day, stock");
        assertThatThrownBy(() -> obs.set("stok", 1))
                .hasMessageContaining("no part stok; observations have [time of day");
        assertThatThrownBy(() -> obs.set("stock", 1, 2)).hasMessageContaining("stock of 2 numbers; needs 1");
        assertThatThrownBy(() -> obs.set("stock", Float.NaN)).hasMessageContaining("stock[0] is NaN");
        for (float wrong : new float[] {4, 8, 5.5f}) {
            assertThatThrownBy(() -> obs.set("time of day", wrong)).hasMessageContaining("a whole number from 5 to 7");
        }
        assertThat(obs.set("time of day", 7).set("stock", -1).row()).containsExactly(0, 0, 1, -1);
        assertThatThrownBy(() -> Player.load(file).observation())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("array of 4 numbers");
        for (String entries : List.of(
                "box name=a shape=[3]",
                "box name=a shape=[5]",
                "box name=a shape=[65536,65536]",
                "discrete name=a n=2000000000 start=0",
                "box name=a shape=[2]\nbox name=a shape=[2]",
                "text name=a n=4")) {
            refuses(file, Map.of("obs_entries", entries), "");
        }
    }

    @Test
    void aCallThatDoesNotFitIsRefusedAndChangesNothing() {
        Player choosing = Player.load(Policies.recurrent(temp.resolve("a")));
        assertThatThrownBy(choosing::logits).hasMessageContaining("before the first act");
        choosing.act(1, 1, 1, 1);
        assertThatThrownBy(() -> choosing.act(1, 2, 3)).hasMessageContaining("3 numbers; one has 4");
        assertThatThrownBy(() -> choosing.act(new float[8])).hasMessageContaining("second argument");
        assertThatThrownBy(() -> choosing.act(new float[8], new int[3])).hasMessageContaining("needs 2 ints");
        assertThatThrownBy(() -> choosing.act(new float[4], new float[3])).hasMessageContaining("needs 1 ints");
        assertThatThrownBy(() -> choosing.act(new byte[4])).hasMessageContaining("array of floats");
        assertThatThrownBy(choosing::mean).hasMessageContaining("discrete");
        assertThatThrownBy(choosing::actionProbabilities).hasMessageContaining("action values");
        assertThatThrownBy(() -> choosing.mask(true)).hasMessageContaining("trained without them");
        choosing.act(1, 1, 1, 1);
        assertThat(choosing.value()).isEqualTo(8);
        Player moving = Player.load(Policies.continuous(temp.resolve("b")));
        assertThatThrownBy(() -> moving.act(1, 2)).hasMessageContaining("3 continuous numbers");
        moving.act(new float[2], new float[3]);
        assertThatThrownBy(moving::logits).hasMessageContaining("see mean()");
        assertThatThrownBy(moving::value).hasMessageContaining("learns none");
        assertThatThrownBy(moving::std).hasMessageContaining("fixed size");
    }

    @Test
    void theBestSessionOfARunIsPlayed() throws IOException {
        Files.createDirectories(temp.resolve("model"));
        Files.createDirectories(temp.resolve("info"));
        String[] last = {"3.0", "", "7.5", "NaN"};
        for (int session = 0; session < last.length; session++) {
            Path own = Policies.discrete(
                    temp.resolve("model/cart_t0_s%s_ckpt-best.safetensors".formatted(session)), false);
            SafeTensors.Contents contents = SafeTensors.read(own);
            Map<String, String> metadata = new LinkedHashMap<>(contents.metadata());
            metadata.put("frame", "1" + session);
            SafeTensors.write(own, new LinkedHashMap<>(contents.tensors()), metadata);
            Files.writeString(
                    temp.resolve("info/cart_t0_s%s_session_df_train.csv".formatted(session)),
                    "epi,total_reward_ma,frame\n0,99.0,1\n0,%s,2\n".formatted(last[session]));
        }
        assertThat(Player.load(temp).facts()).containsEntry("frame", "12");
        assertThat(Player.load(temp, 1).facts()).containsEntry("frame", "11");
        assertThatThrownBy(() -> Player.load(temp, 9)).hasMessageContaining("no best checkpoint of session 9");
        assertThatThrownBy(() -> Player.load(temp.resolve("info")))
                .hasMessageContaining("no best checkpoint in model/");
    }

    @Test
    void aFileThatCannotBePlayedSaysWhy() {
        Path good = Policies.discrete(temp.resolve("good"), false);
        refuses(
                good,
                Map.of("no_graph", "algorithm Random does not say"),
                "cannot be played outside the lab: algorithm Random");
        refuses(good, Map.of("format", "slm-lab policy 2"), "use the version of the library that wrote it");
        refuses(good, Map.of("obs_steps", "shuffle seed=1"), "\"shuffle seed=1\", which cannot be done here");
        refuses(good, Map.of("obs_steps", "clip low=-1.0 high=1.0\nflatten"), "\"flatten\"");
        refuses(good, Map.of("action", "color n=3"), "unknown kind, color");
        refuses(good, Map.of("obs_steps", "normalize eps=1.0E-8 clip=10.0"), "obs_mean is missing");
        refuses(good, Map.of("graph_1", "input obs FLOAT32 [1,4]\nwhirl 0\n"), "no operation whirl");
        SafeTensors.Contents contents = SafeTensors.read(good);
        LinkedHashMap<String, Array> broken = new LinkedHashMap<>(contents.tensors());
        broken.firstEntry().getValue().floats()[5] = Float.NaN;
        SafeTensors.write(file, broken, contents.metadata());
        assertThatThrownBy(() -> Player.load(file)).hasMessageContaining("[5] is NaN; such an agent cannot act");
    }

    private void refuses(Path good, Map<String, String> changes, String message) {
        SafeTensors.Contents contents = SafeTensors.read(good);
        Map<String, String> metadata = new LinkedHashMap<>(contents.metadata());
        metadata.putAll(changes);
        Path changed = temp.resolve("changed");
        SafeTensors.write(changed, new LinkedHashMap<>(contents.tensors()), metadata);
        assertThatThrownBy(() -> Player.load(changed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(changed.toString())
                .hasMessageContaining(message);
    }
}
