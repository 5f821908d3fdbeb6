package slmlab.agent;

import static slmlab.spec.key.Check.that;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.spec.key.Default;
import slmlab.spec.key.Defaults;
import slmlab.spec.key.Doc;
import slmlab.spec.key.Required;

/// A number that changes with the frame: ε, τ, an entropy coefficient, a clip range.
@Doc(
        "a number that changes with the frame, for a key that ends in _spec such as clip_eps_spec, entropy_coef_spec and explore_var_spec")
public record Schedule(
        @Doc(value = "how the number changes", example = "linear_decay") @Default("no_decay")
        Decay name,

        @Doc(value = "the value up to start_step", example = "1.0") @Required("0")
        double startVal,

        @Doc(value = "the value from end_step on; needed by every decay", example = "0.05") @Nullable
        Double endVal,

        @Doc("frame at which the change begins") @Default("0")
        double startStep,

        @Doc(
                value = "frame at which end_val is reached; needed by every decay, and where it lies before start_step"
                        + " the value jumps there",
                example = "10000")
        @Default("0")
        double endStep) {

    /// The shapes of SLM-Lab's schedules.
    public enum Decay {
        @Doc("keeps start_val")
        NO_DECAY,
        @Doc("goes in a line from start_val to end_val, up or down")
        LINEAR_DECAY,
        @Doc("falls by a tenth twenty times, not below end_val")
        RATE_DECAY,
        @Doc("falls in shrinking waves to end_val")
        PERIODIC_DECAY
    }

    private static final double SEGMENTS = 20;
    private static final double RATE = 0.9;
    private static final double PERIODS = 60;

    public Schedule {
        boolean decays = name != Decay.NO_DECAY;
        String decay = name.name().toLowerCase(Locale.ROOT);
        that(
                "end_val",
                decays || endVal == null || endVal == startVal,
                "is %s; no_decay keeps start_val = %s, remove it or name a decay",
                endVal,
                startVal);
        that("end_val", !decays || endVal != null, "is missing; %s needs the value that it ends with", decay);
        that("end_step", !decays || endStep > 0, "is %s; %s needs the frame at which it ends", endStep, decay);
    }

    /// What a spec's schedule is read onto.
    public static Schedule defaults() {
        return Defaults.of(Schedule.class);
    }

    public static Schedule constant(double value) {
        return new Schedule(Decay.NO_DECAY, value, null, 0, 0);
    }

    public static Schedule linear(double startVal, double endVal, double startStep, double endStep) {
        return new Schedule(Decay.LINEAR_DECAY, startVal, endVal, startStep, endStep);
    }

    /// The value at a frame.
    public double at(long frame) {
        if (name == Decay.NO_DECAY) {
            return startVal;
        }
        double end = Objects.requireNonNull(endVal);
        if (frame >= Math.max(startStep, endStep)) { // one that would end before it starts jumps where it starts
            return end;
        }
        if (frame <= startStep) {
            return startVal;
        }
        double progress = (frame - startStep) / (endStep - startStep);
        return switch (name) {
            case NO_DECAY -> startVal;
            case LINEAR_DECAY -> startVal + progress * (end - startVal);
            case RATE_DECAY -> Math.max(startVal * StrictMath.pow(RATE, SEGMENTS * progress), end);
            case PERIODIC_DECAY -> {
                double x = PERIODS * progress;
                yield end + (startVal - end) / 2 * (1 + StrictMath.cos(x)) * (1 - x / PERIODS);
            }
        };
    }
}
