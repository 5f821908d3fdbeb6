package slmlab.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.spec.key.SpecKey;
import slmlab.spec.text.Flow;

/// Every key of every section has a text. A key that lacks one fails by its name.
class SpecReferenceTest {
    private static final SpecReference REFERENCE = new SpecReference();

    /// A key in its section, as a failed test names it.
    record Place(SpecSection section, SpecKey key) {
        @Override
        public String toString() {
            return section.title() + "." + key.name();
        }
    }

    static Stream<Place> keys() {
        return REFERENCE.sections().stream()
                .flatMap(section -> section.keys().stream().map(key -> new Place(section, key)));
    }

    static List<SpecSection> sections() {
        return REFERENCE.sections();
    }

    @ParameterizedTest
    @MethodSource("keys")
    void everyKeyHasAMeaning(Place place) {
        assertThat(place.key().meaning())
                .as("%s has no text; give its record component a @Doc", place)
                .isNotBlank()
                .doesNotEndWith(".");
    }

    @ParameterizedTest
    @MethodSource("keys")
    void everyKeyHasAnExampleThatIsASpecsText(Place place) {
        SpecKey key = place.key();
        assertThat(key.example())
                .as("%s has no example; give its @Doc one, or the key a default that is not null", place)
                .isNotBlank()
                .isNotEqualTo("null");
        assertThat(Flow.read(key.isOpen() ? key.example() : "key: " + key.example()))
                .isInstanceOf(Map.class);
    }

    @ParameterizedTest
    @MethodSource("keys")
    void everyWordOfAKeyHasAMeaning(Place place) {
        place.key()
                .words()
                .forEach((word, meaning) -> assertThat(meaning)
                        .as(
                                "%s has no text for %s; give the constant a @Doc, or the option one after its colon",
                                place, word)
                        .isNotBlank());
    }

    @ParameterizedTest
    @MethodSource("sections")
    void everySectionSaysWhatItIs(SpecSection section) {
        assertThat(section.about())
                .as("%s has no text; give its record a @Doc, or its line in the registry one", section.title())
                .isNotBlank()
                .doesNotEndWith(".");
    }

    @ParameterizedTest
    @MethodSource("keys")
    void anExampleIsWhatItsKeyTakes(Place place) {
        Map<String, String> words = place.key().words();
        if (!words.isEmpty()) {
            assertThat(words).containsKey(place.key().example());
        }
    }
}
