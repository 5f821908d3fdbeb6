package slmlab.reference;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.net.arc.ArcBody;
import slmlab.spec.SearchKey;
import slmlab.spec.key.SpecKey;
import slmlab.spec.upstream.Aliases;
import slmlab.spec.upstream.GoneEnvs;

/// The whole reference as one page: `docs/spec.md`.
public final class ReferencePage {
    private static final String HEAD = """
            # Spec reference

            Every section of a spec and every key in it. This page is written by `scripts/spec-docs` from the config records of the
            program; a test fails where the two differ. The same text in the terminal:

            ```
            ./slm-lab list PPO                                   an algorithm: what it is, what it takes, its keys
            ./slm-lab spec explain clip_eps_spec                 a key, a word such as linear_decay, or a path such as agent.net.optim_spec.lr
            ./slm-lab new my.yaml --algorithm PPO --env LunarLander-v3   a commented spec to begin with; it passes check and trains
            ./slm-lab spec schema                                a JSON Schema, with which an editor completes and checks keys
            ```

            A spec file is JSON or YAML and maps names to specs:

            ```yaml
            my_first:                                # the name of the spec, and of its run folders
              env: {name: CartPole-v1, num_envs: 4, max_frame: 50000}
              agent:
                algorithm:
                  name: PPO
                  gamma: 0.99
                  clip_eps_spec: {name: linear_decay, start_val: 0.2, end_val: 0.1, end_step: 50000}
                  minibatch_size: 64
                memory: {name: OnPolicyBatchReplay}
                net: {type: MLPNet, shared: false, hid_layers: [64, 64], optim_spec: {name: Adam, lr: 0.0003}}
              meta: {distributed: false, max_session: 1}
            ```

            `${var}` anywhere in a file is filled by `-s var=value`. A key that is unknown, or that would have no effect where it stands, is
            an error that says so. *Range* is what the program's own check asks for; a key without a default must be given.

            ## In an editor

            `./slm-lab spec schema > spec.schema.json` writes a JSON Schema with which an editor completes keys, shows what they mean and marks
            what is wrong. What depends on several keys is for `slm-lab check`.

            - VS Code, YAML: install the YAML extension of Red Hat and begin the file with `# yaml-language-server: $schema=spec.schema.json`
              (a path from the file, or a full one).
            - VS Code, JSON: `"json.schemas": [{"fileMatch": ["spec/**/*.json"], "url": "./spec.schema.json"}]` in `.vscode/settings.json`.
            - IntelliJ, both: Settings, Languages & Frameworks, Schemas and DTDs, JSON Schema Mappings: add the file as version 2020-12 and
              the folder of your specs.
            """;

    private final SpecReference reference = new SpecReference();
    private final StringBuilder page = new StringBuilder(HEAD.stripIndent());
    private final Set<Map<String, String>> explained = new HashSet<>();

    private ReferencePage() {}

    /// Return the page as Markdown.
    public static String text() {
        return new ReferencePage().write();
    }

    private String write() {
        List<SpecSection> sections = reference.sections();
        page.append("\n## Sections\n\n");
        sections.forEach(section ->
                page.append("- [%s](#%s): %s\n".formatted(section.title(), anchor(section), cell(section.about()))));
        page.append("- [search](#search), [modules of an arc](#modules-of-an-arc), [other names](#other-names),"
                + " [accepted without effect](#accepted-without-effect), [envs that are gone](#envs-that-are-gone)\n");
        sections.forEach(this::section);
        search();
        arc();
        tables();
        return page.toString();
    }

    private static String anchor(SpecSection section) {
        return section.title().toLowerCase(Locale.ROOT);
    }

    private void section(SpecSection section) {
        page.append("\n## %s\n\n".formatted(section.title()));
        page.append(sentence(section.about()))
                .append(' ')
                .append(places(section))
                .append("\n\n");
        row("Key", "Type", "Default", "Range", "Meaning", "Example");
        row("---", "---", "---", "---", "---", "---");
        for (SpecKey key : section.keys()) {
            row(
                    key.isOpen() ? "any other" : code(key.name()),
                    type(key),
                    key.isRequired() ? "must be given" : key.isOpen() ? "" : code(key.standard()),
                    range(key),
                    cell(key.meaning()),
                    code(key.isOpen() ? key.example() : key.name() + ": " + key.example()));
        }
        section.keys().forEach(this::words);
    }

