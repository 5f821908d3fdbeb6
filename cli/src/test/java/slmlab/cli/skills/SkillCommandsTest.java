package slmlab.cli.skills;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.cli.CommandResult;
import slmlab.cli.KnownCommands;
import slmlab.skill.Bundle;
import slmlab.skill.SkillCheck;

/// A skill promises no command that is missing.
class SkillCommandsTest {
    private static final KnownCommands KNOWN = new KnownCommands();

    /// Every command that the skills name, by the words that call it.
    static Set<String> commands() {
        Set<String> named = new TreeSet<>();
        Bundle bundle = Bundle.shipped();
        new SkillCheck(bundle, words -> {
                    named.add(String.join(" ", KNOWN.path(words)));
                    return KNOWN.problem(words);
                })
                .all();
        return named;
    }

    @Test
    void everyCommandAndFlagExists() {
        assertThat(new SkillCheck(Bundle.shipped(), KNOWN).all()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasHelp(String command) {
        List<String> words = new ArrayList<>(command.isEmpty() ? List.of() : List.of(command.split(" ")));
        words.add("--help");
        CommandResult help = CommandResult.of(words.toArray(String[]::new));
        assertThat(help.err()).isEmpty();
        assertThat(help.code()).isZero();
        assertThat(help.out()).contains("Usage: slm-lab " + command);
    }
}
