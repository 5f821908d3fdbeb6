package slmlab.experiment.plan;

import java.util.List;
import java.util.Set;
import slmlab.agent.Algorithm;
import slmlab.env.Space;
import slmlab.experiment.plan.AuditResult.Finding;
import slmlab.tensor.Graph;
import slmlab.tensor.Tensor;

/// Whether the last layers of an acting net fit the action space.
final class Heads {
    private static final List<String> HEADS = List.of("logits", "mean", "std"); // what a policy is made of
    private static final int ROWS = 2;

    private Heads() {}

    /// Add a finding for each head that gives more or fewer numbers than the actions need.
    static void check(Algorithm agent, Space action, List<Finding> findings) {
        int needed = action.flatSize();
        Graph graph = Graph.trace(trace -> agent.traceActing(trace, ROWS));
        for (String head : HEADS) {
            Tensor output = graph.outputs().get(head);
            if (output != null && output.shape().volume() != ROWS * needed) {
                findings.add(new Finding(
                        layer(graph.only(Set.of(head)).variables().getLast()),
                        "gives %s numbers, the %s of the policy; the actions are %s, which need %s"
                                .formatted(output.shape().volume() / ROWS, head, action, needed)));
            }
        }
    }

    /// `net.tails.weight` is a part of the layer `net.tails`.
    private static String layer(String variable) {
        return variable.substring(0, variable.lastIndexOf('.'));
    }
}
