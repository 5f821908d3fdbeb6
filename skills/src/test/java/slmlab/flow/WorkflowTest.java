package slmlab.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.skill.Bundle;

/// Step files: what is read from them, and what is refused.
class WorkflowTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    @Test
    void stepsKnowWhatTheyBuildOn() {
        Workflow flow = DemoFlow.in(temp);
        assertThat(flow.about()).isEqualTo("Shows it. Use when testing.");
        assertThat(flow.steps().stream().map(FlowStep::artefact))
                .containsExactly(
                        "01-init.json",
                        "02-state.json",
                        "03-action.json",
                        "04-agents.json",
                        "05-data.json",
                        "06-reward.json");
        // reward names state and action, and its default refers to init
        assertThat(flow.needs(flow.step("reward"))).containsExactly("init", "state", "action");
        assertThat(flow.dependents(flow.step("state")).stream().map(FlowStep::id))
                .containsExactly("data", "reward");
        assertThat(flow.dependents(flow.step("init"))).hasSize(5);
    }

    @Test
    void anUnknownFlowOrStepIsAnError() {
        Workflow flow = DemoFlow.in(temp);
        Workflows flows = new Workflows(Bundle.in(temp));
        assertThat(flows.names()).containsExactly("demo-flow");
        assertThatThrownBy(() -> flows.named("demo-flwo"))
                .hasMessage("there is no flow demo-flwo; did you mean demo-flow?; the flows are demo-flow");
        assertThatThrownBy(() -> flow.step("states"))
                .hasMessageStartingWith("demo-flow has no step states; did you mean state?");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    needs: [inti]                                                            ; needs             ; names inti, which is no earlier step
                    need: [init]                                                             ; need              ; did you mean needs?
                    ask_if: init.agent > 1                                                   ; ask_if            ; refers to init.agent, which no earlier question asks
                    ask_if: init.agents is 1                                                 ; ask_if            ; write KEY = VALUE
                    spec: maybe                                                              ; spec              ; write true or false
                    emits: poem                                                              ; emits             ; write one of: spec, audit
                    runs: [rm -rf .]                                                         ; runs[0]           ; write a command of slm-lab
                    runs: ["slm-lab check {file}"]                                           ; runs[0]           ; refers to file
                    questions: [{key: a, ask: A, type: text}]                               ; questions[0].why  ; is missing
                    questions: [{key: a, ask: A, why: W., type: word}]                      ; questions[0].type ; write one of: text, number
                    questions: [{key: a, ask: A, why: W., type: choice}]                    ; questions[0].options ; a choice has options
                    questions: [{key: a, ask: A, why: W., type: rows}]                      ; questions[0].columns ; rows have columns
                    questions: [{key: a, ask: A, why: W., type: text, min: 1}]              ; questions[0].min  ; only numbers have bounds
                    questions: [{key: a, ask: A, why: W., type: integer, default: x}]       ; questions[0].default ; needs a whole number
                    questions: [{key: a, ask: A, why: W., type: number, example: 2, max: 1}] ; questions[0].example ; needs a number of at most 1
                    questions: [{key: a, ask: A, why: W., type: text, default: "{b}"}]      ; questions[0].default ; refers to b
                    questions: [{key: a, ask: A, why: W., type: text, if: b = 1}]           ; questions[0].if   ; refers to b
                    questions: [{key: a b, ask: A, why: W., type: text}]                    ; questions[0].key  ; write letters
                    {missing: x, questions: [{key: a, ask: A, why: W., type: text}]}        ; questions         ; remove one of them
                    """)
    void aWrongStepFileIsAnErrorThatNamesFileAndKey(String line, String path, String problem) {
        String keys =
                line.startsWith("{") ? line.substring(1, line.length() - 1).replace("x, q", "x\nq") : line;
        assertThatThrownBy(() -> DemoFlow.in(temp, Map.of("state", keys + "\n")))
                .hasMessageStartingWith("demo-flow/steps/step-02-state.md has ")
                .hasMessageContaining("  " + path + " ")
                .hasMessageContaining(problem);
    }

    @Test
    void everythingThatIsWrongIsToldTogether() {
        String keys =
                "needs: [x]\nquestions: [{key: a, ask: A, why: W., type: text}, {key: a, ask: B, why: W., type: no}]\n";
        assertThatThrownBy(() -> DemoFlow.in(temp, Map.of("action", keys)))
                .hasMessageContaining("questions[1].key")
                .hasMessageContaining("questions[1].type");
    }
}
