package slmlab.tensor.safetensors;

import static slmlab.tensor.safetensors.SafeTensorsException.ofTensor;
import static slmlab.tensor.safetensors.SafeTensorsException.shown;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.safetensors.Header.Entry;

/// Reads the JSON of a header, and no other JSON. Each method reads the one thing allowed at its place, so
/// nothing nests deeper than the format does; a duplicate name or key is refused.
final class HeaderReader {
    /// The longest array of a JVM.
    private static final int MAX_ELEMENTS = Integer.MAX_VALUE - 8;

    private final String file;
    private final String json;
    private final StringBuilder text = new StringBuilder();
    private int at;

    private HeaderReader(String json, String file) {
        this.json = json;
        this.file = file;
    }

    /// Parse the bytes; [Header#check] checks whether the result fits the data.
    static Header read(ByteBuffer utf8, String file) {
        if (!utf8.hasRemaining() || utf8.get(utf8.position()) != '{') {
            throw new SafeTensorsException(
                    file, "the header does not begin with '{'; this is not a safetensors file: check its name");
        }
        try {
            String json = StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
            return new HeaderReader(json, file).header();
        } catch (CharacterCodingException e) {
            throw new SafeTensorsException(
                    file, "the header is not valid UTF-8; the file is damaged: copy it again", e);
        }
    }

    private Header header() {
        var entries = new LinkedHashMap<String, Entry>();
        Map<String, String> metadata = null;
        for (boolean more = opens('{', '}'); more; more = hasNext('}')) {
            String name = key();
            if (!name.equals(Header.METADATA)) {
                if (entries.put(name, entry(name)) != null) {
                    throw ofTensor(file, name, "appears twice in the header; give each tensor a unique name");
                }
            } else if (metadata == null) {
                metadata = metadata();
            } else {
                throw new SafeTensorsException(file, "the header has __metadata__ twice: write the file again");
            }
        }
        skipSpace();
        if (at < json.length()) {
            throw malformed("nothing but spaces after the last '}'");
        }
        return new Header(entries, metadata == null ? Map.of() : metadata);
    }

    private Map<String, String> metadata() {
        var metadata = new LinkedHashMap<String, String>();
        for (boolean more = opens('{', '}'); more; more = hasNext('}')) {
            String key = key();
            if (metadata.put(key, string()) != null) {
                throw new SafeTensorsException(
                        file, "__metadata__ has the key \"%s\" twice: write the file again".formatted(shown(key)));
            }
        }
        return metadata;
    }

    private Entry entry(String name) {
        String dtype = null;
        Shape shape = null;
        long[] offsets = null;
        for (boolean more = opens('{', '}'); more; more = hasNext('}')) {
            String key = key();
            switch (key) {
                case "dtype" -> dtype = once(dtype, string(), name, key);
                case "shape" -> shape = once(shape, shape(name), name, key);
                case "data_offsets" -> offsets = once(offsets, offsets(), name, key);
                default ->
                    throw ofTensor(
                            file,
                            name,
                            "unknown key \"%s\"; the format knows dtype, shape and data_offsets: write the file again"
                                    .formatted(shown(key)));
            }
        }
        if (dtype == null || shape == null || offsets == null) {
            throw ofTensor(file, name, "needs all of dtype, shape and data_offsets: write the file again");
        }
        return new Entry(dtype(dtype, name), shape, offsets[0], offsets[1]);
    }

    private <T> T once(@Nullable T before, T value, String name, String key) {
        if (before != null) {
            throw ofTensor(file, name, "has the key \"%s\" twice: write the file again".formatted(key));
        }
        return value;
    }

    private DType dtype(String dtype, String name) {
        return switch (dtype) {
            case "F32" -> DType.FLOAT32;
            case "I32" -> DType.INT32;
            case "U8" -> DType.UINT8;
            default ->
                throw ofTensor(
                        file,
                        name,
                        "is %s, arrays are F32, I32 or U8; nothing is converted here: convert it where it is saved"
                                .formatted(shown(dtype)));
        };
    }

