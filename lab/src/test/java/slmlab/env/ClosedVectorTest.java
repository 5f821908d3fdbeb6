package slmlab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/// A vector that cannot be made closes the envs that it made before.
class ClosedVectorTest {
    private int made;
    private int closed;

    /// @param wrong the env that differs
    private Env env(int wrong) {
        int index = made++;
        return new Env() {
            @Override
            public Space obsSpace() {
                return Space.Box.of(0, 1, index == wrong ? 2 : 1);
            }

            @Override
            public Space actionSpace() {
                return new Space.Discrete(2);
            }

            @Override
            public void reset(NumpyRandom random, Frame frame) {}

            @Override
            public void step(Frame frame) {}

            @Override
            public void close() {
                closed++;
                if (index == 0) {
                    throw new IllegalStateException("cannot close");
                }
            }
        };
    }

    @Test
    void whereALaterOneFails() {
        assertThatThrownBy(() -> new EnvVector(
                        "Faulty-v0",
                        () -> {
                            if (made == 3) {
                                throw new IllegalStateException("no more");
                            }
                            return env(-1);
                        },
                        5,
                        10))
                .hasMessageContaining("no more")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        assertThat(made).isEqualTo(3);
        assertThat(closed).isEqualTo(3);
    }

    @Test
    void whereALaterOneHasOtherSpaces() {
        assertThatThrownBy(() -> new EnvVector("Faulty-v0", () -> env(2), 4, 10))
                .hasMessageContaining("all envs of a vector need the same");
        assertThat(closed).isEqualTo(4);
    }
}
