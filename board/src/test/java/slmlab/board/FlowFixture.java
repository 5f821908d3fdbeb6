package slmlab.board;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import slmlab.board.flow.FlowDesk;
import slmlab.flow.Workflows;
import slmlab.skill.Bundle;

/// A workflow of three steps whose command waits until it may end, and a dashboard that has it.
final class FlowFixture {
    final CountDownLatch mayEnd = new CountDownLatch(1);
    private final Path place;
    private final Path skills;

    FlowFixture(Path temp) throws IOException {
        this.place = Files.createDirectories(temp.resolve("place"));
        this.skills = temp.resolve("skills");
        Path steps = Files.createDirectories(skills.resolve("rl-demo/steps"));
        Files.writeString(
                steps.resolveSibling("SKILL.md"), "---\nname: rl-demo\ndescription: A design. Use when asked.\n---\n");
        Files.writeString(steps.resolve("step-01-init.md"), """
                ---
                step: 1
                id: init
                title: Name it
                questions:
                  - {key: env, ask: Which env, why: It decides the spaces., type: text, default: CartPole-v1}
                  - {key: agents, ask: How many agents, why: Several need care., type: integer, min: 1}
                  - {key: fast, ask: Is it fast, why: It decides the algorithm., type: yes_no, default: yes}
                ---
                """);
        Files.writeString(steps.resolve("step-02-state.md"), """
                ---
                step: 2
                id: state
                title: Define the state
                skill: defining-state-space
                needs: [init]
                questions:
                  - key: components
                    ask: What is seen
                    why: Else nothing can be learned.
                    type: rows
                    columns:
                      - {key: name, ask: name, type: text, example: x}
                      - {key: low, ask: lower bound, type: number, optional: true}
                runs:
                  - slm-lab validate state {artefact}
                ---
                """);
        Files.writeString(steps.resolve("step-03-data.md"), """
                ---
                step: 3
                id: data
                title: Datasets
                missing: datasets
                ---
                """);
    }

    Path place() {
        return place;
    }

    /// Return a desk whose commands end well once they may.
    FlowDesk desk() {
        return new FlowDesk(new Workflows(Bundle.in(skills)), place, (words, out, _) -> {
            out.println("0 errors, 0 warnings");
            try {
                mayEnd.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            return words.contains("state") ? 0 : 1;
        });
    }
}
