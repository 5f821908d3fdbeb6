package slmlab.cli.python;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import slmlab.play.Player;
import slmlab.play.PolicyForm;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// A policy that acts on Python's observations: `Policy.predict`.
///
/// Two players, one of the best action and one that samples, each with a past of its own.
final class PolicyCalls implements Channel.Calls {
    private static final int SAMPLE = 1; // bits of the code
    private static final int RESET = 2;
    private static final int STARTS = 4;
    private static final int MASKED = 8;

    private final Player best;
    private final Player sampling;
    private final SharedArrays arrays;
    private final boolean pixels;
    private final boolean continuous;
    private final int width; // of an action
    private Batch batch;

    /// Arrays of the size that a player takes for a number of rows.
    private record Batch(int rows, Object obs, Object action, byte[] starts, byte[] mask) {}

    /// @param rows how many observations a call may have
    PolicyCalls(Player best, Player sampling, int rows) throws IOException {
        this.best = best;
        this.sampling = sampling;
        PolicyForm form = best.form();
        this.pixels = form.seesBytes();
        this.continuous = form.isContinuous();
        this.width = form.actionSize();
        SequencedMap<String, SharedArrays.Part> parts = new LinkedHashMap<>();
        parts.put("obs", part(pixels ? DType.UINT8 : DType.FLOAT32, rows, form.obsSize()));
        parts.put("action", part(continuous ? DType.FLOAT32 : DType.INT32, rows, width));
        parts.put("starts", part(DType.UINT8, rows, 1));
        if (form.maskSize() > 0) {
            parts.put("mask", part(DType.UINT8, rows, form.maskSize()));
        }
        this.arrays = new SharedArrays(Channel.HEADER, parts);
        this.batch = batch(1);
    }

    private static SharedArrays.Part part(DType dtype, int rows, int width) {
        return new SharedArrays.Part(dtype, Shape.of(rows, width), 0);
    }

    private Batch batch(int rows) {
        return new Batch(
                rows,
                pixels ? new byte[rows * best.obsSize()] : new float[rows * best.obsSize()],
                continuous ? new float[rows * width] : new int[rows * width],
                new byte[rows],
                new byte[rows * best.form().maskSize()]);
    }

    SharedArrays arrays() {
        return arrays;
    }

    /// Say what Python has to know of the policy.
    Map<String, Object> written() {
        PolicyForm form = best.form();
        return Map.of("facts", best.facts(), "has_past", form.hasPast(), "masks", form.maskSize());
    }

    @Override
    public void call(int code, long argument) {
        int rows = (int) argument;
        if (rows != batch.rows()) {
            batch = batch(rows);
        }
        Player player = (code & SAMPLE) != 0 ? sampling : best;
        if ((code & RESET) != 0) {
            player.reset();
        } else if ((code & STARTS) != 0) {
            arrays.take("starts", batch.starts(), rows);
            for (int i = 0; i < rows; i++) {
                if (batch.starts()[i] != 0) {
                    player.reset(i);
                }
            }
        }
        if ((code & MASKED) != 0) {
            arrays.take("mask", batch.mask(), batch.mask().length);
            player.mask(booleans(batch.mask()));
        }
        arrays.take("obs", batch.obs(), rows * best.obsSize());
        act(player);
        arrays.put("action", batch.action(), rows * width);
    }

    private void act(Player player) {
        switch (batch.obs()) {
            case float[] obs when batch.action() instanceof int[] to -> player.act(obs, to);
            case float[] obs when batch.action() instanceof float[] to -> player.act(obs, to);
            case byte[] obs when batch.action() instanceof int[] to -> player.act(obs, to);
            case byte[] obs when batch.action() instanceof float[] to -> player.act(obs, to);
            default -> throw new IllegalStateException("arrays of unknown types");
        }
    }

    private static boolean[] booleans(byte[] bytes) {
        boolean[] flags = new boolean[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            flags[i] = bytes[i] != 0;
        }
        return flags;
    }

    @Override
    public void close() {
        // players hold nothing but memory
    }
}
