package slmlab.bridge.mujoco;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/// Skips tests where MuJoCo and Gymnasium's models are not installed.
final class Installed {
    private Installed() {}

    static void assume() {
        String missing = new MujocoFamily().missing().orElse("");
        assumeTrue(missing.isEmpty(), missing);
    }
}
