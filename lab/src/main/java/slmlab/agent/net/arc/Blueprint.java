package slmlab.agent.net.arc;

import java.util.ArrayList;
import java.util.List;
import slmlab.agent.net.Layers;
import slmlab.spec.key.ConfigException;
import slmlab.spec.text.Problem;

/// A module as an arc describes it: read, and not made before the shapes of its inputs are known.
///
/// @param inputs the names of its arguments, for calls by keyword
/// @param list   whether its only argument is a list of tensors
record Blueprint(String type, List<String> inputs, boolean list, Maker maker) {

    interface Maker {
        /// Make the module and add its variables, whose names begin with `name`.
        ///
        /// @throws ConfigException if it does not fit its inputs
        ArcModule make(String name, List<Form> inputs, Layers layers);
    }

    interface OneInput {
        ArcModule make(String name, Form in, Layers layers);
    }

    /// A module of one tensor, or of one tuple.
    static Blueprint of(String type, String input, OneInput maker) {
        return new Blueprint(type, List.of(input), false, first(maker));
    }

    /// A module of any number of tensors, which a graph gives as one list.
    static Blueprint ofList(String type, OneInput maker) {
        return new Blueprint(type, List.of("args"), true, first(maker));
    }

    private static Maker first(OneInput maker) {
        return (name, inputs, layers) -> maker.make(name, inputs.getFirst(), layers);
    }

    /// Modules one after another, named by their index.
    static Blueprint sequential(List<Blueprint> parts) {
        boolean list = !parts.isEmpty() && parts.getFirst().list;
        return new Blueprint("Sequential", List.of("input"), list, (name, inputs, layers) -> {
            List<ArcModule> made = new ArrayList<>();
            Form form = inputs.getFirst();
            for (int i = 0; i < parts.size(); i++) {
                made.add(parts.get(i).make(name + "." + i, List.of(form), layers));
                form = made.getLast().out();
            }
            return ArcModule.chain(inputs.getFirst(), made);
        });
    }

    /// The same, whose refusals name the place in the arc.
    Blueprint at(String path) {
        return new Blueprint(type, inputs, list, (name, forms, layers) -> {
            try {
                return maker.make(name, forms, layers);
            } catch (IllegalArgumentException e) { // what a tensor says of shapes is one, too
                throw new ConfigException(List.of(new Problem(path, String.valueOf(e.getMessage()))));
            }
        });
    }

    ArcModule make(String name, List<Form> inputs, Layers layers) {
        return maker.make(name, inputs, layers);
    }
}
