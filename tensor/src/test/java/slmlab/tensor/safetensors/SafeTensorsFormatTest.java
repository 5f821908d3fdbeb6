package slmlab.tensor.safetensors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import slmlab.tensor.Shape;
import slmlab.tensor.safetensors.SafeTensors.Contents;

/// One crafted file for each rule of the format.
class SafeTensorsFormatTest {
    private static final String FILE = "crafted.safetensors";

    private static Contents read(String header, int dataBytes) {
        return SafeTensors.read(Crafted.file(header, dataBytes), FILE);
    }

    private static void assertRefused(byte[] bytes, String... why) {
        assertThatThrownBy(() -> SafeTensors.read(bytes, FILE))
                .isInstanceOf(SafeTensorsException.class)
                .hasMessageStartingWith(FILE + ": ")
                .hasMessageContainingAll(why);
    }

    private static void assertRefused(String header, int dataBytes, String... why) {
        assertRefused(Crafted.file(header, dataBytes), why);
    }

    /// Return the header of one tensor of bytes, whatever its shape and place are.
    private static String header(String shape, String offsets) {
        return "{\"a\":{\"dtype\":\"U8\",\"shape\":%s,\"data_offsets\":%s}}".formatted(shape, offsets);
    }

    // ---- the frame

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7})
    void needsEightBytes(int length) {
        assertRefused(new byte[length], "has %d bytes".formatted(length), "at least 8");
    }

    @ParameterizedTest
    @ValueSource(longs = {100_000_001, Integer.MAX_VALUE, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE, -1})
    void capsTheHeader(long claimed) {
        assertRefused(
                Crafted.file(claimed, "{}".getBytes(UTF_8), 0),
                "a header of %s bytes".formatted(Long.toUnsignedString(claimed)),
                "allows 100000000");
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 100, 100_000_000})
    void headerEndsWithTheFile(long claimed) {
        assertRefused(
                Crafted.file(claimed, "{}".getBytes(UTF_8), 0), "a header of %d bytes".formatted(claimed), "only 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " {}", "[]", "\n{}", "\uFEFF{}", "null", "\"{}\""})
    void headerBeginsWithABrace(String header) {
        assertRefused(header, 0, "does not begin with '{'");
    }

    @Test
    void headerIsUtf8() {
        byte[][] wrong = {
            {(byte) 0xff}, // never
            {(byte) 0x80}, // a continuation of nothing
            {(byte) 0xc3}, // the first of two, alone
            {(byte) 0xc0, (byte) 0x80}, // overlong NUL
            {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, // half a surrogate pair
            {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80} // beyond the last code point
        };
        for (byte[] bytes : wrong) {
            ByteBuffer header = ByteBuffer.allocate(64);
            header.put("{\"__metadata__\":{\"k\":\"".getBytes(UTF_8)).put(bytes).put("\"}}".getBytes(UTF_8));
            assertRefused(Crafted.file(Arrays.copyOf(header.array(), header.position()), 0), "not valid UTF-8");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{}   ", "{ }", "{\n\t\r }", "{}\n"})
    void spacesArePartOfJson(String header) {
        assertThat(read(header, 0).tensors()).isEmpty();
    }

    // ---- the JSON

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{}}",
                "{}{}",
                "{\"__metadata__\":{},}",
                "{} x",
                "{,}",
                "{\"a\"}",
                "{\"a\":}",
                "{a:1}",
                "{'a':{}}",
                "{\"a\":1}",
                "{\"a\":null}",
                "{\"a\":true}",
                "{\"a\":[]}",
                "{\"a\":\"\"}",
                "{\"",
                "{\"\\",
                "{\"\\u",
                "{\"\\u12",
                "{}\0",
                "{\0}",
                "{/**/}",
                "{\u00a0}"
            })
    void needsTheJsonOfAHeader(String header) {
        assertRefused(header, 0, "the header needs", "at character");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-1",
                "-0",
                "01",
                "1.0",
                "1e1",
                "+1",
                "0x1",
                "\"1\"",
                "null",
                "",
                "[1]",
                "١",
                "9223372036854775808"
            })
    void numbersAreWholeAndPlain(String number) {
        assertRefused(header("[1," + number + "]", "[0,1]"), 1, "the header needs");
        assertRefused(header("[1]", "[0," + number + "]"), 1, "the header needs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[0]", "[0,1,1]", "{}", "0", "[0,]", "[,1]", "[0 1]"})
    void dataOffsetsAreTwo(String offsets) {
        assertRefused(header("[1]", offsets), 1, "the header needs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1,]", "[,1]", "[1", "1", "{}", "[1 1]", "null"})
    void shapeIsAList(String shape) {
        assertRefused(header(shape, "[0,1]"), 1, "the header needs");
    }

    @Test
    void deepNestingEndsAtOnce() {
        int depth = 1_000_000;
        assertRefused("{\"a\":" + "[".repeat(depth), 0, "needs '{' at character 5");
        assertRefused("{\"a\":".repeat(depth), 0, "tensor \"a\"", "unknown key \"a\"");
        assertRefused("{\"a\":{\"shape\":" + "[".repeat(depth), 0, "a whole number");
        assertRefused("{\"__metadata__\":{\"a\":" + "{\"a\":".repeat(depth), 0, "needs '\"'");
    }

    @Test
    void escapesAndUnicodeMeanWhatJsonSays() {
        Contents contents = read(
                "{\"__metadata__\":{\"\\\"\\\\\\/\\b\\f\\n\\r\\t\":\"\\u00e9é\\ud83d\\uDE00😀\",\"\":\"\"}, "
                        + Crafted.tensor("\\u0061b\\u0063", "U8", "[]", 0, 1) + "}",
                1);
        assertThat(contents.metadata()).isEqualTo(Map.of("\"\\/\b\f\n\r\t", "éé😀😀", "", ""));
        assertThat(contents.tensors()).containsOnlyKeys("abc");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\x",
                "\\",
                "\\u12",
                "\\u123g",
                "\\u１２３４",
                "\n",
                "\t",
                "\0",
                "\\ud83d",
                "\\ude00",
                "\\ud83dx",
                "\\ud83d\\u0041",
                "\\ud83d😀",
                "\\ude00\\ud83d",
                "\\U0041"
            })
    void stringsAreStrict(String text) {
        assertRefused("{\"__metadata__\":{\"k\":\"%s\"}}".formatted(text), 0, "the header needs");
    }

    @Test
    void metadataIsAMapOfStrings() {
        assertThat(read("{\"__metadata__\":{}}", 0).metadata()).isEmpty();
        assertThat(read("{\"__metadata__\" : { \"a\" : \"b\" , \"c\" : \"d\" } }", 0)
                        .metadata())
                .containsExactly(Map.entry("a", "b"), Map.entry("c", "d"));
        for (String wrong :
                new String[] {"null", "[]", "\"a\"", "{\"a\":1}", "{\"a\":null}", "{\"a\":{}}", "{\"a\":[\"b\"]}"}) {
            assertRefused("{\"__metadata__\":%s}".formatted(wrong), 0, "the header needs");
        }
    }

    // ---- names and keys

    @Test
    void namesComeOnce() {
        String twice = Crafted.tensor("w", "U8", "[1]", 0, 1) + "," + Crafted.tensor("\\u0077", "U8", "[1]", 1, 2);
        assertRefused("{" + twice + "}", 2, "tensor \"w\"", "twice");
        assertRefused("{\"__metadata__\":{},\"__metadata__\":{}}", 0, "__metadata__ twice");
        assertRefused("{\"__metadata__\":{\"k\":\"1\",\"k\":\"2\"}}", 0, "key \"k\" twice");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"dtype\":\"U8\"", "\"shape\":[1]", "\"data_offsets\":[0,1]"})
    void keysComeOnce(String again) {
        assertRefused(
                "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1],%s}}".formatted(again),
                1,
                "tensor \"a\"",
                "twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"shape\":[1],\"data_offsets\":[0,1]}",
                "{\"dtype\":\"U8\",\"data_offsets\":[0,1]}",
                "{\"dtype\":\"U8\",\"shape\":[1]}"
            })
    void noKeyIsMissing(String entry) {
        assertRefused("{\"a\":%s}".formatted(entry), 1, "tensor \"a\"", "needs all of dtype, shape and data_offsets");
    }

    @Test
    void noKeyIsUnknown() {
        assertRefused(
                "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1],\"stride\":[1]}}",
                1,
                "tensor \"a\"",
                "unknown key \"stride\"");
    }

    @Test
    void keysComeInAnyOrder() {
        Contents contents = read("{\"a\":{\"data_offsets\":[0,1],\"shape\":[1],\"dtype\":\"U8\"}}", 1);
        assertThat(contents.tensors()).containsOnlyKeys("a");
    }

    @Test
    void longAndOddNamesAreShownShort() {
        String name = "x".repeat(1_000_000);
        assertThatThrownBy(() -> read("{" + Crafted.tensor(name, "U8", "[1]", 0, 2) + "}", 2))
                .extracting(Throwable::getMessage)
                .asString()
                .hasSizeLessThan(500);
        assertThatThrownBy(() -> read("{" + Crafted.tensor("two\\nlines", "U8", "[1]", 0, 2) + "}", 2))
                .hasMessageContaining("two?lines");
        String ones = "[" + "1,".repeat(100_000) + "1]";
        assertThatThrownBy(() -> read("{" + Crafted.tensor("w", "U8", ones, 0, 2) + "}", 2))
                .extracting(Throwable::getMessage)
                .asString()
                .hasSizeLessThan(500);
    }

    // ---- types and shapes

    @ParameterizedTest
    @CsvSource({
        "BOOL,1",
        "I8,1",
        "F8_E5M2,1",
        "F8_E4M3,1",
        "F8_E8M0,1",
        "I16,2",
        "U16,2",
        "F16,2",
        "BF16,2",
        "U32,4",
        "I64,8",
        "U64,8",
        "F64,8",
        "C64,8",
        "f32,4",
        "F33,4",
        "'',4"
    })
    void otherTypesAreRefusedAndNotNarrowed(String dtype, int width) {
        assertRefused(
                "{" + Crafted.tensor("w", dtype, "[2]", 0, 2L * width) + "}",
                2 * width,
                "tensor \"w\": is %s,".formatted(dtype),
                "nothing is converted");
    }

    @Test
    void scalarsAndEmptyAxesAreShapes() {
        Contents contents = read(
                "{" + Crafted.tensor("scalar", "F32", "[]", 0, 4) + "," + Crafted.tensor("empty", "I32", "[0]", 4, 4)
                        + ","
                        + Crafted.tensor("between", "U8", "[2,0,3]", 4, 4) + ","
                        + Crafted.tensor("one", "U8", "[1,1]", 4, 5) + ","
                        + Crafted.tensor("last", "F32", "[2147483639,0]", 5, 5) + "}",
                5);
        assertThat(Crafted.get(contents, "scalar").shape()).isEqualTo(Shape.SCALAR);
        assertThat(Crafted.get(contents, "empty").shape()).isEqualTo(Shape.of(0));
        assertThat(Crafted.get(contents, "between").shape()).isEqualTo(Shape.of(2, 0, 3));
        assertThat(Crafted.get(contents, "one").shape()).isEqualTo(Shape.of(1, 1));
        assertThat(Crafted.get(contents, "last").shape()).isEqualTo(Shape.of(2147483639, 0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[2147483648]",
                "[0,2147483648]",
                "[2147483647]",
                "[65536,65536]",
                "[65536,65536,0]",
                "[4294967296,4294967296]",
                "[9223372036854775807,9223372036854775807,2]",
                "[2,9223372036854775807]"
            })
    void shapeTooLargeForAnArrayIsRefused(String shape) {
        assertRefused("{" + Crafted.tensor("w", "F32", shape, 0, 0) + "}", 0, "tensor \"w\"", "too much for one array");
    }

    @ParameterizedTest
    @CsvSource({"F32,4", "I32,4", "U8,1"})
    void lyingShapeAllocatesNothing(String dtype, int width) {
        byte[] bytes =
                Crafted.file("{" + Crafted.tensor("w", dtype, "[2000000000]", 0, 2_000_000_000L * width) + "}", 16);
        byte[] fits = Crafted.file("{" + Crafted.tensor("w", dtype, "[2000000000]", 0, 16) + "}", 16);
        long before = AllocatedBytes.bytes();
        assertRefused(bytes, "tensor \"w\"", "of which the file has 16");
        assertRefused(fits, "tensor \"w\"", "hold 16 bytes", "needs %d".formatted(2_000_000_000L * width));
        assertThat(AllocatedBytes.bytes() - before).isLessThan(10_000_000);
    }

    // ---- places

    @ParameterizedTest
    @CsvSource({"F32,[3],8", "F32,[3],16", "I32,[1],1", "U8,[4],3", "U8,[0],1", "F32,[],0", "F32,[],8", "U8,[],0"})
    void sizeIsThatOfTypeAndShape(String dtype, String shape, int bytes) {
        assertRefused(
                "{" + Crafted.tensor("w", dtype, shape, 0, bytes) + "}",
                bytes,
                "tensor \"w\"",
                "hold %d bytes".formatted(bytes));
    }

    @Test
    void beginsBeforeItEnds() {
        assertRefused("{" + Crafted.tensor("w", "U8", "[1]", 1, 0) + "}", 1, "tensor \"w\"", "[1, 0]");
    }

    @ParameterizedTest
    @CsvSource({"0,5,5", "9223372036854775806,9223372036854775807,1", "4,5,1"})
    void liesInsideTheData(long begin, long end, int volume) {
        assertRefused(
                "{" + Crafted.tensor("w", "U8", "[%d]".formatted(volume), begin, end) + "}",
                4,
                "tensor \"w\"",
                "ends at byte %d".formatted(end),
                "the file has 4");
    }

    @Test
    void overlapIsRefused() {
        String a = Crafted.tensor("a", "U8", "[4]", 0, 4);
        assertRefused(
                "{" + a + "," + Crafted.tensor("b", "U8", "[4]", 3, 7) + "}",
                7,
                "tensor \"b\"",
                "inside the tensor before");
        assertRefused(
                "{" + a + "," + Crafted.tensor("b", "U8", "[4]", 0, 4) + "}",
                4,
                "tensor \"b\"",
                "inside the tensor before");
        assertRefused(
                "{" + a + "," + Crafted.tensor("b", "U8", "[2]", 1, 3) + "}",
                4,
                "tensor \"b\"",
                "inside the tensor before");
        assertRefused(
                "{" + a + "," + Crafted.tensor("b", "U8", "[0]", 2, 2) + "}",
                4,
                "tensor \"b\"",
                "inside the tensor before");
    }

    @Test
    void holesAreRefused() {
        assertRefused("{" + Crafted.tensor("a", "U8", "[3]", 1, 4) + "}", 4, "tensor \"a\"", "hole from byte 0");
        assertRefused(
                "{" + Crafted.tensor("a", "U8", "[1]", 0, 1) + "," + Crafted.tensor("b", "U8", "[1]", 2, 3) + "}",
                3,
                "tensor \"b\"",
                "hole from byte 1");
        assertRefused(
                "{" + Crafted.tensor("a", "U8", "[1]", 0, 1) + "," + Crafted.tensor("b", "U8", "[0]", 2, 2) + "}",
                2,
                "tensor \"b\"",
                "hole from byte 1");
    }

    @Test
    void nothingFollowsTheTensors() {
        assertRefused("{}", 1, "end at byte 0 of 1");
        assertRefused("{" + Crafted.tensor("a", "U8", "[1]", 0, 1) + "}", 2, "end at byte 1 of 2");
    }

    @Test
    void orderOfTheHeaderNeedNotBeThatOfTheData() {
        byte[] bytes = Crafted.file(
                "{" + Crafted.tensor("b", "I32", "[1]", 3, 7) + "," + Crafted.tensor("a", "U8", "[3]", 0, 3) + "}", 7);
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(bytes.length - 7, new byte[] {1, 2, 3})
                .putInt(bytes.length - 4, 42);
        Contents contents = SafeTensors.read(bytes, FILE);
        assertThat(contents.tensors().sequencedKeySet()).containsExactly("b", "a");
        assertThat(Crafted.get(contents, "b").ints()).containsExactly(42); // not at a multiple of 4: allowed
        assertThat(Crafted.get(contents, "a").bytes()).containsExactly(1, 2, 3);
    }
}
