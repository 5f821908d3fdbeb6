package slmlab.metric;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import slmlab.chart.NumberText;

/// A number of a run, declared once: what it is called, what it means in each file, what is healthy, where a page shows
/// it and how a log line writes it.
///
/// The lab's are the constants of [Metrics]. An algorithm from a jar declares its own and registers it:
///
/// ```java
/// static final Metric BASELINE = Metric.of("baseline", "running mean of the returns");
/// ```
public final class Metric {

    /// The files that have it.
    public enum Source {
        TRAIN("tables of training"),
        EVAL("tables of evaluation"),
        SUMMARY("metrics of a run");

        private final String words;

        Source(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /// What a page makes of it.
    public enum Place {
        /// How far a run is: an axis of other numbers.
        AXIS,
        /// One of the returns, which share the first chart.
        RETURN,
        /// A chart of its own, in the order of the declarations.
        CHART
    }

    private final String name;
    private final Map<Source, String> meanings;
    private final Health health;
    private final Place place;
    private final String format; // of String.format; empty for the shortest text

    private Metric(String name, Map<Source, String> meanings, Health health, Place place, String format) {
        this.name = name;
        this.meanings = meanings;
        this.health = health;
        this.place = place;
        this.format = format;
    }

    /// A column of the tables of training, with a chart of its own.
    public static Metric of(String name, String meaning) {
        return in(Source.TRAIN, name, meaning);
    }

    static Metric in(Source source, String name, String meaning) {
        return new Metric(name, Map.of(source, meaning), Health.UNKNOWN, Place.CHART, "");
    }

    /// The same, and a number of other files.
    Metric also(Source source, String meaning) {
        Map<Source, String> all = new EnumMap<>(meanings);
        all.put(source, meaning);
        return new Metric(name, Collections.unmodifiableMap(all), health, place, format);
    }

    /// The same, with what is healthy.
    ///
    /// @param healthy how it looks in a run that learns
    /// @param advice what to do otherwise
    public Metric healthy(String healthy, String advice) {
        return with(new Health(healthy, advice));
    }

    /// The same, with the band in which healthy values lie.
    public Metric healthy(double low, double high, String healthy, String advice) {
        return with(new Health(healthy, advice, low, high));
    }

    private Metric with(Health rule) {
        return new Metric(name, meanings, rule, place, format);
    }

    Metric at(Place other) {
        return new Metric(name, meanings, health, other, format);
    }

    Metric format(String other) {
        return new Metric(name, meanings, health, place, other);
    }

    /// Its column in a table, its key in a file, its output of a program.
    public String name() {
        return name;
    }

    /// What it means, by the files that have it.
    public Map<Source, String> meanings() {
        return meanings;
    }

    public Optional<String> meaning(Source source) {
        return Optional.ofNullable(meanings.get(source));
    }

    /// What it means in the first of the files that have it.
    public String meaning() {
        return meanings.values().iterator().next();
    }

    public Health health() {
        return health;
    }

    public Place place() {
        return place;
    }

    /// Return `name:number` as SLM-Lab's log lines have it: `frame` as 2.00e+05, returns with two decimals, others
    /// with four digits, integers with six.
    String text(double value) {
        return name + ":" + number(value);
    }

    private String number(double value) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
        }
        return format.isEmpty()
                ? NumberText.general(value, value == Math.rint(value) ? 6 : 4)
                : String.format(Locale.ROOT, format, value);
    }

    /// Metrics are equal by name.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Metric metric && metric.name.equals(name));
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
