package slmlab.serve;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import slmlab.play.PolicyForm;

/// What a client sent, in whichever format. Fields are set while it is read, then [#act] checks all of them.
final class ActRequest {
    private static final Pattern SESSION = Pattern.compile("[A-Za-z0-9._:-]{1,100}");

    @Nullable
    Object obs; // float[] or byte[], a row for each observation

    int rows = ObsForm.ONE; // or of a batch

    float @Nullable [] mask; // 1 for what can be taken
    float @Nullable [] reset; // 1 where an episode begins: one flag for each row, or one for all
    boolean deterministic = true;
    boolean details;

    @Nullable
    String session;

    /// Check everything against the policy, before it waits for its turn among others.
    ///
    /// @throws Refusal that says what does not fit
    Act act(PolicyForm form) {
        int count = rows == ObsForm.ONE ? 1 : rows;
        if (obs == null) {
            throw new Refusal(Refusal.UNFIT, "the request has no obs; needs an observation, or several");
        }
        try {
            return new Act(
                    count,
                    rows == ObsForm.ONE,
                    observations(form),
                    masks(form, count),
                    deterministic,
                    details,
                    session(form),
                    resets(count),
                    new CompletableFuture<>());
        } catch (IllegalArgumentException e) {
            throw new Refusal(Refusal.UNFIT, String.valueOf(e.getMessage()));
        }
    }

    private Object observations(PolicyForm form) {
        if (obs instanceof byte[] pixels) {
            form.check(pixels);
            return pixels;
        }
        float[] numbers = (float[]) Objects.requireNonNull(obs);
        form.check(numbers);
        if (!form.seesBytes()) {
            return numbers;
        }
        byte[] pixels = new byte[numbers.length];
        for (int i = 0; i < pixels.length; i++) {
            int pixel = (int) numbers[i];
            if (pixel != numbers[i] || pixel < 0 || pixel > 255) {
                throw new IllegalArgumentException(
                        "number %s of observation %s is %s; needs a whole number from 0 to 255"
                                .formatted(i % form.obsSize(), i / form.obsSize(), numbers[i]));
            }
            pixels[i] = (byte) pixel;
        }
        return pixels;
    }

    private boolean @Nullable [] masks(PolicyForm form, int count) {
        if (mask == null) {
            if (form.maskSize() > 0) {
                throw new IllegalArgumentException(
                        "the policy was trained with action masks; give mask, with %s entries for each observation"
                                .formatted(form.maskSize()));
            }
            return null;
        }
        boolean[] flags = flags("mask", mask);
        if (form.checkMask(flags) != count) {
            throw new IllegalArgumentException("mask has %s entries for %s observations; needs %s for each"
                    .formatted(flags.length, count, form.maskSize()));
        }
        return flags;
    }

    private @Nullable String session(PolicyForm form) {
        if (!form.hasPast()) {
            if (session != null || reset != null) {
                throw new IllegalArgumentException(
                        "this policy has neither a recurrent net nor stacked observations; leave out session and reset");
            }
            return null;
        }
        if (session == null) {
            throw new IllegalArgumentException(
                    "this policy remembers the observations before; give a session, and \"reset\": true at the start of each episode");
        }
        if (!SESSION.matcher(session).matches()) {
            throw new IllegalArgumentException("session needs 1 to 100 letters, digits and the characters . _ : -");
        }
        return session;
    }

    private boolean @Nullable [] resets(int count) {
        if (reset == null) {
            return null;
        }
        boolean[] given = flags("reset", reset);
        if (given.length != 1 && given.length != count) {
            throw new IllegalArgumentException(
                    "reset has %s entries for %s observations; needs one for each, or one for all"
                            .formatted(given.length, count));
        }
        boolean[] each = new boolean[count];
        for (int i = 0; i < count; i++) {
            each[i] = given[given.length == 1 ? 0 : i];
        }
        return each;
    }

    private static boolean[] flags(String what, float[] numbers) {
        boolean[] flags = new boolean[numbers.length];
        for (int i = 0; i < flags.length; i++) {
            if (numbers[i] != 0 && numbers[i] != 1) {
                throw new IllegalArgumentException(
                        "%s[%s] is %s; needs true or false, or 1 or 0".formatted(what, i, numbers[i]));
            }
            flags[i] = numbers[i] == 1;
        }
        return flags;
    }
}
