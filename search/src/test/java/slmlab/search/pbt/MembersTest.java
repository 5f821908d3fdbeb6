package slmlab.search.pbt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MembersTest {

    /// Of 205 episodes the last five are known; (10 + 20) / 2 and (1 + 2 + 3 + 10 + 20) / 5.
    @Test
    void theScoreIsThatOfTheEpisodesOfTheInterval() {
        var trained = new Members.Trained(205, List.of(1.0, 2.0, 3.0, 10.0, 20.0), false, null);
        assertThat(trained.score(203)).isEqualTo(15);
        assertThat(trained.score(205)).isEqualTo(7.2); // none ended in it
        assertThat(trained.score(100)).isEqualTo(7.2); // more ended than are known
        assertThat(new Members.Trained(0, List.of(), false, null).score(0)).isNaN();
    }
}
