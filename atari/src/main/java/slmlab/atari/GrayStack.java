package slmlab.atari;

import java.util.Arrays;
import slmlab.env.Frame;
import slmlab.env.render.AreaResize;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.State;

/// The last images of a game, small and gray: each the brighter of two frames of the screen, scaled down. An
/// episode begins with black ones before its first.
final class GrayStack {
    private final int count;
    private final int area; // of a small image
    private final int width; // of the screen
    private final byte[] indices; // of colors, as the screen shows them
    private final byte[] bright; // the newest frame; after push() the brighter of the two
    private final byte[] before; // the frame before it
    private final byte[] stack; // a ring of `count` images
    private final AreaResize resize;
    private int oldest; // place in the ring

    GrayStack(Emulator emulator, AtariConfig config) {
        this.count = config.stack();
        this.area = config.height() * config.width();
        this.width = emulator.width();
        int screen = emulator.height() * emulator.width();
        this.indices = new byte[screen];
        this.bright = new byte[screen];
        this.before = new byte[screen];
        this.stack = new byte[count * area];
        this.resize = new AreaResize(emulator.height(), emulator.width(), 1, config.height(), config.width());
    }

    /// Forget all images.
    void clear() {
        Arrays.fill(stack, (byte) 0);
        Arrays.fill(before, (byte) 0);
        oldest = 0;
    }

    /// Take the screen as the newest frame.
    void capture(Emulator emulator) {
        capture(emulator, bright);
    }

    /// Take the screen as the frame before the newest.
    void captureBefore(Emulator emulator) {
        capture(emulator, before);
    }

    private void capture(Emulator emulator, byte[] to) {
        emulator.screen(indices);
        byte[] grays = emulator.grays();
        for (int at = 0; at < indices.length; at += width) {
            if (at > 0 && Arrays.equals(indices, at, at + width, indices, at - width, at)) {
                System.arraycopy(to, at - width, to, at, width); // as most rows of most games
            } else {
                for (int i = at; i < at + width; i++) {
                    to[i] = grays[indices[i] & 0xff];
                }
            }
        }
    }

    /// Add an image of the captured frames, in the place of the oldest.
    ///
    /// @param maxpool whether it is the brighter of both, rather than the newest
    void push(boolean maxpool) {
        if (maxpool) {
            for (int at = 0; at < bright.length; at += width) {
                if (!Arrays.equals(bright, at, at + width, before, at, at + width)) {
                    brighten(at);
                }
            }
        }
        resize.scale(bright, 0, stack, oldest * area);
        oldest = (oldest + 1) % count;
    }

    private void brighten(int at) {
        for (int i = at; i < at + width; i++) {
            bright[i] = (byte) Math.max(bright[i] & 0xff, before[i] & 0xff);
        }
    }

    /// Show all images, the oldest first.
    void write(Frame frame) {
        int first = oldest * area;
        frame.pixels(0, stack, first, stack.length - first);
        frame.pixels(stack.length - first, stack, 0, first);
    }

    void save(State to) {
        to.put("oldest", oldest);
        to.put("stack", bytes(stack));
        to.put("bright", bytes(bright));
        to.put("before", bytes(before));
    }

    void load(State from) {
        oldest = (int) from.whole("oldest");
        bytes(stack).copyFrom(from.array("stack"));
        bytes(bright).copyFrom(from.array("bright"));
        bytes(before).copyFrom(from.array("before"));
    }

    private static Array bytes(byte[] all) {
        return Array.ofBytes(Shape.of(all.length), all);
    }
}
