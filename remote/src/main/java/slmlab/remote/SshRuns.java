package slmlab.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import slmlab.file.Folders;
import slmlab.file.Quoted;
import slmlab.spec.SpecName;

/// Runs on machines that `ssh` reaches: launched, watched, stopped and started again.
///
/// All ages are differences of times of one clock, that of the other machine: its clock may be wrong.
public final class SshRuns {
    private static final int STOP_SECONDS = 120;
    private static final Map<Integer, String> SIGNALS = Map.of(130, "INT", 143, "TERM");

    private final RemoteRuns runs;
    private final Consumer<String> say;
    private final boolean asks;

    /// @param runs where what is known of them is kept
    /// @param say gets a line for each step that takes long
    /// @param asks whether ssh may ask the user
    public SshRuns(RemoteRuns runs, Consumer<String> say, boolean asks) {
        this.runs = runs;
        this.say = say;
        this.asks = asks;
    }

    /// Start a run, and return what is known of it.
    ///
    /// @param name null for one made of the spec's
    /// @param before a folder here whose run is continued; null for a new run
    /// @throws IllegalArgumentException if the machine cannot run it
    public RemoteRun launch(
            Machine machine,
            PackageArchive archive,
            Parcel parcel,
            RemoteRun.Task task,
            @Nullable String name,
            @Nullable Path before) {
        String chosen = chosen(name, task);
        Ssh ssh = new Ssh(machine, asks);
        new PackageUpload(ssh, machine, archive, say).run();
        String mode = task.mode();
        if (before != null) {
            parcel.addToContinue(before);
            mode = "train@../data/" + before.getFileName();
        }
        String id = chosen + "-"
                + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        RemoteRun run = RemoteRun.launched(chosen, task, RemoteRun.Place.ssh(machine, id, archive.hash()));
        if (before != null) {
            run = run.fetched(List.of(before.getFileName().toString())); // its folder there is this one, grown
            FetchedFiles.write(runs.manifest(run), before);
        }
        runs.write(run);
        try {
            begin(ssh, run, parcel, words(parcel.specFile(), task, mode));
        } catch (RemoteException e) {
            if (!e.isUnreachable()) { // else it may have begun all the same; `remote ps` will tell
                runs.forget(run);
            }
            throw e;
        }
        return runs.write(run.with(new RemoteRun.Sign("running", null, now(), "", "", List.of())));
    }

    private String chosen(@Nullable String name, RemoteRun.Task task) {
        if (name == null) {
            String made = RemoteRun.nameOf(task.name());
            RemoteRun.checkName(made);
            return runs.free(made);
        }
        RemoteRun.checkName(name);
        if (runs.find(name).isPresent()) {
            throw new IllegalArgumentException(
                    "there is a remote run %s already; choose another name with -n".formatted(name));
        }
        return name;
    }

    private static List<String> words(String spec, RemoteRun.Task task, String mode) {
        List<String> words = new ArrayList<>(List.of("run", spec, task.name(), mode, "--data=../data"));
        task.settings().forEach(setting -> words.addAll(List.of("-s", setting)));
        words.addAll(task.flags());
        return words;
    }

    private static void begin(Ssh ssh, RemoteRun run, Parcel parcel, List<String> words) {
        Path scratch = null;
        try {
            scratch = Files.createTempDirectory("slm-lab");
            Path packed = parcel.pack(words, scratch);
            RemoteRun.Place place = run.place();
            ssh.lines(
                    List.of("begin", place.id(), place.product(), FileSum.of(packed)), out -> Files.copy(packed, out));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot pack the spec: " + e.getMessage(), e);
        } finally {
            delete(scratch);
        }
    }

