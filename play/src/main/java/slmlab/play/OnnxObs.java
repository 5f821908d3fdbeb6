package slmlab.play;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import slmlab.onnx.OnnxAttribute;
import slmlab.onnx.OnnxModel;
import slmlab.onnx.OnnxType;
import slmlab.onnx.OnnxValue;
import slmlab.tensor.DType;

/// What is done to observations, as nodes of a model: the twin of [Observations]. Normalization is in double precision
/// there and here, so that large observations lose nothing.
final class OnnxObs {
    private final OnnxModel model;
    private final ObsSteps steps;

    OnnxObs(OnnxModel model, ObsSteps steps) {
        this.model = model;
        this.steps = steps;
    }

    /// Add the steps.
    ///
    /// @param obs as the env shows them, [batch, …]
    /// @param start [batch], true where an episode begins; null where nothing is remembered
    /// @return rows as the net reads them, flat
    String add(OnnxValue obs, @Nullable OnnxValue start) {
        String x = obs.dims().length == 2 ? obs.name() : model.reshape(obs.name(), -1, steps.frame());
        List<Integer> sizes = steps.sizes();
        if (sizes != null) {
            x = oneHot(x, sizes);
        } else if (steps.flat() && steps.type() != DType.FLOAT32) {
            x = model.cast(x, OnnxType.FLOAT);
        }
        if (start != null && steps.stack() > 1) {
            x = stack(x, start);
        }
        ObsSteps.Normalizer normalizer = steps.normalizer();
        if (normalizer != null) {
            String centered =
                    model.node("Sub", List.of(model.cast(x, OnnxType.DOUBLE), model.doubles(normalizer.mean())));
            String scaled = model.node("Mul", List.of(centered, model.doubles(normalizer.scale())));
            String below = model.node("Min", List.of(scaled, model.doubles(normalizer.clip())));
            return model.cast(model.node("Max", List.of(below, model.doubles(-normalizer.clip()))), OnnxType.FLOAT);
        }
        if (Float.isFinite(steps.high())) {
            String below = model.node("Min", List.of(x, model.scalar(steps.high())));
            return model.node("Max", List.of(below, model.scalar(steps.low())));
        }
        return x;
    }

    private String oneHot(String x, List<Integer> sizes) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            String column =
                    model.node("Slice", List.of(x, model.longs(i), model.longs(i + 1L), model.longs(1))); // [batch, 1]
            String values = model.ints(
                    IntStream.range(steps.start(), steps.start() + sizes.get(i)).toArray());
            parts.add(model.cast(model.node("Equal", List.of(column, values)), OnnxType.FLOAT));
        }
        return parts.size() == 1 ? parts.getFirst() : model.node("Concat", parts, OnnxAttribute.number("axis", 1));
    }

    /// Drop the oldest frame and add the newest; the first one of an episode fills the stack.
    private String stack(String x, OnnxValue start) {
        int n = steps.stack();
        int part = steps.part();
        int groups = steps.single() / part;
        OnnxValue before = model.input(OnnxPolicy.FRAMES, OnnxType.of(steps.seenType()), -1, n * steps.single());
        String newest = model.reshape(x, -1, groups, 1, part);
        String older = model.node(
                "Slice",
                List.of(
                        model.reshape(before.name(), -1, groups, n, part),
                        model.longs(1),
                        model.longs(n),
                        model.longs(2)));
        String moved = model.node("Concat", List.of(older, newest), OnnxAttribute.number("axis", 2));
        String filled = model.node("Expand", List.of(newest, model.longs(1, 1, n, 1)));
        String begins = model.reshape(start.name(), -1, 1, 1, 1);
        String stacked = model.reshape(model.node("Where", List.of(begins, filled, moved)), -1, n * steps.single());
        model.output(
                OnnxPolicy.FRAMES + OnnxPolicy.NEXT,
                new OnnxValue(stacked, OnnxType.of(steps.seenType()), -1, n * steps.single()));
        return stacked;
    }
}
