package slmlab.experiment.record;

import java.util.List;
import java.util.Optional;
import slmlab.env.Envs;
import slmlab.metric.Baselines;
import slmlab.metric.Baselines.Baseline;

/// The zero from which strength is counted, in a run and whenever its metrics are computed again: what random actions
/// reach in the env.
///
/// @param mean return of random actions; 0 where it is not known
/// @param notes what to say about it: nothing where it is known
public record RandomBaseline(double mean, List<String> notes) {

    /// Look an env up, by its id or an older one.
    public static RandomBaseline of(String env) {
        Optional<Baseline> known = Baselines.of(id(env));
        return known.map(baseline -> new RandomBaseline(baseline.mean(), List.of()))
                .orElseGet(() -> new RandomBaseline(
                        0, List.of("no random baseline for %s: strength is counted from 0".formatted(env))));
    }

    private static String id(String env) {
        try {
            return Envs.entry(env).id();
        } catch (IllegalArgumentException _) {
            return env; // not installed here: the run is over
        }
    }
}
