package slmlab.cli.remote;

import java.io.Console;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import slmlab.file.DotEnv;
import slmlab.remote.Dstack;
import slmlab.remote.RemoteRuns;

/// The project's folder and the variables of this process.
final class Project {
    private Project() {}

    /// Return the folder of the launcher, or the working folder where it is not known.
    static Path home() {
        return Path.of(Optional.ofNullable(System.getProperty("slmlab.home")).orElse(""));
    }

    /// Return dstack with the tokens of the environment and of `.env` in the working folder.
    static Dstack dstack(RemoteRuns runs) {
        Map<String, String> variables = DotEnv.with(System.getenv(), Path.of(".env"));
        return new Dstack(runs, home(), variables);
    }

    /// Return whether ssh may ask the user something.
    static boolean hasTerminal() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }
}
