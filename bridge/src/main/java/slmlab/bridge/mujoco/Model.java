package slmlab.bridge.mujoco;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;

/// A compiled MJCF file. Simulations copy it, so it can be closed once they are made.
final class Model implements AutoCloseable {
    private static final int BODY = 1; // mjOBJ_BODY
    private static final int JOINT = 3; // mjOBJ_JOINT
    private static final int ERROR_SIZE = 1024;
    private static final long MEGABYTE = 1_000_000;
    private static final long LARGEST = 100 * MEGABYTE; // bytes of a file
    private static final long PATIENCE = 3_000; // ms before it is said what is being loaded

    private final Path file;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment model;
    private final MemorySegment reader; // a batch from which fields are read by name

    /// @param isTrusted whether warnings about the file are omitted: they are for its author
    Model(Path file, boolean isTrusted) {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("there is no model file %s".formatted(file));
        }
        this.file = file;
        checkSize(file);
        Library.open();
        Thread waiting = isTrusted ? null : tellLater(file);
        try {
            MemorySegment error = arena.allocate(ERROR_SIZE);
            Native.MUTED.set(isTrusted);
            MemorySegment loaded = (MemorySegment) Native.LOAD_XML.invokeExact(
                    arena.allocateFrom(file.toString()), MemorySegment.NULL, error, ERROR_SIZE);
            if (loaded.equals(MemorySegment.NULL)) {
                throw new IllegalArgumentException("%s: MuJoCo says: %s"
                        .formatted(file, error.getString(0).strip().replaceAll("\\s*\\n\\s*", "; ")));
            }
            this.model = loaded.reinterpret(arena, Model::deleteModel);
            this.reader = batch(arena);
        } catch (RuntimeException e) {
            arena.close();
            throw e;
        } catch (Throwable e) {
            throw Native.failed("mj_loadXML", e);
        } finally {
            Native.MUTED.set(false);
            if (waiting != null) {
                waiting.interrupt();
            }
        }
    }

    /// Refuse a file that MuJoCo would compile for hours.
    private static void checkSize(Path file) {
        try {
            long size = Files.size(file);
            if (size > LARGEST) {
                throw new IllegalArgumentException(
                        "the model file %s has %s MB; at most %s MB are loaded: put meshes into files of their own"
                                .formatted(file, size / MEGABYTE, LARGEST / MEGABYTE));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("the model file %s cannot be read: %s".formatted(file, e), e);
        }
    }

    /// Say what is being loaded, unless that is interrupted soon: a small file can describe a huge model.
    private static Thread tellLater(Path file) {
        return Thread.ofPlatform().daemon().name("mujoco-load").start(() -> {
            try {
                Thread.sleep(PATIENCE);
                System.err.println("MuJoCo is still loading %s (%.1f MB); Ctrl-C ends it"
                        .formatted(file, (double) Files.size(file) / MEGABYTE));
            } catch (InterruptedException | IOException _) {
                return; // loaded, or failed
            }
        });
    }

    Path file() {
        return file;
    }

    /// Make a batch of one simulation, on the caller's thread, that keeps all its fields between calls.
    MemorySegment batch(Arena owner) {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment config = call.allocate(2L * Integer.BYTES, Long.BYTES); // int nthread; bool persistent
            Native.DEFAULT_CONFIG.invokeExact(config);
            config.set(ValueLayout.JAVA_INT, 0, 1);
            config.set(ValueLayout.JAVA_BOOLEAN, Integer.BYTES, true);
            MemorySegment error = call.allocate(ERROR_SIZE);
            MemorySegment batch = (MemorySegment) Native.MAKE_BATCH.invokeExact(model, 1, config, error, ERROR_SIZE);
            if (batch.equals(MemorySegment.NULL)) {
                throw new IllegalArgumentException("%s: MuJoCo says: %s".formatted(file, error.getString(0)));
            }
            return batch.reinterpret(owner, Model::deleteBatch);
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw Native.failed("mjb_makeBatch", e);
        }
    }

    /// Return a field of the model, such as `body_mass` or `opt.timestep`.
    double[] numbers(String field) {
        return values(field, Double.BYTES).toArray(ValueLayout.JAVA_DOUBLE);
    }

    /// Return a field of whole numbers, such as `geom_type`.
    int[] wholes(String field) {
        return values(field, Integer.BYTES).toArray(ValueLayout.JAVA_INT);
    }

    float[] floats(String field) {
        return values(field, Float.BYTES).toArray(ValueLayout.JAVA_FLOAT);
    }

    byte[] bytes(String field) {
        return values(field, 1).toArray(ValueLayout.JAVA_BYTE);
    }

    double timestep() {
        return numbers("opt.timestep")[0];
    }

    /// Return the number of a body by its name.
    int body(String name) {
        return id(BODY, "body", name);
    }

    int joint(String name) {
        return id(JOINT, "joint", name);
    }

    private int id(int type, String kind, String name) {
        int id;
        try (Arena call = Arena.ofConfined()) {
            id = (int) Native.NAME_TO_ID.invokeExact(model, type, call.allocateFrom(name));
        } catch (Throwable e) {
            throw Native.failed("mj_name2id", e);
        }
        if (id < 0) {
            throw new IllegalArgumentException("%s has no %s named %s".formatted(file, kind, name));
        }
        return id;
    }

    private MemorySegment values(String field, int bytes) {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment size = call.allocate(ValueLayout.JAVA_INT);
            MemorySegment each = call.allocate(ValueLayout.JAVA_INT);
            MemorySegment data =
                    (MemorySegment) Native.EXPAND.invokeExact(reader, call.allocateFrom(field), size, each);
            int count = size.get(ValueLayout.JAVA_INT, 0);
            if (count == 0) {
                return MemorySegment.NULL; // of size 0
            }
            if (data.equals(MemorySegment.NULL) || each.get(ValueLayout.JAVA_INT, 0) != bytes) {
                throw new IllegalStateException("MuJoCo has no model field %s of %s bytes".formatted(field, bytes));
            }
            return data.reinterpret((long) count * bytes, arena, null);
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw Native.failed("mjb_expand", e);
        }
    }

    private static void deleteModel(MemorySegment model) {
        try {
            Native.DELETE_MODEL.invokeExact(model);
        } catch (Throwable e) {
            throw Native.failed("mj_deleteModel", e);
        }
    }

    private static void deleteBatch(MemorySegment batch) {
        try {
            Native.DELETE_BATCH.invokeExact(batch);
        } catch (Throwable e) {
            throw Native.failed("mjb_deleteBatch", e);
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
