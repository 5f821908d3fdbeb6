package slmlab.search.plot;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import slmlab.search.AshaPruner;
import slmlab.search.Curve;
import slmlab.search.Domain;
import slmlab.search.Outcome;
import slmlab.search.Parameter;
import slmlab.search.SearchSpace;
import slmlab.search.TpeSampler;
import slmlab.search.study.Claim;
import slmlab.search.study.Standing;
import slmlab.search.study.Study;
import slmlab.search.study.StudyPlan;
import slmlab.search.study.TrialRow;
import slmlab.search.study.TrialState;
import slmlab.tensor.RandomStream;

/// A study of a function with learning curves, in no time: TPE chooses, ASHA prunes, every 17th trial fails.
public record SyntheticStudy(StudyPlan plan, List<TrialRow> trials) {
    private static final long FRAMES = 90_000;
    private static final Instant BEGIN = Instant.parse("2026-11-16T12:00:00Z");

    /// Return what it may claim: nobody has repeated a trial.
    public Standing standing() {
        return new Standing(trials, List.of());
    }

    /// Return what such a study searches.
    public static StudyPlan plan(int count) {
        SearchSpace space = new SearchSpace(List.of(
                new Parameter("agent.net.optim_spec.lr", new Domain.Range(1e-5, 1e-1, 0, true, false)),
                new Parameter("agent.algorithm.gamma", new Domain.Range(0.9, 1, 0, false, false)),
                new Parameter("agent.net.hid_layers_activation", new Domain.Choice(List.of("relu", "tanh", "selu"))),
                new Parameter("agent.algorithm.training_epoch", new Domain.Range(1, 10, 1, false, true)),
                new Parameter("agent.algorithm.lam", new Domain.Range(0.8, 1, 0, false, false))));
        Map<String, Object> spec =
                Map.of("agent", Map.of("algorithm", Map.of("name", "PPO")), "env", Map.of("name", "CartPole-v1"));
        return new StudyPlan(
                "ppo_cartpole",
                Map.of("ppo_cartpole", spec),
                space,
                "tpe",
                Map.of("name", "asha", "grace_period", 10_000, "reduction_factor", 3),
                42,
                count);
    }

    public static SyntheticStudy of(int count) {
        StudyPlan plan = plan(count);
        SearchSpace space = plan.space();
        RandomStream random = RandomStream.ofSeed(3);
        List<TrialRow> trials = new ArrayList<>();
        List<Outcome> past = new ArrayList<>();
        List<Curve> curves = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            double[] point = new TpeSampler().suggest(space, number, past, random);
            TrialRow trial = run(number, point, curves, random);
            trials.add(trial);
            past.add(new Outcome(number, point, trial.score()));
            curves.add(new Curve(number, trial.scores()));
        }
        return new SyntheticStudy(plan, trials);
    }

    /// Run trials of a study that is in a database.
    public static void run(Study study, int count) {
        RandomStream random = RandomStream.ofSeed(3);
        List<Curve> curves = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Claim claim = study.claim("host-" + i % 2).orElseThrow();
            TrialRow trial = run(claim.number(), claim.point(), curves, random);
            trial.scores().forEach((frame, score) -> {
                if (!study.report(claim, frame, score)) {
                    throw new IllegalStateException("the claim is lost");
                }
            });
            if (!study.end(claim, trial.state(), trial.score(), trial.metrics(), trial.error())) {
                throw new IllegalStateException("the claim is lost");
            }
            curves.add(new Curve(claim.number(), trial.scores()));
        }
    }

    private static TrialRow run(int number, double[] point, List<Curve> others, RandomStream random) {
        double lr = (point[0] - StrictMath.log(3e-3)) / 2.5;
        double kind = List.of(0.0, 60.0, 30.0).get((int) point[2]);
        double end = 480 - 120 * lr * lr - 4e4 * Math.pow(point[1] - 0.98, 2) - kind - 3 * Math.abs(point[3] - 4);
        double speed = 2 + 2 * random.nextUniform();
        NavigableMap<Long, Double> scores = new TreeMap<>();
        AshaPruner pruner = new AshaPruner(10_000, 3);
        TrialState state = TrialState.DONE;
        boolean fails = number % 17 == 16;
        for (long frame = 5_000; frame <= FRAMES && state == TrialState.DONE; frame += 5_000) {
            double share = 1 - Math.exp(-speed * frame / FRAMES * 2);
            scores.put(frame, 20 + Math.max(0, end - 20) * share + 6 * random.nextNormal());
            if (fails && frame >= 25_000) {
                state = TrialState.FAILED;
            } else if (pruner.ends(new Curve(number, scores), others)) {
                state = TrialState.PRUNED;
            }
        }
        Instant begun = BEGIN.plusSeconds(40L * (number / 2));
        return new TrialRow(
                number,
                state,
                point,
                Map.of(),
                scores,
                state == TrialState.FAILED ? Double.NaN : scores.lastEntry().getValue(),
                Map.of(),
                state == TrialState.FAILED ? "policy_loss is NaN at frame 25000" : null,
                "host-" + number % 2,
                "t" + number,
                1,
                state == TrialState.RUNNING,
                begun,
                begun.plusSeconds(2 + scores.size() * 2L));
    }
}
