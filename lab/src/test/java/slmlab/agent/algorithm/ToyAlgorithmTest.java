package slmlab.agent.algorithm;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// An algorithm is its own file and one call: whatever asks about algorithms then knows it.
class ToyAlgorithmTest {

    @Test
    void oneFileAndOneCallMakeAnAlgorithmKnown() throws Throwable {
        try (URLClassLoader fresh = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            Class<?> scenario = fresh.loadClass(ToyScenario.class.getName());
            scenario.getMethod("run").invoke(null);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    /// Surefire's own class path may be a jar that only points to the real one.
    private static URL[] classPath() throws IOException {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String[] entries = path.split(File.pathSeparator, -1);
        URL[] urls = new URL[entries.length];
        for (int i = 0; i < entries.length; i++) {
            urls[i] = Path.of(entries[i]).toUri().toURL();
        }
        return urls;
    }
}
