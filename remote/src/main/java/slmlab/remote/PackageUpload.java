package slmlab.remote;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import slmlab.file.Quoted;
import slmlab.file.Sha256;

/// Brings the package to a machine, unless it is there, after a look at whether the machine can run it.
///
/// What has arrived of it before is not sent again; a package is used only when its SHA-256 is right.
final class PackageUpload {
    /// Kilobytes of disk that a package takes for each of its own: itself, unpacked, and room for a run.
    private static final int ROOM = 5;
    private static final long SKEW = 60; // seconds

    private final Ssh ssh;
    private final Machine machine;
    private final PackageArchive archive;
    private final Consumer<String> say;

    PackageUpload(Ssh ssh, Machine machine, PackageArchive archive, Consumer<String> say) {
        this.ssh = ssh;
        this.machine = machine;
        this.archive = archive;
        this.say = say;
    }

    void run() {
        String client = client();
        List<RemoteAnswer.Line> facts = ssh.lines(List.of("probe", archive.hash(), client), Ssh.Sending.NOTHING);
        check(facts);
        if (facts.contains(new RemoteAnswer.Line("package", "whole"))) {
            return;
        }
        long size = archive.size();
        long there = Math.max(0, number(facts, "part"));
        long from = there > size ? 0 : there;
        String part = from == 0 ? "" : String.format(Locale.ROOT, ", %.0f MB of which are there", from / 1e6);
        say.accept(String.format(Locale.ROOT, "sending the lab to %s, once: %.0f MB%s", machine, size / 1e6, part));
        if (from < size) {
            ssh.lines(List.of("receive", archive.hash(), client, Long.toString(from)), out -> send(out, from));
        }
        ssh.lines(List.of("unpack", archive.hash(), client, archive.program()), Ssh.Sending.NOTHING);
    }

    private void send(OutputStream out, long from) throws IOException {
        try (InputStream in = new FileInputStream(archive.file().toFile())) {
            in.skipNBytes(from);
            in.transferTo(out);
        }
    }

    /// Return what tells the unfinished packages of this machine from those of others.
    private static String client() {
        String who =
                System.getProperty("user.name") + "@" + System.getenv("HOSTNAME") + System.getProperty("user.home");
        return Sha256.of(who.getBytes(StandardCharsets.UTF_8)).substring(0, 8);
    }

    /// Refuse a machine that cannot run the package; all reasons at once.
    private void check(List<RemoteAnswer.Line> facts) {
        String system = text(facts, "system");
        String arch = text(facts, "arch");
        if (!system.equals("Linux")) {
            throw new IllegalArgumentException("%s is %s; the package needs Linux".formatted(machine, system));
        }
        if (!archive.runsOn(arch)) {
            throw new IllegalArgumentException(
                    "%s is %s and the package is for %s; make one with scripts/package on such a machine, and name it: --package FILE"
                            .formatted(machine, arch, archive.arch()));
        }
        if (text(facts, "libc").equals("musl")) {
            throw new IllegalArgumentException(
                    "%s has musl for its C library, as Alpine has; the package needs glibc".formatted(machine));
        }
        Set<String> missing =
                new HashSet<>(List.of("bash", "tar", "sha256sum", "head", "tail", "stat", archive.program()));
        facts.stream().filter(line -> line.word().equals("tool")).forEach(line -> missing.remove(line.rest()));
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("%s has no %s; install it there"
                    .formatted(
                            machine, String.join(", ", missing.stream().sorted().toList())));
        }
        boolean whole = facts.contains(new RemoteAnswer.Line("package", "whole"));
        long free = number(facts, "free");
        long needed = archive.size() / 1024 * ROOM;
        if (!whole && free >= 0 && free < needed) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%s has %,d MB free in the home folder; the lab and a run need %,d MB",
                    machine,
                    free / 1024,
                    needed / 1024));
        }
        long skew = number(facts, "time") - Instant.now().getEpochSecond();
        if (Math.abs(skew) > SKEW) {
            say.accept("the clock of %s is %s s %s; times in its files are its own"
                    .formatted(machine, Math.abs(skew), skew > 0 ? "ahead" : "behind"));
        }
    }

    private static String text(List<RemoteAnswer.Line> facts, String word) {
        return facts.stream()
                .filter(line -> line.word().equals(word))
                .map(line -> Quoted.text(line.rest()))
                .findFirst()
                .orElse("unknown");
    }

    private static long number(List<RemoteAnswer.Line> facts, String word) {
        return facts.stream()
                .filter(line -> line.word().equals(word))
                .mapToLong(RemoteAnswer.Line::number)
                .findFirst()
                .orElse(-1);
    }
}
