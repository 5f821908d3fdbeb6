package slmlab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

class SpaceTest {

    @Test
    void aDictKeepsItsEntriesAsTheyWere() {
        SequencedMap<String, Space> given = new LinkedHashMap<>();
        given.put("z", new Space.Discrete(2));
        given.put("a", new Space.MultiBinary(3));
        Space.Dict dict = new Space.Dict(given);
        given.put("later", new Space.Discrete(5));
        assertThat(dict.entries().sequencedKeySet()).containsExactly("z", "a");
        assertThatThrownBy(() -> dict.entries().remove("z")).isInstanceOf(UnsupportedOperationException.class);
    }
}
