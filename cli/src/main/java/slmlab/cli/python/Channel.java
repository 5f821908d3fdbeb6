package slmlab.cli.python;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import slmlab.LabException;

/// Calls from Python over shared memory, one at a time, served by a thread of its own.
///
/// Python writes the arguments, then the number of the call into `asked`; this side writes the results, then the same
/// number into `done`. Each side looks for the other's number for [#SPIN] and then sleeps: it says so in the header,
/// looks once more, and is woken by a message of [Frames]. A step of 64 CartPoles takes less than one such message.
/// Python cannot order its stores, so it writes `asked` only where the processor does (x86-64); elsewhere every number
/// comes in a message.
final class Channel implements AutoCloseable {
    /// Bytes before the arrays: numbers of 8 bytes in four cache lines, then the text of an error.
    static final int HEADER = 4608;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final long ASKED = 0; // number of the call, by Python
    private static final long CODE = 8; // which call
    private static final long ARGUMENT = 16;
    private static final long DONE = 64; // number of the last call that is done, by us
    private static final long STATUS = 72; // 0, WRONG or FAILED
    private static final long LENGTH = 80; // of the text, in bytes
    private static final long ASLEEP = 128; // whether our thread waits to be woken
    private static final long WAITING = 192; // whether Python does
    private static final int TEXT = 256;
    private static final long SPIN = 100_000; // ns
    private static final long WRONG = 1;
    private static final long FAILED = 2;

    /// What a channel does.
    interface Calls extends AutoCloseable {

        /// Serve a call: read the arguments from the arrays, and write the results there.
        void call(int code, long argument);

        @Override
        void close();
    }

    private final int id;
    private final SharedArrays arrays;
    private final Calls calls;
    private final Frames frames;
    private final MemorySegment memory;
    private final Thread thread;
    private volatile boolean closing;
    private volatile long told; // number of the last call that a message asked for

    Channel(int id, SharedArrays arrays, Calls calls, Frames frames) {
        this.id = id;
        this.arrays = arrays;
        this.calls = calls;
        this.frames = frames;
        this.memory = arrays.memory();
        this.thread = Thread.ofPlatform().daemon().name("python-channel-" + id).start(this::serve);
    }

    private void serve() {
        long number = 0;
        while (await(number + 1)) {
            number++;
            long status = 0;
            try {
                calls.call((int) (long) LONG.get(memory, CODE), (long) LONG.get(memory, ARGUMENT));
            } catch (IllegalArgumentException | IllegalStateException e) {
                status = tell(WRONG, String.valueOf(e.getMessage()));
            } catch (LabException e) {
                status = tell(FAILED, String.valueOf(e.getMessage()));
            } catch (RuntimeException | Error e) { // a bug of ours, or of an env: Python must not wait for ever
                status = tell(FAILED, e.toString());
            }
            LONG.set(memory, STATUS, status);
            LONG.setVolatile(memory, DONE, number);
            if ((long) LONG.getVolatile(memory, WAITING) != 0) {
                frames.write(Map.of("channel", id, "number", number));
            }
        }
        calls.close();
        arrays.close();
    }

    /// Wait until Python asks for a call; false if the channel is closed.
    private boolean await(long number) {
        long began = System.nanoTime();
        while (asked() < number) {
            if (closing) {
                return false;
            }
            if (System.nanoTime() - began < SPIN) {
                Thread.onSpinWait();
                continue;
            }
            LONG.setVolatile(memory, ASLEEP, 1L);
            if (asked() < number && !closing) {
                LockSupport.park(this);
            }
            LONG.setVolatile(memory, ASLEEP, 0L);
        }
        return true;
    }

    private long asked() {
        return Math.max(told, (long) LONG.getVolatile(memory, ASKED));
    }

    private long tell(long status, String message) {
        byte[] text = message.getBytes(StandardCharsets.UTF_8);
        byte[] part = Arrays.copyOf(text, Math.min(text.length, HEADER - TEXT));
        MemorySegment.copy(part, 0, memory, ValueLayout.JAVA_BYTE, TEXT, part.length);
        LONG.set(memory, LENGTH, (long) part.length);
        return status;
    }

    /// Wake the thread for a call.
    void wake(long number) {
        told = number;
        LockSupport.unpark(thread);
    }

    /// Say where header and arrays lie, for Python.
    Map<String, Object> written() {
        return Map.of("id", id, "memory", arrays.written());
    }

    /// End the thread after the call that it serves; it closes what it has used.
    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
    }
}
