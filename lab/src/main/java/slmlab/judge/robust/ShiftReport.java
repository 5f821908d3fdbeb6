package slmlab.judge.robust;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.chart.CellGrid;
import slmlab.chart.Format;
import slmlab.chart.Theme;

/// What is left of an agent in other environments.
///
/// @param idle arguments of the env that change nothing in this environment
/// @param skipped shifts that cannot be played in this environment, and why
public record ShiftReport(
        String run,
        String env,
        int session,
        ShiftSuite.Options options,
        Harm nominal,
        List<Curve> curves,
        List<String> idle,
        Map<Shift, String> skipped)
        implements RobustnessReport {

    /// One shift, more and more of it.
    ///
    /// @param name the shift, or the argument that is varied
    record Curve(Shift shift, String name, List<Cell> cells) {

        /// Return the mean share of the nominal return that is left: 1 for an agent that does not notice.
        double area() {
            return cells.stream()
                    .filter(cell -> cell.harm != null)
                    .mapToDouble(cell -> Objects.requireNonNull(cell.harm).kept())
                    .average()
                    .orElse(Double.NaN);
        }
    }

    /// @param level how far from the environment of training
    /// @param harm null where the env refuses the value
    /// @param refusal what the env says then
    record Cell(double level, @Nullable Harm harm, @Nullable String refusal) {}

    /// Return the mean of the areas of all curves.
    double area() {
        return curves.stream().mapToDouble(Curve::area).average().orElse(Double.NaN);
    }

    /// The cell in which least is left.
    record Worst(String name, double level, Harm harm) {}

    @Nullable
    Worst worst() {
        @Nullable Worst worst = null;
        for (Curve curve : curves) {
            for (Cell cell : curve.cells) {
                if (cell.harm != null && (worst == null || cell.harm.kept() < worst.harm.kept())) {
                    worst = new Worst(curve.name, cell.level, cell.harm);
                }
            }
        }
        return worst;
    }

    /// Return the table to print: two lines for each shift, its levels and its mean returns.
    @Override
    public List<List<String>> table() {
        int most = curves.stream().mapToInt(curve -> curve.cells.size()).max().orElse(0);
        List<List<String>> rows = new ArrayList<>();
        for (Curve curve : curves) {
            List<String> levels = new ArrayList<>(List.of(curve.name));
            List<String> means = new ArrayList<>(List.of("  mean return"));
            for (int i = 0; i < most; i++) {
                boolean has = i < curve.cells.size();
                levels.add(has ? ReportParts.number(curve.cells.get(i).level) : "");
                means.add(has ? shown(curve.cells.get(i)) : "");
            }
            levels.add("area");
            means.add(String.format(Locale.ROOT, "%.2f", curve.area()));
            rows.add(levels);
            rows.add(means);
        }
        return rows;
    }

    private static String shown(Cell cell) {
        return cell.harm == null ? "refused" : String.format(Locale.ROOT, "%.1f", cell.harm.mean());
    }

    @Override
    public int episodes() {
        return options.episodes();
    }

    @Override
    public long seed() {
        return options.seed();
    }

    @Override
    public boolean draw(Path file) {
        CellGrid grid = figure();
        grid.write(file, grid.look(Format.PNG, Theme.LIGHT));
        return true;
    }

    @Override
    public List<String> head() {
        return List.of(
                ReportParts.who(this),
                String.format(
                        Locale.ROOT,
                        "as in training: return %.2f over %s episodes",
                        nominal.mean(),
                        options.episodes()));
    }

    @Override
    public String headline() {
        @Nullable Worst worst = worst();
        return worst == null
                ? "no shift could be played"
                : String.format(
                        Locale.ROOT,
                        "%.0f %% of the return is left in the mean of all shifts; least under %s %s (%.0f %%); %s episodes each",
                        100 * area(),
                        worst.name,
                        ReportParts.number(worst.level),
                        100 * worst.harm.kept(),
                        options.episodes());
    }

    @Override
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        @Nullable Worst worst = worst();
        if (worst != null) {
            remarks.add(String.format(
                    Locale.ROOT, "robustness area %.3f (mean share of the return that is left; 1 is best)", area()));
            remarks.add(String.format(
                    Locale.ROOT,
                    "worst: %s %s, mean return %.1f (%.0f %% kept)",
                    worst.name,
                    ReportParts.number(worst.level),
                    worst.harm.mean(),
                    100 * worst.harm.kept()));
        }
        curves.stream()
                .map(Curve::shift)
                .distinct()
                .forEach(shift -> remarks.add("%s: %s".formatted(shift, shift.meaning())));
        curves.forEach(curve -> curve.cells.stream()
                .filter(cell -> cell.refusal != null)
                .forEach(cell -> remarks.add("refused: %s".formatted(cell.refusal))));
        idle.forEach(name -> remarks.add("%s: not shown, it changes nothing in this environment".formatted(name)));
        skipped.forEach((shift, why) -> remarks.add("%s: not played, %s".formatted(shift, why)));
        return remarks;
    }

    @Override
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> all = ReportParts.facts(this);
        all.put("nominal", nominal);
        all.put("area", area());
        all.put("worst", worst());
        List<Object> each = new ArrayList<>();
        for (Curve curve : curves) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("shift", curve.shift.toString());
            one.put("name", curve.name);
            one.put("area", curve.area());
            one.put("cells", curve.cells);
            each.add(one);
        }
        all.put("shifts", each);
        all.put("without_effect", idle);
        all.put("skipped", ReportParts.named(skipped));
        return all;
    }

    /// Return the heat map of all cells.
    public CellGrid figure() {
        return new CellGrid(
                "%s in other environments".formatted(run),
                String.format(Locale.ROOT, "mean return; the brighter, the more of %.1f is left", nominal.mean()),
                curves.stream()
                        .map(curve -> new CellGrid.Row(
                                curve.name,
                                curve.cells.stream()
                                        .map(cell -> new CellGrid.Cell(
                                                ReportParts.number(cell.level),
                                                shown(cell),
                                                cell.harm == null ? Double.NaN : cell.harm.kept()))
                                        .toList()))
                        .toList());
    }
}
