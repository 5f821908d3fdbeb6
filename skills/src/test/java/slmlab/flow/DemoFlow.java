package slmlab.flow;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slmlab.flow.emit.CommandRunner;
import slmlab.skill.Bundle;

/// A workflow of six steps, with every kind of question and of step.
final class DemoFlow {
    static final String NAME = "demo-flow";

    private static final Map<String, String> STEPS = new LinkedHashMap<>();

    static {
        STEPS.put("init", """
                questions:
                  - {key: env, ask: Which env, why: It decides the spaces., type: text, default: CartPole-v1}
                  - {key: agents, ask: How many agents, why: Several need more care., type: integer, min: 1, default: 1}
                  - {key: fast, ask: Is it fast, why: It decides the algorithm., type: yes_no, default: yes}
                """);
        STEPS.put("state", """
                needs: [init]
                skill: defining-state-space
                fixed: {kind: state, stacking: {op: concat}}
                questions:
                  - key: components
                    ask: What does the agent see?
                    why: It cannot react to what it does not see.
                    type: rows
                    columns:
                      - {key: name, ask: name, type: text, example: x}
                      - {key: low, ask: lower bound, type: number, optional: true, example: -1}
                      - {key: update, ask: formula, type: text, default: "x + 1"}
                  - {key: stacking.count, ask: How many at once, why: Motion., type: integer, min: 1, default: 1}
                runs:
                  - slm-lab validate state {artefact}
                """);
        STEPS.put("action", """
                needs: [init]
                questions:
                  - {key: type, ask: Which type, why: It decides the head., type: choice, options: [discrete, box]}
                  - {key: n, ask: How many, why: One output each., type: integer, min: 2, if: type = discrete}
                  - {key: low, ask: Lower bounds, why: To clip., type: numbers, if: type = box, optional: true}
                  - {key: names, ask: Names, why: To read plots., type: list, optional: true}
                  - {key: note, ask: Note, why: For later., type: value, optional: true, apart: true}
                runs:
                  - slm-lab validate action {artefact} --strict --env {init.env} -x n={n}
                """);
        STEPS.put("agents", """
                needs: [init]
                ask_if: init.agents > 1
                questions:
                  - {key: team, ask: One team, why: Credit., type: yes_no}
                """);
        STEPS.put("data", """
                needs: [state]
                missing: datasets
                """);
        STEPS.put("reward", """
                needs: [state, action]
                questions:
                  - {key: name, ask: Name, why: To find it., type: text, default: "{init.env}-{action.type}"}
                  - {key: weight, ask: Weight, why: Its size., type: number, min: -1, max: 1, default: 0.5}
                """);
    }

    private DemoFlow() {}

    static Workflow in(Path folder) {
        return in(folder, Map.of());
    }

    /// Write the workflow into a folder of skills, some steps with another front matter, and read it.
    static Workflow in(Path folder, Map<String, String> others) {
        try {
            Path skill = folder.resolve(NAME);
            Files.createDirectories(skill.resolve("steps"));
            Files.writeString(
                    skill.resolve("SKILL.md"), "---\nname: demo-flow\ndescription: Shows it. Use when testing.\n---\n");
            int number = 0;
            for (Map.Entry<String, String> step : STEPS.entrySet()) {
                number++;
                String keys = others.getOrDefault(step.getKey(), step.getValue());
                Files.writeString(
                        skill.resolve("steps/step-0%s-%s.md".formatted(number, step.getKey())),
                        "---\nstep: %s\nid: %s\ntitle: Step of %s\n%s---\n# Text\n"
                                .formatted(number, step.getKey(), step.getKey(), keys));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Workflows(Bundle.in(folder)).named(NAME);
    }

    /// Answers that every step takes.
    static Map<String, String> typed() {
        Map<String, String> typed = new LinkedHashMap<>();
        typed.put("init.env", "");
        typed.put("init.agents", "1");
        typed.put("init.fast", "no");
        typed.put("state.components", "name=x low=-1 update=x + dt * v\nname=v");
        typed.put("state.stacking.count", "2");
        typed.put("action.type", "discrete");
        typed.put("action.n", "3");
        typed.put("action.names", "left, stay, right");
        typed.put("action.note", "{a: 1.0}");
        typed.put("reward.name", "");
        typed.put("reward.weight", "");
        return typed;
    }

    static final String ANSWERS = """
            flow: demo-flow
            answers:
              init: {fast: no, agents: 1}
              state:
                components:
                  - {name: x, low: -1.0, update: x + dt * v}
                  - {name: v}
                stacking.count: "2"
              action: {type: discrete, n: 3, names: [left, stay, right], note: {a: 1}}
            """;

    /// CommandRunner that do nothing but remember what they were.
    static final class Remembered implements CommandRunner {
        final List<String> lines = new ArrayList<>();
        private final String failing;

        /// @param failing word of a command that ends with exit code 1
        Remembered(String failing) {
            this.failing = failing;
        }

        @Override
        public int run(List<String> words, PrintWriter out, PrintWriter err) {
            lines.add(String.join(" ", words));
            out.println("0 errors in %s, 3.2 s".formatted(words.getLast()));
            return words.contains(failing) ? 1 : 0;
        }
    }
}
