package slmlab.cli.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.flow.FlowRun;
import slmlab.flow.Workflow;
import slmlab.flow.Workflows;
import slmlab.skill.Bundle;

/// What a person sees on a terminal, and what happens to what is typed.
class InterviewerTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private int failures; // of commands to come

    @BeforeEach
    void skills() throws IOException {
        Path steps = Files.createDirectories(temp.resolve("skills/demo-flow/steps"));
        Files.writeString(steps.resolveSibling("SKILL.md"), "---\nname: demo-flow\ndescription: Demo.\n---\n");
        Files.writeString(steps.resolve("step-01-init.md"), """
                ---
                step: 1
                id: init
                title: Name it
                questions:
                  - {key: env, ask: Which env, why: It decides the spaces., type: text, default: CartPole-v1, example: Pendulum-v1}
                  - {key: fast, ask: Is it fast, why: It decides the algorithm., type: yes_no, default: yes}
                  - {key: note, ask: Anything else, why: For later., type: text, optional: true}
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
    }

    private String talk(String typed) {
        Workflow flow = new Workflows(Bundle.in(temp.resolve("skills"))).named("demo-flow");
        StringWriter out = new StringWriter();
        try (FlowRun run = FlowRun.open(
                flow,
                temp.resolve("flow"),
                (_, text, _) -> {
                    text.println("1 warning");
                    failures--;
                    return failures >= 0 ? 1 : 0;
                },
                null)) {
            BufferedReader in = new BufferedReader(new StringReader(typed));
            int code = new Interviewer(run, in, new PrintWriter(out), "continue with: RESUME").ask();
            return out + "code " + code;
        }
    }

    private String artefact(String name) throws IOException {
        return Files.readString(temp.resolve("flow").resolve(name)).replaceAll("\\s+", "");
    }

    @Test
    void oneQuestionAtATimeWithItsDefault() throws IOException {
        String seen = talk("\nno\n\nname=x low=-1\nname=v\n\n");
        assertThat(seen).isEqualToNormalizingNewlines("""
                        demo-flow in %s: 0 of 2 steps are done. Enter takes the default in brackets, ? explains, Ctrl-D stops.

                        Step 1 of 2: Name it
                        env: Which env [CartPole-v1]
                        > fast: Is it fast [yes]
                        > note: Anything else [none]
                        >\s
                        Step 2 of 2: Define the state  (skill defining-state-space)
                        components: What is seen
                          one row per line, an empty line ends them; ? shows the columns
                        > > > $ slm-lab validate state 02-state.json
                        1 warning
                        code 0""".formatted(temp.resolve("flow")));
        assertThat(artefact("01-init.json")).isEqualTo("{\"env\":\"CartPole-v1\",\"fast\":false}");
        assertThat(artefact("02-state.json"))
                .isEqualTo("{\"components\":[{\"name\":\"x\",\"low\":-1},{\"name\":\"v\"}]}");
    }

    @Test
    void aQuestionMarkExplains() {
        assertThat(talk("?\n\n\n\n?\nname=x\n\n"))
                .contains("  why: It decides the spaces.", "  needs a text", "  example: Pendulum-v1")
                .contains(
                        "    low: lower bound (a number, optional)", "needs one row per line, such as: name=x [low=…]")
                .endsWith("code 0");
    }

    @Test
    void wrongInputSaysWhatIsNeededAndAsksAgain() throws IOException {
        assertThat(talk("\nperhaps\ny\n\nlow=x\nname=x low=up\nname=x\n\n"))
                .contains(
                        "  is 'perhaps'; needs yes or no",
                        "[0].name is missing; needs a text",
                        "[0].low is 'up'; needs a number")
                .endsWith("code 0");
        assertThat(artefact("02-state.json")).isEqualTo("{\"components\":[{\"name\":\"x\"}]}");
    }

    @Test
    void anAnswerThatIsNeededCannotBeLeftOut() {
        assertThat(talk("\n\n\n\nname=x\n\n"))
                .contains("  needs one row per line")
                .endsWith("code 0");
    }

    @Test
    void theEndOfInputKeepsFinishedSteps() throws IOException {
        assertThat(talk("Pendulum-v1\n\n\nname=x\n"))
                .endsWith("stopped; finished steps are kept%ncontinue with: RESUME%ncode 1".formatted());
        assertThat(artefact("01-init.json")).contains("Pendulum-v1");
        assertThat(temp.resolve("flow/02-state.json")).doesNotExist();
        assertThat(talk("name=x\n\n")).contains("1 of 2 steps are done").endsWith("code 0");
    }

    @Test
    void aStepThatFailsCanBeAnsweredAgain() throws IOException {
        failures = 1;
        // the first answers are the defaults of the second time
        assertThat(talk("\n\n\nname=x\n\n\nname=y\n\n"))
                .contains("step state failed: slm-lab validate state 02-state.json ended with exit code 1")
                .contains("answer it again? [yes]", "components: What is seen [[{name: x}]]")
                .endsWith("code 0");
        assertThat(artefact("02-state.json")).contains("\"y\"");
    }

    @Test
    void orLeft() {
        failures = 1;
        assertThat(talk("\n\n\nname=x\n\nno\n")).endsWith("continue with: RESUME%ncode 1".formatted());
    }
}
