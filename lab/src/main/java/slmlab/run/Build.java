package slmlab.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/// Version and commit of this build.
///
/// @param commit `unknown` where the build did not know it
public record Build(String version, String commit) {
    private static final String UNKNOWN = "unknown";

    public static Build read() {
        Properties build = new Properties();
        try (InputStream in = Build.class.getResourceAsStream("build.properties")) {
            if (in != null) {
                build.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Build(build.getProperty("version", UNKNOWN), build.getProperty("commit", UNKNOWN));
    }

    /// Return version and commit, or the version alone.
    @Override
    public String toString() {
        return commit.equals(UNKNOWN) ? version : "%s (%s)".formatted(version, commit);
    }
}
