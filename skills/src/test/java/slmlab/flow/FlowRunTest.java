package slmlab.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.file.JsonFile;

/// A workflow in its folder: artefacts, state, what becomes stale, what is refused.
class FlowRunTest {
    private static final PrintWriter NOWHERE = new PrintWriter(Writer.nullWriter());

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private Workflow flow = new Workflow("none", "", List.of());
    private Path folder = Path.of("");
    private DemoFlow.Remembered commands = new DemoFlow.Remembered("nothing");

    @BeforeEach
    void make() {
        flow = DemoFlow.in(temp.resolve("skills"));
        folder = temp.resolve("flow");
        commands = new DemoFlow.Remembered("nothing");
    }

    private FlowRun open(@Nullable String redo) {
        return FlowRun.open(flow, folder, commands, redo);
    }

    /// Answer steps as a person would.
    ///
    /// @param most number of steps, at which the person stops
    private int answer(FlowRun run, Map<String, String> typed, int most) {
        int count = 0;
        for (Optional<FlowStep> next = run.next(); next.isPresent() && count < most; next = run.next()) {
            Interview interview = run.interview(next.get());
            for (Optional<Question> ask = interview.next(); ask.isPresent(); ask = interview.next()) {
                String path = next.get().id() + "." + ask.get().key();
                interview.answer(Objects.requireNonNull(typed.get(path), path));
            }
            StepState state = run.answer(next.get(), interview.answers(), NOWHERE);
            count++;
            if (state.status() == StepStatus.FAILED) {
                return count;
            }
        }
        return count;
    }

    private void all() {
        try (FlowRun run = open(null)) {
            answer(run, DemoFlow.typed(), 100);
        }
    }

