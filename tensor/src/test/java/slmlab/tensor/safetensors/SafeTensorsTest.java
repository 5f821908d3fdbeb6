package slmlab.tensor.safetensors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.safetensors.SafeTensors.Contents;

class SafeTensorsTest {
    private static final SequencedMap<String, Array> OLD = one("old", Array.of(Shape.of(2), 1f, 2f));
    private static final SequencedMap<String, Array> NEW = one("new", Array.ofInts(Shape.of(3), 3, 4, 5));

    @TempDir
    Path folder;

    Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("a.safetensors");
    }

    private static SequencedMap<String, Array> one(String name, Array array) {
        return new LinkedHashMap<>(Map.of(name, array));
    }

    @Test
    void whatTravelsComesBackBitByBit() {
        var tensors = Crafted.arrays(new Random(2));
        Contents contents = SafeTensors.read(SafeTensors.bytes(tensors, Map.of("frame", "7")), "the answer");
        assertThat(contents.metadata()).isEqualTo(Map.of("frame", "7"));
        assertThat(contents.tensors().sequencedKeySet()).containsExactlyElementsOf(tensors.sequencedKeySet());
        tensors.forEach((name, written) -> {
            Array read = Crafted.get(contents, name);
            assertThat(read.shape()).isEqualTo(written.shape());
            assertThat(Crafted.bits(read)).as(name).isEqualTo(Crafted.bits(written));
        });
    }

    @Test
    void everyTypeAndShapeComesBackBitByBit() {
        var tensors = Crafted.arrays(new Random(1));
        SafeTensors.write(file, tensors, Map.of());
        Contents contents = SafeTensors.read(file);

        assertThat(contents.tensors().sequencedKeySet()).containsExactlyElementsOf(tensors.sequencedKeySet());
        tensors.forEach((name, written) -> {
            Array read = Crafted.get(contents, name);
            assertThat(read.dtype()).isEqualTo(written.dtype());
            assertThat(read.shape()).isEqualTo(written.shape());
            assertThat(Crafted.bits(read)).as(name).isEqualTo(Crafted.bits(written));
        });
    }

    @Test
    void metadataAndNamesComeBackWhateverTheyHold() {
        String escaped = "\"\\/\b\f\n\r\t\0\u001f\u007f";
        var odd = List.of("", "plain", escaped, "äöü", "漢字", "😀", "{}[],:", " ", "__metadata");
        var tensors = new LinkedHashMap<String, Array>();
        var metadata = new HashMap<String, String>();
        for (String text : odd) {
            tensors.put(text, Array.ofInts(Shape.SCALAR, odd.indexOf(text)));
            metadata.put(text, text + text);
        }
        metadata.put("__metadata__", "as a key of its own it is free");
        SafeTensors.write(file, tensors, metadata);
        Contents contents = SafeTensors.read(file);

        assertThat(contents.metadata()).isEqualTo(metadata);
        assertThat(contents.tensors().sequencedKeySet()).containsExactlyElementsOf(odd);
        odd.forEach(text -> assertThat(Crafted.get(contents, text).ints()).containsExactly(odd.indexOf(text)));
    }

    @Test
    void nothingAtAllIsAFileToo() {
        SafeTensors.write(file, new LinkedHashMap<>(), Map.of());
        assertThat(file)
                .content(UTF_8)
                .isEqualTo("0\0\0\0\0\0\0\0{\"__metadata__\":{\"data_crc32c\":\"00000000\"}}     "); // 48 bytes
        assertThat(SafeTensors.read(file).tensors()).isEmpty();
        assertThat(SafeTensors.read(file).metadata()).isEmpty();
    }

    @Test
    void bytesAreThoseOfTheFormat() throws IOException {
        var tensors = new LinkedHashMap<String, Array>();
        tensors.put("b", Array.ofBytes(Shape.of(3), (byte) 1, (byte) 2, (byte) 255));
        tensors.put("a", Array.of(Shape.of(1, 1), 1f));
        SafeTensors.write(file, tensors, Map.of("k", "v", "j", "w"));

        // The header has the map's order. In the data the float comes first, so that it lies at a multiple of 4.
        String header = "{\"__metadata__\":{\"data_crc32c\":\"2be0306a\",\"j\":\"w\",\"k\":\"v\"},"
                + "\"b\":{\"dtype\":\"U8\",\"shape\":[3],\"data_offsets\":[4,7]},"
                + "\"a\":{\"dtype\":\"F32\",\"shape\":[1,1],\"data_offsets\":[0,4]}}";
        int padded = 168; // 166 characters and two spaces
        assertThat(header).hasSize(166);
        ByteBuffer bytes = ByteBuffer.allocate(8 + padded + 7).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(padded).put((header + "  ").getBytes(UTF_8));
        bytes.put(new byte[] {0, 0, (byte) 0x80, 0x3f}); // 1.0f = 0x3f800000
        bytes.put(new byte[] {1, 2, (byte) 255});
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes.array());
    }

    @Test
    void aChangedNumberIsNoticed() throws IOException {
        SafeTensors.write(file, Crafted.arrays(new Random(3)), Map.of("k", "v"));
        byte[] bytes = Files.readAllBytes(file);
        int data =
                8 + (int) ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
        for (int at : new int[] {data, (data + bytes.length) / 2, bytes.length - 1}) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 1;
            Files.write(file, damaged);
            assertThatThrownBy(() -> SafeTensors.read(file))
                    .isInstanceOf(SafeTensorsException.class)
                    .hasMessageStartingWith(file + ": its numbers do not match their checksum")
                    .hasMessageEndingWith("the file is damaged: copy it again");
        }
    }

    @Test
    void aFileWithoutChecksumIsReadAsItIs() {
        byte[] bytes = Crafted.file("{" + Crafted.tensor("w", "U8", "[2]", 0, 2) + "}", 2);
        bytes[bytes.length - 1] = 9;
        assertThat(Crafted.get(SafeTensors.read(bytes, "older"), "w").bytes()).containsExactly(0, 9);
    }

    @Test
    void anInvalidChecksumIsAMismatch() {
        for (String odd : List.of("", "zzz", "0000000", "000000000", "AAAAAAAA")) {
            String header = "{\"__metadata__\":{\"data_crc32c\":\"%s\"},%s}"
                    .formatted(odd, Crafted.tensor("w", "U8", "[2]", 0, 2));
            assertThatThrownBy(() -> SafeTensors.read(Crafted.file(header, 2), "odd"))
                    .isInstanceOf(SafeTensorsException.class)
                    .hasMessageContaining("data_crc32c is %s, theirs is f16177d2".formatted(odd));
        }
    }

    @Test
    void dataStartAtAMultipleOfEightAndTensorsAtOneOfTheirWidth() throws IOException {
        for (int length = 1; length <= 16; length++) {
            var tensors = new LinkedHashMap<String, Array>();
            tensors.put("x".repeat(length), Array.ofBytes(Shape.of(1), (byte) 7));
            tensors.put("f", Array.of(Shape.of(1), 1f));
            tensors.put("i", Array.ofInts(Shape.of(1), 1));
            SafeTensors.write(file, tensors, Map.of());
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            int data = 8 + (int) bytes.getLong();
            assertThat(data % 8).isZero();
            assertThat(bytes.getFloat(data)).isEqualTo(1f);
            assertThat(bytes.getInt(data + 4)).isEqualTo(1);
            assertThat(bytes.get(data + 8)).isEqualTo((byte) 7);
        }
    }

    @Test
    void equalInputGivesEqualBytes() throws IOException {
        var metadata = new LinkedHashMap<String, String>();
        List.of("z", "a", "m", "é").forEach(key -> metadata.put(key, key));
        SafeTensors.write(file, Crafted.arrays(new Random(2)), metadata);
        Path again = folder.resolve("again.safetensors");
        SafeTensors.write(again, Crafted.arrays(new Random(2)), new HashMap<>(metadata));
        assertThat(again).hasSameBinaryContentAs(file);
    }

    @Test
    void contentsCannotBeChanged() {
        SafeTensors.write(file, OLD, Map.of("k", "v"));
        Contents contents = SafeTensors.read(file);
        assertThatThrownBy(() -> contents.tensors().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> contents.metadata().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void writesOverAnOldFile() throws IOException {
        SafeTensors.write(file, OLD, Map.of());
        SafeTensors.write(file, NEW, Map.of());
        assertThat(SafeTensors.read(file).tensors()).containsOnlyKeys("new");
        assertThat(files()).containsExactly(file);
    }

    @Test
    void takesARelativePathWithoutAFolder() throws IOException {
        Path bare = Path.of("bare-%s.safetensors".formatted(folder.getFileName()));
        try {
            SafeTensors.write(bare, OLD, Map.of());
            assertThat(SafeTensors.read(bare).tensors()).containsOnlyKeys("old");
        } finally {
            Files.deleteIfExists(bare);
        }
    }

    @Test
    void hasThePermissionsOfAnyNewFile() throws IOException {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"), "no POSIX permissions here");
        SafeTensors.write(file, OLD, Map.of());
        Path plain = Files.createFile(folder.resolve("plain"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo(PosixFilePermissions.toString(Files.getPosixFilePermissions(plain)));
    }

    @Test
    void failureInTheMiddleKeepsTheOldFileAndLeavesNothing() throws IOException {
        SafeTensors.write(file, OLD, Map.of());
        Thread.currentThread().interrupt(); // a file channel closes under an interrupted thread, at its first write
        try {
            assertThatThrownBy(() -> SafeTensors.write(file, NEW, Map.of()))
                    .isInstanceOf(SafeTensorsException.class)
                    .hasMessageContaining(file.toString())
                    .hasMessageContaining("ClosedByInterruptException");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(SafeTensors.read(file).tensors()).containsOnlyKeys("old");
        assertThat(files()).containsExactly(file);
    }

    @Test
    void failureBetweenTensorsKeepsTheOldFileAndLeavesNothing() throws IOException {
        SafeTensors.write(file, OLD, Map.of());
        var breaking = new LinkedHashMap<String, Array>(NEW) {
            @Override
            public Array get(Object name) {
                throw new IllegalStateException("simulated");
            }
        };
        assertThatThrownBy(() -> SafeTensors.write(file, breaking, Map.of())).hasMessage("simulated");
        assertThat(SafeTensors.read(file).tensors()).containsOnlyKeys("old");
        assertThat(files()).containsExactly(file);
    }

    @Test
    void readOnlyFolderKeepsTheOldFile() throws IOException {
        SafeTensors.write(file, OLD, Map.of());
        assumeTrue(folder.toFile().setWritable(false), "folders cannot be read-only here");
        try {
            assumeFalse(Files.isWritable(folder), "this user, perhaps root, writes anywhere");
            assertThatThrownBy(() -> SafeTensors.write(file, NEW, Map.of()))
                    .isInstanceOf(SafeTensorsException.class)
                    .hasMessageContaining(file.toString());
            assertThat(SafeTensors.read(file).tensors()).containsOnlyKeys("old");
        } finally {
            assertThat(folder.toFile().setWritable(true)).isTrue();
        }
        assertThat(files()).containsExactly(file);
    }

    @Test
    void folderInTheFilesPlaceStays() throws IOException {
        Files.createDirectory(file);
        assertThatThrownBy(() -> SafeTensors.write(file, NEW, Map.of()))
                .isInstanceOf(SafeTensorsException.class)
                .hasMessageContaining(file.toString());
        assertThat(file).isEmptyDirectory();
        assertThat(files()).containsExactly(file);
    }

    @Test
    void missingFolderIsNotMade() {
        Path lost = folder.resolve("missing").resolve("a.safetensors");
        assertThatThrownBy(() -> SafeTensors.write(lost, NEW, Map.of()))
                .isInstanceOf(SafeTensorsException.class)
                .hasMessageContaining("check that its folder exists");
        assertThat(lost.getParent()).doesNotExist();
    }

    @Test
    void refusesNamesThatTheFormatCannotHold() throws IOException {
        SafeTensors.write(file, OLD, Map.of());
        Array array = Array.of(Shape.SCALAR, 1f);
        assertRefused(
                "the metadata key data_crc32c is reserved for the checksum", NEW, Map.of("data_crc32c", "00000000"));
        assertRefused("reserves this name", one("__metadata__", array), Map.of());
        assertRefused("half a surrogate pair", one("half \ud83d", array), Map.of());
        assertRefused("half a surrogate pair", NEW, Map.of("k", "\ude00"));
        assertRefused("write fewer tensors or less metadata", NEW, Map.of("k", "x".repeat(Header.MAX_BYTES)));
        assertThat(SafeTensors.read(file).tensors()).containsOnlyKeys("old");
        assertThat(files()).containsExactly(file);
    }

    private void assertRefused(String why, SequencedMap<String, Array> tensors, Map<String, String> metadata) {
        assertThatThrownBy(() -> SafeTensors.write(file, tensors, metadata))
                .isInstanceOf(SafeTensorsException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(why);
    }

    @Test
    void whatCannotBeReadIsNamed() throws IOException {
        assertThatThrownBy(() -> SafeTensors.read(file))
                .isInstanceOf(SafeTensorsException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining("NoSuchFileException")
                .hasCauseInstanceOf(IOException.class);
        Files.createDirectory(file);
        assertThatThrownBy(() -> SafeTensors.read(file))
                .isInstanceOf(SafeTensorsException.class)
                .hasMessageStartingWith(file.toString());
    }

    @Test
    void largeTensorsTakeNoSecondCopy() {
        int volume = 8 << 20;
        SafeTensors.write(file, one("large", Array.of(Shape.of(volume), new float[volume])), Map.of());
        SafeTensors.read(file); // what is made once, such as classes, does not count
        long before = AllocatedBytes.bytes();
        Contents contents = SafeTensors.read(file);
        assertThat(AllocatedBytes.bytes() - before).isBetween(4L * volume, 4L * volume + (1 << 18));
        assertThat(contents.tensors()).containsOnlyKeys("large");
    }

    /// Also hidden ones, as a file not yet in its place is.
    private List<Path> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.toList();
        }
    }
}
