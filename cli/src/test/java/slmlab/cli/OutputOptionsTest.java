package slmlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import slmlab.experiment.TinySpecs;
import slmlab.file.SpecialFiles;
import slmlab.run.RunFolder;

/// Every option that writes a file: what cannot be written is refused before the work, links and pipes stay.
class OutputOptionsTest {
    private static final String[] COMMANDS = {
        "check SPEC --json",
        "eval RUN --episodes 1 --json",
        "env rollout CartPole-v1 --steps 2 --json",
        "env rollout CartPole-v1 --steps 2 --gif",
        "run SPEC ppo enjoy@RUN --episodes 1 --gif",
        "env baseline Probe-RewardLater-v0 --episodes 2 --write",
    };

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path shared;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temp;

    private static String spec = "";
    private static String run = "";
    private Path file = Path.of("");

    @BeforeAll
    static void train() {
        spec = TinySpecs.file(shared, "ppo", "\"max_frame\": 400", "").toString();
        CommandResult.of("run", spec, "ppo", "train", "-d", shared.toString(), "--quiet");
        run = RunFolder.latest(shared, "ppo").orElseThrow().path().toString();
    }

    @BeforeEach
    void setUp() {
        file = temp.resolve("file");
    }

    private static CommandResult command(String words, Path target) {
        String[] args =
                (words + " " + target).replace("SPEC", spec).replace("RUN", run).split(" ", -1);
        return CommandResult.of(args);
    }

    private static void assertRefused(CommandResult result, String... words) {
        assertThat(result.err()).contains(words).doesNotContain("\tat ", "Exception");
        assertThat(result.err().lines()).hasSize(2);
        assertThat(result.code()).isEqualTo(Cli.WRONG_INPUT);
        assertThat(result.out()).isEmpty(); // before the work
    }

    private String[] files() throws IOException {
        try (Stream<Path> files = Files.list(temp)) {
            return files.map(each -> each.getFileName().toString()).sorted().toArray(String[]::new);
        }
    }

    @ParameterizedTest
    @FieldSource("COMMANDS")
    void aFolderIsRefusedBeforeTheWork(String words) throws IOException {
        assertRefused(command(words, temp), temp + " is a folder; name a file in it");
        assertRefused(command(words, Path.of("/")), "/ is a folder; name a file in it");
        assertThat(files()).isEmpty();
        assertThat(temp.resolveSibling(temp.getFileName() + ".part")).doesNotExist();
    }

    @ParameterizedTest
    @FieldSource("COMMANDS")
    void aPlaceWhereNothingCanBeMadeIsRefusedBeforeTheWork(String words) throws IOException {
        Files.writeString(file, "a file, so it has no files in it");
        assertRefused(command(words, file.resolve("x")), file.toString());
        assertRefused(command(words, Path.of("/proc/self/x")), "/proc/self/x");
        SpecialFiles.circle(temp.resolve("circle"));
        assertRefused(command(words, temp.resolve("circle")), "is a circular symbolic link");
        assertThat(files()).containsExactly("circle", "file");
    }

    @ParameterizedTest
    @FieldSource("COMMANDS")
    void anEmptyNameIsRefused(String words) {
        String[] args = Stream.concat(
                        Stream.of(
                                words.replace("SPEC", spec).replace("RUN", run).split(" ", -1)),
                        Stream.of(""))
                .toArray(String[]::new);
        assertRefused(CommandResult.of(args), words.substring(words.lastIndexOf(' ') + 1));
    }

    @ParameterizedTest
    @FieldSource("COMMANDS")
    void aLinkStaysAndItsFileIsWritten(String words) throws IOException {
        Path link = Files.createSymbolicLink(temp.resolve("link"), Path.of("file"));
        CommandResult result = command(words, link);
        assertThat(result.code()).as(result.toString()).isZero();
        assertThat(link).isSymbolicLink();
        assertThat(file).isNotEmptyFile();
        assertThat(files()).containsExactly("file", "link");
    }

    @ParameterizedTest
    @FieldSource("COMMANDS")
    void aPipeStaysAndIsWrittenTo(String words) throws Exception {
        Path pipe = SpecialFiles.namedPipe(temp.resolve("pipe"));
        CompletableFuture<byte[]> read = CompletableFuture.supplyAsync(() -> bytes(pipe));
        CommandResult result = command(words, pipe);
        assertThat(result.code()).as(result.toString()).isZero();
        assertThat(Files.isRegularFile(pipe)).isFalse();
        assertThat(read.get()).isNotEmpty();
        assertThat(files()).containsExactly("pipe");
    }

    private static byte[] bytes(Path pipe) {
        try {
            return Files.readAllBytes(pipe);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void standardOutputIsWrittenToWhereverItLeads() throws Exception {
        Path link = Files.createSymbolicLink(temp.resolve("link"), Path.of("/proc/self/fd/1"));
        CommandResult result = ChildJvm.start(temp, java.util.Map.of(), "check", spec, "--json", link.toString())
                .result(); // its standard output is a file
        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("✓ ", "\"ok\" : true", "1 spec: 1 right and runnable here");
        assertThat(link).isSymbolicLink();
    }

    @Test
    void aFileThatIsNoTableOfBaselinesIsKept() throws IOException {
        for (String text : new String[] {"{\"envs\": 3}", "{\"ppo\": {}}", "[]", "no json"}) {
            Files.writeString(file, text);
            assertRefused(command(COMMANDS[5], file), file.toString());
            assertThat(file).hasContent(text);
        }
    }

    @Test
    void aFolderForFiguresThatCannotBeMadeIsRefused() throws IOException {
        Files.writeString(file, "a file");
        for (String folder : new String[] {file.toString(), "/proc/self/x"}) {
            CommandResult result = CommandResult.of("plot", "-f", run, "-o", folder);
            assertRefused(result, "cannot create " + folder);
        }
        assertRefused(
                CommandResult.of("plot", "-f", run, "-o", temp.toString(), "-t", "x".repeat(300)),
                "--title",
                "shorter");
    }
}
