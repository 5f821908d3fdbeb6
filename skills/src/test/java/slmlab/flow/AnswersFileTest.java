package slmlab.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Answers in a file: all problems at once.
class AnswersFileTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Map<String, Map<String, Object>> read(String name, String text) throws IOException {
        Workflow flow = DemoFlow.in(temp.resolve("skills"));
        return AnswersFile.read(Files.writeString(temp.resolve(name), text), flow);
    }

    @Test
    void defaultsAreFilledIn() throws IOException {
        Map<String, Map<String, Object>> answers = read("answers.yaml", DemoFlow.ANSWERS);
        assertThat(answers.keySet()).containsExactly("init", "state", "action", "reward");
        assertThat(answers.get("init"))
                .hasToString("{env=CartPole-v1, agents=1, fast=false}"); // in the order of the questions
        assertThat(answers.get("reward")).hasToString("{name=CartPole-v1-discrete, weight=0.5}");
        assertThat(answers.get("state")).containsEntry("stacking.count", 2L);
        String json =
                "{\"flow\": \"demo-flow\", \"answers\": {\"state\": {\"components\": [{\"name\": \"x\"}]}, \"action\": {\"type\": \"box\"}}}";
        assertThat(read("answers.json", json)).containsKey("reward");
    }

    @Test
    void everythingThatIsWrongIsToldTogether() throws IOException {
        String text = """
                flow: demo-flow
                answers:
                  inti: {fast: no}
                  init: {agents: 0, fsat: yes}
                  state: {components: [{name: x, low: up}, {}], stacking.count: 1}
                  action: {type: box, n: 3}
                  agents: {team: yes}
                  data: {}
                  reward: {weight: 2}
                """;
        assertThatThrownBy(() -> read("a.yaml", text)).hasMessage("""
                        %s has 8 problems
                          answers.inti                        is an unknown step; did you mean init?; the steps are init, state, action, agents, data, reward
                          answers.init.fsat                   is an unknown key; did you mean fast?; step init asks env, agents, fast
                          answers.init.agents                 is 0; needs a whole number of at least 1
                          answers.state.components[0].low     is 'up'; needs a number
                          answers.state.components[1].name    is missing; needs a text
                          answers.action.n                    is not asked, since type is box; remove it
                          answers.data                        is not asked: slm-lab does not have datasets yet; remove it
                          answers.reward.weight               is 2; needs a number from -1 to 1""".formatted(temp.resolve("a.yaml")));
    }

    @Test
    void answersForWhatIsNotAskedAreRefused() {
        String text = DemoFlow.ANSWERS + "  agents: {team: yes}\n";
        assertThatThrownBy(() -> read("a.yaml", text))
                .hasMessageContaining("answers.agents    is not asked: init.agents is 1; remove it");
    }

    @Test
    void missingAnswers() {
        assertThatThrownBy(() -> read("a.yaml", "flow: demo-flow\nanswers: {init: {}}\n"))
                .hasMessageContaining(
                        "answers.state.components    is missing; needs one row per line, such as: name=x [low=-1] update=…")
                .hasMessageContaining("answers.action.type")
                .hasMessageNotContainingAny("answers.action.n ", "answers.reward"); // they depend on what is missing
    }

    @Test
    void otherFilesAreRefused() {
        assertThatThrownBy(() -> read("a.yaml", "flow: rl-architect\nanswers: {}\n"))
                .hasMessageContaining("flow    is 'rl-architect'; these answers are needed for demo-flow");
        assertThatThrownBy(() -> read("a.yaml", "answers: {}\n"))
                .hasMessageContaining("flow    is missing; needs demo-flow");
        assertThatThrownBy(() -> read("a.yaml", "flow: demo-flow\nanswer: {}\n"))
                .hasMessageContaining("answer     is an unknown key")
                .hasMessageContaining("answers    is null; needs a mapping of steps");
        assertThatThrownBy(() -> read("a.yaml", "flow: demo-flow\nanswers: {init: [1]}\n"))
                .hasMessageContaining("answers.init");
        assertThatThrownBy(() -> read("a.json", "{\"flow\": \"demo-flow\", \"answers\": {\"init"))
                .hasMessageContaining("a.json is not valid JSON: line 1");
        assertThatThrownBy(() -> read("a.yaml", DemoFlow.ANSWERS.substring(0, DemoFlow.ANSWERS.length() - 12)))
                .hasMessageContaining("a.yaml is not valid YAML");
        assertThatThrownBy(() -> read("a.txt", DemoFlow.ANSWERS)).hasMessageContaining("neither .json nor .yaml");
    }
}
