package slmlab.bridge.mujoco;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// MuJoCo's C functions, as its headers `mujoco.h` and `mjbatch.h` declare them.
///
/// Call [Library#open] first: it reports what is wrong with the library, which an initializer cannot.
final class Native {
    private static final SymbolLookup LIBRARY = Library.open();
    private static final int LONGEST_WARNING = 2048;
    /// Whether this thread's warnings are omitted.
    static final ThreadLocal<Boolean> MUTED = ThreadLocal.withInitial(() -> false);

    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    static final MethodHandle LOAD_XML = function("mj_loadXML", ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_INT);
    static final MethodHandle DELETE_MODEL = procedure("mj_deleteModel", ADDRESS);
    static final MethodHandle NAME_TO_ID = function("mj_name2id", JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
    static final MethodHandle MAKE_BATCH =
            function("mjb_makeBatch", ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
    static final MethodHandle DELETE_BATCH = procedure("mjb_deleteBatch", ADDRESS);
    static final MethodHandle DEFAULT_CONFIG = procedure("mjb_defaultConfig", ADDRESS);
    static final MethodHandle STATE_SIZE = function("mjb_nstate", JAVA_INT, ADDRESS);
    static final MethodHandle STATE = function("mjb_state", ADDRESS, ADDRESS);
    static final MethodHandle STATE_COMPONENT = function("mjb_stateComponent", ADDRESS, ADDRESS, JAVA_INT, ADDRESS);
    static final MethodHandle OUTPUT = function("mjb_output", ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    static final MethodHandle EXPAND = function("mjb_expand", ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    static final MethodHandle ERROR = function("mjb_error", ADDRESS, ADDRESS, JAVA_INT);

    // batch, ids, their number, …: the number of simulations that failed
    static final MethodHandle RESET = function("mjb_reset", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT);
    static final MethodHandle STEP = function("mjb_step", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT);
    static final MethodHandle FORWARD = function("mjb_forward", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT);
    static final MethodHandle APPLY =
            function("mjb_apply", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);

    /// A function for [#APPLY]: it takes the model and the data, and ignores the rest.
    static final MemorySegment CONTACT_FORCES = symbol("mj_rnePostConstraint");

    static {
        Consumer<MemorySegment> warn = Native::warn;
        MethodHandle accept;
        try {
            accept = MethodHandles.publicLookup()
                    .findVirtual(Consumer.class, "accept", MethodType.methodType(void.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
        MemorySegment stub = Linker.nativeLinker()
                .upcallStub(
                        accept.bindTo(warn).asType(MethodType.methodType(void.class, MemorySegment.class)),
                        FunctionDescriptor.ofVoid(ADDRESS),
                        Arena.global());
        symbol("mju_user_warning").reinterpret(ADDRESS.byteSize()).set(ADDRESS, 0, stub);
    }

    private Native() {}

    /// Return what a call that threw is reported as. MuJoCo itself throws nothing: its errors are return values.
    static IllegalStateException failed(String function, Throwable e) {
        return new IllegalStateException("MuJoCo: the call of %s failed: %s".formatted(function, e), e);
    }

    /// Say each of MuJoCo's warnings once, in place of its file MUJOCO_LOG.TXT in the working folder. Calls of the
    /// library run on the caller's thread, so it can choose not to hear them.
    private static void warn(MemorySegment message) {
        if (MUTED.get()) {
            return;
        }
        String text = message.reinterpret(LONGEST_WARNING).getString(0);
        String kind = text.replaceAll("[-+]?\\d[\\d.e+-]*", "#"); // the same warning at another time
        if (WARNED.add(kind)) {
            System.err.println("MuJoCo: " + text);
        }
    }

    private static MethodHandle function(String name, ValueLayout result, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(symbol(name), FunctionDescriptor.of(result, arguments));
    }

    private static MethodHandle procedure(String name, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(symbol(name), FunctionDescriptor.ofVoid(arguments));
    }

    private static MemorySegment symbol(String name) {
        return LIBRARY.find(name)
                .orElseThrow(() -> new IllegalStateException("MuJoCo's library has no function " + name));
    }
}
