package slmlab.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Another machine may list anything; what is fetched stays below the data folder.
class RunListingTest {
    private static final String HASH = "0123456789abcdef".repeat(4);

    private static RunListing read(String text) throws IOException {
        return RunListing.read(
                new RemoteAnswer("host", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void filesFoldersAndLinksAreToldApart() throws IOException {
        RunListing listing = read("""
                folder ./run
                folder ./run/info
                folder ./.run-being-made.part
                file %s 12 ./.run-being-made.part/run.json
                other ./run/link
                file %s 34 ./run/info/a table.csv
                end
                """.formatted(HASH, HASH));
        assertThat(listing.runs()).containsExactly("run");
        assertThat(listing.folders()).containsExactly("run", "run/info");
        assertThat(listing.others()).containsExactly("./run/link");
        assertThat(listing.files()).containsOnlyKeys("run/info/a table.csv");
        assertThat(listing.bytes()).isEqualTo(34);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "./run/../../etc/passwd",
                "./../x",
                ".//etc/passwd",
                "./run//x",
                "./run/./x",
                "./run/a\\b",
                "./run/\u0007",
                "./run/x ",
                "./-run/x",
                "./run/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r"
            })
    void aPathThatLeadsElsewhereIsRefused(String path) {
        assertThatThrownBy(() -> read("file %s 1 %s\nend\n".formatted(HASH, path)))
                .isInstanceOfAny(RemoteException.class, IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 ./run/x", "short 1 ./run/x", "-1 ./run/x", "99999999999999999999 ./run/x"})
    void aLineThatIsNoneIsRefused(String line) {
        assertThatThrownBy(() -> read("file %s\nend\n".formatted(line)))
                .isInstanceOf(RemoteException.class)
                .hasMessageContaining("odd line");
        assertThatThrownBy(() -> read("file %s %s\nend\n".formatted("g".repeat(64), "1 ./run/x")))
                .isInstanceOf(RemoteException.class);
    }

    @Test
    void aLongNameAndAnAnswerThatIsCutAreRefused() {
        assertThatThrownBy(() -> read("file %s 1 ./run/%s\nend\n".formatted(HASH, "n".repeat(256))))
                .isInstanceOf(RemoteException.class);
        assertThatThrownBy(() -> read("file %s 1 ./run/%s\nend\n".formatted(HASH, "n".repeat(9000))))
                .isInstanceOf(RemoteException.class)
                .hasMessageContaining("no end");
        assertThatThrownBy(() -> read("file %s 1 ./run/x\n".formatted(HASH)))
                .isInstanceOf(RemoteException.class)
                .hasMessageContaining("the connection was cut");
    }
}
