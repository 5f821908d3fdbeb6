package slmlab.bridge.gym;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Map;
import slmlab.env.RandomActions;
import slmlab.env.VecEnv;
import slmlab.env.python.PythonPackages;
import slmlab.tensor.Array;
import slmlab.tensor.RandomStream;

/// The Python of this machine, for tests that need it; those are skipped where it is absent.
final class PythonTestEnvs {
    /// The test's own envs, a module that Python finds from the module's folder.
    static final String EXOTIC = "src.test.python.exotic:";

    private static final PythonPackages PACKAGES = PythonPackages.ofMachine();

    private PythonTestEnvs() {}

    static Path python() {
        assumeTrue(
                PACKAGES.python("gymnasium").isPresent(),
                "needs Gymnasium: slm-lab setup gymnasium, or name an environment in SLM_LAB_VENV");
        return PACKAGES.python("gymnasium").orElseThrow();
    }

    static void needs(String folder) {
        assumeTrue(PACKAGES.find(folder).isPresent(), "needs the Python package " + folder);
    }

    static VecEnv make(String id, int size, Map<String, ?> arguments, int workers) {
        python();
        return new Gymnasium(PACKAGES).make(id, size, arguments, workers);
    }

    static RandomActions actions(VecEnv env, long seed) {
        return new RandomActions(env.actionSpace(), env.size(), RandomStream.ofSeed(seed));
    }

    /// Return zeros as actions.
    static Array zeros(VecEnv env) {
        return RandomActions.empty(env.actionSpace(), env.size());
    }
}
