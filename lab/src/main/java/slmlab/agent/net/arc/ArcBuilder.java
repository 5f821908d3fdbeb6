package slmlab.agent.net.arc;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.agent.net.Layers;
import slmlab.spec.key.ConfigException;
import slmlab.spec.key.Problems;
import slmlab.tensor.Shape;

/// The modules of an arc, made in the order of its graph, each when the shapes of its inputs are known.
///
/// A node that does not fit is a problem; those that read it are skipped, and the others are still made.
final class ArcBuilder {
    private final Arc arc;
    private final String name;
    private final Layers layers;
    private final Map<String, Form> forms;
    private final Map<String, Made> made = new HashMap<>();
    private final Problems problems = new Problems();

    /// A module, and what it was made for.
    private record Made(ArcModule module, List<Form> inputs) {}

    /// @param name  what the names of all variables begin with
    /// @param forms of the graph's inputs
    ArcBuilder(Arc arc, String name, Layers layers, Map<String, Form> forms) {
        this.arc = arc;
        this.name = name;
        this.layers = layers;
        this.forms = new HashMap<>(forms);
    }

    /// The module of a node; null, and a problem, if there is none.
    @Nullable
    ArcModule call(ArcGraph.Node node) {
        if (!forms.keySet().containsAll(node.reads())) {
            return null; // what it reads has a problem already
        }
        try {
            ArcModule module = module(node.module(), inputs(node));
            forms.put(node.name(), module.out());
            return module;
        } catch (ConfigException e) {
            if (e.problems().isEmpty()) {
                problems.add("arc.graph.modules." + node.name(), "%s", e.getMessage());
            }
            e.problems().forEach(problem -> problems.add(problem.path(), "%s", problem.message()));
            return null;
        }
    }

    private List<Form> inputs(ArcGraph.Node node) {
        return node.inputs().stream()
                .map(argument -> {
                    List<Form> read = argument.nodes().stream().map(this::form).toList();
                    return argument.list()
                            ? Form.tuple(read.stream().map(Form::row).toList())
                            : read.getFirst();
                })
                .toList();
    }

    private Form form(String node) {
        return Objects.requireNonNull(forms.get(node));
    }

    /// A module that has weights is made once, and called again with the same shapes only.
    private ArcModule module(String module, List<Form> inputs) {
        Made known = made.get(module);
        if (known != null && !known.module.parameters().isEmpty()) {
            if (known.module.statistics()) {
                throw new ConfigException(
                        "calls %s again, whose running statistics follow one batch; needs a module of its own"
                                .formatted(module));
            }
            if (!known.inputs.equals(inputs)) {
                throw new ConfigException(
                        "calls %s with rows of %s, but its weights are for %s; needs the same shapes in every call"
                                .formatted(module, inputs, known.inputs));
            }
            return known.module;
        }
        ArcModule fresh = Objects.requireNonNull(arc.modules().get(module)).make(name + "." + module, inputs, layers);
        made.put(module, new Made(fresh, inputs));
        return fresh;
    }

    /// A row of the first output; a [ConfigException] tells of all problems so far.
    Shape output() {
        String output = arc.graph().output();
        Form form = forms.get(output);
        if (form != null && form.tuple() && arc.graph().outputs().size() > 1) {
            problems.add("arc.graph.output", "%s is a tuple in a list; needs a node of one tensor", output);
        } else if (form != null && form.rows().getFirst().rank() == 0) {
            problems.add("arc.graph.output", "%s gives one number for each row; needs features, [rows, n]", output);
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems.list());
        }
        return Objects.requireNonNull(form).rows().getFirst();
    }
}
