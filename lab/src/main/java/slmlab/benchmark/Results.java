package slmlab.benchmark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import slmlab.file.JsonFile;

/// The folder of results: `docs/results/ENV/SPEC_FRAMES.json`.
///
/// @param docs folder of the documentation
public record Results(Path docs) {
    private static final List<String> PROOF = List.of(
            "env",
            "spec",
            "file",
            "spec_hash",
            "frames",
            "sessions",
            "agents",
            "seed",
            "total_reward_ma",
            "mean_return",
            "fps",
            "plot",
            "provenance.commit",
            "provenance.command",
            "provenance.started",
            "provenance.cpu");

    /// An address that a table in Markdown can have.
    private static final Pattern LINK = Pattern.compile("https?://[^\\s|()<>\\[\\]\"]+");

    /// Return where the result of a cell lies.
    public Path file(Cell cell) {
        return docs.resolve("results").resolve(cell.envFolder()).resolve(cell.name() + ".json");
    }

    /// Return where the curve of a cell lies.
    public Path plot(Cell cell) {
        return docs.resolve("plots").resolve(cell.name() + "_" + cell.envFolder() + ".png");
    }

    void write(Cell cell, Result result) {
        JsonFile.write(file(cell), result);
    }

    /// Replace the links of all results, as when the runs that they lead to have moved.
    ///
    /// @param moved from old addresses to new ones; other links stay
    /// @return how many have changed
    public int relink(Cells cells, Map<String, String> moved) {
        int changed = 0;
        for (Cell cell : cells.all()) {
            Optional<Result> result = of(cell);
            Optional<String> link = result.map(Result::link).map(moved::get);
            if (result.isPresent() && link.isPresent()) {
                write(cell, result.get().withLink(link.get()));
                changed++;
            }
        }
        return changed;
    }

    /// Return the result of a cell; empty if there is none.
    ///
    /// @throws IllegalArgumentException if its file has no proof, all that is missing at once
    public Optional<Result> of(Cell cell) {
        Path file = file(cell);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        List<String> problems = problems(file, cell);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("%s is refused: %s".formatted(file, String.join("; ", problems)));
        }
        return Optional.of(JsonFile.read(file, Result.class));
    }

    private List<String> problems(Path file, Cell cell) {
        Object json = JsonFile.read(file);
        List<String> problems = new ArrayList<>();
        for (String key : PROOF) {
            Object value = json;
            for (String part : key.split("\\.", -1)) {
                value = value instanceof Map<?, ?> map ? map.get(part) : null;
            }
            if (value == null || value.toString().isBlank() || value.equals("unknown")) {
                problems.add("it does not say %s".formatted(key));
            }
        }
        if (!problems.isEmpty()) {
            return problems;
        }
        Result result = JsonFile.read(file, Result.class);
        if (!result.isOf(cell)) {
            problems.add("it is not of %s".formatted(cell));
        }
        if (Stream.of(result.totalRewardMa(), result.meanReturn(), result.fps())
                .anyMatch(scores -> scores.length != result.sessions())) {
            problems.add("it does not have one score for each of %s sessions".formatted(result.sessions()));
        }
        if (result.provenance().commit().endsWith(Intake.CHANGES)) {
            problems.add("its commit is %s, which nobody can check out"
                    .formatted(result.provenance().commit()));
        }
        if (cell.fromSeed() != null && result.seed() < cell.fromSeed()) {
            problems.add("its seed is %s; the cell counts seeds from %s on".formatted(result.seed(), cell.fromSeed()));
        }
        String link = result.link();
        if (link != null && !LINK.matcher(link).matches()) {
            problems.add("its link is no address");
        }
        if (!Files.exists(docs.resolve(result.plot()))) {
            problems.add("there is no plot %s".formatted(docs.resolve(result.plot())));
        }
        return problems;
    }
}
