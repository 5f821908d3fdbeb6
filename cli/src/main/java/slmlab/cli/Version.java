package slmlab.cli;

import picocli.CommandLine.IVersionProvider;
import slmlab.run.Build;

/// Version and commit, as the build recorded them, and the Java that runs.
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {"slm-lab " + build(), "Java %s, %s %s".formatted(Runtime.version(), os(), arch())};
    }

    /// Return version and commit, or the version alone where the build did not know the commit.
    public static String build() {
        return Build.read().toString();
    }

    private static String os() {
        return System.getProperty("os.name", "unknown");
    }

    private static String arch() {
        return System.getProperty("os.arch", "unknown");
    }
}
