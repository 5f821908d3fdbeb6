package slmlab.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slmlab.reference.Explanation;
import slmlab.reference.ReferencePage;
import slmlab.reference.Schema;

/// `slm-lab spec`: what stands in a spec.
@Command(
        name = "spec",
        header = "Explain the keys of a spec, audit its nets, or print the reference or a JSON Schema.",
        mixinStandardHelpOptions = true,
        subcommands = {
            SpecCommand.Explain.class,
            SpecAuditCommand.class,
            SpecCommand.Page.class,
            SpecCommand.JsonSchema.class
        })
final class SpecCommand extends CommandGroup {

    /// `slm-lab spec explain`: one word in a few lines.
    @Command(
            name = "explain",
            header = "KEY: what a key of a spec means and takes.",
            mixinStandardHelpOptions = true,
            footer = {
                "",
                "Examples: spec explain clip_eps_spec, spec explain linear_decay, spec explain agent.net.optim_spec.lr"
            })
    static final class Explain extends InputCommand {

        @Parameters(
                paramLabel = "KEY",
                description = "a key, its path, or a word that a key takes, such as linear_decay or Adam")
        private String key = "";

        @Override
        void run(PrintWriter out) {
            Explanation.of(key).forEach(out::println);
        }
    }

    /// `slm-lab spec reference`: all keys on one page, as `docs/spec.md` has them.
    @Command(
            name = "reference",
            header = "Print every key with type, default, range, meaning and example, as Markdown.",
            mixinStandardHelpOptions = true)
    static final class Page extends InputCommand {

        @Override
        void run(PrintWriter out) {
            out.print(ReferencePage.text());
        }
    }

    /// `slm-lab spec schema`: for editors.
    @Command(
            name = "schema",
            header = "Print a JSON Schema of spec files, for editors.",
            mixinStandardHelpOptions = true)
    static final class JsonSchema extends InputCommand {

        @Override
        void run(PrintWriter out) {
            out.print(Schema.text());
        }
    }
}
