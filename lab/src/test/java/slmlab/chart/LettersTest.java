package slmlab.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.Shape;
import java.awt.geom.Rectangle2D;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LettersTest {
    private static final String UNKNOWN = "\uFFFD";

    @Test
    void allThatChartsWriteIsThere() {
        IntStream ascii = IntStream.rangeClosed('!', '~');
        IntStream.concat(ascii, "−±×…äßéγλεσ".chars()).forEach(character -> {
            String text = Character.toString(character);
            assertThat(outline(text).isEmpty()).as(text).isFalse();
            assertThat(outline(text)).as(text).isNotEqualTo(outline(UNKNOWN));
        });
        assertThat(outline("強")).isEqualTo(outline(UNKNOWN));
    }

    private static Rectangle2D outline(String text) {
        return Letters.shape(text, 20, 0, 0, 0).getBounds2D();
    }

    @Test
    void aTextStandsWhereItIsPut() {
        // The hyphen of DejaVu Sans: 739 of 2048 wide, its bar from 100 to 639, 479 to 643 above the line.
        Shape hyphen = Letters.shape("-", 2048, 1000, 5000, 0);
        assertThat(hyphen.getBounds2D()).isEqualTo(new Rectangle2D.Double(1100, 4357, 539, 164));
        assertThat(Letters.width("--", 1024)).isEqualTo(739);
        assertThat(Letters.shape("--", 1024, 1000, 0, 1).getBounds2D().getMaxX())
                .isCloseTo(950, within(0.5)); // half of the 100 that follow the bar
        assertThat(Letters.shape("--", 1024, 1000, 0, 0.5).getBounds2D().getCenterX())
                .isEqualTo(1000);
    }

    @Test
    void whatIsTooLongIsCut() {
        double width = Letters.width("mean return…", 26);
        assertThat(Letters.fit("mean return", 26, width)).isEqualTo("mean return");
        assertThat(Letters.fit("mean return, moving average", 26, width)).isEqualTo("mean return…");
        assertThat(Letters.fit("mean return", 26, 1)).isEqualTo("…");
    }
}