    private static String places(SpecSection section) {
        List<String> paths = section.paths();
        if (paths.equals(List.of(""))) {
            return "";
        }
        int most = 4;
        String shown = String.join(
                ", ", paths.stream().limit(most).map(path -> "`" + path + "`").toList());
        return "In %s%s.".formatted(shown, paths.size() > most ? ", …" : "");
    }

    private String type(SpecKey key) {
        Record inside = key.section();
        String title = inside == null ? "" : reference.title(inside);
        String type = inside == null ? key.type() : "[%s](#%s)".formatted(title, title);
        return type + (key.isNullable() ? " or null" : "");
    }

    private static String range(SpecKey key) {
        if (!key.words().isEmpty()) {
            return "see below";
        }
        boolean isNumber = key.type().endsWith("number");
        return key.range().isEmpty() && isNumber ? "any" : cell(key.range());
    }

    private void words(SpecKey key) {
        if (key.words().isEmpty()) {
            return;
        }
        if (!explained.add(key.words())) {
            page.append("\n`%s`: %s.\n".formatted(key.name(), String.join(", ", coded(key.words()))));
            return;
        }
        page.append("\n`%s` is one of\n\n".formatted(key.name()));
        key.words().forEach((word, meaning) -> page.append("- `%s`: %s\n".formatted(word, cell(meaning))));
    }

    private static List<String> coded(Map<String, String> words) {
        return words.keySet().stream().map(word -> "`" + word + "`").toList();
    }

    private void search() {
        page.append("""

                ## search

                What a search varies, in `search`. A key is the path of another key, then `__` and a distribution; its value are the
                distribution's numbers. [search.md](search.md) explains them. Example: `agent.net.optim_spec.lr__loguniform: [0.0001, 0.01]`.

                """);
        row("Distribution", "Value");
        row("---", "---");
        SearchKey.distributions()
                .forEach((name, count) -> row(
                        code(name), count == 0 ? "a list to choose from" : "a list of %s numbers".formatted(count)));
    }

    private void arc() {
        page.append("""

                ## modules of an arc

                An `arc` of a TorchArcNet has `modules`, which names them, and `graph` with `input`, `modules` (which node reads which) and
                `output`. [nets.md](nets.md) explains both with an example. Names and meanings of the settings are those of `torch.nn`
                and TorchArc.

                """);
        row("Module", "Settings");
        row("---", "---");
        ArcBody.modules()
                .forEach((type, settings) -> row(
                        code(type),
                        settings.isEmpty()
                                ? "none"
                                : String.join(
                                        ", ",
                                        settings.stream()
                                                .map(ReferencePage::code)
                                                .toList())));
    }

    private void tables() {
        page.append("\n## other names\n\nKeys of SLM-Lab's specs that stand for another one.\n\n");
        row("Key", "Stands for");
        row("---", "---");
        Aliases.all().forEach((path, key) -> row(code(path), code(key)));
        page.append(
                "\n## accepted without effect\n\nKeys of SLM-Lab's specs that are accepted where no record knows them.\n\n");
        row("Key", "Of", "Why");
        row("---", "---", "---");
        Algorithms.noOps()
                .forEach(each ->
                        row(code(each.path()), each.owner().isEmpty() ? "any" : each.owner(), cell(each.why())));
        page.append("\n## envs that are gone\n\nEnvs that SLM-Lab's specs name and that no longer exist.\n\n");
        row("Env", "Why");
        row("---", "---");
        GoneEnvs.all().forEach((id, why) -> row(code(id), cell(why)));
    }

    private void row(String... cells) {
        List<String> filled = new ArrayList<>(List.of(cells));
        page.append("| ").append(String.join(" | ", filled)).append(" |\n");
    }

    private static String code(String text) {
        return text.isEmpty() ? "" : "`" + cell(text) + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    private static String sentence(String text) {
        return text.isEmpty() ? "" : Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }
}