    private static void delete(@Nullable Path scratch) {
        try {
            if (scratch != null) {
                Folders.delete(scratch);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete %s: %s".formatted(scratch, e.getMessage()), e);
        }
    }

    /// Ask one machine how its runs are, and write down what it says.
    ///
    /// @param there runs of the same machine
    public List<RemoteRun> look(List<RemoteRun> there) {
        List<String> words = new ArrayList<>(List.of("state"));
        there.forEach(run -> words.add(run.place().id()));
        List<RemoteAnswer.Line> lines =
                new Ssh(there.getFirst().place().machine(), asks).lines(words, Ssh.Sending.NOTHING);
        List<RemoteRun> known = new ArrayList<>();
        for (RemoteRun run : there) {
            int from = lines.indexOf(new RemoteAnswer.Line("run", run.place().id()));
            known.add(from < 0 ? run : runs.write(run.with(sign(run, lines.subList(from + 1, lines.size())))));
        }
        return known;
    }

    private static RemoteRun.Sign sign(RemoteRun run, List<RemoteAnswer.Line> lines) {
        String state = "missing";
        String seen = run.sign().seen();
        List<String> folders = new ArrayList<>();
        for (RemoteAnswer.Line line : lines) {
            switch (line.word()) {
                case "run" -> {
                    return sign(run, state, seen, folders);
                }
                case "state" -> state = line.rest();
                case "age" -> seen = line.number() < 0 ? seen : ago(line.number());
                case "folder" -> addFolder(line.rest(), folders);
                default -> {} // of a later version
            }
        }
        return sign(run, state, seen, folders);
    }

    private static void addFolder(String name, List<String> folders) {
        try {
            SpecName.checkFolder(name);
            folders.add(name);
        } catch (IllegalArgumentException _) {
            return; // not one of ours: it is neither shown nor fetched
        }
    }

    private static RemoteRun.Sign sign(RemoteRun run, String state, String seen, List<String> folders) {
        @Nullable Integer exit = state.matches("ended \\d{1,3}") ? Integer.valueOf(state.substring(6)) : null;
        String resume = "slm-lab remote resume " + run.name();
        return switch (state) {
            case "running" -> new RemoteRun.Sign(state, null, now(), seen, "", folders);
            case "rebooted" ->
                new RemoteRun.Sign("lost", null, now(), seen, "the machine was restarted; " + resume, folders);
            case "died" -> new RemoteRun.Sign("lost", null, now(), seen, "its process was killed; " + resume, folders);
            case "new" -> new RemoteRun.Sign("lost", null, now(), seen, "it never began; " + resume, folders);
            case "missing" ->
                new RemoteRun.Sign("lost", null, now(), seen, "its folder is not there; launch it again", folders);
            default -> ended(run, exit, seen, folders);
        };
    }

    private static RemoteRun.Sign ended(RemoteRun run, @Nullable Integer exit, String seen, List<String> folders) {
        int code = exit == null ? 1 : exit;
        String state = code == 0 ? "done" : SIGNALS.containsKey(code) ? "stopped" : "failed";
        String note = switch (state) {
            case "failed" -> "exit code %s; slm-lab remote logs %s".formatted(code, run.name());
            case "stopped" -> "slm-lab remote resume " + run.name();
            default -> "";
        };
        return new RemoteRun.Sign(state, code, now(), seen, note, folders);
    }

    /// Let a run write its state and end, and wait for that.
    public RemoteRun stop(RemoteRun run) {
        RemoteRun.Place place = run.place();
        List<RemoteAnswer.Line> lines = new Ssh(place.machine(), asks)
                .lines(List.of("stop", place.id(), Integer.toString(STOP_SECONDS)), Ssh.Sending.NOTHING);
        if (lines.contains(new RemoteAnswer.Line("state", "running"))) {
            throw RemoteException.failed("%s has not ended after %s s; its state may be large: ask again"
                    .formatted(run.name(), STOP_SECONDS));
        }
        return look(List.of(run)).getFirst();
    }

    /// Start a run again that has ended before its time: from its newest state, or from the beginning if it has
    /// none.
    public RemoteRun resume(RemoteRun run) {
        RemoteRun known = look(List.of(run)).getFirst();
        String state = known.sign().state();
        if (!state.equals("lost") && !state.equals("stopped") && !state.equals("failed")) {
            throw new IllegalArgumentException("%s is %s; there is nothing to resume".formatted(run.name(), state));
        }
        List<String> folders = known.sign().folders();
        if (folders.size() > 1) {
            throw new IllegalArgumentException(
                    "%s has %s run folders, and which of them have ended is not known; fetch them, or launch the rest anew"
                            .formatted(run.name(), folders.size()));
        }
        RemoteRun.Task task = run.task();
        boolean search = task.mode().startsWith("search");
        String mode =
                folders.isEmpty() ? task.mode() : (search ? "search@" : "train@") + "../data/" + folders.getFirst();
        String spec = String.valueOf(Path.of(task.spec()).getFileName());
        String command = Parcel.command(words(spec, task, mode));
        RemoteRun.Place place = run.place();
        new Ssh(place.machine(), asks)
                .lines(
                        List.of("again", place.id(), place.product()),
                        out -> out.write(command.getBytes(StandardCharsets.UTF_8)));
        return look(List.of(known)).getFirst();
    }

    /// Print the log of a run from a place on; return the place behind it, or −1 if the run has ended and all is
    /// printed.
    public long log(RemoteRun run, long from, Consumer<String> text) {
        RemoteRun.Place place = run.place();
        return new Ssh(place.machine(), asks)
                .ask(List.of("log", place.id(), Long.toString(from)), Ssh.Sending.NOTHING, answer -> {
                    String state = answer.next().rest();
                    long size = answer.next().number();
                    byte[] bytes =
                            answer.bytes().readNBytes((int) Math.min(Integer.MAX_VALUE - 8, Math.max(0, size - from)));
                    text.accept(printable(new String(bytes, StandardCharsets.UTF_8)));
                    return state.equals("running") ? from + bytes.length : -1L;
                });
    }

    /// Return a text without what would move a terminal's cursor or change its colors.
    static String printable(String text) {
        return text.lines()
                .map(line -> Quoted.cut(line.replace("\t", "    "), 10_000))
                .reduce("", (all, line) -> all + line + "\n");
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String ago(long seconds) {
        return Instant.now()
                .minus(Duration.ofSeconds(seconds))
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
    }
}
