package slmlab.cli;

import java.nio.file.Path;
import slmlab.report.JsonFile;
import slmlab.report.SafeFile;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.json.JsonMapper;

/// JSON in one line, in and out. Jackson is loaded with this class: commands without JSON do not wait for it.
final class Json {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private Json() {}

    /// Read lists, maps, numbers and texts; an [IllegalArgumentException] says what is wrong with the file.
    static Object read(Path file) {
        return JsonFile.read(file);
    }

    static String text(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    static void write(Path file, Object value) {
        SafeFile.write(file, out -> {
            try {
                MAPPER.writeValue(out, value);
            } catch (JacksonIOException e) {
                throw e.getCause();
            }
        });
    }
}
