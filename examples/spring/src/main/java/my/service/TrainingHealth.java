package my.service;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;
import slmlab.experiment.Run;
import slmlab.experiment.RunFailedException;
import slmlab.experiment.RunProgress;

/// `/actuator/health`: whether the run trains, and which weights act. A run that failed is DOWN, with the reason.
@Component
public class TrainingHealth implements HealthIndicator {
    private final Training training;
    private final NewestPolicy policy;

    public TrainingHealth(Training training, NewestPolicy policy) {
        this.training = training;
        this.policy = policy;
    }

    @Override
    public Health health() {
        if (!training.hasRun()) {
            return Health.unknown().withDetail("training", "not started").build();
        }
        Run run = training.run();
        RunProgress progress = run.progress();
        Health.Builder health = Health.up();
        if (run.isDone()) {
            try {
                run.await();
            } catch (RunFailedException e) {
                health = Health.down(e);
            }
        }
        return health.withDetail("training", run.isDone() ? "done" : "running")
                .withDetail("frame", progress.frame())
                .withDetail("maxFrame", progress.maxFrame())
                .withDetail("policyFrame", policy.frame())
                .build();
    }
}
