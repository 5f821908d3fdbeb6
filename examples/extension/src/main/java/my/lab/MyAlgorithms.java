package my.lab;

import slmlab.agent.algorithm.AlgorithmProvider;
import slmlab.agent.algorithm.Algorithms;
import slmlab.metric.Metrics;

public final class MyAlgorithms implements AlgorithmProvider {
    @Override
    public void register() {
        Algorithms.register(BaselineReinforce.FACTS);
        Metrics.register(BaselineReinforce.BASELINE);
    }
}
