package slmlab.cli.design;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import slmlab.agent.memory.MemoryConfig;
import slmlab.cli.CommandGroup;
import slmlab.design.DesignVerdict;
import slmlab.design.size.BatchSize;
import slmlab.design.size.ReplaySize;
import slmlab.env.Space;

/// `slm-lab calc`: the arithmetic of batches and replays.
@Command(
        name = "calc",
        header = "Compute the sizes of batches, or the memory of a replay.",
        subcommands = {CalcCommand.Batch.class, CalcCommand.Buffer.class},
        footer = {
            "  slm-lab calc batch --num-envs 8 --steps 128 --minibatches 4",
            "  slm-lab calc buffer --size 1000000 --obs 4,84,84 --dtype uint8"
        })
public final class CalcCommand extends CommandGroup {

    /// A calculation. An [IllegalArgumentException] is wrong input: exit code 2.
    abstract static class Calculation implements Callable<Integer> {
        private static final long MOST = 10_000_000;
        static final long MOST_FRAMES = 1_000_000_000_000L;

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Mixin
        private VerdictFlags flags = new VerdictFlags();

        @Option(
                names = "--obs",
                paramLabel = "N,N",
                split = ",",
                description = "shape of an observation, such as 4,84,84")
        private List<Integer> obs = List.of();

        @Option(names = "--dtype", paramLabel = "TYPE", description = "float32 or uint8 (default: ${DEFAULT-VALUE})")
        private String type = "float32";

        @Option(
                names = "--actions",
                paramLabel = "N",
                description = "numbers of a continuous action; 0 for a discrete one (default: ${DEFAULT-VALUE})")
        private int actions;

        @Option(names = "--memory", paramLabel = "MB", description = "most memory, in megabytes")
        private @Nullable Long megabytes;

        abstract DesignVerdict verdict();

        @Override
        public final Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            try {
                return flags.tell(verdict(), out);
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
            }
        }

        final Optional<Space> obs() {
            obs.forEach(size -> atLeast(1, "--obs", size));
            if (!type.equals("float32") && !type.equals("uint8")) {
                throw new IllegalArgumentException("--dtype is %s; needs float32 or uint8".formatted(type));
            }
            double volume = obs.stream().mapToDouble(Integer::doubleValue).reduce(1, (a, b) -> a * b);
            if (volume > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("--obs has %s numbers; that is too many".formatted(volume));
            }
            int[] shape = obs.stream().mapToInt(Integer::intValue).toArray();
            return obs.isEmpty()
                    ? Optional.empty()
                    : Optional.of(type.equals("uint8") ? Space.Box.pixels(shape) : Space.Box.of(-1, 1, shape));
        }

        final Space action() {
            atLeast(0, "--actions", actions);
            return actions == 0 ? new Space.Discrete(2) : Space.Box.of(-1, 1, actions);
        }

        final Optional<Long> memory() {
            if (megabytes != null) {
                atLeast(1, "--memory", megabytes);
            }
            return Optional.ofNullable(megabytes).map(each -> each * 1_000_000);
        }

        static long bytes(Space space) {
            return space.rowBytes();
        }

        static void atLeast(long least, String flag, long value) {
            between(least, MOST, flag, value);
        }

        static void between(long least, long most, String flag, long value) {
            if (value < least || value > most) {
                throw new IllegalArgumentException("%s is %s; needs %s to %s".formatted(flag, value, least, most));
            }
        }

