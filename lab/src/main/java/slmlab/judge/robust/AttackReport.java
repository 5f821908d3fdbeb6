package slmlab.judge.robust;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.chart.Look;
import slmlab.report.Lines;

/// What is left of an agent under attack.
///
/// @param units where the scale of each number comes from
/// @param scale how much ε = 1 is, for each component of an observation
/// @param harms of each attack, one for each strength
/// @param dynamics null where no arguments were searched
/// @param skipped attacks that this agent does not have, and why
public record AttackReport(
        String run,
        String env,
        int session,
        String units,
        double[] scale,
        AttackSuite.Options options,
        Harm nominal,
        Map<AttackKind, List<Harm>> harms,
        Dynamics.@Nullable Found dynamics,
        Map<AttackKind, String> skipped)
        implements RobustnessReport {

    /// Return the strength at which half of the nominal return is left, between two that were tried; NaN where more
    /// than half is left at all of them.
    double critical(AttackKind kind) {
        List<Harm> all = harms.get(kind);
        double before = 1;
        double from = 0;
        for (int i = 0; all != null && i < all.size(); i++) {
            double kept = all.get(i).kept();
            if (kept <= 0.5) {
                return from + (options.eps()[i] - from) * (before - 0.5) / (before - kept);
            }
            before = kept;
            from = options.eps()[i];
        }
        return Double.NaN;
    }

    /// Return the attack with the lowest mean return at one of the strengths.
    AttackKind strongest(int eps) {
        return harms.keySet().stream()
                .min((a, b) -> Double.compare(harm(a, eps).mean(), harm(b, eps).mean()))
                .orElseThrow();
    }

    private Harm harm(AttackKind kind, int eps) {
        return Objects.requireNonNull(harms.get(kind)).get(eps);
    }

    /// Return the table to print: a header and one row for each attack.
    @Override
    public List<List<String>> table() {
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("mean return at ε ="));
        for (double eps : options.eps()) {
            header.add(ReportParts.number(eps));
        }
        header.add("halves at");
        rows.add(header);
        harms.forEach((kind, all) -> {
            List<String> row = new ArrayList<>(List.of(kind.toString()));
            all.forEach(harm -> row.add(String.format(Locale.ROOT, "%.1f", harm.mean())));
            double critical = critical(kind);
            row.add(Double.isNaN(critical) ? "-" : String.format(Locale.ROOT, "%.3f", critical));
            rows.add(row);
        });
        if (!harms.isEmpty()) {
            List<String> low = new ArrayList<>(List.of("strongest: 5 % quantile"));
            List<String> worst = new ArrayList<>(List.of("strongest: worst episode"));
            for (int i = 0; i < options.eps().length; i++) {
                Harm harm = harm(strongest(i), i);
                low.add(String.format(Locale.ROOT, "%.1f", harm.quantile()));
                worst.add(String.format(Locale.ROOT, "%.1f", harm.worst()));
            }
            low.add("");
            worst.add("");
            rows.add(low);
            rows.add(worst);
        }
        return rows;
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
        @Nullable Lines figure = figure();
        if (figure != null) {
            figure.write(file, Look.WIDE);
        }
        return figure != null;
    }

    @Override
    public List<String> head() {
        return List.of(
                ReportParts.who(this),
                String.format(
                        Locale.ROOT,
                        "without an attack: return %.2f over %s episodes%s, worst %.1f",
                        nominal.mean(),
                        options.episodes(),
                        options.stochastic() ? " with draws from the policy" : "",
                        nominal.worst()),
                "ε is in standard deviations of each component of the observation (from %s)".formatted(units));
    }

    @Override
    public String headline() {
        if (harms.isEmpty()) {
            return "no attack could be played";
        }
        int last = options.eps().length - 1;
        AttackKind kind = strongest(last);
        double critical = critical(kind);
        return String.format(
                Locale.ROOT,
                "the strongest attack at ε = %s is %s: %.0f %% of the return is left; it %s; %s episodes each",
                ReportParts.number(options.eps()[last]),
                kind,
                100 * harm(kind, last).kept(),
                Double.isNaN(critical)
                        ? "never halves the return"
                        : String.format(Locale.ROOT, "halves the return at ε = %.2f", critical),
                options.episodes());
    }

    @Override
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        harms.keySet().forEach(kind -> remarks.add("%s: %s".formatted(kind, kind.meaning())));
        if (dynamics != null) {
            remarks.add(String.format(
                    Locale.ROOT,
                    "dynamics: mean return %.1f (%.0f %% kept) is the worst of %s sets of arguments within ±20 %%%s: %s",
                    dynamics.mean(),
                    100 * Harm.kept(dynamics.mean(), nominal.mean()),
                    dynamics.tried(),
                    dynamics.refused() == 0 ? "" : ", %s of which the env refuses".formatted(dynamics.refused()),
                    arguments()));
        }
        skipped.forEach((kind, why) -> remarks.add("%s: not played, %s".formatted(kind, why)));
        return remarks;
    }

    private String arguments() {
        List<String> all = new ArrayList<>();
        if (dynamics != null) {
            dynamics.arguments().forEach((name, value) -> all.add(String.format(Locale.ROOT, "%s %.4g", name, value)));
        }
        return String.join(", ", all);
    }

    @Override
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> all = ReportParts.facts(this);
        all.put("actions", options.stochastic() ? "stochastic" : "deterministic");
        all.put("units", units);
        all.put("scale", scale);
        all.put("nominal", nominal);
        all.put("eps", options.eps());
        Map<String, Object> attacks = new LinkedHashMap<>();
        harms.forEach((kind, each) -> {
            Map<String, @Nullable Object> one = new LinkedHashMap<>();
            one.put("critical_eps", critical(kind));
            one.put("harms", each);
            attacks.put(kind.toString(), one);
        });
        all.put("attacks", attacks);
        List<String> strongest = new ArrayList<>();
        for (int i = 0; i < options.eps().length && !harms.isEmpty(); i++) {
            strongest.add(strongest(i).toString());
        }
        all.put("strongest", strongest);
        all.put("dynamics", dynamics);
        all.put("skipped", ReportParts.named(skipped));
        return all;
    }

    /// Return the curves of all attacks; null where there is none.
    public @Nullable Lines figure() {
        if (harms.isEmpty()) {
            return null;
        }
        double[] x = new double[options.eps().length + 1];
        System.arraycopy(options.eps(), 0, x, 1, options.eps().length);
        List<Lines.Line> lines = new ArrayList<>();
        harms.forEach((kind, all) -> {
            double[] y = new double[x.length];
            y[0] = nominal.mean();
            for (int i = 0; i < all.size(); i++) {
                y[i + 1] = all.get(i).mean();
            }
            lines.add(new Lines.Line(kind.toString(), x, y));
        });
        return new Lines(
                "%s under attack".formatted(run),
                "mean return of %s episodes".formatted(options.episodes()),
                "ε, in standard deviations of each component of the observation",
                "return",
                lines);
    }
}
