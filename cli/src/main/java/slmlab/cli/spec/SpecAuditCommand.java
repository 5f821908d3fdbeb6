package slmlab.cli.spec;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import slmlab.agent.memory.Footprint;
import slmlab.cli.Cli;
import slmlab.cli.Counts;
import slmlab.cli.NamedSpec;
import slmlab.cli.TextColumns;
import slmlab.env.Envs;
import slmlab.experiment.plan.Audit;
import slmlab.experiment.plan.AuditResult;
import slmlab.experiment.plan.AuditResult.Finding;
import slmlab.experiment.plan.AuditResult.Weight;
import slmlab.experiment.plan.Plan;
import slmlab.spec.SpecFile;

/// `slm-lab spec audit`: whether every weight of a spec's agent learns.
@Command(
        name = "audit",
        header = "Learn for a moment; show which weights get a gradient.",
        description = "Envs and nets are made, and the agent makes up to 10 real updates. Nothing is written.",
        footer = {
            "",
            "Exit code 0: all is well; 1: something was found; 2: the spec cannot be read.",
            "",
            "Examples:",
            "  slm-lab spec audit ppo/cartpole.json ppo_cartpole",
            "  slm-lab spec audit ppo/cartpole.json -s hid_layers=[256,256] --json=audit.json"
        })
final class SpecAuditCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec command;

    @Parameters(index = "0", paramLabel = "SPEC", description = "a spec file")
    private String path = "";

    @Parameters(
            index = "1",
            paramLabel = "NAME",
            arity = "0..1",
            description = "one spec of the file; may be omitted where it has one")
    private @Nullable String name;

    @Mixin
    private FindingFlags flags = new FindingFlags();

    @Override
    public Integer call() {
        try {
            return run(command.commandLine().getOut());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private int run(PrintWriter given) {
        NamedSpec named = new NamedSpec(path, name);
        SpecFile file = named.read(flags.checked());
        PrintWriter out = flags.text(given);
        String chosen = named.chosen(file);
        Plan plan = Plan.read(file, chosen);
        Envs.missing(plan.env().name()).ifPresent(missing -> {
            throw new IllegalArgumentException("%s: %s".formatted(plan.env().name(), missing));
        });
        AuditResult result = Audit.of(file, chosen);
        out.println("%s %s: %s on %s"
                .formatted(file, chosen, plan.algorithm().name(), plan.env().name()));
        if (!result.weights().isEmpty()) {
            out.println();
            table(result).forEach(out::println);
            out.println();
            totals(result).forEach(out::println);
        }
        findings(result).forEach((message, places) -> {
            out.println("✗ " + (places.size() == 1 ? places.getFirst() + " " : places.size() + " weights: ") + message);
            places.stream().filter(_ -> places.size() > 1).forEach(place -> out.println("    " + place));
        });
        if (result.isRight()) {
            out.println("✓ every weight got a finite gradient and changed");
        }
        flags.write(() -> written(plan, result), given);
        given.flush();
        return result.isRight() ? Cli.DONE : Cli.FAILED;
    }

    private static List<String> table(AuditResult result) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("weights", "shape", "layer gives", "numbers", "gradient", "without", "change"));
        for (Weight weight : result.weights()) {
            rows.add(List.of(
                    weight.name(),
                    weight.shape().toString(),
                    weight.gives() == null ? "" : weight.gives().toString(),
                    whole(weight.size()),
                    number(weight.gradient()),
                    String.format(Locale.ROOT, "%.0f %%", 100 * weight.still()),
                    number(weight.change())));
        }
        return TextColumns.aligned(rows);
    }

    private static List<String> totals(AuditResult result) {
        Map<String, Integer> nets = result.weights().stream()
                .collect(Collectors.groupingBy(Weight::net, LinkedHashMap::new, Collectors.summingInt(Weight::size)));
        String each = nets.entrySet().stream()
                .map(net -> "%s %s".formatted(net.getKey(), whole(net.getValue())))
                .collect(Collectors.joining(", "));
        List<String> lines = new ArrayList<>();
        lines.add("parameters  %s learned (%s)%s"
                .formatted(
                        whole(result.parameters()),
                        each,
                        result.copies() == 0 ? "" : ", %s in target networks".formatted(whole(result.copies()))));
        lines.add("memory      %s a session"
                .formatted(result.bytes() < 1e6 ? "under 1 MB" : "about " + Footprint.text(result.bytes())));
        lines.add("learned     %s in %s frames%s"
                .formatted(Counts.of(result.updates(), "update"), whole(result.frames()), shortened(result)));
        lines.add("gradient    largest of the optimizer's averages; without: share of numbers that got none");
        return lines;
    }

    private static String shortened(AuditResult result) {
        return result.shortened().entrySet().stream()
                .map(entry -> "; %s was set to %s to be short".formatted(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining());
    }

    /// Return where each message applies.
    private static Map<String, List<String>> findings(AuditResult result) {
        return result.findings().stream()
                .collect(Collectors.groupingBy(
                        Finding::message, LinkedHashMap::new, Collectors.mapping(Finding::where, Collectors.toList())));
    }

    private static String whole(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "-" : value == 0 ? "0" : String.format(Locale.ROOT, "%.1e", value);
    }

    private static Map<String, Object> written(Plan plan, AuditResult result) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("name", plan.spec().name());
        all.put("algorithm", plan.algorithm().name());
        all.put("env", plan.env().name());
        all.put("ok", result.isRight());
        all.put("parameters", result.parameters());
        all.put("target_parameters", result.copies());
        all.put("bytes", Math.round(result.bytes()));
        all.put("updates", result.updates());
        all.put("frames", result.frames());
        all.put("shortened", result.shortened());
        all.put(
                "weights",
                result.weights().stream().map(SpecAuditCommand::written).toList());
        all.put(
                "findings",
                result.findings().stream().map(SpecAuditCommand::written).toList());
        return all;
    }

    private static Map<String, Object> written(Weight weight) {
        Map<String, Object> entry = new LinkedHashMap<>();
        List<Integer> gives = weight.gives();
        entry.put("name", weight.name());
        entry.put("shape", weight.shape());
        if (gives != null) {
            entry.put("gives", gives);
        }
        entry.put("gradient", weight.gradient());
        entry.put("without_gradient", weight.still());
        entry.put("change", weight.change());
        return entry;
    }

    private static Map<String, Object> written(Finding finding) {
        return Map.of("where", finding.where(), "message", finding.message());
    }
}
