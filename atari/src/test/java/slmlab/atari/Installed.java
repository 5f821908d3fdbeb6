package slmlab.atari;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/// What the tests need of this machine.
final class Installed {
    private Installed() {}

    /// Skip a test where there are no games.
    static void games() {
        assumeTrue(
                Roms.missing().isEmpty(),
                "no Atari games on this machine: slm-lab setup atari installs them, SLM_LAB_ROMS names a folder");
    }
}
