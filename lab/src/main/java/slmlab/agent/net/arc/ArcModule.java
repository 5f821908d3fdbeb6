package slmlab.agent.net.arc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import slmlab.agent.net.ForwardPass;
import slmlab.agent.net.Layer;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;

/// A module of an arc with its weights: from tensors to tensors.
///
/// @param out        what it gives for the inputs it was made for
/// @param parameters what an optimizer changes
/// @param statistics whether it keeps running statistics of its batches
record ArcModule(Form out, List<Variable> parameters, boolean statistics, Step step) {

    interface Step {
        List<Tensor> apply(List<Tensor> inputs, ForwardPass pass);
    }

    static ArcModule of(Layer layer, Shape in) {
        return new ArcModule(
                Form.of(layer.row(in)),
                layer.parameters(),
                layer instanceof Layer.Batch,
                (inputs, pass) -> List.of(layer.apply(inputs.getFirst(), pass)));
    }

    /// A function of one tensor, without weights.
    static ArcModule map(Form in, UnaryOperator<Tensor> function) {
        in.row(); // refuses a tuple
        return join(in, List.of(), inputs -> function.apply(inputs.getFirst()));
    }

    /// A function of several tensors to one.
    static ArcModule join(Form in, List<Variable> parameters, Function<List<Tensor>, Tensor> function) {
        Form out = Form.of(row(function.apply(in.examples())));
        return new ArcModule(out, parameters, false, (inputs, _) -> List.of(function.apply(inputs)));
    }

    /// A function of one tensor to several.
    static ArcModule fork(Form in, Function<Tensor, List<Tensor>> function) {
        in.row();
        List<Tensor> parts = function.apply(in.examples().getFirst());
        Form out = Form.tuple(parts.stream().map(ArcModule::row).toList());
        return new ArcModule(out, List.of(), false, (inputs, _) -> function.apply(inputs.getFirst()));
    }

    /// One after another.
    static ArcModule chain(Form in, List<ArcModule> modules) {
        List<Variable> parameters = new ArrayList<>();
        modules.forEach(module -> parameters.addAll(module.parameters));
        return new ArcModule(
                modules.isEmpty() ? in : modules.getLast().out,
                List.copyOf(parameters),
                modules.stream().anyMatch(ArcModule::statistics),
                (inputs, pass) -> {
                    List<Tensor> values = inputs;
                    for (ArcModule module : modules) {
                        values = module.step.apply(values, pass);
                    }
                    return values;
                });
    }

    private static Shape row(Tensor example) {
        return example.shape().without(0);
    }
}
