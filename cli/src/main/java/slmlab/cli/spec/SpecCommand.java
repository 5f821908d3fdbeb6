package slmlab.cli.spec;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slmlab.cli.CommandGroup;
import slmlab.cli.InputCommand;
import slmlab.reference.KeyExplanation;
import slmlab.reference.ReferencePage;
import slmlab.reference.SpecSchema;

/// `slm-lab spec`: what stands in a spec.
@Command(
        name = "spec",
        header = "Explain the keys of a spec, audit its nets, print a schema.",
        subcommands = {
            SpecCommand.Explain.class,
            SpecAuditCommand.class,
            SpecCommand.Page.class,
            SpecCommand.JsonSchema.class
        },
        footer = {"  slm-lab spec explain clip_eps_spec", "  slm-lab spec audit ppo/cartpole.json ppo_cartpole"})
public final class SpecCommand extends CommandGroup {

    /// `slm-lab spec explain`: one word in a few lines.
    @Command(
            name = "explain",
            header = "Explain what a key of a spec means and takes.",
            footer = {"  slm-lab spec explain linear_decay", "  slm-lab spec explain agent.net.optim_spec.lr"})
    static final class Explain extends InputCommand {

        @Parameters(
                paramLabel = "KEY",
                description = "a key, its path, or a word that a key takes, such as linear_decay or Adam")
        private String key = "";

        @Override
        protected void run(PrintWriter out) {
            KeyExplanation.of(key).forEach(out::println);
        }
    }

    /// `slm-lab spec reference`: all keys on one page, as `docs/spec.md` has them.
    @Command(
            name = "reference",
            header = "Print every key of a spec, as Markdown.",
            description = "Type, default, range, meaning and an example of each, as docs/spec.md has them.",
            footer = {"  slm-lab spec reference", "  slm-lab spec reference > keys.md"})
    static final class Page extends InputCommand {

        @Override
        protected void run(PrintWriter out) {
            out.print(ReferencePage.text());
        }
    }

    /// `slm-lab spec schema`: for editors.
    @Command(
            name = "schema",
            header = "Print a JSON Schema of spec files, for editors.",
            footer = {"  slm-lab spec schema", "  slm-lab spec schema > slm-lab.schema.json"})
    static final class JsonSchema extends InputCommand {

        @Override
        protected void run(PrintWriter out) {
            out.print(SpecSchema.text());
        }
    }
}
