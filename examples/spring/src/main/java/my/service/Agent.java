package my.service;

import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import slmlab.experiment.Run;
import slmlab.experiment.RunProgress;
import slmlab.play.Player;
import slmlab.spec.text.SpecException;

/// POST /train, GET /progress, POST /stop, POST /act.
@RestController
public class Agent {
    private final Training training;
    private Player player; // null until a run was stopped

    public Agent(Training training) {
        this.training = training;
    }

    @PostMapping("/train")
    Map<String, String> train(@RequestParam String name, @RequestParam(defaultValue = "100000") long maxFrame) {
        return Map.of("folder", training.start(name, maxFrame).folder().path().toString());
    }

    @GetMapping("/progress")
    RunProgress progress() {
        return training.run().progress();
    }

    /// End the run and act with its best checkpoint from now on.
    @PostMapping("/stop")
    Map<String, Long> stop() {
        Run run = training.run();
        run.stop();
        long frame = run.await().sessions().getFirst().frame();
        Player best = Player.load(run.folder().path());
        best.warmUp();
        synchronized (this) {
            player = best;
        }
        return Map.of("frame", frame);
    }

    /// Act. A player is for one thread at a time, and an act takes microseconds: so requests take turns.
    @PostMapping("/act")
    synchronized Map<String, Integer> act(@RequestBody float[] observation) {
        if (player == null) {
            throw new IllegalStateException("no agent is trained yet; POST /train, then /stop");
        }
        return Map.of("action", player.act(observation));
    }

    @ExceptionHandler({IllegalArgumentException.class, IllegalStateException.class, SpecException.class})
    @ResponseStatus(HttpStatus.BAD_REQUEST)
    Map<String, String> refused(RuntimeException e) {
        return Map.of("error", String.valueOf(e.getMessage()));
    }
}
