package slmlab.tensor.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import slmlab.tensor.Array;
import slmlab.tensor.Graph;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;

class ClusterTest {

    @Test
    void chainsNormalizedByEachOtherCompile() {
        // p waits for the sum over q, q for the sum over p: at most one of the quotients can join its numerator
        Consumer<Trace> body = trace -> {
            Tensor p = trace.input("x", 2, 3).exp();
            Tensor zp = p.sum(1);
            Tensor q = trace.input("y", 2, 3).exp();
            Tensor zq = q.sum(1);
            trace.output("p", p.div(zq.reshape(2, 1)));
            trace.output("q", q.div(zp.reshape(2, 1)));
        };
        try (Program program = Program.trace(body)) {
            program.input("x").copyFrom(Array.of(Shape.of(2, 3), 0, 0, 0, 0, 0, 0));
            program.input("y").copyFrom(Array.of(Shape.of(2, 3), 0, 0, 0, 0, 0, 0));
            program.run();
            float third = 1 / 3f;
            assertThat(program.output("p").floats()).containsExactly(third, third, third, third, third, third);
            assertThat(program.output("q").floats()).containsExactly(third, third, third, third, third, third);
        }
    }

    @Test
    void aRingOfChainsCompiles() {
        // each of five chains waits for the next one's sum, so that a cycle would go through five groups
        List<Cluster.Unit> units = units(trace -> {
            int n = 5;
            Tensor[] top = new Tensor[n];
            Tensor[] sum = new Tensor[n];
            for (int i = 0; i < n; i++) {
                top[i] = trace.input("x" + i, 2, 3).exp();
                sum[i] = top[i].sum(1).reshape(2, 1);
            }
            for (int i = 0; i < n; i++) {
                trace.output("y" + i, top[i].div(sum[(i + 1) % n]));
            }
        });
        assertOrdered(units);
    }

    @Test
    void groupsWithNothingBetweenThemJoin() {
        // 5 element-wise operations of one shape, all in one group
        List<Cluster.Unit> units = units(trace -> {
            Tensor a = trace.input("a", 4).exp();
            Tensor b = trace.input("b", 4).tanh();
            trace.output("y", a.mul(b).add(a).sub(b));
        });
        assertThat(units.stream().filter(Cluster.Unit::isPointwise)).hasSize(1);
        assertOrdered(units);
    }

    @Test
    void aGroupDoesNotReachAroundTheSumOverIt() {
        // e / Σe: e must be whole before the quotient starts
        List<Cluster.Unit> units = units(trace -> {
            Tensor e = trace.input("x", 2, 3).exp();
            trace.output("y", e.div(e.sum(1).reshape(2, 1)));
        });
        assertThat(units.stream().filter(Cluster.Unit::isPointwise)).hasSize(2);
        assertOrdered(units);
    }

    private static List<Cluster.Unit> units(Consumer<Trace> body) {
        return Cluster.units(Graph.ordered(Graph.trace(body).roots()), true);
    }

    /// Every group comes after all that it reads.
    private static void assertOrdered(List<Cluster.Unit> units) {
        Map<Tensor, Integer> place = new HashMap<>();
        for (int at = 0; at < units.size(); at++) {
            for (Tensor member : units.get(at).members()) {
                place.put(member, at);
            }
        }
        place.forEach((tensor, at) -> {
            for (Tensor input : tensor.inputs()) {
                assertThat(place.get(input)).as("%s of %s", input, tensor).isLessThanOrEqualTo(at);
            }
        });
    }
}
