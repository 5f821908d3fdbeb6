package slmlab.agent.memory;

/// Returns and advantages of a rollout, from its columns of rewards, values and ends.
final class Advantages {
    private Advantages() {}

    /// Fill `advantage` by generalized advantage estimation (Schulman et al. 2016, arXiv:1506.02438, eq. 16).
    static void gae(Rollout rollout, double gamma, double lam) {
        float[] reward = rollout.floats("reward");
        float[] value = rollout.floats("value");
        float[] nextValue = rollout.floats("next_value");
        float[] advantage = rollout.floats("advantage");
        byte[] terminated = rollout.bytes("terminated");
        byte[] truncated = rollout.bytes("truncated");
        int envs = rollout.envs();
        for (int env = 0; env < envs; env++) {
            double next = 0; // Â_{t+1}
            for (int row = rollout.size() - envs + env; row >= 0; row -= envs) {
                double future = terminated[row] != 0 ? 0 : nextValue[row]; // a truncated episode still had one
                double delta = reward[row] + gamma * future - value[row]; // δ_t = r_t + γV(s_{t+1}) − V(s_t)
                boolean done = (terminated[row] | truncated[row]) != 0;
                next = delta + (done ? 0 : gamma * lam * next); // Â_t = δ_t + γλ·Â_{t+1}
                advantage[row] = (float) next;
            }
        }
    }

    /// Compute discounted sums of rewards to the end of each episode, R_t = r_t + γR_{t+1}.
    ///
    /// @param bootstrap whether V(s′) stands in for the rewards that were cut off, by a time limit or because
    ///                  the rollout ends; otherwise they count as 0
    /// @param returns where the sums are written, a number for each row
    static void returns(Rollout rollout, double gamma, boolean bootstrap, float[] returns) {
        float[] reward = rollout.floats("reward");
        float[] nextValue = rollout.floats("next_value");
        byte[] terminated = rollout.bytes("terminated");
        byte[] truncated = rollout.bytes("truncated");
        int envs = rollout.envs();
        for (int env = 0; env < envs; env++) {
            double next = 0; // R_{t+1}
            boolean last = true;
            for (int row = rollout.size() - envs + env; row >= 0; row -= envs) {
                boolean cut = truncated[row] != 0 || last;
                if (terminated[row] != 0) {
                    next = 0;
                } else if (cut) {
                    next = bootstrap ? nextValue[row] : 0;
                }
                next = reward[row] + gamma * next;
                returns[row] = (float) next;
                last = false;
            }
        }
    }
}
