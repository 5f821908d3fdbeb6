package slmlab.agent.memory;

/// Returns and advantages of many envs, on arrays that hold step after step: row t·envs + i is step t of env i.
public final class Advantages {
    private Advantages() {}

    /// Generalized advantage estimation (Schulman et al. 2016, arXiv:1506.02438, eq. 16).
    ///
    /// @param nextValue V(s') as far as the episode went on: of the true final observation where it was cut short
    public static void gae(
            int envs,
            int steps,
            float[] reward,
            float[] value,
            float[] nextValue,
            byte[] terminated,
            byte[] truncated,
            double gamma,
            double lam,
            float[] advantage) {
        for (int env = 0; env < envs; env++) {
            double next = 0; // Â_{t+1}
            for (int row = (steps - 1) * envs + env; row >= 0; row -= envs) {
                double future = terminated[row] != 0 ? 0 : nextValue[row]; // a truncated episode still had one
                double delta = reward[row] + gamma * future - value[row]; // δ_t = r_t + γV(s_{t+1}) − V(s_t)
                boolean done = (terminated[row] | truncated[row]) != 0;
                next = delta + (done ? 0 : gamma * lam * next); // Â_t = δ_t + γλ·Â_{t+1}
                advantage[row] = (float) next;
            }
        }
    }

    /// Discounted sums of rewards to the end of each episode, R_t = r_t + γR_{t+1}.
    ///
    /// @param nextValue what the sum goes on with where an episode was cut short or is not over, or null for
    /// nothing
    public static void returns(
            int envs,
            int steps,
            float[] reward,
            float @org.jspecify.annotations.Nullable [] nextValue,
            byte[] terminated,
            byte[] truncated,
            double gamma,
            float[] returns) {
        for (int env = 0; env < envs; env++) {
            double next = 0; // R_{t+1}
            boolean last = true;
            for (int row = (steps - 1) * envs + env; row >= 0; row -= envs) {
                boolean cut = truncated[row] != 0 || last;
                if (terminated[row] != 0) {
                    next = 0;
                } else if (cut) {
                    next = nextValue == null ? 0 : nextValue[row];
                }
                next = reward[row] + gamma * next;
                returns[row] = (float) next;
                last = false;
            }
        }
    }
}
