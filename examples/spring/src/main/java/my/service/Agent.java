package my.service;

import java.io.IOException;
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
import slmlab.spec.text.SpecException;

/// POST /train, GET /progress, POST /stop, POST /act.
@RestController
public class Agent {
    private final Training training;
    private final NewestPolicy policy;

    public Agent(Training training, NewestPolicy policy) {
        this.training = training;
        this.policy = policy;
    }

    @PostMapping("/train")
    Map<String, String> train(@RequestParam String name, @RequestParam(defaultValue = "100000") long maxFrame) {
        return Map.of("folder", training.start(name, maxFrame).folder().path().toString());
    }

    @GetMapping("/progress")
    RunProgress progress() {
        return training.run().progress();
    }

    /// End the run. Its last weights act from now on.
    @PostMapping("/stop")
    Map<String, Long> stop() throws IOException {
        Run run = training.run();
        run.stop();
        long frame = run.await().sessions().getFirst().frame();
        policy.reload();
        return Map.of("frame", frame);
    }

    /// Act with the newest weights, also while the run trains.
    @PostMapping("/act")
    NewestPolicy.Action act(@RequestBody float[] observation) {
        return policy.act(observation);
    }

    @ExceptionHandler({IllegalArgumentException.class, IllegalStateException.class, SpecException.class})
    @ResponseStatus(HttpStatus.BAD_REQUEST)
    Map<String, String> refused(RuntimeException e) {
        return Map.of("error", String.valueOf(e.getMessage()));
    }
}
