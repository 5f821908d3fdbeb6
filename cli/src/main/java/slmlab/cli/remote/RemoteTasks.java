package slmlab.cli.remote;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import slmlab.file.JsonFile;
import slmlab.remote.RemoteRun;

/// The runs of a job file: `{"spec file": {"spec name": "mode"}}`.
final class RemoteTasks {
    private RemoteTasks() {}

    static List<RemoteRun.Task> read(Path file, List<String> settings, List<String> flags) {
        String job = file.toAbsolutePath().normalize().toString();
        List<RemoteRun.Task> tasks = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        if (!(JsonFile.read(file) instanceof Map<?, ?> specs) || specs.isEmpty()) {
            throw wrong(file);
        }
        specs.forEach((spec, names) -> {
            if (!(names instanceof Map<?, ?> modes)) {
                throw wrong(file);
            }
            modes.forEach((name, mode) -> {
                if (!String.valueOf(mode).matches("dev|train|search")) {
                    problems.add("%s %s: mode '%s'; needs train, dev or search".formatted(spec, name, mode));
                }
                tasks.add(new RemoteRun.Task(
                        String.valueOf(spec), String.valueOf(name), String.valueOf(mode), settings, flags, job));
            });
        });
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s: nothing was launched: %s".formatted(file, String.join("; ", problems)));
        }
        return tasks;
    }

    private static IllegalArgumentException wrong(Path file) {
        return new IllegalArgumentException(
                "%s is not a job file: needs {\"spec file\": {\"spec name\": \"mode\"}}".formatted(file));
    }
}
