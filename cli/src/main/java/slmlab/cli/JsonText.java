package slmlab.cli;

import java.nio.file.Path;
import slmlab.file.JsonFile;
import slmlab.file.SafeFile;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.json.JsonMapper;

/// JSON in one line, in and out. Jackson is loaded with this class: commands without JSON do not wait for it.
public final class JsonText {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private JsonText() {}

    /// Read lists, maps, numbers and texts; an [IllegalArgumentException] says what is wrong with the file.
    public static Object read(Path file) {
        return JsonFile.read(file);
    }

    public static String text(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    public static void write(Path file, Object value) {
        SafeFile.write(file, out -> {
            try {
                MAPPER.writeValue(out, value);
            } catch (JacksonIOException e) {
                throw e.getCause();
            }
        });
    }
}
