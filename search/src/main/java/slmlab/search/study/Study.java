package slmlab.search.study;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import slmlab.search.Pruner;
import slmlab.search.Sampler;
import slmlab.spec.text.SpecException;
import slmlab.tensor.RandomStream;

/// The trials of one search, which many workers in many processes take from a database.
///
/// A worker claims a trial, beats while it runs it, reports its scores, and ends it. All of this holds from
/// the moment that a method returns: a worker can be killed between any two calls. Methods that return a
/// boolean return false once the trial belongs to another worker; this one must then stop it and write no
/// more.
///
/// Threads may share a study.
public final class Study {
    /// How long after its last heartbeat a worker counts as lost, unless told otherwise.
    public static final Duration LOST_AFTER = Duration.ofSeconds(60);

    private static final int BEATS = 6; // in the time after which a worker counts as lost

    private final Database database;
    private final Stored stored;
    private final StudyPlan plan;
    private final Sampler sampler;
    private final Pruner pruner;
    private final StudyHistory history;
    private final Claims claims;
    private final Duration lostAfter;

    private Study(Database database, Stored stored, Duration lostAfter) {
        StudyPlan first = PlanText.plan(stored.name, stored.text);
        this.database = database;
        this.stored = stored;
        this.plan = first.withTrials(stored.trials);
        this.sampler = Methods.sampler(first); // a grid keeps its size
        this.pruner = Methods.pruner(first);
        this.history = new StudyHistory(database, stored.name);
        this.claims = new Claims(database, stored.name, lostAfter);
        this.lostAfter = lostAfter;
    }

    private record Stored(String name, String text, int trials) {}

    /// Open a study, and make it where there is none of its name. One of another plan is refused; more trials
    /// than it had extend it.
    public static Study create(Database database, StudyPlan plan) {
        Methods.check(plan);
        String text = PlanText.write(plan);
        Stored kept = database.transactSafely(connection -> {
            Sql.update(connection, """
                INSERT INTO slm_study (name, plan, trials, next, seq, begun) VALUES (?, ?, ?, 0, 0, %s)
                ON CONFLICT (name) DO NOTHING\
                """.formatted(database.dialect().now()), plan.name(), text, plan.trials());
            Stored old = stored(connection, plan.name()).orElseThrow();
            List<String> differences = PlanText.differences(old.text, text);
            if (!differences.isEmpty()) {
                throw new SpecException(
                        "study " + plan.name(),
                        "is already in %s with another %s; choose another name, or take the same %s"
                                .formatted(
                                        database.name(),
                                        String.join(" and another ", differences),
                                        String.join(" and ", differences)));
            }
            Sql.update(
                    connection,
                    "UPDATE slm_study SET trials = ? WHERE name = ? AND trials < ?",
                    plan.trials(),
                    plan.name(),
                    plan.trials());
            return stored(connection, plan.name()).orElseThrow();
        });
        return new Study(database, kept, LOST_AFTER);
    }

    /// Open a study that must be there.
    public static Study open(Database database, String name) {
        Stored stored = database.read(connection -> stored(connection, name))
                .orElseThrow(() -> new SpecException(
                        "study " + name, "is not in %s, which has %s".formatted(database.name(), names(database))));
        return new Study(database, stored, LOST_AFTER);
    }

    private static String names(Database database) {
        List<String> names =
                all(database).stream().map(each -> each.plan.name()).toList();
        return names.isEmpty() ? "none" : String.join(", ", names);
    }

    /// Return all studies, the oldest first.
    public static List<Study> all(Database database) {
        return database
                .read(connection -> Sql.query(
                        connection,
                        "SELECT name, plan, trials FROM slm_study ORDER BY begun, name",
                        row -> new Stored(row.getString("name"), row.getString("plan"), row.getInt("trials"))))
                .stream()
                .map(stored -> new Study(database, stored, LOST_AFTER))
                .toList();
    }

    private static Optional<Stored> stored(Connection connection, String name) throws SQLException {
        return Sql.first(
                connection,
                "SELECT name, plan, trials FROM slm_study WHERE name = ?",
                row -> new Stored(row.getString("name"), row.getString("plan"), row.getInt("trials")),
                name);
    }

