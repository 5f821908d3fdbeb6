package slmlab.remote;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slmlab.file.Quoted;

/// Asks a machine through the system's `ssh`, with its configuration, agent and known hosts.
///
/// Each question is a call of `remote.sh`, which travels as an argument: nothing has to be installed there, and what a
/// user has named goes along as words in quotes that no shell reads as anything else.
final class Ssh {
    private static final String SCRIPT = Resources.text("remote.sh");
    private static final int MOST = 8192; // characters that are kept of what ssh prints to its error stream
    /// Behind the user's own, which go before these.
    private static final List<String> OPTIONS =
            List.of("ConnectTimeout=20", "ServerAliveInterval=15", "ServerAliveCountMax=4");

    private final Machine machine;
    private final boolean asks;

    /// @param asks whether ssh may ask the user for a password or about a new host
    Ssh(Machine machine, boolean asks) {
        this.machine = machine;
        this.asks = asks;
    }

    /// What goes to the other machine.
    interface Sending {
        Sending NOTHING = _ -> {};

        void to(OutputStream out) throws IOException;
    }

    /// Makes something of the answer.
    interface Reading<T> {
        T of(RemoteAnswer answer) throws IOException;
    }

    /// Ask, and read the answer.
    ///
    /// @param words a verb of `remote.sh` and its arguments
    /// @throws RemoteException if the machine does not answer, or has a problem
    <T> T ask(List<String> words, Sending sending, Reading<T> reading) {
        Process process = start(words);
        CompletableFuture<String> errors =
                CompletableFuture.supplyAsync(() -> text(process.getErrorStream()), Ssh::inBackground);
        CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> send(process, sending), Ssh::inBackground);
        try (InputStream in = new BufferedInputStream(process.getInputStream())) {
            RemoteAnswer answer = new RemoteAnswer(machine.host(), in);
            if (!answer.begins()) {
                throw problem(process.waitFor(), errors.join());
            }
            T made = reading.of(answer);
            while (in.read() >= 0) {} // so that the other side can end
            sent.join();
            int code = process.waitFor();
            if (code != 0) {
                throw problem(code, errors.join());
            }
            return made;
        } catch (IOException e) {
            throw RemoteException.unreachable("%s: the connection was cut: %s".formatted(machine, e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw RemoteException.failed("interrupted while asking %s".formatted(machine));
        } finally {
            process.destroy();
        }
    }

    /// Ask for lines of words.
    List<RemoteAnswer.Line> lines(List<String> words, Sending sending) {
        return ask(words, sending, answer -> {
            List<RemoteAnswer.Line> lines = new ArrayList<>();
            for (RemoteAnswer.Line line = answer.next(); !line.word().isEmpty(); line = answer.next()) {
                lines.add(line);
            }
            return lines;
        });
    }

    private Process start(List<String> words) {
        List<String> command = new ArrayList<>(List.of("ssh", "-T"));
        Stream.of(machine.options().stream(), OPTIONS.stream(), Stream.of("BatchMode=" + (asks ? "no" : "yes")))
                .flatMap(each -> each)
                .forEach(option -> command.addAll(List.of("-o", option)));
        command.addAll(List.of("--", machine.host(), remoteCommand(words)));
        try {
            return new ProcessBuilder(command).start();
        } catch (IOException _) {
            throw RemoteException.failed(
                    "there is no ssh on this machine; install OpenSSH's client (Debian: apt-get install openssh-client)");
        }
    }

    private static String remoteCommand(List<String> words) {
        return Stream.concat(Stream.of("sh", "-c", SCRIPT, "slm-lab"), words.stream())
                .map(Ssh::quoted)
                .collect(Collectors.joining(" "));
    }

    /// Return a word in quotes for any shell.
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private static void send(Process process, Sending sending) {
        try (OutputStream out = process.getOutputStream()) {
            sending.to(out);
        } catch (IOException _) {
            return; // the other side has ended; its answer says why
        }
    }

    private static void inBackground(Runnable work) {
        Thread.ofVirtual().start(work);
    }

    private static String text(InputStream in) {
        StringBuilder text = new StringBuilder();
        byte[] buffer = new byte[4096];
        try (in) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                if (text.length() < MOST) {
                    text.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
                }
            }
        } catch (IOException _) {
            return text.toString(); // the process has ended
        }
        return text.toString();
    }

    /// Say why there is no answer.
    private RemoteException problem(int code, String errors) {
        String host = machine.host();
        String last = Quoted.cut(errors.lines().filter(line -> !line.isBlank()).reduce("", (_, line) -> line), 200);
        if (errors.contains("REMOTE HOST IDENTIFICATION HAS CHANGED")) {
            return RemoteException.failed(
                    "%s shows another host key than before: it was set up anew, or somebody else answers in its place; "
                                    .formatted(host)
                            + "only if you know why, remove the old one with ssh-keygen -R and connect with ssh once");
        }
        if (errors.contains("Host key verification failed") || errors.contains("host key is known for")) {
            return RemoteException.failed(
                    "the host key of %s is not known here; connect once with ssh %s, compare the fingerprint and accept it"
                            .formatted(host, host));
        }
        if (errors.contains("Permission denied")) {
            return RemoteException.failed(
                    "%s refuses the login (%s); ssh %s must work first: a key in the agent, or --ssh-option IdentityFile=…"
                            .formatted(host, last, host));
        }
        if (code == 255) {
            return RemoteException.unreachable("%s cannot be reached: %s".formatted(host, last));
        }
        return RemoteException.failed("%s: the command there ended with code %s: %s".formatted(host, code, last));
    }
}
