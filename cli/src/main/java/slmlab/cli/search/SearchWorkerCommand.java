package slmlab.cli.search;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slmlab.cli.Counts;
import slmlab.cli.InputCommand;
import slmlab.cli.Interrupt;
import slmlab.experiment.RunOptions;
import slmlab.experiment.plan.MemoryEstimate;
import slmlab.experiment.plan.Plan;
import slmlab.search.study.Claim;
import slmlab.search.study.Database;
import slmlab.search.study.Study;
import slmlab.search.study.TrialRow;
import slmlab.search.trial.StudyWorker;
import slmlab.spec.MetaConfig;
import slmlab.spec.text.SpecException;

/// `slm-lab search-worker`: run trials of a search that was started elsewhere.
@Command(
        name = "search-worker",
        header = "Run trials of a search that was started elsewhere.",
        footer = {
            "",
            "Start the search first: slm-lab run SPEC NAME search --study URL. Then start",
            "any number of workers, on any machine that reaches the database. Ctrl-C gives",
            "the trials of a worker back to the others.",
            "",
            "Examples:",
            "  slm-lab search-worker --study postgresql://lab@db/studies",
            "  slm-lab search-worker --study shared/study.db --threads 4"
        })
public final class SearchWorkerCommand extends InputCommand {
    private static final double LEAST_SECONDS = 1;

    @Option(
            names = "--study",
            required = true,
            paramLabel = "URL",
            description = "database of the study: postgresql://USER@HOST/DATABASE, or a file (SQLite)")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String url;

    @Option(names = "--name", paramLabel = "STUDY", description = "study in the database (default: the only one)")
    private @Nullable String name;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "cores to use; every session of a trial takes one (default: all)")
    private int threads = RunOptions.defaults().threads();

    @Option(
            names = {"-d", "--data"},
            paramLabel = "DIR",
            defaultValue = "${env:SLM_LAB_DATA:-data}",
            description = "trials are written to DIR/STUDY; workers that share it resume each other's "
                    + "(default: data; env variable: SLM_LAB_DATA)")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path data;

    @Option(
            names = "--state-seconds",
            paramLabel = "S",
            description = "seconds between two resumable states (default: 30)")
    private double stateSeconds = RunOptions.defaults().stateSeconds();

    @Option(
            names = "--lost-after",
            paramLabel = "S",
            description = "seconds of silence after which others may take this worker's trials (default: 60)")
    private double lostAfter = Study.LOST_AFTER.toSeconds();

    @Option(
            names = "--wait",
            paramLabel = "S",
            description = "seconds to wait at the start for a server that does not answer yet (default: 300)")
    private double wait = 300;

    private void tellAtOnce(String line) {
        err().println(line);
        err().flush();
    }

    @Override
    protected void run(PrintWriter out) {
        if (!(lostAfter >= LEAST_SECONDS && lostAfter <= Duration.ofDays(1).toSeconds())) {
            throw new IllegalArgumentException("--lost-after is %s; needs 1 second to a day".formatted(lostAfter));
        }
        RunOptions options = RunOptions.defaults().threads(threads).stateSeconds(stateSeconds);
        if (!(wait >= 0 && wait <= Duration.ofDays(1).toSeconds())) {
            throw new IllegalArgumentException("--wait is %s; needs 0 seconds to a day".formatted(wait));
        }
        Duration opening = Duration.ofMillis(Math.round(wait * 1000));
        try (Database database = Database.existing(url, this::tellAtOnce, opening)) {
            Study study = study(database).lostAfter(Duration.ofMillis(Math.round(lostAfter * 1000)));
            Plan plan = StudyWorker.plan(study);
            int atATime = atATime(plan.meta(), options.threads());
            MemoryEstimate.of(plan)
                    .check(
                            atATime * MemoryEstimate.atATime(plan.meta(), options.threads() / atATime),
                            Runtime.getRuntime().maxMemory());
            work(database, study, options.threads(Math.max(1, options.threads() / atATime)), atATime, out);
        }
    }

    private static int atATime(MetaConfig meta, int threads) {
        int cores = (int) Math.ceil(meta.searchResources().cpu());
        return Math.max(1, threads / Math.max(meta.maxSession(), cores));
    }

    private Study study(Database database) {
        if (name != null) {
            return Study.open(database, name);
        }
        List<Study> all = Study.all(database);
        if (all.size() == 1) {
            return all.getFirst();
        }
        throw new SpecException(
                "study " + database.name(),
                all.isEmpty()
                        ? "holds no study; a search makes it: slm-lab run SPEC NAME search --study URL"
                        : "holds several studies; choose one with --name: "
                                + all.stream().map(each -> each.plan().name()).collect(Collectors.joining(", ")));
    }

    private void work(Database database, Study study, RunOptions options, int atATime, PrintWriter out) {
        String called = study.plan().name();
        try (Interrupt interrupt = new Interrupt(
                () -> "the trials to write their states", () -> "the other workers continue its trials")) {
            database.stopWhen(Interrupt::isStopping);
            StudyWorker worker = new StudyWorker(
                    study,
                    data.resolve(called),
                    options,
                    interrupt.stop(),
                    err()::println,
                    claim -> tell(study, claim, out));
            out.println("worker %s joins the study %s: %s, %s at a time, in %s"
                    .formatted(
                            worker.name(),
                            called,
                            Counts.of(study.plan().trials(), "trial"),
                            atATime,
                            data.resolve(called)));
            out.flush();
            worker.run(atATime);
            out.println(study.isOver() ? over(study) : "stopped; the other workers continue its trials");
            out.flush();
        }
    }

    private static void tell(Study study, Claim claim, PrintWriter out) {
        TrialRow row = study.trial(claim.number());
        out.println("trial %s %s at frame %s  score %s  %s"
                .formatted(
                        row.number(),
                        TrialTable.state(row),
                        String.format(Locale.ROOT, "%,d", row.frame()),
                        TrialTable.number(row.score()),
                        new TrialTable(study.plan().space()).values(row)));
        out.flush();
    }

    private static String over(Study study) {
        return "the study %s is over; %s"
                .formatted(study.plan().name(), study.standing().inWords());
    }
}
