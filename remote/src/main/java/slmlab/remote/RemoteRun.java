package slmlab.remote;

import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A run on another machine, as this machine knows it: a JSON file in the data folder, see [RemoteRuns].
///
/// @param name by which commands call it
/// @param started when it was launched, by the clock of this machine, in ISO 8601
/// @param fetched names of the folders that were brought here
public record RemoteRun(String name, Task task, Place place, Sign sign, String started, List<String> fetched) {
    /// Names that dstack takes for a run; those of other runs have the same form.
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{1,40}");

    /// What is run.
    ///
    /// @param spec the spec file, as the command line named it
    /// @param settings of `-s`
    /// @param flags further flags of `slm-lab run`
    /// @param job the job file that it belongs to; empty for none
    public record Task(String spec, String name, String mode, List<String> settings, List<String> flags, String job) {}

    /// Where it runs.
    ///
    /// @param kind `ssh` or `dstack`
    /// @param host of ssh; empty for dstack
    /// @param options of ssh
    /// @param id of its folder there
    /// @param product SHA-256 of the package that it runs with
    public record Place(String kind, String host, List<String> options, String id, String product) {
        static Place ssh(Machine machine, String id, String product) {
            return new Place("ssh", machine.host(), machine.options(), id, product);
        }

        static Place dstack() {
            return new Place("dstack", "", List.of(), "", "");
        }

        public boolean isSsh() {
            return kind.equals("ssh");
        }

        Machine machine() {
            return Machine.of(host, options); // a record is a file, which somebody may have edited
        }

        /// Return the place in words: `user@machine`, `dstack`.
        @Override
        public String toString() {
            return isSsh() ? host : kind;
        }
    }

    /// What was last heard of it.
    ///
    /// @param state `starting`, `running`, `done`, `failed`, `stopped` or `lost`
    /// @param exit exit code; null before the end, or if nobody knows it
    /// @param asked when the machine last answered, in ISO 8601; empty for never
    /// @param seen when the run last wrote something, by the clock of this machine; empty if it has not
    /// @param note what a user should know about the state; empty for nothing
    /// @param folders of runs that it has made there
    public record Sign(
            String state, @Nullable Integer exit, String asked, String seen, String note, List<String> folders) {

        static Sign starting() {
            return new Sign("starting", null, "", "", "", List.of());
        }

        /// Whether it may still change by itself.
        public boolean isOpen() {
            return state.equals("starting") || state.equals("running");
        }

        Sign noted(String newNote) {
            return new Sign(state, exit, asked, seen, newNote, folders);
        }
    }

    static RemoteRun launched(String name, Task task, Place place) {
        return new RemoteRun(name, task, place, Sign.starting(), Instant.now().toString(), List.of());
    }

    RemoteRun with(Sign newSign) {
        return new RemoteRun(name, task, place, newSign, started, fetched);
    }

    RemoteRun at(Place newPlace) {
        return new RemoteRun(name, task, newPlace, sign, started, fetched);
    }

    RemoteRun fetched(List<String> folders) {
        return new RemoteRun(name, task, place, sign, started, List.copyOf(folders));
    }

    /// Return the name of a run of a spec where the user has given none, as SLM-Lab makes it.
    static String nameOf(String specName) {
        return specName.replace('_', '-');
    }

    /// Refuse a name that dstack or a folder cannot have.
    public static void checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'%s' cannot be the name of a remote run: needs 2 to 41 of a-z, 0-9 and -, a letter first; name it with -n"
                            .formatted(name));
        }
    }
}
