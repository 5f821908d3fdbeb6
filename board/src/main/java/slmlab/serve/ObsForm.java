package slmlab.serve;

import java.util.Arrays;
import java.util.Map;
import slmlab.play.Observation;
import slmlab.play.Player;
import slmlab.play.PolicyForm;

/// Which arrays are observations of a policy, and which of them one alone, which a batch.
final class ObsForm {
    /// What [#rows] says of an observation that is no batch.
    static final int ONE = -1;

    private final Player player;
    private final PolicyForm form;
    private final int[] shape; // of one observation
    private final int most;

    /// @param most observations of one request
    ObsForm(Player player, int most) {
        this.player = player;
        this.most = most;
        this.form = player.form();
        this.shape = form.obsShape();
    }

    PolicyForm form() {
        return form;
    }

    /// Return the number of observations that an array holds: `ONE` for one alone, `n` for a batch of `n`.
    ///
    /// @throws Refusal if it is neither
    int rows(int[] given) {
        if (isOne(given)) {
            return ONE;
        }
        if (given.length > 0 && isOne(Arrays.copyOfRange(given, 1, given.length))) {
            return checked(given[0]);
        }
        throw new Refusal(
                Refusal.UNFIT,
                "obs has shape %s; needs %s for one observation, or [n, %s for a batch"
                        .formatted(
                                Arrays.toString(given),
                                Arrays.toString(shape),
                                Arrays.toString(shape).substring(1)));
    }

    /// Refuse a number of observations before memory is taken for them.
    int checked(int rows) {
        if (rows == 0) {
            throw new Refusal(Refusal.UNFIT, "obs is empty; needs at least one observation");
        }
        if (rows > most) {
            throw new Refusal(
                    Refusal.UNFIT,
                    "the request has %s observations; at most %s are taken at once (--max-batch)"
                            .formatted(rows, most));
        }
        return rows;
    }

    private boolean isOne(int[] given) {
        boolean isFlat = given.length == 1 && given[0] == form.obsSize();
        return Arrays.equals(given, shape) || isFlat || (given.length == 0 && form.obsSize() == 1);
    }

    /// Put an observation together from its parts.
    ///
    /// @param number of the observation in its batch, for messages
    float[] row(Map<String, float[]> parts, int number) {
        try {
            Observation observation = player.observation();
            parts.forEach(observation::set);
            return observation.row();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new Refusal(Refusal.UNFIT, "observation %s: %s".formatted(number, e.getMessage()));
        }
    }
}
