package slmlab.design.size;

import java.util.Map;
import java.util.Optional;
import slmlab.agent.memory.Footprint;
import slmlab.agent.memory.MemoryConfig;
import slmlab.design.Code;
import slmlab.design.DesignVerdict;
import slmlab.design.FactNumber;
import slmlab.design.Findings;
import slmlab.env.Space;

/// The memory of a replay, exactly as a run would take it, and how often each step is used.
///
/// @param stack observations in each stack; 1 for none
/// @param sessions replays at a time
/// @param memory bytes that they may take
/// @param batch transitions of an update
/// @param updates in every `every` steps
public record ReplaySize(
        MemoryConfig config,
        Space obs,
        int stack,
        Space action,
        int envs,
        int sessions,
        Optional<Long> memory,
        Optional<Long> batch,
        long updates,
        long every) {

    private static final double MANY_UPDATES = 20; // for each step
    private static final long BATCHES = 10;

    /// Compute everything, with findings about what does not fit.
    public DesignVerdict verdict() {
        Findings found = new Findings();
        Footprint footprint = Footprint.of(obs, stack, action, envs, false, Map.of(), config);
        double bytes = (double) footprint.bytes() * sessions;
        found.fact("transitions", config.maxSize());
        found.fact("bytes_per_transition", footprint.rowBytes());
        found.fact("bytes_of_priorities", footprint.treeBytes());
        found.fact("bytes", FactNumber.fact(bytes));
        found.fact("in_words", Footprint.text(bytes));
        memory.filter(limit -> bytes > limit)
                .ifPresent(limit -> found.add(
                        Code.C04,
                        "memory",
                        "is %s, and the replay takes %s".formatted(Footprint.text(limit), Footprint.text(bytes)),
                        "use at most %s transitions"
                                .formatted(FactNumber.number(Math.floor(limit / bytes * config.maxSize())))));
        batch.ifPresent(each -> tellReuse(each, found));
        return found.verdict();
    }

    private void tellReuse(long batch, Findings found) {
        double ratio = (double) batch * updates / every;
        found.fact("replay_ratio", FactNumber.fact(ratio));
        found.fact("gradient_steps_per_step", FactNumber.fact((double) updates / every));
        if (config.maxSize() / BATCHES < batch) {
            found.add(
                    Code.C06,
                    "size",
                    "is %s, and a batch %s: batches repeat each other".formatted(config.maxSize(), batch),
                    "keep ten batches or more");
        }
        if ((double) updates / every > MANY_UPDATES) {
            found.add(
                    Code.C03,
                    "updates",
                    "are %s for each step".formatted(FactNumber.number((double) updates / every)),
                    "use at most 20; more needs resets or ensembles");
        }
    }
}
