package slmlab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slmlab.agent.Algorithm;
import slmlab.agent.Clock;
import slmlab.agent.part.Sharing;
import slmlab.env.wrapper.WrapperStack;
import slmlab.experiment.plan.EnvFactory;
import slmlab.experiment.plan.Learner;
import slmlab.experiment.plan.Plan;
import slmlab.experiment.record.Evaluation;
import slmlab.experiment.state.Background;
import slmlab.experiment.state.StateFolder;
import slmlab.run.RunFolder;
import slmlab.tensor.RandomStream;
import slmlab.tensor.State;

/// Workers that have loaded what a run folder has of them, and have not run yet.
public final class LoadedWorkers {
    static final String WEIGHTS = "agent\\.variables\\.(?!target_).*";
    private static final int EPISODES = 8;

    private LoadedWorkers() {}

    /// All workers begin with the shared weights of the newest state.
    public static void assertBeginWithTheNewestWeights(RunFolder folder) {
        Map<String, String> newest = numbers(newest(folder), WEIGHTS);
        look(
                folder,
                workers -> assertThat(workers)
                        .allSatisfy(worker -> assertThat(numbers(now(worker), WEIGHTS))
                                .isNotEmpty()
                                .isEqualTo(newest)));
    }

    /// All workers play as the newest state does.
    public static void assertEvaluationIsThatOfTheNewestState(RunFolder folder) {
        Plan plan = Lab.plan(folder);
        WrapperStack stack = EnvFactory.train(plan);
        Clock clock = new Clock(stack.env().size(), plan.env().maxFrame());
        Algorithm saved = Learner.agent(plan, stack.env(), clock, RandomStream.ofSeed(0), Sharing.none());
        saved.load(newest(folder).within("agent"));
        double[] before = returns(plan, stack, saved);
        look(
                folder,
                workers -> assertThat(workers)
                        .allSatisfy(worker -> assertThat(returns(plan, stack, worker.algorithm()))
                                .isEqualTo(before)));
    }

    private static double[] returns(Plan plan, WrapperStack trained, Algorithm algorithm) {
        WrapperStack stack = EnvFactory.evaluate(plan, trained, EPISODES);
        return Evaluation.run(stack, algorithm.policy(EPISODES, false), EPISODES, 5, () -> {})
                .returns();
    }

    /// Shows the workers.
    static void look(RunFolder folder, Consumer<List<Session>> look) {
        try (Trial trial = Lab.reopen(folder, RunOptions.defaults());
                Background files = new Background()) {
            List<Session> workers = trial.workers(files, Listener.NONE, new AtomicBoolean());
            look.accept(workers);
            workers.forEach(Session::close);
        }
    }

    static @Nullable State saved(RunFolder folder, int worker) {
        return new StateFolder(folder.state(worker)).read();
    }

    /// The state whose weights hold the most updates; of two equal ones, that of the later worker.
    static State newest(RunFolder folder) {
        return IntStream.range(0, Lab.plan(folder).meta().maxSession())
                .mapToObj(worker -> Stream.ofNullable(saved(folder, worker)))
                .flatMap(state -> state)
                .sorted(Comparator.comparingLong(Checkpoints::globalUpdates))
                .reduce((older, newer) -> newer)
                .orElseThrow();
    }

    /// The agent of a worker.
    static State now(Session worker) {
        State state = new State();
        worker.algorithm().save(state.within("agent"));
        return state;
    }

    /// The numbers of all arrays whose names match.
    static Map<String, String> numbers(State state, String names) {
        Map<String, String> numbers = new TreeMap<>();
        state.arrays().forEach((name, array) -> {
            if (name.matches(names)) {
                numbers.put(name, Arrays.toString(array.floats()));
            }
        });
        return numbers;
    }
}
