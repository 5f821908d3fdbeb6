package my.service;

import jakarta.annotation.PreDestroy;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;
import slmlab.experiment.Lab;
import slmlab.experiment.Listener;
import slmlab.experiment.Run;
import slmlab.experiment.RunOptions;
import slmlab.run.Table;

/// One run at a time, in the background of the service.
@Service
public class Training {
    private static final Logger LOG = LoggerFactory.getLogger(Training.class);

    private final Path spec;
    private final Path data;
    private Run run; // null before the first

    public Training(@Value("${training.spec}") Path spec, @Value("${training.data}") Path data) {
        this.spec = spec;
        this.data = data;
    }

    /// Start a run that writes its rows to the log of the service.
    public synchronized Run start(String name, long maxFrame) {
        if (run != null && !run.isDone()) {
            throw new IllegalStateException("a run is going on already; stop it first");
        }
        RunOptions options = RunOptions.defaults().data(data).set("env.max_frame", maxFrame);
        run = Lab.start(spec, name, options, new Listener() {
            @Override
            public void row(int session, Table table, long episodes, double mean) {
                LOG.info("{} session {}: {} episodes, mean return {}", name, session, episodes, mean);
            }
        });
        LOG.info("{} trains in {}", name, run.folder().path());
        return run;
    }

    /// Whether a run was started.
    public synchronized boolean hasRun() {
        return run != null;
    }

    /// Return the newest run.
    public synchronized Run run() {
        if (run == null) {
            throw new IllegalStateException("no run was started yet");
        }
        return run;
    }

    /// Save the run's state before the service ends.
    @PreDestroy
    synchronized void end() {
        if (run != null && !run.isDone()) {
            run.stop();
            run.await();
        }
    }
}
