package slmlab.judge.robust;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Policy;
import slmlab.env.Envs;
import slmlab.env.VecEnv;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.TrainedAgent;
import slmlab.experiment.record.Evaluation;
import slmlab.judge.Perturbed;
import slmlab.judge.Spread;
import slmlab.tensor.DType;

/// Plays a trained agent in environments that differ from the one of its training, more and more.
public final class ShiftSuite {
    private static final int MOST_ENVS = 16;
    private static final double[] NOISE = {0, 0.1, 0.3, 0.5, 1, 2, 3};
    private static final double[] DROPOUT = {0, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5};
    private static final double[] DELAY = {0, 1, 2, 3, 4, 6, 8};
    private static final double[] BRIGHTNESS = {1, 0.9, 1.1, 0.75, 1.25, 0.5, 1.5};
    private static final double[] FACTORS = {0.5, 0.75, 0.9, 1, 1.1, 1.5, 2};

    private final TrainedAgent player;
    private final Options options;
    private final int envs;
    private final String env;
    private final List<String> idle = new ArrayList<>(); // arguments that change nothing
    private double nominal;
    private double[] usual = {}; // standard deviations of the observations

    /// @param vary values to try for arguments of the env, by name; empty for factors of the env's own
    public record Options(List<Shift> shifts, Map<String, List<Double>> vary, int episodes, long seed) {}

    private ShiftSuite(TrainedAgent player, Options options) {
        this.player = player;
        this.options = options;
        this.envs = Math.min(options.episodes, MOST_ENVS);
        this.env = player.plan().env().name();
    }

    /// Play all shifts.
    public static ShiftReport of(TrainedAgent player, String run, int session, Options options) {
        return new ShiftSuite(player, options).report(run, session);
    }

    /// Return why a shift cannot be played in the environment of an agent; null where it can.
    public static @Nullable String reason(TrainedAgent player, Shift shift, Map<String, List<Double>> vary) {
        return switch (shift) {
            case NOISE, DROPOUT, DELAY -> null;
            case BRIGHTNESS -> {
                try (VecEnv env = player.stack(1).env()) {
                    yield env.obsSpace().rowType() == DType.UINT8 ? null : "its observations are no figures";
                }
            }
            case ARGUMENTS -> {
                String id = player.plan().env().name();
                yield vary.isEmpty()
                                && Envs.numbers(id, player.plan().env().args()).isEmpty()
                        ? "%s tells no arguments that are numbers; --vary NAME=V1,V2,… names one that it takes"
                                .formatted(id)
                        : null;
            }
        };
    }

    private ShiftReport report(String run, int session) {
        WrapperStack first = player.stack(envs);
        double[] scale;
        Evaluation.Result clean;
        boolean pixels;
        try (VecEnv vec = first.env()) {
            Spread spread = new Spread(vec.obsSpace().row().volume());
            clean = played(first, new Perturbed(policy(), vec, spread));
            pixels = vec.obsSpace().rowType() == DType.UINT8;
            usual = spread.deviations();
            scale = usual.clone();
        }
        if (player.plan().env().normalizeObs() || pixels) {
            Arrays.fill(scale, pixels ? 255 : 1);
        }
        nominal = clean.mean();
        List<ShiftReport.Curve> curves = new ArrayList<>();
        Map<Shift, String> skipped = new LinkedHashMap<>();
        for (Shift shift : options.shifts) {
            @Nullable String reason = reason(player, shift, options.vary);
            if (reason != null) {
                skipped.put(shift, reason);
                continue;
            }
            switch (shift) {
                case NOISE -> curves.add(observed(shift, NOISE, level -> Sensors.noise(level, scale)));
                case DROPOUT -> curves.add(observed(shift, DROPOUT, Sensors::dropout));
                case DELAY -> curves.add(observed(shift, DELAY, level -> Sensors.delay((int) level, envs)));
                case BRIGHTNESS -> curves.add(observed(shift, BRIGHTNESS, Sensors::brightness));
                case ARGUMENTS -> arguments().forEach((name, values) -> varied(name, values, curves));
            }
        }
        return new ShiftReport(run, env, session, options, Harm.of(clean, nominal), curves, idle, skipped);
    }

    private Policy policy() {
        return player.algorithm().policy(envs, false);
    }

    private Evaluation.Result played(WrapperStack stack, Policy policy) {
        return Evaluation.run(stack, policy, options.episodes, options.seed, () -> {});
    }

    private interface Change {
        Perturbed.Change at(double level);
    }

    private ShiftReport.Curve observed(Shift shift, double[] levels, Change change) {
        List<ShiftReport.Cell> cells = new ArrayList<>();
        for (double level : levels) {
            WrapperStack stack = player.stack(envs);
            try (VecEnv vec = stack.env()) {
                Evaluation.Result result = played(stack, new Perturbed(policy(), vec, change.at(level)));
                cells.add(new ShiftReport.Cell(level, Harm.of(result, nominal), null));
            }
        }
        return new ShiftReport.Curve(shift, shift.toString(), cells);
    }

    /// Return the values to try for each argument.
    private Map<String, List<Double>> arguments() {
        if (!options.vary.isEmpty()) {
            return options.vary;
        }
        Map<String, List<Double>> all = new LinkedHashMap<>();
        Envs.numbers(env, player.plan().env().args())
                .forEach((name, value) -> all.put(
                        name,
                        Arrays.stream(FACTORS)
                                .mapToObj(factor -> Double.valueOf(String.format(Locale.ROOT, "%.6g", factor * value)))
                                .toList()));
        return all;
    }

    /// Play with other values of one argument. One that the env refuses is an empty cell with its reason; an
    /// argument that changes no observation, such as the power of a wind that does not blow, says nothing
    /// about the agent.
    private void varied(String name, List<Double> values, List<ShiftReport.Curve> curves) {
        List<ShiftReport.Cell> cells = new ArrayList<>();
        boolean acts = false;
        for (double value : values) {
            WrapperStack stack;
            try {
                stack = player.stack(envs, Map.of(name, value));
            } catch (IllegalArgumentException e) {
                cells.add(new ShiftReport.Cell(value, null, String.valueOf(e.getMessage())));
                continue;
            }
            try (VecEnv vec = stack.env()) {
                Spread spread = new Spread(usual.length);
                Evaluation.Result result = played(stack, new Perturbed(policy(), vec, spread));
                acts |= !Arrays.equals(usual, spread.deviations());
                cells.add(new ShiftReport.Cell(value, Harm.of(result, nominal), null));
            }
        }
        if (cells.stream().allMatch(cell -> cell.harm() == null)) {
            throw new IllegalArgumentException(
                    "%s cannot be varied: %s".formatted(name, cells.getFirst().refusal()));
        }
        if (acts) {
            curves.add(new ShiftReport.Curve(Shift.ARGUMENTS, name, cells));
        } else {
            idle.add(name);
        }
    }
}
