package slmlab.search.pbt;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import slmlab.chart.Panels;
import slmlab.run.Table;
import slmlab.search.Domain;
import slmlab.search.SearchSpace;

/// The history of a population for people: `history.csv`, and a figure of scores and settings over frames.
record Lineage(SearchSpace space, List<Generation> generations) {
    private static final String TABLE = "history.csv";
    private static final String FIGURE = "schedule.png";

    void writeTable(Path folder) {
        List<String> columns = new ArrayList<>(List.of("generation", "frame", "member", "score", "parent"));
        space.parameters().forEach(parameter -> columns.add(parameter.path()));
        Table table = new Table(columns);
        for (Generation generation : generations) {
            for (Generation.Member member : generation.members()) {
                double[] row = new double[columns.size()];
                row[0] = generation.number();
                row[1] = generation.frame();
                row[2] = member.member();
                row[3] = member.scored();
                row[4] = member.parent() == null ? Double.NaN : member.parent();
                for (int i = 0; i < space.size(); i++) {
                    row[5 + i] = number(i, member.point());
                }
                table.add(row);
            }
        }
        table.write(folder.resolve(TABLE));
    }

    /// Draw a panel for the scores and one for each setting. A line ends where its member gave up its weights; the
    /// new one begins at the line of the member that it copied.
    ///
    /// @return the file
    Path draw(Path folder, String title) {
        List<Panels.Panel> panels = new ArrayList<>();
        List<Panels.Stroke> scores = strokes(Generation.Member::scored, false);
        panels.add(new Panels.Panel(title, "a copy's line begins at its parent's", "frames", "mean return", scores));
        for (int i = 0; i < space.size(); i++) {
            int index = i;
            boolean isLog = space.domain(i) instanceof Domain.Range range && range.isLog();
            String path = space.parameters().get(i).path();
            List<Panels.Stroke> strokes = strokes(
                    member -> isLog ? Math.log10(number(index, member.point())) : number(index, member.point()), true);
            panels.add(new Panels.Panel(shortened(path), "", "frames", isLog ? "log10 of the value" : "", strokes));
        }
        new Panels(title, panels).write(folder.resolve(FIGURE));
        return folder.resolve(FIGURE);
    }

    /// @param isHeld whether a number holds for all of an interval, as settings do, and not for its end
    List<Panels.Stroke> strokes(ToDoubleFunction<Generation.Member> number, boolean isHeld) {
        List<Panels.Stroke> strokes = new ArrayList<>();
        int size = generations.isEmpty() ? 0 : generations.getFirst().members().size();
        for (int member = 0; member < size; member++) {
            Points points = new Points();
            String label = "member " + member;
            for (int i = 0; i < generations.size(); i++) {
                Generation.Member now = generations.get(i).members().get(member);
                @Nullable Generation before = i == 0 ? null : generations.get(i - 1);
                @Nullable
                Integer parent =
                        before == null ? null : before.members().get(member).parent();
                double begin = before == null ? 0 : before.frame();
                if (parent != null) {
                    strokes.add(points.stroke(member, label));
                    label = "";
                    points = new Points();
                    points.add(
                            begin,
                            number.applyAsDouble(
                                    Objects.requireNonNull(before).members().get(parent)));
                }
                if (isHeld) {
                    points.add(begin, number.applyAsDouble(now));
                }
                points.add((double) generations.get(i).frame(), number.applyAsDouble(now));
            }
            strokes.add(points.stroke(member, label));
        }
        return strokes;
    }

    /// Return the last words of a path, without the one that every schedule has.
    private static String shortened(String path) {
        String[] words = path.replace(".start_val", "").split("\\.", -1);
        return words.length < 2 ? path : words[words.length - 2] + "." + words[words.length - 1];
    }

    private double number(int index, double[] point) {
        return ((Number) Objects.requireNonNull(space.domain(index).value(point[index]))).doubleValue();
    }

    /// The points of a line.
    private static final class Points {
        private final List<Double> x = new ArrayList<>();
        private final List<Double> y = new ArrayList<>();

        void add(double frame, double value) {
            x.add(frame);
            y.add(value);
        }

        Panels.Stroke stroke(int color, String label) {
            return new Panels.Stroke(color, label, array(x), array(y));
        }

        private static double[] array(List<Double> values) {
            return values.stream().mapToDouble(Double::doubleValue).toArray();
        }
    }
}
