package my.lab;

import slmlab.agent.algorithm.AlgorithmProvider;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.algorithm.Algorithms.Trait;

public final class MyAlgorithms implements AlgorithmProvider {
    @Override
    public void register() {
        Algorithms.register(
                "BaselineReinforce",
                BaselineReinforce.Config.class,
                BaselineReinforce::new,
                Trait.ROLLOUT,
                Trait.POLICY);
    }
}
