package slmlab.cli.remote;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import slmlab.file.Folders;

/// A real `sshd` on the loopback address for the tests of a class: as this user, with its own keys, known hosts and
/// home folder, so that nothing of the machine's own is read or changed.
///
/// Programs in [#bin] come first on the PATH of what it starts.
final class SshServer implements BeforeAllCallback, AfterAllCallback {
    private static final Path PROGRAM = Path.of("/usr/sbin/sshd");
    private static final String USER = System.getProperty("user.name");

    private @Nullable Path folder; // null until started
    private @Nullable Process server;
    private int port;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        assumeTrue(Files.isExecutable(PROGRAM), "there is no sshd: apt-get install openssh-server");
        folder = Files.createTempDirectory("sshd");
        for (String each : List.of("home", "bin")) {
            Files.createDirectory(folder.resolve(each));
        }
        key("host");
        key("user");
        key("other");
        Files.copy(folder.resolve("user.pub"), folder.resolve("authorized"));
        if (USER.equals("root")) {
            Files.createDirectories(Path.of("/run/sshd")); // which it needs then
        }
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Files.writeString(folder.resolve("config"), """
                Port %s
                ListenAddress 127.0.0.1
                HostKey %s/host
                AuthorizedKeysFile %s/authorized
                PidFile none
                StrictModes no
                UsePAM no
                PasswordAuthentication no
                KbdInteractiveAuthentication no
                PermitRootLogin yes
                MaxStartups 100
                SetEnv HOME=%s/home PATH=%s/bin:/usr/local/bin:/usr/bin:/bin
                """.formatted(port, folder, folder, folder, folder));
        known("known", "host");
        known("changed", "other");
        Files.writeString(folder.resolve("unknown"), "");
        start();
    }

    private void start() throws IOException, InterruptedException {
        server = new ProcessBuilder(
                        PROGRAM.toString(), "-D", "-e", "-f", path("config").toString())
                .redirectErrorStream(true)
                .redirectOutput(path("log").toFile())
                .start();
        for (int i = 0; i < 500 && server.isAlive(); i++) {
            try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException _) {
                TimeUnit.MILLISECONDS.sleep(20); // not yet
            }
        }
        throw new IllegalStateException("sshd does not start: " + Files.readString(path("log")));
    }

    private void key(String name) throws IOException, InterruptedException {
        new ProcessBuilder(
                        "ssh-keygen",
                        "-q",
                        "-t",
                        "ed25519",
                        "-N",
                        "",
                        "-f",
                        path(name).toString())
                .start()
                .waitFor();
    }

    private void known(String file, String key) throws IOException {
        Files.writeString(path(file), "[127.0.0.1]:%s %s".formatted(port, Files.readString(path(key + ".pub"))));
    }

    Path path(String name) {
        if (folder == null) {
            throw new IllegalStateException("not started");
        }
        return folder.resolve(name);
    }

    /// Return the home folder of who logs in.
    Path home() {
        return path("home");
    }

    /// Put a program before those of the system; an empty text takes it away again.
    void program(String name, String script) throws IOException {
        Path file = path("bin").resolve(name);
        if (script.isEmpty()) {
            Files.delete(file);
        } else {
            Files.writeString(file, "#!/bin/sh\n" + script + "\n");
            file.toFile().setExecutable(true);
        }
    }

    static String host() {
        return USER + "@127.0.0.1";
    }

    /// Return the flags that reach it.
    List<String> flags() {
        return flags("known", "user");
    }

    /// @param known file of known hosts: `known`, `changed` or `unknown`
    /// @param key `user`, which it takes, or `other`
    List<String> flags(String known, String key) {
        List<String> flags = new ArrayList<>(List.of("--host", host()));
        Stream.of(
                        "Port=" + port,
                        "IdentityFile=" + path(key),
                        "UserKnownHostsFile=" + path(known),
                        "GlobalKnownHostsFile=/dev/null",
                        "IdentitiesOnly=yes",
                        "IdentityAgent=none",
                        "StrictHostKeyChecking=yes")
                .forEach(option -> flags.addAll(List.of("--ssh-option", option)));
        return flags;
    }

    /// Return the flag for a connection that ends after some bytes have gone to the server.
    List<String> cutAfter(int bytes) throws IOException {
        Path script = Files.writeString(path("cut"), """
                exec 3<>/dev/tcp/127.0.0.1/%s
                cat <&3 &
                dd iflag=count_bytes count=%s bs=65536 status=none >&3
                sleep 1
                kill $!
                """.formatted(port, bytes));
        return List.of("--ssh-option", "ProxyCommand=bash " + script);
    }

    /// End all connections, and take no new ones until [#restart]; runs are not its children any more.
    void cut() throws InterruptedException {
        if (server != null) {
            server.descendants().filter(this::isSession).forEach(ProcessHandle::destroyForcibly);
            server.destroyForcibly().waitFor();
        }
    }

    private boolean isSession(ProcessHandle process) {
        return process.info().command().orElse("").contains("sshd");
    }

    void restart() throws IOException, InterruptedException {
        start();
    }

    /// Make an archive that looks as one of scripts/package, from the launcher and the classes of this build: Java
    /// and
    /// the jars are links. What is sent is therefore small, but for some bytes that do not compress.
    Path product(Path to, String arch) throws IOException, InterruptedException {
        Path root = Path.of("..").toAbsolutePath().normalize();
        Path product = to.resolve("slm-lab-0-linux-" + arch);
        Path jars = Files.createDirectories(product.resolve("app/lab"));
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        int number = 1000;
        for (String each : classes.split(File.pathSeparator, -1)) {
            if (!each.isEmpty()) {
                Files.createSymbolicLink(
                        jars.resolve(number + ".jar"), Path.of(each).toAbsolutePath());
                number++;
            }
        }
        Files.createSymbolicLink(product.resolve("runtime"), Path.of(System.getProperty("java.home")));
        Files.createSymbolicLink(product.resolve("spec"), root.resolve("spec"));
        Files.createDirectory(product.resolve("scripts"));
        Files.copy(root.resolve("slm-lab"), product.resolve("slm-lab"));
        product.resolve("slm-lab").toFile().setExecutable(true);
        Files.copy(root.resolve("scripts/tools.sh"), product.resolve("scripts/tools.sh"));
        byte[] noise = new byte[4_000_000];
        new Random(1).nextBytes(noise);
        Files.write(product.resolve("app/noise"), noise);
        Path archive = to.resolve("slm-lab-0-linux-%s.tar.gz".formatted(arch));
        new ProcessBuilder(
                        "tar",
                        "-C",
                        to.toString(),
                        "-czf",
                        archive.toString(),
                        product.getFileName().toString())
                .start()
                .waitFor();
        Folders.delete(product);
        return archive;
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        cut();
        if (folder != null) {
            Folders.delete(folder);
        }
    }
}
