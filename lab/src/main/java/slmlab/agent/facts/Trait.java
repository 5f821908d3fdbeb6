package slmlab.agent.facts;

/// What an algorithm needs or has. A spec's keys that ask for something else are refused.
public enum Trait {
    /// Learns from the steps since its last update.
    ROLLOUT,
    /// Learns from a replay.
    REPLAY,
    /// Samples actions from a policy that it learns.
    POLICY,
    /// Chooses among the values of discrete actions.
    Q_VALUES,
    /// Computes continuous actions, and adds noise to explore.
    DETERMINISTIC,
    /// Learns a value beside its policy.
    CRITIC,
    /// The spec may have a `critic_net`.
    CRITIC_NET,
    /// Has target networks.
    TARGETS,
    /// Imitates its own best episodes, from a replay beside its rollout.
    IMITATION
}
