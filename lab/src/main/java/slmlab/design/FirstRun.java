package slmlab.design;

import java.util.Map;
import java.util.Optional;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.algorithm.Algorithms.Trait;

/// The command that starts a blueprint here: a shipped spec of its algorithm, with the blueprint's topology.
///
/// @param topology single, vector or distributed
/// @param workers of a distributed topology
/// @param envs of one worker
/// @param capacity of the buffer, in steps of all envs
/// @param batch of the learner
record FirstRun(String algorithm, String topology, long workers, long envs, long capacity, long batch) {
    private static final Map<String, String> SPECS = Map.ofEntries(
            Map.entry("PPO", "spec/ppo/cartpole.json ppo_cartpole"),
            Map.entry("ActorCritic", "spec/benchmark/a2c/a2c_gae_cartpole.json a2c_gae_cartpole"),
            Map.entry("SIL", "spec/sil/cartpole.yaml sil_cartpole"),
            Map.entry("PPOSIL", "spec/benchmark/sil/ppo_sil_cartpole.json ppo_sil_cartpole"),
            Map.entry("Reinforce", "spec/benchmark/reinforce/reinforce_cartpole.json reinforce_cartpole"),
            Map.entry("SARSA", "spec/benchmark/sarsa/sarsa_cartpole.json sarsa_epsilon_greedy_cartpole"),
            Map.entry("VanillaDQN", "spec/benchmark/dqn/dqn_cartpole.json vanilla_dqn_boltzmann_cartpole"),
            Map.entry("DQN", "spec/dqn/cartpole.yaml dqn_cartpole_zoo"),
            Map.entry("DoubleDQN", "spec/dqn/cartpole.yaml ddqn_per_cartpole"),
            Map.entry("SoftActorCritic", "spec/sac/pendulum.yaml sac_pendulum"),
            Map.entry("CrossQ", "spec/crossq/pendulum.yaml crossq_pendulum_fast"),
            Map.entry("TD3", "spec/td3/pendulum.yaml td3_pendulum"));
    private static final Map<String, String> DISTRIBUTED = Map.of(
            "PPO", "spec/dppo/cartpole.yaml dppo_cartpole",
            "ActorCritic", "spec/a3c/cartpole.yaml a3c_cartpole",
            "SoftActorCritic", "spec/async_sac/cartpole.yaml async_sac_cartpole");

    /// Note how to start the blueprint here, or why it cannot be.
    void tell(boolean isOnDevice, Findings found) {
        if (isOnDevice) {
            found.fact("begin_with", "nothing yet: slm-lab trains on the CPU");
            return;
        }
        found.fact("runs_as", words());
        String none = "slm-lab new first.yaml --algorithm %s, since no shipped spec has it".formatted(algorithm);
        found.fact("begin_with", command().orElse(none));
        training().ifPresent(command -> found.fact("then", command));
    }

    /// Return the command of a first session, with the sizes of the blueprint; empty where no shipped spec has the
    /// algorithm.
    private Optional<String> command() {
        String shared = isDistributed() && !isShared() ? " -s meta.distributed=shared" : "";
        return spec().map(spec -> "slm-lab run %s dev -s env.num_envs=%s%s%s".formatted(spec, envs, sizes(), shared));
    }

    /// Return the command of a training with all workers; empty where there is one worker.
    private Optional<String> training() {
        return command()
                .filter(_ -> isDistributed())
                .map(command -> "%s --max-session %s".formatted(command.replace(" dev ", " train "), workers));
    }

    /// Return the settings of buffer and batch, for those algorithms that have them.
    private String sizes() {
        if (Algorithms.has(algorithm, Trait.REPLAY)) {
            return " -s batch_size=%s -s max_size=%s".formatted(batch, capacity);
        }
        boolean hasMinibatches = algorithm.equals("PPO") || algorithm.equals("PPOSIL");
        long horizon = (long) Math.max(1, capacity / ((double) workers * envs));
        return hasMinibatches ? " -s time_horizon=%s -s minibatch_size=%s".formatted(horizon, batch) : "";
    }

    /// Return what the topology is in this lab.
    private String words() {
        return switch (topology) {
            case "single" -> "one env";
            case "vector" -> "one process that steps a vector of envs";
            default ->
                "threads of one process that share weights, each with its own envs and memory; several machines are still to come";
        };
    }

    private boolean isDistributed() {
        return topology.equals("distributed");
    }

    /// Whether there is a spec whose workers share their weights already.
    private boolean isShared() {
        return isDistributed() && DISTRIBUTED.containsKey(algorithm);
    }

    private Optional<String> spec() {
        return Optional.ofNullable(isShared() ? DISTRIBUTED.get(algorithm) : SPECS.get(algorithm));
    }
}
