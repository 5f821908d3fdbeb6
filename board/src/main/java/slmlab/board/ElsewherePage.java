package slmlab.board;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import slmlab.remote.RemoteRun;
import slmlab.remote.RemoteRuns;

/// The runs on other machines whose results come into this data folder, as commands have last heard of them. The
/// dashboard reads files only, and asks no machine.
///
/// @param problems files that cannot be read
record ElsewherePage(List<Row> runs, List<String> problems) {

    /// One run.
    ///
    /// @param where `user@machine` or `dstack`
    /// @param started when it was launched, in ISO 8601
    /// @param seen when it last wrote something; empty if unknown
    /// @param asked when its machine last answered; empty for never
    record Row(
            String name,
            String where,
            String spec,
            String mode,
            String state,
            String note,
            String started,
            String seen,
            String asked,
            List<String> fetched) {}

    static ElsewherePage of(Path data) {
        List<String> problems = new ArrayList<>();
        List<Row> rows = new RemoteRuns(data)
                .all(problems::add).stream().map(ElsewherePage::row).toList();
        return new ElsewherePage(rows, problems);
    }

    private static Row row(RemoteRun run) {
        RemoteRun.Sign sign = run.sign();
        return new Row(
                run.name(),
                run.place().toString(),
                run.task().name(),
                run.task().mode(),
                sign.state(),
                sign.note(),
                run.started(),
                sign.seen(),
                sign.asked(),
                run.fetched());
    }
}
