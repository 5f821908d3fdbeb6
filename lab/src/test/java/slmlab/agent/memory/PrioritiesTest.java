package slmlab.agent.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PrioritiesTest {
    @Test
    void sharesAndWeightsAreThoseOfTheReference() {
        Priorities priorities = new Priorities(4, 0.6, 0, false); // errors 1 to 4, α = .6, β = .4: skills §4.1
        double total = 0;
        for (int row = 0; row < 4; row++) {
            priorities.update(new int[] {row}, new float[] {-(row + 1)}, 1); // the sign does not count
            total += priorities.priority(row);
        }
        double[] shares = {.148229503, .224673913, .286554613, .340541972};
        double[] expected = {1, .846745312, .768229356, .716977624};
        float[] weights = new float[4];
        priorities.weigh(new int[] {0, 1, 2, 3}, 4, 4, 0.4, weights);
        for (int row = 0; row < 4; row++) {
            assertThat(priorities.priority(row) / total).isCloseTo(shares[row], within(1e-7));
            assertThat((double) weights[row]).isCloseTo(expected[row], within(1e-6));
        }
    }

    @Test
    void newRowsHaveUpstreamsError() {
        Priorities priorities = new Priorities(2, 1, 0, false);
        priorities.add(0, 2);
        assertThat(priorities.priority(1)).isEqualTo(100_000);
        priorities.update(new int[] {1}, new float[] {1000}, 1);
        assertThat(priorities.priority(1)).isEqualTo(1000);
        priorities.remove(0, 2);
        assertThat(priorities.isZero()).isTrue();
    }

    @Test
    void aRowThatIsNeverDrawnCountsFully() {
        Priorities priorities = new Priorities(2, 1, 0, false);
        priorities.update(new int[] {1}, new float[] {3}, 1);
        float[] weights = new float[2];
        priorities.weigh(new int[] {0, 1}, 2, 2, 1, weights);
        assertThat(weights).containsExactly(1, 1);
    }
}
