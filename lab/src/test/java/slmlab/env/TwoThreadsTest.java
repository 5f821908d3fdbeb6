package slmlab.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.tensor.RandomStream;

/// Vectors share nothing: two threads with one each see what one thread sees with one after the other.
class TwoThreadsTest {
    private static final int STEPS = 400;

    static Stream<String> ids() {
        return Envs.all().stream().map(Envs.Entry::id);
    }

    @ParameterizedTest
    @MethodSource("ids")
    void twoThreadsSeeWhatOneSees(String id) throws Exception {
        List<Played> first = play(id, 1);
        List<Played> second = play(id, 2);
        CyclicBarrier begin = new CyclicBarrier(2);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (int round = 0; round < 3; round++) { // so that a race has more than one chance
                Future<List<Played>> one = threads.submit(() -> {
                    begin.await();
                    return play(id, 1);
                });
                Future<List<Played>> two = threads.submit(() -> {
                    begin.await();
                    return play(id, 2);
                });
                assertThat(one.get()).isEqualTo(first);
                assertThat(two.get()).isEqualTo(second);
            }
        }
    }

    private static List<Played> play(String id, long seed) {
        List<Played> played = new ArrayList<>();
        try (VecEnv env = Envs.make(id, 2, Map.of())) {
            RandomStream random = RandomStream.ofSeed(seed);
            played.add(Played.of(env.reset(seed)));
            for (int t = 0; t < STEPS; t++) {
                played.add(Played.of(env.step(Played.action(env, random))));
            }
        }
        return played;
    }
}
