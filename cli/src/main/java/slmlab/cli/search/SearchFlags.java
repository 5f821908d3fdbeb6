package slmlab.cli.search;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import slmlab.cli.Choice;
import slmlab.search.study.Methods;

/// Flags of a search.
public final class SearchFlags {
    /// Flags that only a search uses.
    public static final List<String> SEARCHING = List.of(
            "--trials",
            "--sampler",
            "--pruner",
            "--study",
            "--budget",
            "--frames",
            "--keep",
            "--confirm",
            "--no-confirm");

    private static final Pattern TIME = Pattern.compile("(?:(\\d{1,6})h)?(?:(\\d{1,6})m)?(?:(\\d{1,9})s)?");

    @Option(
            names = "--trials",
            paramLabel = "N",
            description = "trials of a search (default: max_trial of the spec); more than before extend a search that"
                    + " resumes")
    private @Nullable Integer trials;

    @Option(
            names = "--sampler",
            paramLabel = "NAME",
            description = "what to try next: tpe, random, halton, grid or cma-es (default: tpe)")
    private @Nullable String sampler;

    @Option(
            names = "--pruner",
            paramLabel = "NAME",
            description = "which trials to stop early: asha, median, hyperband or none "
                    + "(default: asha where the spec has a search_scheduler, else none)")
    private @Nullable String pruner;

    @Option(
            names = "--study",
            paramLabel = "URL",
            description =
                    "a file (SQLite) or postgresql://USER@HOST/DATABASE: the database of the study (default: study.db in "
                            + "the search's folder)")
    private @Nullable String study;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "stop the search after so long, as 90s, 30m or 1h30m; search@ resumes it")
    private @Nullable String budget;

    @Option(
            names = "--frames",
            paramLabel = "N",
            description = "stop the search after so many frames in all trials; search@ resumes it")
    private @Nullable Long frames;

    @Option(
            names = "--keep",
            paramLabel = "N",
            defaultValue = "${env:KEEP_TRIALS:-" + Option.NULL_VALUE + "}",
            description = "keep the models of the N best trials, -1 for all (default: 3, or what a search that resumes "
                    + "was started with; env variable: KEEP_TRIALS)")
    private @Nullable Integer keep;

    @Option(
            names = "--confirm",
            paramLabel = "N",
            arity = "0..1",
            fallbackValue = "3",
            description = "train the N best trials again on four fresh seeds each before a winner is named; write"
                    + " --confirm=N, or --confirm for 3 (default: 3 if that takes at most a quarter of the"
                    + " search's frames)")
    private @Nullable Integer confirm;

    @Option(names = "--no-confirm", description = "train no trial again; the best stays a candidate")
    private boolean noConfirm;

    /// Return how many trials are confirmed; null for as many as are cheap.
    ///
    /// @param otherwise where the command does not say it
    @Nullable
    Integer confirm(@Nullable Integer otherwise) {
        if (confirm != null && noConfirm) {
            throw new IllegalArgumentException("--confirm and --no-confirm contradict each other; give one of them");
        }
        if (confirm != null && confirm < 1) {
            throw new IllegalArgumentException(
                    "--confirm is %s; needs at least 1, or write --no-confirm".formatted(confirm));
        }
        return noConfirm ? Integer.valueOf(0) : confirm == null ? otherwise : confirm;
    }

    @Nullable
    Integer trials() {
        if (trials != null && trials < 1) {
            throw new IllegalArgumentException("--trials is %s; needs at least 1".formatted(trials));
        }
        return trials;
    }

    @Nullable
    String sampler() {
        return sampler == null ? null : Choice.of("--sampler", sampler, Methods.SAMPLERS);
    }

    @Nullable
    String pruner() {
        return pruner == null ? null : Choice.of("--pruner", pruner, Methods.PRUNERS);
    }

    @Nullable
    String study() {
        return study;
    }

    @Nullable
    Long frames() {
        if (frames != null && frames < 1) {
            throw new IllegalArgumentException("--frames is %s; needs at least 1".formatted(frames));
        }
        return frames;
    }

    /// @param otherwise where the command does not say it
    int keep(int otherwise) {
        if (keep != null && keep < -1) {
            throw new IllegalArgumentException("--keep is %s; needs a number of trials, or -1 for all".formatted(keep));
        }
        return keep == null ? otherwise : keep;
    }

    @Nullable
    Duration budget() {
        if (budget == null) {
            return null;
        }
        Matcher time = TIME.matcher(budget.toLowerCase(Locale.ROOT));
        Duration read = time.matches()
                ? Duration.ofHours(number(time, 1)).plusMinutes(number(time, 2)).plusSeconds(number(time, 3))
                : Duration.ZERO;
        if (read.isZero()) {
            throw new IllegalArgumentException(
                    "--budget is '%s'; needs a time such as 90s, 30m or 1h30m".formatted(budget));
        }
        return read;
    }

    private static long number(Matcher time, int group) {
        @Nullable String text = time.group(group);
        return text == null ? 0 : Long.parseLong(text);
    }
}
