package slmlab.design.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import slmlab.design.Code;
import slmlab.design.FactNumber;
import slmlab.design.Findings;
import slmlab.design.Sample;
import slmlab.run.Table;

/// Compares the components of an observation with a sample of them: a column of the component's name, or, where
/// it has several numbers, `name.0`, `name.1` and so on.
final class StateSample {
    private static final double SAME = 0.999; // correlation of components that say the same

    private record Column(Component component, int index, String name, double[] values) {}

    private final Table sample;
    private final String path;
    private final Findings found;

    StateSample(Table sample, String path, Findings found) {
        this.sample = sample;
        this.path = path;
        this.found = found;
    }

    void check(List<Component> components) {
        List<Column> columns = components.stream()
                .filter(component -> !component.isImage())
                .flatMap(component -> columns(component).stream())
                .toList();
        List<Column> moving = new ArrayList<>();
        for (Column column : columns) {
            checkBounds(column);
            if (Sample.variance(column.values) > 0) {
                moving.add(column);
            } else {
                String message = "is constant in the sample: %s is %s throughout"
                        .formatted(column.name, FactNumber.number(column.values[0]));
                found.add(Code.S15, column.component.section().path(), message, "remove it, or sample more states");
            }
        }
        checkDuplicates(moving);
    }

    private List<Column> columns(Component component) {
        List<Column> columns = new ArrayList<>();
        boolean isSingle = component.size() == 1 && sample.has(component.name());
        for (int i = 0; i < Math.min(component.size(), sample.columns().size() + 1); i++) {
            String name = isSingle ? component.name() : component.name() + "." + i;
            if (!sample.has(name) || sample.size() == 0) {
                String wrong = sample.size() == 0 ? "has no rows" : "has no column %s".formatted(name);
                found.add(Code.F07, path, wrong, "add it");
                return List.of();
            }
            double[] values = sample.column(name);
            if (DoubleStream.of(values).anyMatch(Double::isNaN)) {
                found.add(Code.F07, path, "lacks numbers in the column %s".formatted(name), "fill them in");
                return List.of();
            }
            columns.add(new Column(component, i, name, values));
        }
        return columns;
    }

    private void checkBounds(Column column) {
        for (double value : column.values) {
            if (value < column.component.low(column.index) || value > column.component.high(column.index)) {
                found.add(
                        Code.S17,
                        column.component.section().path(),
                        "has bounds that %s = %s in the sample leaves".formatted(column.name, FactNumber.number(value)),
                        "widen them");
                return;
            }
        }
    }

    private void checkDuplicates(List<Column> columns) {
        for (int i = 0; i < columns.size(); i++) {
            for (int j = 0; j < i; j++) {
                double correlation = Sample.correlation(columns.get(i).values, columns.get(j).values);
                if (Math.abs(correlation) > SAME) {
                    found.add(
                            Code.S16,
                            columns.get(i).component.section().path(),
                            "says the same as another: the correlation of %s and %s is %s"
                                    .formatted(
                                            columns.get(i).name, columns.get(j).name, FactNumber.number(correlation)),
                            "remove one of them");
                }
            }
        }
    }
}
