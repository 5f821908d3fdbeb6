package slmlab.cli.design;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slmlab.cli.Called;
import slmlab.cli.InputCommand;
import slmlab.cli.JsonFlag;
import slmlab.cli.Pairs;
import slmlab.design.select.ProblemProfile;
import slmlab.design.select.Selection;
import slmlab.spec.MappingFile;

/// `slm-lab select`: which algorithm for a problem, and why.
@Command(
        name = "select",
        header = "Rank algorithms for a problem, with reasons and a spec.",
        footer = {
            "",
            "docs/select.md has the keys of a profile and the rules.",
            "",
            "Examples:",
            "  slm-lab select -s actions=discrete -s steps_per_second=20000",
            "  slm-lab select problem.yaml --json"
        })
public final class SelectCommand extends InputCommand {

    @Parameters(
            paramLabel = "PROFILE",
            arity = "0..1",
            description = "YAML or JSON file that describes the problem (default: -s alone)")
    private @Nullable Path file;

    @Option(
            names = {"-s", "--set"},
            paramLabel = "KEY=VALUE",
            description = "sets a key of the profile, in place of the file's; may be repeated")
    private Map<String, String> given = new LinkedHashMap<>();

    @Mixin
    private final JsonFlag json = new JsonFlag();

    @Override
    protected void run(PrintWriter out) {
        json.check();
        if (file == null && given.isEmpty()) {
            throw new IllegalArgumentException(
                    "name a file, or describe the problem: -s actions=discrete -s steps_per_second=20000");
        }
        Map<String, @Nullable Object> values = file == null ? new LinkedHashMap<>() : MappingFile.read(file);
        Map<String, @Nullable Object> all = new LinkedHashMap<>(values);
        Pairs.checked("-s", given).forEach((key, text) -> all.put(key, value(text)));
        Selection selection = Selection.of(ProblemProfile.read(file == null ? "the profile" : file.toString(), all));
        tell(selection, json.text(out));
        json.write(() -> written(selection), out);
    }

    private static Map<String, Object> written(Selection selection) {
        Map<String, Object> both = new LinkedHashMap<>();
        both.put("ranked", selection.ranked());
        both.put("dropped", selection.dropped());
        return both;
    }

    private static Object value(String text) {
        return text.equals("true") || text.equals("false") ? (Object) Boolean.valueOf(text) : text;
    }

    private static void tell(Selection selection, PrintWriter out) {
        List<Selection.Choice> ranked = selection.ranked();
        if (ranked.isEmpty()) {
            out.println("nothing fits: the reasons are below");
        }
        for (int i = 0; i < ranked.size(); i++) {
            Selection.Choice choice = ranked.get(i);
            out.println("%s. %s: %s".formatted(i + 1, choice.name(), choice.reason()));
            out.println("   "
                    + choice.command()
                            .map(words -> "begin with: " + Called.with(words.split(" ")))
                            .orElse("to come: slm-lab does not have it yet"));
            out.println("   settings: " + choice.settings());
            out.println("   if it fails: " + choice.fallback());
        }
        out.println("not these:");
        selection.dropped().forEach(each -> out.println("   %s: %s".formatted(each.name(), each.reason())));
    }
}