    private static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path file : entries.filter(Files::isRegularFile).toList()) {
                files.put(folder.relativize(file).toString(), Files.readString(file));
            }
        }
        return files;
    }

    private StepStatus status(String id) {
        try (FlowRun run = open(null)) {
            return Objects.requireNonNull(run.state(flow.step(id))).status();
        }
    }

    @Test
    void everyStepLeavesAnArtefactAndAPage() throws IOException {
        all();
        assertThat(JsonFile.read(folder.resolve("02-state.json")))
                .hasToString(
                        "{kind=state, stacking={op=concat, count=2}, components=[{name=x, low=-1, update=x + dt * v}, {name=v, update=x + 1}]}");
        // the note is apart, and the bounds were not asked
        assertThat(JsonFile.read(folder.resolve("03-action.json")))
                .hasToString("{type=discrete, n=3, names=[left, stay, right]}");
        assertThat(JsonFile.read(folder.resolve("04-agents.json")))
                .hasToString("{status=not applicable, reason=init.agents is 1}");
        assertThat(JsonFile.read(folder.resolve("05-data.json")))
                .hasToString("{status=missing, reason=slm-lab does not have datasets yet}");
        assertThat(JsonFile.read(folder.resolve("06-reward.json")))
                .hasToString("{name=CartPole-v1-discrete, weight=0.5}");
        assertThat(Files.readString(folder.resolve("03-action.md"))).isEqualTo("""
                        # Step 3: Step of action

                        Status: done

                        ## Answers

                        - Which type
                          `discrete`
                        - How many
                          `3`
                        - Names
                          `[left, stay, right]`
                        - Note
                          `{a: 1}`

                        ## Found

                        `slm-lab validate action 03-action.json --strict --env CartPole-v1 -x n=3`

                        ```text
                        0 errors in n=3, … s
                        ```
                        """);
        assertThat(commands.lines)
                .containsExactly(
                        "validate state %s/02-state.json".formatted(folder),
                        "validate action %s/03-action.json --strict --env CartPole-v1 -x n=3".formatted(folder));
    }

    @Test
    void theWordOfAnAbsentAnswerIsLeftOutWithItsFlag() {
        Map<String, String> typed = DemoFlow.typed();
        typed.put("action.type", "box");
        typed.put("action.low", "");
        try (FlowRun run = open(null)) {
            answer(run, typed, 100);
        }
        assertThat(commands.lines)
                .contains("validate action %s/03-action.json --strict --env CartPole-v1".formatted(folder));
    }

    @Test
    void aFlowThatStopsAnywhereEndsWithTheSameBytes() throws IOException {
        all();
        Map<String, String> whole = files(folder);
        assertThat(whole).hasSize(14); // 6 artefacts, 6 pages, the state and the lock
        for (int stop = 1; stop < 4; stop++) {
            folder = temp.resolve("stopped" + stop);
            try (FlowRun run = open(null)) {
                assertThat(answer(run, DemoFlow.typed(), stop)).isEqualTo(stop);
            }
            all();
            assertThat(files(folder)).isEqualTo(whole);
        }
    }

    @Test
    void aProcessThatEndsInTheMiddleOfAStepAnswersItAgain() throws IOException {
        all();
        Map<String, String> whole = files(folder);
        folder = temp.resolve("killed");
        try (FlowRun run = open(null)) {
            answer(run, DemoFlow.typed(), 1);
        }
        try (FlowRun run = FlowRun.open(
                flow,
                folder,
                (_, _, _) -> {
                    throw new IllegalStateException("killed");
                },
                null)) {
            assertThatThrownBy(() -> answer(run, DemoFlow.typed(), 1)).hasMessage("killed");
        }
        Files.writeString(folder.resolve("02-state.json"), "half of"); // written over: the state says it was not done
        assertThat(status("state")).isEqualTo(StepStatus.INTERRUPTED);
        all();
        assertThat(files(folder).get("02-state.json")).isEqualTo(whole.get("02-state.json"));
    }

    @Test
    void whatBuildsOnAStepIsStaleWhenItIsAnsweredOtherwise() {
        all();
        Map<String, String> typed = DemoFlow.typed();
        typed.put("action.n", "4");
        try (FlowRun run = open("action")) {
            assertThat(run.next().orElseThrow().id()).isEqualTo("action");
            assertThat(answer(run, typed, 1)).isEqualTo(1);
            assertThat(Objects.requireNonNull(run.state(flow.step("reward"))).status())
                    .isEqualTo(StepStatus.STALE);
            assertThat(Objects.requireNonNull(run.state(flow.step("state"))).status())
                    .isEqualTo(StepStatus.DONE);
            // its earlier answers are presets now
            Interview again = run.interview(run.next().orElseThrow());
            assertThat(again.next().orElseThrow().preset()).isEqualTo("CartPole-v1-discrete");
            assertThat(answer(run, typed, 100)).isEqualTo(1);
        }
        assertThat(status("reward")).isEqualTo(StepStatus.DONE);
    }

    @Test
    void theSameAnswersLeaveLaterStepsAlone() {
        all();
        try (FlowRun run = open("action")) {
            assertThat(answer(run, DemoFlow.typed(), 100)).isEqualTo(1);
        }
        assertThat(status("reward")).isEqualTo(StepStatus.DONE);
    }

    @Test
    void aConditionIsLookedAtAgain() {
        all();
        Map<String, String> typed = DemoFlow.typed();
        typed.put("init.agents", "2");
        typed.put("agents.team", "y");
        try (FlowRun run = open("init")) {
            answer(run, typed, 100);
        }
        assertThat(status("agents")).isEqualTo(StepStatus.DONE);
        try (FlowRun run = open("init")) {
            answer(run, DemoFlow.typed(), 100);
        }
        assertThat(status("agents")).isEqualTo(StepStatus.NOT_APPLICABLE);
    }

    @Test
    void aFailingCommandFailsTheStep() throws IOException {
        commands = new DemoFlow.Remembered("action");
        try (FlowRun run = open(null)) {
            assertThat(answer(run, DemoFlow.typed(), 100)).isEqualTo(3);
            StepState state = Objects.requireNonNull(run.state(flow.step("action")));
            assertThat(state.status()).isEqualTo(StepStatus.FAILED);
            assertThat(state.note())
                    .isEqualTo(
                            "slm-lab validate action 03-action.json --strict --env CartPole-v1 -x n=3 ended with exit code 1");
            assertThat(run.next().orElseThrow().id()).isEqualTo("action");
        }
        assertThat(Files.readString(folder.resolve("03-action.md"))).contains("Status: failed, ", "exit code 1");
        commands = new DemoFlow.Remembered("nothing");
        all();
        assertThat(status("reward")).isEqualTo(StepStatus.DONE);
    }

    @Test
    void stepsWhoseQuestionsHaveChangedAreAskedAgain() {
        all();
        flow = DemoFlow.in(
                temp.resolve("skills"),
                Map.of("action", "questions: [{key: type, ask: Which type, why: Heads., type: text}]\n"));
        try (FlowRun run = open(null)) {
            assertThat(run.next().orElseThrow().id()).isEqualTo("action");
        }
    }

    @Test
    void anArtefactThatSomebodyHasChangedIsNotOverwritten() throws IOException {
        all();
        Path file = folder.resolve("03-action.json");
        Files.writeString(file, "{\"type\": \"mine\"}");
        assertThatThrownBy(() -> open(null))
                .hasMessage(
                        "%s is not as slm-lab wrote it; restore it, or answer its step again with --step action, which keeps it as 03-action.json.orig"
                                .formatted(file));
        assertThatThrownBy(() -> open("state")).hasMessageContaining("is not as slm-lab wrote it");
        try (FlowRun run = open("action")) {
            answer(run, DemoFlow.typed(), 100);
        }
        assertThat(Files.readString(folder.resolve("03-action.json.orig"))).contains("mine");
        assertThat(Files.readString(file)).contains("discrete");
        assertThat(status("action")).isEqualTo(StepStatus.DONE);
    }

    @Test
    void damagedNewerAndForeignStates() throws IOException {
        all();
        Path state = folder.resolve("flow.json");
        String good = Files.readString(state);
        Map<String, String> wrong = new TreeMap<>(Map.of(
                good.substring(0, good.length() / 2),
                "is not valid JSON",
                "",
                "is empty",
                "[1]",
                "holds no mapping",
                "{\"a\": 1}",
                "is not the state of a flow",
                good.replace("\"format\" : 1", "\"format\" : 2"),
                "was written by a newer slm-lab (format 2;",
                good.replace("\"status\" : \"done\"", "\"status\" : \"fine\""),
                "has the status fine",
                good.replace("\"flow\" : \"demo-flow\"", "\"flow\" : \"rl-architect\""),
                "holds the flow rl-architect",
                good.replace("\"reward\" : {", "\"rewards\" : {"),
                "has a step rewards",
                good.replaceFirst("\"answers\" : \\{", "\"answer\" : {"),
                "the answers of step init are no mapping"));
        for (Map.Entry<String, String> each : wrong.entrySet()) {
            Files.writeString(state, each.getKey());
            assertThatThrownBy(() -> open(null))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(each.getValue())
                    .message()
                    .doesNotContain("\n");
            assertThat(Files.readString(state)).isEqualTo(each.getKey()); // nothing is lost
        }
        Files.writeString(state, good);
        assertThat(status("reward")).isEqualTo(StepStatus.DONE);
    }

    @Test
    void foldersThatCannotBeUsed() throws IOException {
        folder = Files.createDirectory(temp.resolve("full"));
        Files.writeString(folder.resolve("thesis.tex"), "x");
        assertThatThrownBy(() -> open(null)).hasMessageContaining("is not empty and has no flow.json");
        folder = Files.writeString(temp.resolve("file"), "x");
        assertThatThrownBy(() -> open(null)).hasMessageContaining("is a file; name a folder");
        Path real = Files.createDirectory(temp.resolve("real"));
        folder = Files.createSymbolicLink(temp.resolve("link"), real);
        assertThatThrownBy(() -> open(null)).hasMessageContaining("is a symbolic link");
        folder = real;
        Files.writeString(temp.resolve("elsewhere"), "mine");
        try (FlowRun run = open(null)) {
            answer(run, DemoFlow.typed(), 1);
        }
        Files.createSymbolicLink(real.resolve("02-state.json"), temp.resolve("elsewhere"));
        assertThatThrownBy(() -> open(null)).hasMessageContaining("02-state.json is a symbolic link; remove it");
        assertThat(Files.readString(temp.resolve("elsewhere"))).isEqualTo("mine");
    }

    @Test
    void oneProcessAtATime() {
        try (FlowRun run = open(null)) {
            assertThatThrownBy(() -> open(null)).hasMessageContaining("a flow of this process works in this folder");
            assertThat(run.next()).isPresent();
        }
        assertThat(folder).doesNotExist(); // it was made for nothing
        all();
        assertThatThrownBy(() -> FlowRun.flowIn(temp)).hasMessageContaining("has no flow.json");
        assertThat(FlowRun.flowIn(folder)).isEqualTo("demo-flow");
    }

    @Test
    void aFileThatIsInTheWayIsKept() throws IOException {
        try (FlowRun run = open(null)) {
            answer(run, DemoFlow.typed(), 1);
        }
        Files.writeString(folder.resolve("02-state.json"), "mine");
        all();
        assertThat(Files.readString(folder.resolve("02-state.json.orig"))).isEqualTo("mine");
    }
}
