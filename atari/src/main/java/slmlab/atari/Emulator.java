package slmlab.atari;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import org.bytedeco.ale.ALEInterface;
import org.bytedeco.ale.ALEScreen;
import org.bytedeco.ale.ALEState;
import org.bytedeco.ale.ColourPalette;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Loader;
import slmlab.env.NotInstalledException;

/// One emulated console with a cartridge in it. It opens no window and makes no sound.
///
/// Consoles share nothing once they are made, so each may run on a thread of its own; they are made one at a time.
final class Emulator implements AutoCloseable {
    static final int NOOP = 0;
    static final int FIRE = 1;
    static final int RAM = 128;
    private static final int COLORS = 256;
    private static final int ERRORS_ONLY = 2;

    private final Path rom;
    private final int mode;
    private final int difficulty;
    private final ALEInterface ale;
    private final byte[] grays = new byte[COLORS];
    private final int[] colors = new int[COLORS];
    private final int height;
    private final int width;
    private MemorySegment screen = MemorySegment.NULL; // indices of colors, as the console shows them now

    /// @param mode of the game; −1 for its own
    /// @param difficulty of the game; −1 for its own
    /// @throws IllegalArgumentException for a file that is no known game, or a mode that it does not have
    Emulator(Path rom, int mode, int difficulty) {
        this.rom = rom;
        this.mode = mode;
        this.difficulty = difficulty;
        synchronized (Emulator.class) {
            load();
            checkRom();
            this.ale = new ALEInterface();
            ale.setFloat("repeat_action_probability", 0); // we repeat them, to save and load exactly
            ale.setInt("random_seed", 0);
        }
        try {
            insert();
            checkMode("mode", mode, ale.getAvailableModes());
            checkMode("difficulty", difficulty, ale.getAvailableDifficulties());
            ALEScreen first = ale.getScreen();
            this.height = (int) first.height();
            this.width = (int) first.width();
            ColourPalette palette = ale.theOSystem().colourPalette();
            for (int i = 0; i < COLORS - 1; i++) { // the last is no color
                grays[i] = palette.getGrayscale(i);
                colors[i] = palette.getRGB(i);
            }
            restart();
        } catch (RuntimeException | Error e) {
            ale.close();
            throw e;
        }
    }

    private static void load() {
        try {
            Loader.load(ALEInterface.class);
        } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
            throw new NotInstalledException("Atari: the emulator has no native library for %s (%s); it runs on %s"
                    .formatted(Loader.getPlatform(), e.getMessage(), "linux-x86_64, macosx-x86_64 and windows-x86_64"));
        }
        Silence.ONCE.run();
    }

    /// Keeps the emulator from telling every cartridge on the error stream: what it tells, we check.
    private enum Silence implements Runnable {
        ONCE;

        private boolean isDone;

        @Override
        public void run() {
            if (isDone) {
                return;
            }
            isDone = true;
            SymbolLookup.loaderLookup()
                    .find("_ZN3ale6Logger7setModeENS0_4modeE")
                    .ifPresent(symbol -> {
                        try {
                            Linker.nativeLinker()
                                    .downcallHandle(symbol, FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT))
                                    .invokeExact(ERRORS_ONLY);
                        } catch (Throwable e) {
                            throw new IllegalStateException(e);
                        }
                    });
        }
    }

    /// The emulator ends the process for a file that it does not know, so it is asked first.
    private void checkRom() {
        try {
            ALEInterface.isSupportedROM(rom.toString()).get();
        } catch (RuntimeException _) { // an empty std::optional
            throw new IllegalArgumentException(
                    "%s is no game that ALE 0.7.3 knows, or another edition of it; slm-lab setup atari installs known ones"
                            .formatted(rom));
        }
    }

    private static void checkMode(String what, int chosen, IntPointer available) {
        int[] all = new int[(int) available.limit()];
        available.get(all);
        if (chosen >= 0 && Arrays.stream(all).noneMatch(one -> one == chosen)) {
            throw new IllegalArgumentException(
                    "%s is %s; the game has %s".formatted(what, chosen, Arrays.toString(all)));
        }
    }

    /// Begin as a console that was just switched on, whatever was played before.
    void insert() {
        synchronized (Emulator.class) {
            ale.loadROM(rom.toString());
        }
        screen = MemorySegment.ofAddress(ale.getScreen().getArray().address())
                .reinterpret(ale.getScreen().arraySize());
    }

    /// Begin a game.
    void restart() {
        if (mode >= 0) {
            ale.setMode(mode);
        }
        if (difficulty >= 0) {
            ale.setDifficulty(difficulty);
        }
        ale.reset_game();
    }

    /// Hold an action for one frame and return the reward.
    int act(int action) {
        return ale.act(action);
    }

    boolean isOver() {
        return ale.game_over();
    }

    int lives() {
        return ale.lives();
    }

    int height() {
        return height;
    }

    int width() {
        return width;
    }

    int[] actions(boolean all) {
        IntPointer set = all ? ale.getLegalActionSet() : ale.getMinimalActionSet();
        int[] actions = new int[(int) set.limit()];
        set.get(actions);
        return actions;
    }

    /// Copy the screen, one index of a color per pixel.
    void screen(byte[] to) {
        MemorySegment.copy(screen, ValueLayout.JAVA_BYTE, 0, to, 0, to.length);
    }

    /// Return the brightness of each color, as ALE's own grayscale screens have it.
    byte[] grays() {
        return grays;
    }

    /// Return each color as 0xRRGGBB.
    int[] colors() {
        return colors;
    }

    void ram(byte[] to) {
        BytePointer ram = ale.getRAM().array();
        ram.get(to);
    }

    /// Return the console's state as bytes.
    byte[] snapshot() {
        try (ALEState state = ale.cloneSystemState();
                BytePointer text = state.serialize()) {
            byte[] bytes = new byte[(int) text.limit()];
            text.get(bytes);
            return bytes;
        }
    }

    /// Continue from a snapshot of the same game, in a console just switched on: others keep traces of their own.
    void restore(byte[] snapshot) {
        insert();
        try (BytePointer text = new BytePointer(snapshot);
                ALEState state = new ALEState(text)) {
            ale.restoreSystemState(state);
        }
    }

    @Override
    public void close() {
        ale.close();
    }
}
