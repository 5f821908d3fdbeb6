package slmlab.spec.key;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The providers of one kind: classes that the jars on the class path name in `META-INF/services`, and that
/// register components. They are looked for once, before the first lookup.
///
/// @param <S> the interface that they implement
public final class Providers<S> {
    private static final String OURS = "slmlab.";

    private final String kind;
    private final Class<S> service;
    private final Consumer<S> register;
    private boolean isSearched;
    private @Nullable String problem;

    /// @param kind what messages call a component: `env`, `algorithm`
    public Providers(String kind, Class<S> service, Consumer<S> register) {
        this.kind = kind;
        this.service = service;
        this.register = register;
    }

    /// Let every provider register, on the first call.
    ///
    /// @throws IllegalArgumentException on every call if one of them failed: its components would only seem to be
    ///     missing
    public synchronized void load() {
        if (!isSearched) {
            isSearched = true; // first, because a provider looks up what there is
            String provider = "on the class path";
            try {
                for (S each : found()) {
                    provider = each.getClass().getName();
                    register.accept(each);
                }
            } catch (RuntimeException | Error e) { // also a missing service or class
                problem = "the %s provider %s failed: %s; fix it, or take its jar off the class path"
                        .formatted(kind, provider, e);
            }
        }
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
    }

    /// Return the lab's own providers first, so that the order of the class path does not matter.
    private List<S> found() {
        List<S> all = new ArrayList<>();
        ServiceLoader.load(service, service.getClassLoader()).forEach(all::add);
        all.sort(Comparator.comparing(each -> !each.getClass().getName().startsWith(OURS)));
        return all;
    }
}
