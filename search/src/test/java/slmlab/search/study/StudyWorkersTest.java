package slmlab.search.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import slmlab.search.Domain;
import slmlab.search.Parameter;
import slmlab.search.SearchSpace;

/// Eight workers on one study, some of which vanish in the middle of a trial.
class StudyWorkersTest {
    private static final int WORKERS = 8;
    private static final int TRIALS = 200;
    private static final Duration LOST_AFTER = Duration.ofMillis(500);
    private static final SearchSpace SPACE =
            new SearchSpace(List.of(new Parameter("x", new Domain.Range(0, 1, 0, false, false))));
    private static final StudyPlan PLAN =
            new StudyPlan("many", Map.of(), SPACE, "tpe", Map.of("name", "asha", "grace_period", 1), 5, TRIALS);

    private final Queue<Claim> claimed = new ConcurrentLinkedQueue<>();
    private final Queue<Claim> ended = new ConcurrentLinkedQueue<>();
    private final CountDownLatch half = new CountDownLatch(TRIALS / 2);

    @ParameterizedTest
    @EnumSource
    void everyTrialEndsOnce(Databases databases, @TempDir Path folder) throws Exception {
        String url = databases.newUrl(folder);
        try (Database database = Database.of(url);
                ExecutorService threads = Executors.newFixedThreadPool(WORKERS)) {
            Study study = Study.create(database, PLAN);
            List<Future<?>> workers = IntStream.range(0, WORKERS)
                    .<Future<?>>mapToObj(i -> threads.submit(() -> {
                        work(url, i);
                        return i;
                    }))
                    .toList();
            assertThat(half.await(60, TimeUnit.SECONDS)).isTrue();
            databases.restart();
            for (Future<?> worker : workers) {
                worker.get(60, TimeUnit.SECONDS);
            }
            assertThat(ended).extracting(Claim::number).doesNotHaveDuplicates().hasSize(TRIALS);
            assertThat(claimed)
                    .extracting(claim -> claim.number() + "/" + claim.attempt())
                    .doesNotHaveDuplicates();
            assertThat(claimed.stream().filter(claim -> claim.attempt() > 1)).isNotEmpty();
            assertThat(study.isOver()).isTrue();
            assertThat(study.trials()).hasSize(TRIALS).allSatisfy(row -> {
                assertThat(row.state().isOver()).isTrue();
                Claim last = ended.stream()
                        .filter(claim -> claim.number() == row.number())
                        .findFirst()
                        .orElseThrow();
                assertThat(row.attempt()).isEqualTo(last.attempt());
                assertThat(row.score()).isEqualTo(score(last));
            });
        }
    }

    private static double score(Claim claim) {
        return -Math.abs(claim.point()[0] - 0.3);
    }

    private void work(String url, int worker) throws InterruptedException {
        Random random = new Random(worker);
        try (Database database = Database.of(url)) {
            Study study = Study.open(database, PLAN.name()).lostAfter(LOST_AFTER);
            while (!study.isOver()) {
                Claim claim = study.claim("w" + worker).orElse(null);
                if (claim == null) {
                    TimeUnit.MILLISECONDS.sleep(20); // until the others are done or lost
                } else {
                    claimed.add(claim);
                    runUnlessLost(study, claim, random);
                }
            }
        }
    }

    private void runUnlessLost(Study study, Claim claim, Random random) {
        TrialState state = TrialState.DONE;
        for (int frame = 1; frame <= 9 && state == TrialState.DONE; frame++) {
            if (random.nextInt(90) == 0 || !study.report(claim, frame, score(claim) * 10 / frame)) {
                return;
            }
            state = study.isPruned(claim) ? TrialState.PRUNED : state;
        }
        if (study.end(claim, state, score(claim), Map.of(), null)) {
            ended.add(claim);
            half.countDown();
        }
    }
}