        static void positive(String flag, @Nullable Double value) {
            if (value != null && !(value > 0 && Double.isFinite(value))) {
                throw new IllegalArgumentException("%s is %s; needs more than 0".formatted(flag, value));
            }
        }
    }

    /// `slm-lab calc batch`: an on-policy update.
    @Command(
            name = "batch",
            header = "Compute rollouts, minibatches, updates and learning rates.",
            footer = {
                "  slm-lab calc batch --num-envs 8 --steps 128 --minibatches 4",
                "  slm-lab calc batch --num-envs 16 --steps 2048 --minibatch 64 --epochs 10"
            })
    static final class Batch extends Calculation {
        @Option(names = "--num-envs", paramLabel = "N", description = "number of envs")
        private @Nullable Long numEnvs;

        @Option(names = "--envs", hidden = true)
        private @Nullable Long older;

        @Option(names = "--steps", paramLabel = "T", required = true, description = "steps of each env between updates")
        private long steps;

        @Option(names = "--minibatch", paramLabel = "N", description = "size of a minibatch")
        private @Nullable Long minibatch;

        @Option(names = "--minibatches", paramLabel = "M", description = "number of minibatches, instead of their size")
        private @Nullable Long minibatches;

        @Option(names = "--epochs", paramLabel = "E", description = "passes over a rollout (default: ${DEFAULT-VALUE})")
        private long epochs = 1;

        @Option(names = "--max-frame", paramLabel = "N", description = "frames of the run")
        private @Nullable Long maxFrame;

        @Option(names = "--frames", hidden = true)
        private @Nullable Long olderFrames;

        @Option(names = "--lr", paramLabel = "X", description = "learning rate that was tuned with --base-batch")
        private @Nullable Double lr;

        @Option(names = "--base-batch", paramLabel = "N", description = "minibatch that --lr was tuned with")
        private @Nullable Long baseBatch;

        @Option(names = "--actors", paramLabel = "N", description = "actors beside the learner")
        private @Nullable Long actors;

        @Option(names = "--steps-per-second", paramLabel = "X", description = "of each actor")
        private @Nullable Double stepsPerSecond;

        @Option(names = "--samples-per-second", paramLabel = "X", description = "that the learner takes")
        private @Nullable Double samplesPerSecond;

        @Override
        DesignVerdict verdict() {
            long envs = envs();
            @Nullable Long frames = maxFrame == null ? olderFrames : maxFrame;
            atLeast(1, "--num-envs", envs);
            atLeast(1, "--steps", steps);
            atLeast(1, "--epochs", epochs);
            if ((minibatch == null) == (minibatches == null)) {
                throw new IllegalArgumentException("give one of --minibatch and --minibatches");
            }
            if ((lr == null) != (baseBatch == null)) {
                throw new IllegalArgumentException("--lr and --base-batch go together");
            }
            positive("--lr", lr);
            atLeast(1, "--minibatch", minibatch == null ? 1 : minibatch);
            atLeast(1, "--minibatches", minibatches == null ? 1 : minibatches);
            atLeast(1, "--base-batch", baseBatch == null ? 1 : baseBatch);
            atLeast(1, "--actors", actors == null ? 1 : actors);
            between(1, MOST_FRAMES, "--max-frame", frames == null ? 1 : frames);
            Optional<Space> obs = obs();
            Space action = action();
            if (obs.isEmpty() && memory().isPresent()) {
                throw new IllegalArgumentException("--memory needs --obs, the shape of an observation");
            }
            return new BatchSize(
                            envs,
                            steps,
                            minibatch != null ? minibatch : size(),
                            epochs,
                            Optional.ofNullable(frames),
                            obs.map(each -> bytes(each) + bytes(action)),
                            memory(),
                            Optional.ofNullable(lr),
                            Optional.ofNullable(baseBatch),
                            speeds())
                    .verdict();
        }

        private long envs() {
            @Nullable Long given = numEnvs == null ? older : numEnvs;
            if (given == null) {
                throw new IllegalArgumentException("Missing required option: '--num-envs=N'");
            }
            return given;
        }

        /// Return the size that a number of minibatches gives.
        private long size() {
            long envs = envs();
            long count = minibatches == null ? 1 : minibatches;
            if (envs * steps % count != 0) {
                throw new IllegalArgumentException("--minibatches %s does not divide the rollout of %s × %s = %s"
                        .formatted(count, envs, steps, envs * steps));
            }
            return envs * steps / count;
        }

        private Optional<BatchSize.Speeds> speeds() {
            positive("--steps-per-second", stepsPerSecond);
            positive("--samples-per-second", samplesPerSecond);
            if (actors == null && stepsPerSecond == null && samplesPerSecond == null) {
                return Optional.empty();
            }
            if (actors == null || stepsPerSecond == null || samplesPerSecond == null) {
                throw new IllegalArgumentException("--actors, --steps-per-second and --samples-per-second go together");
            }
            return Optional.of(new BatchSize.Speeds(actors, stepsPerSecond, samplesPerSecond));
        }
    }

    /// `slm-lab calc buffer`: a replay.
    @Command(
            name = "buffer",
            header = "Compute the memory of a replay, and how often steps are used.",
            footer = {
                "  slm-lab calc buffer --size 1000000 --obs 4,84,84 --dtype uint8 --stack 4",
                "  slm-lab calc buffer --size 100000 --obs 8 --batch 256"
            })
    static final class Buffer extends Calculation {
        @Option(names = "--size", paramLabel = "N", required = true, description = "transitions: max_size of a memory")
        private int size;

        @Option(names = "--num-envs", paramLabel = "N", description = "number of envs (default: ${DEFAULT-VALUE})")
        private int numEnvs = 1;

        @Option(names = "--envs", hidden = true)
        private @Nullable Integer older;

        @Option(
                names = "--stack",
                paramLabel = "N",
                description = "frames that --obs stacks; one of them is stored (default: ${DEFAULT-VALUE})")
        private int stack = 1;

        @Option(names = "--prioritized", description = "PrioritizedReplay")
        private boolean prioritized;

        @Option(names = "--sessions", paramLabel = "N", description = "replays at a time (default: ${DEFAULT-VALUE})")
        private int sessions = 1;

        @Option(names = "--batch", paramLabel = "N", description = "transitions of an update")
        private @Nullable Long batch;

        @Option(
                names = "--updates",
                paramLabel = "N",
                description = "updates in --every steps (default: ${DEFAULT-VALUE})")
        private long updates = 1;

        @Option(names = "--every", paramLabel = "N", description = "steps between updates (default: ${DEFAULT-VALUE})")
        private long every = 1;

        @Override
        DesignVerdict verdict() {
            int envs = older == null ? numEnvs : older;
            between(1, MOST_FRAMES, "--size", size);
            atLeast(1, "--num-envs", envs);
            atLeast(1, "--stack", stack);
            atLeast(1, "--sessions", sessions);
            atLeast(1, "--updates", updates);
            atLeast(1, "--every", every);
            atLeast(1, "--batch", batch == null ? 1 : batch);
            if (batch == null && (updates != 1 || every != 1)) {
                throw new IllegalArgumentException("--updates and --every need --batch");
            }
            Space obs = obs().orElseThrow(() ->
                    new IllegalArgumentException("give --obs, the shape of an observation, such as 4 or 4,84,84"));
            if (obs.rowSize() % stack != 0) {
                throw new IllegalArgumentException(
                        "--stack %s does not divide the %s numbers of --obs".formatted(stack, obs.rowSize()));
            }
            MemoryConfig.Kind kind = prioritized ? MemoryConfig.Kind.PRIORITIZED_REPLAY : MemoryConfig.Kind.REPLAY;
            MemoryConfig config = new MemoryConfig(kind, 1, size, false, 0.6, 1e-4, null, 1, null, 0);
            return new ReplaySize(
                            config,
                            obs,
                            stack,
                            action(),
                            envs,
                            sessions,
                            memory(),
                            Optional.ofNullable(batch),
                            updates,
                            every)
                    .verdict();
        }
    }
}
