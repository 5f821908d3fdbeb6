package slmlab.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;

/// A second Ctrl-C while the first is still being handled; Java itself would let it wait.
final class Signals {
    private static final int SIGNALLED = 128; // the exit code of a process is this and the number of its signal

    private Signals() {}

    /// Let the next SIGINT or SIGTERM end this process at once.
    ///
    /// Java's only access to signals is `sun.misc.Signal`; javac warns wherever it is named, so it is looked up by
    /// name.
    ///
    /// @param last runs before the process ends
    /// @return false if this Java has no such class
    static boolean haltOnNext(Runnable last) {
        try {
            Class<?> type = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            InvocationHandler halt = (_, _, args) -> {
                last.run();
                int number = (int) type.getMethod("getNumber").invoke(args[0]);
                Runtime.getRuntime().halt(SIGNALLED + number);
                return null;
            };
            Object handler = Proxy.newProxyInstance(Signals.class.getClassLoader(), new Class<?>[] {handlerType}, halt);
            for (String name : List.of("INT", "TERM")) {
                Object signal = type.getConstructor(String.class).newInstance(name);
                type.getMethod("handle", type, handlerType).invoke(null, signal, handler);
            }
            return true;
        } catch (ReflectiveOperationException _) {
            return false;
        }
    }
}
