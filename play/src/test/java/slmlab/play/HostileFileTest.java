package slmlab.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.safetensors.SafeTensors;

/// Policy files that promise more than they hold are refused when they are loaded, before memory is taken for them.
class HostileFileTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private void refuses(Map<String, String> changes, String message) {
        SafeTensors.Contents contents = SafeTensors.read(Policies.continuous(temp.resolve("good")));
        Map<String, String> metadata = new LinkedHashMap<>(contents.metadata());
        metadata.putAll(changes);
        Path file = temp.resolve("policy.safetensors");
        SafeTensors.write(file, new LinkedHashMap<>(contents.tensors()), metadata);
        assertThatThrownBy(() -> Player.load(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            action      | multi_binary n=2000000000                     | 2000000000
            action      | multi_binary n=-1                             | -1
            action      | multi_binary n=2                              | 3 numbers
            action      | discrete n=2000000000 start=0                 | 3 numbers
            action      | discrete n=0 start=0                          | n=0
            action      | multi_discrete sizes=[2,2000000000,2]         | FLOAT32
            action      | multi_discrete sizes=[2,-2,2]                 | -2
            action      | box shape=[65536,65536]                       | 3 numbers
            action      | box shape=[-1,-3]                             | -1
            action      | box shape=[3] low=[0.0] high=[1.0]            | low
            action      | box shape=[3] low=[0.0,0.0,0.0] high=[1.0]    | high
            action      | box shape=[3] low=[0.0,0.0,NaN] high=[1.0,1.0,1.0] | NaN
            action      | box shape=three                               | three
            obs         | FLOAT32 [2000000000]                          | reads 4
            obs         | FLOAT32 [65536,65536]                         | reads 4
            obs         | FLOAT32 [0]                                   | 0
            obs         | FLOAT32                                       | type and a shape
            obs         | FLOAT99 [4]                                   | FLOAT99
            obs         | UINT8 [2]                                     | reads
            obs_steps   | stack n=2000000000 part=2                     | reads 4
            obs_steps   | stack n=2 part=0                              | part
            obs_steps   | stack n=2 part=3                              | part
            obs_steps   | stack n=0 part=2                              | n=0
            obs_steps   | one_hot start=0 sizes=[2000000000,2000000000] | reads 4
            obs_steps   | one_hot start=0 sizes=[2]                     | sizes
            obs_steps   | clip low=NaN high=1.0                         | NaN
            explore_var | much                                          | much
            graph_8x    | input obs FLOAT32 [8,4]                       | graph_8x
            graph_2000000000 | input obs FLOAT32 [1,4]                  | 2000000000
            graph_1     | input obs FLOAT32 [1,2000000000]              | numbers
            graph_1     | constant 1.0 [40000,50000]                    | numbers
            """)
    void promisesMoreThanItHolds(String key, String value, String message) {
        refuses(Map.of(key, value), message);
    }

    @Test
    void aGraphOfTwoMillionLinesIsNotRead() {
        refuses(Map.of("graph_1", "input obs FLOAT32 [1,4]\n" + "tanh 0\n".repeat(2_000_000)), "2000001 lines");
    }

    @Test
    void stepsOfTwoMillionLinesAreNotRead() {
        refuses(Map.of("obs_steps", "flatten\n".repeat(2_000_000)), "obs_steps");
    }

    @Test
    void aNormalizerThatDoesNotFitIsRefused() {
        SafeTensors.Contents contents = SafeTensors.read(Policies.continuous(temp.resolve("good")));
        Path file = temp.resolve("policy.safetensors");
        for (String name : new String[] {"obs_mean", "obs_var"}) {
            LinkedHashMap<String, Array> tensors = new LinkedHashMap<>(contents.tensors());
            tensors.put(name, Array.of(Shape.of(1), 1));
            SafeTensors.write(file, tensors, contents.metadata());
            assertThatThrownBy(() -> Player.load(file))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(name);
        }
        LinkedHashMap<String, Array> tensors = new LinkedHashMap<>(contents.tensors());
        tensors.put("obs_var", Array.zeros(DType.UINT8, Shape.of(4)));
        SafeTensors.write(file, tensors, contents.metadata());
        assertThatThrownBy(() -> Player.load(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("obs_var");
    }

    /// The documented exception, whatever is wrong with the file.
    @Test
    void whatIsNoPolicyFileIsAnIllegalArgument() throws IOException {
        assertThatThrownBy(() -> Player.load(temp.resolve("none.safetensors")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("none.safetensors");
        Path text = Files.writeString(temp.resolve("text"), "this is no policy, and never was one");
        assertThatThrownBy(() -> Player.load(text)).isInstanceOf(IllegalArgumentException.class);
        Path empty = Files.createFile(temp.resolve("empty"));
        assertThatThrownBy(() -> Player.load(empty)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aNumberThatIsNoneIsRefusedAndChangesNothing() {
        Player player = Player.load(Policies.recurrent(temp.resolve("good")));
        player.act(1, 1, 1, 1);
        assertThatThrownBy(() -> player.act(1, 1, Float.NaN, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("number 2")
                .hasMessageContaining("NaN");
        assertThatThrownBy(() -> player.act(new float[] {1, 1, 1, 1, 1, Float.NEGATIVE_INFINITY, 1, 1}, new int[2]))
                .hasMessageContaining("number 1 of observation 1 is -Infinity");
        player.act(1, 1, 1, 1);
        assertThat(player.value()).isEqualTo(8);
    }
}
