package slmlab.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where there is no JDK 25, the scripts fetch one, here from a server of the test's own.
class FetchJdkTest {
    private static final String FIND = ". scripts/tools.sh; find_jdk; echo \"jdk: $jdk\"";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private HttpServer server;

    private Path project = Path.of("");
    private Path archive = Path.of("");

    private record Result(int code, String out, String err) {}

    @BeforeEach
    void serve() throws Exception {
        project = temp.resolve("a project");
        Files.createDirectories(project.resolve("scripts"));
        Path real = Files.isDirectory(Path.of("scripts")) ? Path.of("scripts") : Path.of("../scripts");
        Files.copy(real.resolve("tools.sh"), project.resolve("scripts/tools.sh"));
        Path www = Files.createDirectories(temp.resolve("www"));
        archive = www.resolve("jdk.tar.gz");
        pack("25.0.9", archive);
        Files.writeString(www.resolve("jdk.tar.gz.sha256.txt"), sha256(archive) + "  jdk.tar.gz\n");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            Path file = www.resolve(exchange.getRequestURI().getPath().substring(1));
            byte[] body = Files.isRegularFile(file) ? Files.readAllBytes(file) : new byte[0];
            exchange.sendResponseHeaders(Files.isRegularFile(file) ? 200 : 404, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aFetchedJdkIsUsedAndRemembered() throws Exception {
        Result first = find(Map.of("SLM_LAB_FETCH_JDK", "yes", "SLM_LAB_JDK_URL", url("jdk.tar.gz")));
        assertThat(first.err).contains("downloading " + url("jdk.tar.gz"));
        assertThat(first.out).isEqualTo("jdk: " + fetched() + "\n");
        assertThat(Files.isExecutable(fetched().resolve("bin/javac"))).isTrue();
        assertThat(state()).containsExactlyInAnyOrder("temurin-25", "jdk");

        assertThat(find(Map.of())).isEqualTo(new Result(0, "jdk: " + fetched() + "\n", ""));
        Files.delete(project.resolve(".slm-lab/jdk"));
        assertThat(find(Map.of()).out).isEqualTo("jdk: " + fetched() + "\n");
    }

    @Test
    void aWrongChecksumIsRefused() throws Exception {
        Files.writeString(archive.resolveSibling("jdk.tar.gz.sha256.txt"), "0".repeat(64) + "  jdk.tar.gz\n");
        assertRefused(url("jdk.tar.gz"), "the checksum of %s is not the one in".formatted(url("jdk.tar.gz")));
    }

    @Test
    void aMissingChecksumIsRefused() throws Exception {
        Files.delete(archive.resolveSibling("jdk.tar.gz.sha256.txt"));
        assertRefused(url("jdk.tar.gz"), "its checksum, %s.sha256.txt, could not be".formatted(url("jdk.tar.gz")));
    }

    @Test
    void aMissingArchiveIsNamed() throws Exception {
        assertRefused(url("none.tar.gz"), "%s could not be downloaded".formatted(url("none.tar.gz")));
    }

    @Test
    void anotherVersionIsRefused() throws Exception {
        pack("21.0.2", archive);
        Files.writeString(archive.resolveSibling("jdk.tar.gz.sha256.txt"), sha256(archive));
        assertRefused(url("jdk.tar.gz"), "is no JDK 25");
    }

    @Test
    void nothingIsFetchedUnasked() throws Exception {
        Result result = find(Map.of("SLM_LAB_JDK_URL", url("jdk.tar.gz")));
        assertThat(result.code).isEqualTo(2);
        assertThat(result.err)
                .startsWith("slm-lab needs a JDK 25 and found none. SLM_LAB_FETCH_JDK=yes downloads one into ")
                .contains("apt-get install temurin-25-jdk");
        assertThat(project.resolve(".slm-lab")).doesNotExist();
    }

    @Test
    void aTerminalIsAsked() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "needs the command script, of util-linux");
        List<String> command = List.of("/usr/bin/script", "-qec", "bash -c '" + FIND + "'", "/dev/null");
        Result no = run(command, "n\n", Map.of("SLM_LAB_JDK_URL", url("jdk.tar.gz")));
        assertThat(no.out).contains("Download Eclipse Temurin 25 (200 MB)").contains("apt-get install temurin-25-jdk");
        assertThat(project.resolve(".slm-lab")).doesNotExist();
        Result yes = run(command, "\n", Map.of("SLM_LAB_JDK_URL", url("jdk.tar.gz")));
        assertThat(yes.out).contains("jdk: " + fetched());
    }

    private void assertRefused(String url, String problem) throws Exception {
        Result result = find(Map.of("SLM_LAB_FETCH_JDK", "yes", "SLM_LAB_JDK_URL", url));
        assertThat(result.code).isEqualTo(2);
        assertThat(result.out).isEmpty();
        assertThat(result.err).contains("slm-lab: cannot fetch a JDK 25: ").contains(problem);
        assertThat(state()).isEmpty();
    }

    private Path fetched() {
        return project.resolve(".slm-lab/temurin-25");
    }

    private List<String> state() throws IOException {
        try (Stream<Path> files = Files.list(project.resolve(".slm-lab"))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private String url(String file) {
        return "http://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), file);
    }

    /// Pack a JDK that is one by its looks.
    private void pack(String version, Path to) throws Exception {
        Path home = temp.resolve("packed/jdk-" + version);
        Files.createDirectories(home.resolve("bin"));
        for (String name : List.of("java", "javac")) {
            Path file = Files.writeString(home.resolve("bin").resolve(name), "#!/bin/sh\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        List<String> tar = List.of(
                "tar", "-czf", to.toString(), "-C", temp.resolve("packed").toString(), "jdk-" + version);
        assertThat(new ProcessBuilder(tar).start().waitFor()).isZero();
    }

    private static String sha256(Path file) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        return HexFormat.of().formatHex(digest);
    }

    private Result find(Map<String, String> variables) throws Exception {
        return run(List.of("bash", "-c", FIND), "", variables);
    }

    private Result run(List<String> command, String input, Map<String, String> variables) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command)).directory(project.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SLM_LAB") || name.equals("JAVA_HOME"));
        builder.environment().put("SLM_LAB_JDK_DIRS", temp.resolve("nowhere").toString());
        builder.environment().put("root", project.toString());
        builder.environment().put("PATH", withoutJava());
        builder.environment().putAll(variables);
        Process process = builder.start();
        process.getOutputStream().write(input.getBytes(UTF_8));
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Result(process.exitValue(), out, err);
    }

    /// Return a folder with what the scripts call, and no Java.
    private String withoutJava() throws IOException {
        Path bin = Files.createDirectories(temp.resolve("bin"));
        for (String tool : List.of("bash", "curl", "gzip", "mkdir", "mv", "rm", "sha256sum", "tar", "tr", "uname")) {
            Path script = Files.writeString(bin.resolve(tool), "#!/bin/sh\nexec /usr/bin/%s \"$@\"\n".formatted(tool));
            assertThat(script.toFile().setExecutable(true)).isTrue();
        }
        return bin.toString();
    }
}
