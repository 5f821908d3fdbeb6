package slmlab.atari;

import java.util.Arrays;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// A running game as its beginning and every frame's action since: what saves and loads it exactly.
///
/// Snapshots of the emulator are exact at the beginning of all its games; in the middle of six (Q*bert among
/// them) ALE 0.7.3 leaves out fields. Playing the frames again takes some 60 µs each.
final class GameLog {
    private static final int FIRST = 1 << 12;

    private byte[] beginning = new byte[0];
    private byte[] actions = new byte[FIRST];
    private int frames;

    void begin(Emulator emulator) {
        beginning = emulator.snapshot();
        frames = 0;
    }

    /// Add the action of a frame. The log doubles when it is full.
    void add(int action) {
        if (frames == actions.length) {
            actions = Arrays.copyOf(actions, 2 * frames);
        }
        actions[frames++] = (byte) action;
    }

    void save(State to) {
        to.put("beginning", Array.ofBytes(Shape.of(beginning.length), beginning));
        to.put("actions", Array.ofBytes(Shape.of(frames), Arrays.copyOf(actions, frames)));
    }

    /// Play the saved game again.
    void load(State from, Emulator emulator) {
        beginning = from.array("beginning").bytes().clone();
        byte[] saved = from.array("actions").bytes();
        actions = Arrays.copyOf(saved, Math.max(FIRST, saved.length));
        frames = saved.length;
        emulator.restore(beginning);
        for (byte action : saved) {
            emulator.act(action);
        }
    }
}