    private Shape shape(String name) {
        int[] dims = new int[4];
        int rank = 0;
        long volume = 1;
        for (boolean more = opens('[', ']'); more; more = hasNext(']')) {
            long dim = number();
            if (dim > MAX_ELEMENTS || volume * dim > MAX_ELEMENTS) {
                throw ofTensor(
                        file,
                        name,
                        "has an axis or a volume over %s, too much for one array: split it where it is saved"
                                .formatted(MAX_ELEMENTS));
            }
            volume *= dim;
            dims = rank < dims.length ? dims : Arrays.copyOf(dims, 2 * rank);
            dims[rank++] = (int) dim;
        }
        return Shape.of(Arrays.copyOf(dims, rank));
    }

    private long[] offsets() {
        expect('[');
        long begin = number();
        expect(',');
        long end = number();
        expect(']');
        return new long[] {begin, end};
    }

    private String key() {
        String key = string();
        expect(':');
        return key;
    }

    /// Enter an object or a list; return whether it has a member.
    private boolean opens(char open, char close) {
        expect(open);
        if (peek() == close) {
            at++;
            return false;
        }
        return true;
    }

    /// Skip the comma to the next member, or the end if there is none; return whether there is one.
    private boolean hasNext(char close) {
        char c = peek();
        if (c != ',' && c != close) {
            throw malformed("',' or '%c'".formatted(close));
        }
        at++;
        return c == ',';
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw malformed("'%c'".formatted(wanted));
        }
        at++;
    }

    /// Return the next character that is not a space; NUL, which JSON never has, after the last.
    private char peek() {
        skipSpace();
        return at < json.length() ? json.charAt(at) : '\0';
    }

    private void skipSpace() {
        while (at < json.length() && " \t\r\n".indexOf(json.charAt(at)) >= 0) {
            at++;
        }
    }

    /// Return an integer from 0 to 2⁶³ − 1, as JSON writes it: digits only, and no leading zero.
    private long number() {
        skipSpace();
        int begin = at;
        long number = 0;
        while (at < json.length() && isDigit(json.charAt(at))) {
            int digit = json.charAt(at) - '0';
            if (number > (Long.MAX_VALUE - digit) / 10) {
                throw malformed("a number below 2^63");
            }
            number = 10 * number + digit;
            at++;
        }
        if (at == begin || (at > begin + 1 && json.charAt(begin) == '0')) {
            at = begin;
            throw malformed("a whole number from 0 up");
        }
        return number;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private String string() {
        expect('"');
        int begin = at;
        while (at < json.length() && json.charAt(at) != '"' && json.charAt(at) != '\\') {
            plain();
        }
        String start = json.substring(begin, at);
        if (at < json.length() && json.charAt(at) == '"') {
            at++;
            return start;
        }
        return withEscapes(start);
    }

    private String withEscapes(String start) {
        text.setLength(0);
        text.append(start);
        while (at < json.length() && json.charAt(at) != '"') {
            text.append(json.charAt(at) == '\\' ? escaped() : plain());
        }
        expect('"');
        // Only an escape can have made half a surrogate pair: UTF-8 has none.
        for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
            int codePoint = text.codePointAt(i);
            if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
                throw malformed("whole surrogate pairs in the string that ends");
            }
        }
        return text.toString();
    }

    private char plain() {
        char c = json.charAt(at);
        if (c < ' ') {
            throw malformed("no control character in a string");
        }
        at++;
        return c;
    }

    private char escaped() {
        at++;
        char c = at < json.length() ? json.charAt(at++) : '\0';
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> fourHexDigits();
            default -> throw malformed("one of \"\\/bfnrtu after a backslash");
        };
    }

    private char fourHexDigits() {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            if (at == json.length() || !HexFormat.isHexDigit(json.charAt(at))) {
                throw malformed("four hexadecimal digits after \\u");
            }
            value = 16 * value + HexFormat.fromHexDigit(json.charAt(at));
            at++;
        }
        return (char) value;
    }

    private SafeTensorsException malformed(String wanted) {
        return new SafeTensorsException(
                file,
                "the header needs %s at character %s; the file is damaged: copy or write it again"
                        .formatted(wanted, at));
    }
}
