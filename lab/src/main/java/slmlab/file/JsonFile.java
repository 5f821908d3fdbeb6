package slmlab.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/// JSON files as SLM-Lab writes them: indented, keys in snake case and in the order of declaration.
///
/// NaN is written as null, as JSON requires, and read from `NaN` too, as Python writes it.
public final class JsonFile {
    private static final int DEEPEST = 100; // as in a spec
    private static final int LONGEST = 300; // characters of Jackson's message
    private static final long SMALL = 4L << 20;
    /// Bytes of a file. The smallest JSON takes up to 25 times its size in memory.
    private static final long LARGEST = Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 64);

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .maxDocumentLength(LARGEST + 1)
                            .build())
                    .build())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .addModule(new SimpleModule()
                    .addSerializer(Double.class, new Finite())
                    .addSerializer(double[].class, new Finites()))
            .build();

    private JsonFile() {}

    /// Read lists, maps, numbers and strings; an [IllegalArgumentException] says what is wrong with the file.
    public static Object read(Path file) {
        return read(file, Object.class);
    }

    /// Read a record with snake-case keys, or another type that Jackson can make.
    public static <T> T read(Path file, Class<T> type) {
        return read(file, type, LARGEST);
    }

    /// Read a file that a person could read, such as a spec or the facts of a run; a larger one is refused.
    public static Object readSmall(Path file) {
        return read(file, Object.class, Math.min(SMALL, LARGEST));
    }

    private static <T> T read(Path file, Class<T> type, long largest) {
        String problem = Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? InputFile.problem(file) : null;
        if (problem != null) {
            throw new IllegalArgumentException("%s %s".formatted(file, problem));
        }
        try (InputStream in = InputFile.open(file)) {
            checkSize(file, largest);
            @Nullable T value = MAPPER.readValue(in, type);
            if (value == null) {
                throw new IllegalArgumentException("%s holds null and nothing else".formatted(file));
            }
            return value;
        } catch (NoSuchFileException _) {
            throw new IllegalArgumentException("there is no file %s".formatted(file));
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read %s: %s".formatted(file, OutputFile.reason(e)), e);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("%s %s".formatted(file, wrong(e)), e);
        }
    }

    private static void checkSize(Path file, long largest) throws IOException {
        if (!InputFile.isStream(file) && Files.size(file) > largest) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%s has %,d MB; JSON files are read up to %,d MB",
                    file,
                    Math.round(Files.size(file) / 1e6),
                    largest >> 20));
        }
    }

    /// Say what is wrong and where. Jackson knows no place where a limit is exceeded, or where there is no text.
    private static String wrong(JacksonException e) {
        String message = plain(e.getOriginalMessage());
        if (message.startsWith("No content to map")) {
            return "is empty; needs JSON";
        }
        boolean isText = e instanceof StreamReadException || e instanceof StreamConstraintsException;
        String what = isText ? "is not valid JSON" : "has wrong values";
        @Nullable TokenStreamLocation at = e.getLocation();
        int line = at == null ? 1 : at.getLineNr();
        return at == null || at.getColumnNr() < 1
                ? "%s: line %s: %s".formatted(what, Math.max(1, line), message)
                : "%s: line %s, column %s: %s".formatted(what, line, at.getColumnNr(), message);
    }

    /// Return the message on one line, without Jackson's remarks on its source and on its own settings.
    private static String plain(String message) {
        return Quoted.cut(
                message.replaceAll("(?s)\\s*\\(start marker at \\[Source.*", "").replaceAll(",? from `[^`]*`", ""),
                LONGEST);
    }

    /// Read a text that another program sent; an [IllegalArgumentException] says what is wrong with it.
    ///
    /// @param what begins the message
    public static Object parse(byte[] text, String what) {
        try {
            @Nullable Object value = MAPPER.readValue(text, Object.class);
            if (value != null) {
                return value;
            }
            throw new IllegalArgumentException("%s holds null and nothing else".formatted(what));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("%s %s".formatted(what, wrong(e)), e);
        }
    }

    /// Read a resource of our own, which is known to be valid.
    public static <T> T read(InputStream in, Class<T> type) {
        return MAPPER.readValue(in, type);
    }

    /// Write records, lists, maps, numbers and strings.
    public static void write(Path file, Object value) {
        byte[] text = bytes(value);
        SafeFile.write(file, out -> out.write(text));
    }

    /// Return what [#write] writes.
    public static byte[] bytes(Object value) {
        return (MAPPER.writeValueAsString(value) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /// Return the same on one line.
    public static String line(Object value) {
        return MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value);
    }

    private static void writeFinite(double value, JsonGenerator out) {
        if (Double.isFinite(value)) {
            out.writeNumber(value);
        } else {
            out.writeNull();
        }
    }

    private static final class Finite extends ValueSerializer<Double> {
        @Override
        public void serialize(Double value, JsonGenerator out, SerializationContext context) {
            writeFinite(value, out);
        }
    }

    private static final class Finites extends ValueSerializer<double[]> {
        @Override
        public void serialize(double[] values, JsonGenerator out, SerializationContext context) {
            out.writeStartArray();
            for (double value : values) {
                writeFinite(value, out);
            }
            out.writeEndArray();
        }
    }
}
