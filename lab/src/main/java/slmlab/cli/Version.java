package slmlab.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/// What was built, as the build wrote it down, and what it runs on.
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {"slm-lab " + build(), "Java %s, %s %s".formatted(Runtime.version(), os(), arch())};
    }

    /// Return version and commit, or the version alone where the build did not know the commit.
    public static String build() {
        Properties build = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("build.properties")) {
            if (in == null) {
                return "unknown";
            }
            build.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String version = build.getProperty("version", "unknown");
        String commit = build.getProperty("commit", "unknown");
        return commit.equals("unknown") ? version : "%s (%s)".formatted(version, commit);
    }

    private static String os() {
        return System.getProperty("os.name", "unknown");
    }

    private static String arch() {
        return System.getProperty("os.arch", "unknown");
    }
}
