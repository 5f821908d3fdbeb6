package slmlab.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every fault: nothing is lost, nothing is half visible, nothing leaks, and once it is over the same command works.
class FaultsTest {
    private static final String FOLDER = "data/" + HubFixture.RUN;
    private static final List<String> SECRETS =
            List.of(StandInHub.WRITER, StandInHub.READER, "hf_unknown_token", "sig=secret");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    static Stream<Faults.Case> all() {
        return Faults.all().stream();
    }

    @Test
    void thereAreFifty() {
        assertThat(Faults.all()).hasSizeGreaterThanOrEqualTo(50);
        assertThat(Faults.all().stream().map(Faults.Case::name)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("all")
    void aFaultCostsNothing(Faults.Case fault) throws IOException {
        try (HubFixture at = new HubFixture()) {
            String said = fault.isPull() ? pull(at, fault) : push(at, fault);
            for (String secret : SECRETS) {
                assertThat(said + at.notices).as("what was said").doesNotContain(secret);
                assertThat(written()).as("what was written").noneMatch(text -> text.contains(secret));
            }
            assertThat(at.hub.strangers()).as("tokens at the other host").isEmpty();
        }
    }

    private String pull(HubFixture at, Faults.Case fault) throws IOException {
        SortedMap<String, byte[]> run = HubFixture.run(1);
        at.publish(HubFixture.RUN, run);
        String before = at.repo.head();
        fault.arrange().accept(at);
        boolean isListed = !at.repo.head().equals(before);
        Path data = temp.resolve("data");
        String said = tried(fault, () -> {
            boolean _ = Pull.of(at.dataset(fault.token()), HubFixture.RUN).run(HubFixture.RUN, data);
        });
        if (!fault.says().isEmpty()) {
            assertThat(data.resolve(HubFixture.RUN)).as("half a run").doesNotExist();
            at.hub.fault(_ -> false);
            if (isListed) { // its owner removes what nobody can pull
                SortedMap<String, StandInRepo.@Nullable Entry> removal = new TreeMap<>();
                at.repo.files().keySet().stream()
                        .filter(path ->
                                !path.startsWith(FOLDER) || !run.containsKey(path.substring(FOLDER.length() + 1)))
                        .forEach(path -> removal.put(path, null));
                assertThat(at.repo.commit(null, removal)).isTrue();
            }
            assertThat(Pull.of(at.dataset(), HubFixture.RUN).run(HubFixture.RUN, data))
                    .isTrue();
        }
        assertThat(HubFixture.local(temp)).isEqualTo(prefixed(HubFixture.texts(run)));
        assertThat(temp.resolve("escape.txt")).doesNotExist();
        return said;
    }

    private static SortedMap<String, String> prefixed(SortedMap<String, String> files) {
        SortedMap<String, String> all = new TreeMap<>();
        files.forEach((name, text) -> all.put(FOLDER + "/" + name, text));
        return all;
    }

    private String push(HubFixture at, Faults.Case fault) throws IOException {
        Path local = HubFixture.write(temp.resolve(HubFixture.RUN), HubFixture.run(1));
        SortedMap<String, String> before = HubFixture.local(local);
        at.publish("older", HubFixture.run(2));
        fault.arrange().accept(at);
        String said = tried(fault, () -> {
            var _ = Upload.ofFolder(at.dataset(fault.token()), local, FOLDER).run();
        });
        if (!fault.says().isEmpty()) {
            assertThat(Set.of(0, before.size()))
                    .as("all or none")
                    .contains(at.remote(FOLDER).size());
            at.hub.fault(_ -> false);
            assertThat(Upload.ofFolder(at.dataset(), local, FOLDER).run()).isPresent();
        }
        assertThat(at.remote(FOLDER)).isEqualTo(before);
        assertThat(at.remote("data/older")).isEqualTo(HubFixture.texts(HubFixture.run(2)));
        assertThat(HubFixture.local(local)).isEqualTo(before);
        assertThat(at.hub.requests().stream()
                        .filter(request -> request.startsWith("PUT "))
                        .distinct())
                .as("equal contents go to one place")
                .hasSizeLessThanOrEqualTo(1);
        return said;
    }

    /// Return all that a failure says, traces included.
    private static String tried(Faults.Case fault, Runnable work) {
        try {
            work.run();
        } catch (HubException | IllegalArgumentException e) {
            assertThat(fault.says()).as("the error: " + e.getMessage()).isNotEmpty();
            assertThat(e).hasMessageContaining(fault.says());
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace, true));
            return trace.toString();
        }
        assertThat(fault.says()).as("no error").isEmpty();
        return "";
    }

    private List<String> written() throws IOException {
        try (Stream<Path> entries = Files.walk(temp)) {
            return entries.filter(Files::isRegularFile).map(FaultsTest::text).toList();
        }
    }

    private static String text(Path file) {
        try {
            return file + new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
