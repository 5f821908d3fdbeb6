package my.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import slmlab.play.Player;

/// The newest policy of the run that trains. It is loaded aside and replaced between two acts.
@Service
public class NewestPolicy {
    private static final Logger LOG = LoggerFactory.getLogger(NewestPolicy.class);

    private final Training training;
    private FileTime written; // of the file that the player was loaded from
    private Path file;
    private Player player; // null until a run has written weights

    public NewestPolicy(Training training) {
        this.training = training;
    }

    /// @param frame of the weights
    public record Action(int action, long frame) {}

    /// Look for newer weights. The lab moves a whole file into place, so one that is there can be read.
    @Scheduled(fixedDelayString = "${policy.reload}")
    void reload() throws IOException {
        Path newest = training.hasRun() ? training.run().folder().model(0) : null;
        if (newest == null || !Files.exists(newest)) {
            return;
        }
        FileTime now = Files.getLastModifiedTime(newest);
        if (newest.equals(file) && now.equals(written)) {
            return;
        }
        Player loaded = Player.load(newest);
        synchronized (this) {
            player = loaded;
            file = newest;
            written = now;
        }
        LOG.info("acting with frame {}", frame());
    }

    /// Act. A player is for one thread at a time, and an act takes microseconds: so requests take turns.
    public synchronized Action act(float[] observation) {
        if (player == null) {
            throw new IllegalStateException("no policy is trained yet; wait for the first row");
        }
        return new Action(player.act(observation), frame());
    }

    /// Return the frame of the weights; −1 before there are any.
    public synchronized long frame() {
        return player == null ? -1 : Long.parseLong(player.facts().get("frame"));
    }
}
