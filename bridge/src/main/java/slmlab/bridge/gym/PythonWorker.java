package slmlab.bridge.gym;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import slmlab.bridge.gym.WorkerFault.Kind;
import slmlab.env.python.PythonPath;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One Python process, its socket and its part of a vector's envs.
///
/// A call is [#ring] or [#send], then [#await] or one of the reads. A process that ends, is killed by [#tick] for
/// taking too long, or answers nonsense shows as a [WorkerFault] there.
final class PythonWorker implements AutoCloseable {
    static final byte RESET = 'R';
    static final byte STEP = 'S';
    static final byte STEP_ACTIVE = 'P';
    static final byte STEP_UNPAUSED = 'U';
    static final byte SAVE = 'V';
    static final byte LOAD = 'L';
    static final byte DRAW = 'D';
    private static final byte QUIT = 'Q';

    private static final String SOURCE = "SLM_LAB_WORKER"; // environment variable with the program
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final AtomicLong NUMBER = new AtomicLong();
    private static final int SLOW_CALLS = 10; // starting, resetting and loading may take so many times the limit
    private static final int GRACE = 3_000; // ms for an end

    private final WorkerProgram program;
    private final int first;
    private final int count;
    private final boolean alone;
    private final long limit; // ms of a step
    private final WorkerOutput output = new WorkerOutput();
    private final Path file; // to be mapped
    private final Path socket;
    private final ServerSocketChannel server;
    private final CompletableFuture<Process> process = new CompletableFuture<>();
    private final ByteBuffer one = ByteBuffer.allocateDirect(1);
    private final ByteBuffer number = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private volatile List<ProcessHandle> descendants = List.of(); // at the time of quit
    private @Nullable SocketChannel channel;
    private @Nullable Slots slots;
    private @Nullable IOException unsent;
    private volatile boolean isExpired;
    private volatile long waits; // odd while waiting for an answer
    private long calls; // the caller's count of the same
    private volatile long patience; // ms
    private long seen; // by tick
    private long waited; // by tick, ms

    /// Start a process; [#open] waits until it is ready.
    ///
    /// @param first its first env, in the vector
    /// @param alone whether its envs are the whole vector
    /// @param limit how long a step may take, ms
    PythonWorker(WorkerProgram program, int first, int count, boolean alone, long limit) {
        this.program = program;
        this.first = first;
        this.count = count;
        this.alone = alone;
        this.limit = limit;
        Path folder = WorkerProgram.folder();
        String name = "slm-lab-%s-".formatted(ProcessHandle.current().pid());
        this.file = folder.resolve(name + NUMBER.incrementAndGet());
        try {
            this.socket =
                    Leftovers.made(file, Files.createTempDirectory(folder, name).resolve("s"));
            this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            server.bind(UnixDomainSocketAddress.of(socket));
            server.configureBlocking(false);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a socket in %s".formatted(folder), e);
        }
        // Linux ends the process with the thread that started it, so this thread stays as long as the process.
        Thread.ofPlatform().daemon().name("python-worker").start(this::keep);
    }

    private void keep() {
        ProcessBuilder builder = new ProcessBuilder(
                        program.python().toString(),
                        "-u",
                        "-c",
                        "import os; exec(os.environ.pop('%s'))".formatted(SOURCE),
                        socket.toString(),
                        Long.toString(ProcessHandle.current().pid()))
                .redirectErrorStream(true);
        program.variables().forEach(builder.environment()::putIfAbsent);
        String path = PythonPath.with(builder.environment().get("PYTHONPATH"));
        if (!path.isEmpty()) {
            builder.environment().put("PYTHONPATH", path);
        }
        builder.environment().put(SOURCE, program.source()); // neither a file nor a page of text in the process list
        try {
            Process started = builder.start();
            process.complete(started);
            started.getOutputStream().close(); // an env that asks for input gets none
            output.readAll(started.getInputStream());
        } catch (IOException e) {
            process.completeExceptionally(e); // later than the start: the socket tells that it has ended
        }
    }

    /// Wait until the envs are made.
    Hello open() {
        try {
            accept();
            Map<String, Object> request = new LinkedHashMap<>(program.request());
            request.put("count", count);
            request.put("alone", alone);
            request.put("file", file.toString());
            message(null, MAPPER.writeValueAsString(request));
            Hello hello = Hello.read(json());
            slots = new Slots(file, hello, first, count);
            return hello;
        } catch (IOException e) {
            throw lost(e);
        } finally {
            clean();
        }
    }

