package slmlab.play;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.SequencedMap;
import slmlab.tensor.DType;
import slmlab.tensor.Graph;
import slmlab.tensor.Tensor;

/// What goes into an act of a policy, and what comes out: sizes, types, and checks that [Player#act] makes too. It may
/// be used by any number of threads, so that a program can refuse what it is given before the player's turn comes.
public final class PolicyForm {
    private final PolicyFile policy;
    private final Graph graph;
    private final ObsCheck obs;
    private final int maskSize;

    PolicyForm(PolicyFile policy) {
        this.policy = policy;
        this.graph = policy.graphs().lastEntry().getValue();
        this.obs = new ObsCheck(policy.obs());
        Tensor mask = graph.inputs().get("mask");
        this.maskSize = mask == null ? 0 : mask.shape().volume();
    }

    /// Return the shape of one observation.
    public int[] obsShape() {
        String[] words = Objects.requireNonNull(policy.facts().get("obs")).split(" ", -1); // "FLOAT32 [4]"
        return Settings.sizes("obs", words[1]);
    }

    /// Return how many numbers one observation has.
    public int obsSize() {
        return policy.obs().frame();
    }

    /// Whether observations are bytes, as pixels are.
    public boolean seesBytes() {
        return policy.obs().type() == DType.UINT8;
    }

    /// Return how many numbers [Observation#set] takes for each named part of an observation, in the order of the
    /// row;
    /// nothing where an observation is one array.
    public SequencedMap<String, Integer> parts() {
        SequencedMap<String, Integer> parts = new LinkedHashMap<>();
        policy.entries().forEach(entry -> parts.put(entry.name(), entry.given()));
        return Collections.unmodifiableSequencedMap(parts);
    }

    /// Return how many numbers one action has; 1 for a single discrete one.
    public int actionSize() {
        return policy.action().width();
    }

    /// Whether actions are continuous: floats, not ints.
    public boolean isContinuous() {
        return policy.action() instanceof ActionKind.Box;
    }

    /// Whether an action is a single discrete one.
    public boolean isSingleChoice() {
        return policy.action() instanceof ActionKind.Choices choices && choices.one();
    }

    /// Return how many entries the mask of one row has; 0 where the policy takes none.
    public int maskSize() {
        return maskSize;
    }

    /// Whether an act depends on earlier ones: through recurrent nets or stacked observations.
    public boolean hasPast() {
        return policy.obs().stack() > 1
                || graph.outputs().keySet().stream().anyMatch(name -> name.endsWith(Columns.STATE));
    }

    /// Whether the policy knows the value of observations.
    public boolean hasValue() {
        return graph.outputs().containsKey("value");
    }

    /// Refuse observations that the policy cannot act on: another number of values, a NaN.
    ///
    /// @return how many they are
    public int check(float... observations) {
        int rows = obs.rows(observations.length);
        obs.check(observations);
        return rows;
    }

    /// Refuse pixels that the policy cannot act on.
    ///
    /// @return how many observations they are
    public int check(byte[] pixels) {
        obs.checkBytes();
        return obs.rows(pixels.length);
    }

    /// Refuse a mask that leaves a choice without any action, or does not fit.
    ///
    /// @return of how many rows it is
    public int checkMask(boolean... possible) {
        int width = maskSize;
        if (width == 0) {
            throw new IllegalArgumentException("an action mask; this policy was trained without them, give none");
        }
        if (possible.length == 0 || possible.length % width != 0) {
            throw new IllegalArgumentException(
                    "an action mask of %s; one row has %s actions, a batch a multiple of that"
                            .formatted(possible.length, width));
        }
        Masks.check(possible, (ActionKind.Choices) policy.action());
        return possible.length / width;
    }
}
