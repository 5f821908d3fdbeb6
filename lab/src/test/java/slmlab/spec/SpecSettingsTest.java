package slmlab.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.spec.key.Problems;
import slmlab.spec.text.SpecException;
import slmlab.spec.text.SpecParser;

/// Keys of a spec that are set by their paths.
class SpecSettingsTest {
    private static final String TEXT = """
            a:
              agent:
                algorithm: {name: PPO, gamma: 0.9, clip_eps_spec: null, deep: {er: {x: 1}}}
                net: {optim_spec: {name: Adam, lr: 0.01}, hid_layers: [8], scale: 2}
                critic_net: {optim_spec: {lr: 0.02}}
              env: {name: "${env}", max_frame: 10}
              meta: {max_session: 1}
            b:
              env: [{name: "${other}", max_frame: 10}]
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private SpecFile file(String... settings) throws IOException {
        Map<String, String> given = new LinkedHashMap<>();
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            given.put(parts[0], parts[1]);
        }
        return SpecFile.read(Files.writeString(temp.resolve("a.yaml"), TEXT), given);
    }

    private static @Nullable Object at(Map<?, ?> map, String path) {
        Object value = map;
        for (String key : path.split("\\.", -1)) {
            value = value instanceof Map<?, ?> inner ? inner.get(key) : null;
        }
        return value;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gamma                          | 0.5              | agent.algorithm.gamma",
                "agent.algorithm.gamma          | 0.5              | agent.algorithm.gamma",
                "algorithm.gamma                | 0.5              | agent.algorithm.gamma",
                "net.optim_spec.lr              | 0.5              | agent.net.optim_spec.lr",
                "x                              | 2                | agent.algorithm.deep.er.x",
                "agent.algorithm.lam            | 0.5              | agent.algorithm.lam",
                "agent.algorithm.clip_eps_spec.start_val | 0.1     | agent.algorithm.clip_eps_spec.start_val",
                "meta.early_stop.mean_return    | 195              | meta.early_stop.mean_return",
                "hid_layers                     | [64, 64]         | agent.net.hid_layers",
                "critic_net                     | null             | agent.critic_net",
                "max_frame                      | 1000             | env.max_frame",
            })
    void aKeyIsSetByItsPathOrTheEndOfIt(String key, String value, String path) throws IOException {
        SpecFile file = file(key + "=" + value);
        Object wanted = SpecParser.yaml("", value);
        assertThat(at(file.raw("a"), path)).isEqualTo(wanted);
        assertThat(file.settings("a").keySet()).containsExactly(path);
        assertThat(at(file.raw("a"), "agent.net.scale")).isEqualTo(2); // what stands beside stays
    }

    @Test
    void aVariableOfTheSpecIsFilledAndOneOfAnotherSpecIsNot() throws IOException {
        SpecFile file = file("env=CartPole-v1", "other=Pendulum-v1");
        assertThat(at(file.without(List.of("other")).raw("a"), "env.name")).isEqualTo("CartPole-v1");
        assertThat(file.without(List.of("env")).spec("b", new Problems()).env().name())
                .isEqualTo("Pendulum-v1");
        assertThat(file.unmatched("a")).containsExactly("other");
        assertThatThrownBy(() -> file.raw("a"))
                .hasMessageContainingAll("-s other", "matches no key and no ${other} of a");
    }

    @Test
    void listsOfOneEnvAreLookedInto() throws IOException {
        assertThat(file("max_frame=20").spec("b", new Problems()).env().maxFrame())
                .isEqualTo(20);
    }

    @Test
    void allThatIsWrongIsToldAtOnce() throws IOException {
        SpecFile file = file("lr=1", "gama=0.5", "gamma=0.5", "agent.algorithm.gamma=0.6");
        assertThatThrownBy(() -> file.raw("a"))
                .isInstanceOf(SpecException.class)
                .hasMessageContainingAll(
                        "a.yaml has 3 problems",
                        "is ambiguous: name one of agent.net.optim_spec.lr, agent.critic_net.optim_spec.lr",
                        "matches no key and no ${gama} of a; did you mean gamma?",
                        "-s agent.algorithm.gamma",
                        "sets agent.algorithm.gamma, as -s gamma does; keep one of them");
        assertThatThrownBy(() -> file("env.max_frame.low=1").raw("a"))
                .hasMessageContaining("-s env.max_frame.low    leads through env.max_frame, which is 10");
        assertThatThrownBy(() -> file("gamma=[1").raw("a")).hasMessageContaining("-s gamma is not valid YAML");
    }

    @Test
    void theEndOfAPathIsSuggestedToo() throws IOException {
        assertThatThrownBy(() -> file("optimspec.lr=1").raw("a")).hasMessageContaining("did you mean optim_spec.lr?");
        assertThatThrownBy(() -> file("nothing_like_it=1").raw("a"))
                .hasMessageContaining("of a. A key that the file does not have needs its full path")
                .hasMessageContaining("The file has: name, gamma, clip_eps_spec, x, lr, hid_layers, scale, max_frame,");
    }

    @Test
    void recordedValuesYieldToGivenOnes() throws IOException {
        Map<String, Object> recorded = new LinkedHashMap<>();
        recorded.put("agent.algorithm.gamma", 0.1);
        recorded.put("env.max_frame", 99);
        SpecFile file = file("gamma=0.5").with(recorded);
        assertThat(at(file.raw("a"), "agent.algorithm.gamma")).isEqualTo(0.5);
        assertThat(at(file.raw("a"), "env.max_frame")).isEqualTo(99);
        assertThat(file.settings("a").values()).containsExactlyElementsOf(Arrays.asList(0.5, 99));
    }
}
