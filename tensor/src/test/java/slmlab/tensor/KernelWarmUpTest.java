package slmlab.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KernelWarmUpTest {

    @Test
    void itRunsOnceAndEnds() throws InterruptedException {
        KernelWarmUp.start();
        KernelWarmUp.start();
        Thread[] found = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("slmlab-warm-up"))
                .toArray(Thread[]::new);
        assertThat(found).hasSizeLessThanOrEqualTo(1);
        for (Thread thread : found) {
            assertThat(thread.isDaemon()).isTrue();
            thread.join();
        }
    }
}
