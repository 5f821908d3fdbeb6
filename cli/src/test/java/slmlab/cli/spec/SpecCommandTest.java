package slmlab.cli.spec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.cli.Cli;
import slmlab.cli.CommandResult;
import slmlab.reference.ReferencePage;

/// The texts of keys in the terminal.
class SpecCommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            clip_eps_spec           | agent.algorithm.clip_eps_spec of PPO, PPOSIL | how far the ratio of new to old probabilities may move
            lr                      | agent.net.optim_spec.lr                      | range     at least 0
            agent.net.optim_spec.lr | agent.net.optim_spec.lr                      | default   null
            linear_decay            | a value of name in schedule                  | goes in a line from start_val to end_val
            Adam                    | a value of name in optim_spec                | adaptive moments
            PPO                     | agent.algorithm                              | keys      gamma, lam, clip_eps_spec
            optim_spec              | agent.net.optim_spec                         | keys      name, lr
            gpu                     | agent.*net.gpu                               | accepted, without effect
            clip_val_loss           | agent.algorithm.clip_val_loss                | another name of clip_vloss
            loguniform              | a distribution of search                     | a list of 2 numbers
            actor_arc_file          | of TorchArcNet                               | a file in place of actor_arc
            """)
    void aWordIsExplained(String word, String where, String what) {
        CommandResult result = CommandResult.of("spec", "explain", word);
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isEqualTo(Cli.DONE);
        assertThat(result.out()).contains(where, what);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gama           | there is no key or word 'gama'; did you mean gamma?
            clip_eps       | there is no key or word 'clip_eps'; did you mean clip_eps_spec?
            adma           | there is no key or word 'adma'; did you mean Adam?
            env.lr         | there is no key env.lr; spec explain lr shows where it stands
            qwertzuiop     | there is no key or word 'qwertzuiop'; docs/spec.md lists all
            """)
    void anUnknownWordEndsWith2AndASuggestion(String word, String message) {
        CommandResult result = CommandResult.of("spec", "explain", word);
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.err()).startsWith("slm-lab spec explain: " + message);
    }

    @Test
    void referenceAndSchemaArePrinted() {
        assertThat(CommandResult.of("spec", "reference").out()).isEqualTo(ReferencePage.text());
        assertThat(CommandResult.of("spec", "schema").out())
                .startsWith("{\n")
                .contains("json-schema.org/draft/2020-12", "discount of future rewards");
    }

    @Test
    void anAlgorithmHasAPage() {
        CommandResult result = CommandResult.of("list", "PPO");
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines())
                .contains(
                        "PPO: proximal policy optimization with the clipped objective (arXiv:1707.06347)",
                        "Envs     discrete actions (CartPole-v1), continuous actions (Pendulum-v1), images (Catch-v0)",
                        "Memory   OnPolicyReplay, OnPolicyBatchReplay, OnPolicyCrossEntropy",
                        "Begin    slm-lab new my.yaml --algorithm PPO --env CartPole-v1")
                .anyMatch(line -> line.matches("clip_eps_spec +must be given +schedule of ε: .*"))
                .anyMatch(line -> line.matches("lam +0\\.95 +in \\[0, 1], typically 0\\.95 +λ of .*"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            TD3             | Envs     continuous actions (Pendulum-v1)
            TD3             | Nets     MLPNet, TorchArcNet, DuelingMLPNet, HydraMLPNet
            DQN             | Envs     discrete actions (CartPole-v1), images (Catch-v0)
            DQN             | Nets     MLPNet, ConvNet, RecurrentNet, TorchArcNet, DuelingMLPNet, DuelingConvNet, HydraMLPNet, NatureCnn, ImpalaCnn, MultiInputNet
            DuelingMLPNet   | Select it with   net: {type: DuelingMLPNet}
            """)
    void aPageSaysWhatFits(String name, String line) {
        assertThat(CommandResult.of("list", name).out().lines()).contains(line);
    }

    @ParameterizedTest
    @CsvSource({"tarin --help", "tarin -h", "env chek --help"})
    void anUnknownCommandIsUnknownWithHelpToo(String words) {
        CommandResult result = CommandResult.of(words.split(" ", -1));
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("unknown command '");
    }
}
