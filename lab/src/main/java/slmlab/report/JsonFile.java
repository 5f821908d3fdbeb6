package slmlab.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import slmlab.file.InputFile;
import slmlab.file.OutputFile;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.exc.StreamReadException;
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
    private static final JsonMapper MAPPER = JsonMapper.builder()
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
        String problem = Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? InputFile.problem(file) : null;
        if (problem != null) {
            throw new IllegalArgumentException("%s %s".formatted(file, problem));
        }
        try (InputStream in = InputFile.open(file)) {
            return MAPPER.readValue(in, type);
        } catch (NoSuchFileException _) {
            throw new IllegalArgumentException("there is no file %s".formatted(file));
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read %s: %s".formatted(file, OutputFile.reason(e)), e);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("%s %s: %s".formatted(file, wrong(e), plain(e.getOriginalMessage())), e);
        }
    }

    private static String wrong(JacksonException e) {
        String what = e instanceof StreamReadException ? "is not valid JSON" : "has wrong values";
        return "%s: line %s, column %s"
                .formatted(what, e.getLocation().getLineNr(), e.getLocation().getColumnNr());
    }

    /// Return the message without Jackson's remarks on its source: the message names the file already.
    private static String plain(String message) {
        return message.replaceAll("\\s*\\(start marker at \\[Source.*", "");
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