    /// Return the same study for workers that count as lost so long after their last heartbeat. Those of
    /// other processes keep what they have.
    public Study lostAfter(Duration silence) {
        return new Study(database, stored, silence);
    }

    /// Return the plan, with as many trials as it had when it was opened.
    public StudyPlan plan() {
        return plan;
    }

    /// Return how often a worker beats.
    public Duration beatEvery() {
        return lostAfter.dividedBy(BEATS);
    }

    /// Take a trial: one whose worker was lost, or else the next one. Empty when all are taken; while some
    /// still run, ask again, since their workers may be lost.
    public Optional<Claim> claim(String worker) {
        while (true) {
            Optional<Claim> claim = claims.take(worker, UUID.randomUUID().toString());
            if (claim.isEmpty()) {
                return Optional.empty();
            }
            Optional<Claim> ready =
                    claim.get().point().length > 0 ? claim : claims.place(claim.get(), point(claim.get()));
            if (ready.isPresent()) {
                return ready.map(each -> each.withValues(plan.space().values(each.point())));
            }
        }
    }

    private double[] point(Claim claim) {
        return sampler.suggest(plan.space(), claim.number(), history.outcomes(), random(claim.number()));
    }

    /// Return the random numbers of a trial.
    RandomStream random(int number) {
        return RandomStream.ofSeed(plan.seed()).split("trial " + number);
    }

    /// Say that the worker lives.
    public boolean beat(Claim claim) {
        return claims.beat(claim);
    }

    /// Store a score, which is a heartbeat too. Reports of later frames, made before a worker was lost, are
    /// forgotten.
    public boolean report(Claim claim, long frame, double score) {
        return claims.report(claim, frame, score);
    }

    /// Return whether the trial should end here. Ask after each report, and once after claiming a trial of a
    /// lost worker, which may have been killed before it could ask.
    public boolean isPruned(Claim claim) {
        return !pruner.equals(Pruner.NONE) && history.ends(pruner, claim.number());
    }

    /// Store where a trial is written, before the first byte of it.
    public boolean folder(Claim claim, String folder) {
        return claims.folder(claim, folder);
    }

    /// End a trial.
    ///
    /// @param score to be large; NaN if there is none
    /// @param error what it failed of
    public boolean end(
            Claim claim, TrialState state, double score, Map<String, Double> metrics, @Nullable String error) {
        if (!state.isOver()) {
            throw new IllegalArgumentException("a trial cannot end as " + state);
        }
        return claims.end(claim, state, score, metrics, error);
    }

    /// Give a trial back that another worker shall continue, as when this one is asked to stop.
    public boolean giveBack(Claim claim) {
        return claims.giveBack(claim);
    }

    /// Declare a worker of that name dead, so that its trials can be claimed at once. Call it where a lock
    /// proves it.
    public void bury(String worker) {
        claims.bury(worker);
    }

    /// Return whether all trials have ended.
    public boolean isOver() {
        return claims.left() == 0;
    }

    /// Return all trials that were ever claimed, in the order of their numbers.
    public List<TrialRow> trials() {
        return database.read(connection -> TrialRows.of(connection, database.dialect(), plan));
    }

    /// Return a trial that was claimed.
    public TrialRow trial(int number) {
        return database.read(connection -> TrialRows.of(connection, database.dialect(), plan, number));
    }

    /// Store what came of training a trial again on fresh seeds.
    public void confirm(Confirmation confirmation) {
        database.transactSafely(connection -> Sql.update(
                connection,
                """
                INSERT INTO slm_confirm (study, number, seed, scores, error) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (study, number) DO NOTHING\
                """,
                stored.name,
                confirmation.trial(),
                confirmation.seed(),
                PlanText.write(confirmation.scores().stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray()),
                confirmation.error()));
    }

    /// Return what the study may claim of its trials.
    public Standing standing() {
        List<Confirmation> confirmations = database.read(connection -> Sql.query(
                connection,
                "SELECT number, seed, scores, error FROM slm_confirm WHERE study = ? ORDER BY number",
                row -> new Confirmation(
                        row.getInt("number"),
                        row.getLong("seed"),
                        Arrays.stream(PlanText.point(row.getString("scores")))
                                .boxed()
                                .toList(),
                        row.getString("error")),
                stored.name));
        return new Standing(trials(), confirmations);
    }
}