    /// Wait for the process to connect. It may end before.
    private void accept() throws IOException {
        Process started = process();
        begin(SLOW_CALLS * limit);
        try {
            while (channel == null) {
                channel = server.accept();
                if (channel == null && !started.isAlive()) {
                    throw new IOException("ended before it connected");
                }
                if (channel == null) {
                    Thread.sleep(2);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            end();
            server.close();
        }
    }

    private Process process() throws IOException {
        try {
            return process.join();
        } catch (CompletionException e) {
            throw new IOException("cannot start %s: %s".formatted(program.python(), e.getCause()), e);
        }
    }

    Slots slots() {
        return Objects.requireNonNull(slots);
    }

    int first() {
        return first;
    }

    int count() {
        return count;
    }

    /// Begin a call. A failure shows when the answer is awaited.
    void ring(byte call) {
        one.clear().put(call).flip();
        try {
            write(one);
        } catch (IOException e) {
            unsent = e;
        }
    }

    /// Begin a call with a number.
    void ring(byte call, long argument, int bytes) {
        ring(call);
        number.clear().putLong(argument).flip().limit(bytes);
        try {
            write(number);
        } catch (IOException e) {
            unsent = e;
        }
    }

    /// Begin a call with text.
    void ring(byte call, String text) {
        try {
            message(call, text);
        } catch (IOException e) {
            unsent = e;
        }
    }

    private void message(@Nullable Byte call, String text) throws IOException {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer all = ByteBuffer.allocate(1 + Integer.BYTES + content.length).order(ByteOrder.LITTLE_ENDIAN);
        if (call != null) {
            all.put(call);
        }
        write(all.putInt(content.length).put(content).flip());
    }

    /// Wait for a step to be done.
    void await() {
        await(limit);
    }

    /// Wait for something slower than a step to be done: a reset, a load.
    void awaitSlow() {
        await(SLOW_CALLS * limit);
    }

    private void await(long millis) {
        try {
            byte answer = answer(millis);
            if (answer != 'k') {
                throw refused(answer);
            }
        } catch (IOException e) {
            throw lost(e);
        }
    }

    /// Wait for JSON.
    JsonNode json() {
        try {
            byte answer = answer(SLOW_CALLS * limit);
            if (answer != 'j') {
                throw refused(answer);
            }
            return MAPPER.readTree(content().array());
        } catch (IOException e) {
            throw lost(e);
        }
    }

    /// Wait for an image: height and width as ints, then three bytes for each pixel.
    ByteBuffer image() {
        try {
            byte answer = answer(SLOW_CALLS * limit);
            if (answer != 'p') {
                throw refused(answer);
            }
            return content();
        } catch (IOException e) {
            throw lost(e);
        }
    }

    private byte answer(long millis) throws IOException {
        if (unsent != null) {
            throw unsent;
        }
        begin(millis);
        try {
            one.clear();
            read(one);
            return one.get(0);
        } finally {
            end();
        }
    }

    /// Read the content that follows an answer.
    private ByteBuffer content() throws IOException {
        begin(limit);
        try {
            number.clear().limit(Integer.BYTES);
            read(number);
            ByteBuffer content = ByteBuffer.allocate(number.getInt(0)).order(ByteOrder.LITTLE_ENDIAN);
            read(content);
            return content.flip();
        } finally {
            end();
        }
    }

    private WorkerFault refused(byte answer) throws IOException {
        if (answer != 'e') {
            return lost(new IOException("answered with byte %s".formatted(answer)));
        }
        JsonNode error = MAPPER.readTree(content().array());
        String told = error.get("kind").asString();
        Kind kind = switch (told) {
            case "unknown" -> Kind.UNKNOWN_ID;
            case "old" -> Kind.TOO_OLD;
            case "vector" -> Kind.ONE_WORKER;
            default -> Kind.RAISED;
        };
        int env = slots == null ? -1 : slots.current();
        String message = error.get("message").asString().replaceAll("\\s+", " ");
        if (!told.equals("drawing")) { // the only error after which a worker continues
            leave();
        }
        return new WorkerFault(
                kind, env, told.equals("raised") ? "raised " + message + output.lastLines() : message, null);
    }

    /// Return the fault of a process that is gone or talks nonsense, and make sure that it is gone.
    private WorkerFault lost(IOException e) {
        int env = slots == null ? -1 : slots.current();
        String how;
        if (isExpired) {
            how = "did not answer for %s s and was ended (worker_timeout sets the limit)".formatted(patience / 1000.0);
        } else if (leave()) {
            int code = process.join().exitValue();
            how = code > 128 ? "was ended by signal %s".formatted(code - 128) : "ended with exit code " + code;
        } else {
            how = "was ended: " + e.getMessage();
        }
        return new WorkerFault(Kind.LOST, env, "its worker %s%s".formatted(how, output.lastLines()), e);
    }

    /// Let the process end by itself for a moment, then end it. Return whether it ended by itself.
    private boolean leave() {
        boolean alone = false;
        try {
            alone = process().waitFor(GRACE, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException _) { // it never started
            return false;
        }
        kill(); // also what it has started
        return alone;
    }

    /// Count how long the worker has been waited for, and end it if that is too long. Called now and then by one
    /// thread; counts no time in which this JVM was stopped.
    void tick(long millis) {
        long now = waits;
        if ((now & 1) == 0 || now != seen) {
            seen = now;
            waited = 0;
            return;
        }
        waited += millis;
        if (waited >= patience && !isExpired) {
            isExpired = true;
            kill();
        }
    }

    private void begin(long millis) {
        patience = millis;
        waits = ++calls;
    }

    private void end() {
        waits = ++calls;
    }

    private void read(ByteBuffer to) throws IOException {
        SocketChannel from = Objects.requireNonNull(channel);
        while (to.hasRemaining()) {
            if (from.read(to) < 0) {
                throw new IOException("closed its socket");
            }
        }
    }

    private void write(ByteBuffer from) throws IOException {
        SocketChannel to = Objects.requireNonNull(channel);
        while (from.hasRemaining()) {
            to.write(from);
        }
    }

    /// Ask the process to end; [#close] waits for it, and not for long.
    void quit() {
        if (process.isDone() && !process.isCompletedExceptionally()) {
            descendants = process.join().descendants().toList(); // once it has ended, nobody knows them
        }
        if (channel != null && channel.isOpen()) {
            ring(QUIT);
        }
    }

    /// End the process, and everything that it has started; its guard does the same for what is in its session.
    private void kill() {
        descendants.forEach(ProcessHandle::destroyForcibly);
        if (!process.isCompletedExceptionally()) {
            Process started = process.join();
            started.descendants().forEach(ProcessHandle::destroyForcibly);
            started.destroyForcibly();
        }
        closeChannel();
    }

    private void closeChannel() {
        try {
            server.close();
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Delete the names of file and socket; the worker does the same.
    private void clean() {
        try {
            Leftovers.delete(file, socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        leave();
        clean();
        if (slots != null) {
            slots.close();
            slots = null;
        }
    }
}
