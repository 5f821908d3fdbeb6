package slmlab.agent.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SumTreeTest {
    @Test
    void findsWhereAPartOfTheTotalFalls() {
        SumTree tree = new SumTree(5);
        for (int i = 0; i < 5; i++) {
            tree.set(i, i); // sums 0 1 3 6 10
        }
        assertThat(tree.total()).isEqualTo(10);
        assertThat(find(tree, 0.5)).isEqualTo(1);
        assertThat(find(tree, 1)).isEqualTo(1); // left if it is just the left sum, as upstream
        assertThat(find(tree, 1.5)).isEqualTo(2);
        assertThat(find(tree, 3.5)).isEqualTo(3);
        assertThat(find(tree, 10)).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 1000})
    void neverFindsAZeroAndComesBackBitForBit(int size) {
        Random random = new Random(size);
        SumTree tree = new SumTree(size);
        tree.set(0, 1);
        for (int i = 0; i < 20_000; i++) {
            tree.set(random.nextInt(size), random.nextInt(3) == 0 ? 0 : (float) Math.exp(20 * random.nextDouble()));
            if (tree.total() > 0) {
                double part = i % 10 == 0 ? 1 : 1 - random.nextDouble();
                assertThat(tree.get(find(tree, part * tree.total()))).isPositive();
            }
        }
        float[] numbers = new float[size];
        tree.copyTo(numbers);
        SumTree other = new SumTree(size);
        other.copyFrom(numbers);
        assertThat(other.total()).isEqualTo(tree.total());
        for (int i = 0; i < 1000 && tree.total() > 0; i++) {
            double part = tree.total() * random.nextDouble();
            assertThat(find(other, part)).isEqualTo(find(tree, part));
        }
    }

    @Test
    void manyNumbersAtATimeAreAsOneByOne() {
        Random random = new Random(1);
        SumTree one = new SumTree(100);
        SumTree many = new SumTree(100);
        int[] indices = new int[40];
        double[] numbers = new double[40];
        for (int round = 0; round < 100; round++) {
            for (int i = 0; i < 40; i++) {
                indices[i] = random.nextInt(100); // some of them twice
                numbers[i] = random.nextDouble();
                one.set(indices[i], numbers[i]);
            }
            many.set(indices, numbers, 40);
            assertThat(many.total()).isEqualTo(one.total());
            for (int i = 0; i < 100; i++) {
                assertThat(many.get(i)).isEqualTo(one.get(i));
            }
        }
    }

    private static int find(SumTree tree, double part) {
        int[] found = new int[1];
        tree.find(new double[] {part}, found, 1);
        return found[0];
    }
}
