package slmlab.bridge.mujoco;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import slmlab.env.Args;

/// What a task is built from: its arguments, the model and a simulation of it.
///
/// @param isV5 whether the task's id ends so; version 4 has fewer arguments
record Setup(Args args, Model model, Simulation sim, boolean isV5) {

    /// Return arguments as [Args] takes them: in a list, or as text, `inf` becomes a number; a block
    /// becomes its keys, as in `reward.forward`; the number of a body becomes text, like its name.
    static Map<String, Object> plain(Map<String, ?> given) {
        Map<String, Object> plain = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            switch (value) {
                case Map<?, ?> block -> block.forEach((key, each) -> plain.put(name + "." + key, numbers(each)));
                case Integer body when name.equals("main_body") -> plain.put(name, body.toString());
                case null, default -> plain.put(name, numbers(value));
            }
        });
        return plain;
    }

    private static Object numbers(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(Setup::number).toList();
        }
        if (value instanceof String text && text.contains(",")) {
            List<Object> parts = Stream.of(text.replaceAll("[\\[\\]() ]", "").split(",", -1))
                    .map(Setup::number)
                    .toList();
            return parts.stream().allMatch(Number.class::isInstance) ? parts : text;
        }
        return value;
    }

    private static Object number(Object value) {
        if (!(value instanceof String text)) {
            return value;
        }
        String full = text.equals("inf") || text.equals("-inf") ? text.replace("inf", "Infinity") : text;
        try {
            return Double.valueOf(full);
        } catch (NumberFormatException _) {
            return text; // refused where a number is read
        }
    }

    /// Return an argument that version 4 does not have: there it is unknown.
    double newNumber(String name, double otherwise) {
        return isV5 ? args.number(name, otherwise) : otherwise;
    }

    boolean newFlag(String name, boolean otherwise) {
        return isV5 ? args.flag(name, otherwise) : otherwise;
    }

    MujocoRange newRange(String name, double low, double high) {
        return isV5 ? range(name, low, high) : new MujocoRange(low, high);
    }

    MujocoRange range(String name, double low, double high) {
        List<Double> ends = args.numbers(name);
        if (ends == null) {
            return new MujocoRange(low, high);
        }
        if (ends.size() != 2 || !(ends.get(0) <= ends.get(1))) {
            args.problem("%s is %s; needs two numbers, the smaller first".formatted(name, ends));
            return new MujocoRange(low, high);
        }
        return new MujocoRange(ends.get(0), ends.get(1));
    }

    int frameSkip(int otherwise) {
        int skip = isV5 ? args.integer("frame_skip", otherwise) : otherwise;
        if (skip < 1) {
            args.problem("frame_skip is %s; needs at least 1".formatted(skip));
        }
        return skip;
    }

    /// Return how an episode begins.
    ///
    /// @param scale of the noise, and the default of `reset_noise_scale` where the version has that
    Task.Start noise(boolean hasArgument, double scale, boolean isNormal) {
        double given = hasArgument ? args.number("reset_noise_scale", scale) : scale;
        if (!(given >= 0)) {
            args.problem("reset_noise_scale is %s; needs at least 0".formatted(given));
        }
        return Task.Start.noise(given, isNormal);
    }

    /// Return the time that one step takes.
    double seconds(int frameSkip) {
        return model.timestep() * frameSkip;
    }

    /// Return the place of a body's first coordinate in `xpos`.
    int at(String body) {
        return 3 * model.body(body);
    }

    /// Return the distance between the frames of two bodies.
    DoubleSupplier distance(String one, String other) {
        Field xpos = sim.output("xpos");
        int a = at(one);
        int b = at(other);
        return () -> {
            double x = xpos.at(a) - xpos.at(b);
            double y = xpos.at(a + 1) - xpos.at(b + 1);
            double z = xpos.at(a + 2) - xpos.at(b + 2);
            return Math.sqrt(x * x + y * y + z * z);
        };
    }
}
