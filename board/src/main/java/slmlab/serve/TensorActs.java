package slmlab.serve;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import slmlab.tensor.Array;
import slmlab.tensor.Shape;
import slmlab.tensor.safetensors.SafeTensors;
import slmlab.tensor.safetensors.SafeTensorsException;

/// Requests and answers as safetensors: little-endian arrays that say their names, types and shapes. A raw array would
/// not: eight numbers of NumPy's usual float64 would pass for sixteen.
final class TensorActs {
    static final String TYPE = "application/octet-stream";

    private static final String PART = "obs.";

    private TensorActs() {}

    /// Read a request: tensors obs (or `obs.` and the name of each part), mask and reset; the rest is metadata.
    ///
    /// @throws Refusal if it is no safetensors, or not a request
    static ActRequest read(byte[] body, ObsForm form) {
        SafeTensors.Contents contents;
        try {
            contents = SafeTensors.read(body, "the request");
        } catch (SafeTensorsException e) {
            throw new Refusal(Refusal.MALFORMED, String.valueOf(e.getMessage()));
        }
        ActRequest request = new ActRequest();
        Map<String, Array> parts = new TreeMap<>();
        contents.tensors().forEach((name, array) -> {
            switch (name) {
                case "obs" -> {
                    request.rows = form.rows(array.shape().dims());
                    request.obs = array(array, form);
                }
                case "mask" -> request.mask = floats(array);
                case "reset" -> request.reset = floats(array);
                default -> {
                    if (!name.startsWith(PART)) {
                        throw new Refusal(
                                Refusal.UNFIT, "unknown tensor %s; a request has obs, mask and reset".formatted(name));
                    }
                    parts.put(name.substring(PART.length()), array);
                }
            }
        });
        if (!parts.isEmpty()) {
            together(parts, form, request);
        }
        contents.metadata().forEach((key, value) -> set(key, value, request));
        return request;
    }

    private static void set(String key, String value, ActRequest request) {
        switch (key) {
            case "deterministic" -> request.deterministic = flag(key, value);
            case "details" -> request.details = flag(key, value);
            case "session" -> request.session = value;
            case "format" -> {} // "np" or "pt": what some libraries write there
            default ->
                throw new Refusal(
                        Refusal.UNFIT,
                        "unknown metadata %s; a request has deterministic, details and session".formatted(key));
        }
    }

    private static boolean flag(String key, String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new Refusal(Refusal.UNFIT, "%s is \"%s\"; needs true or false".formatted(key, value));
        };
    }

    /// Return bytes where the policy sees them, else floats.
    private static Object array(Array array, ObsForm form) {
        return switch (array.dtype()) {
            case FLOAT32 -> array.floats();
            case UINT8 -> form.form().seesBytes() ? array.bytes() : floats(array);
            case INT32 -> floats(array);
        };
    }

    private static float[] floats(Array array) {
        float[] floats = new float[array.shape().volume()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = switch (array.dtype()) {
                case FLOAT32 -> array.floats()[i];
                case INT32 -> array.ints()[i];
                case UINT8 -> array.bytes()[i] & 0xff;
            };
        }
        return floats;
    }

    /// Put a batch together from the tensors of its parts, whose first axis is that of the batch.
    private static void together(Map<String, Array> parts, ObsForm form, ActRequest request) {
        if (form.form().parts().isEmpty()) {
            throw new Refusal(Refusal.UNFIT, "observations have no named parts; send one tensor, obs");
        }
        int rows = -1;
        Map<String, float[]> numbers = new LinkedHashMap<>();
        for (Map.Entry<String, Array> part : parts.entrySet()) {
            Shape shape = part.getValue().shape();
            if (shape.volume() == 0 || shape.rank() == 0 || (rows >= 0 && shape.dim(0) != rows)) {
                throw new Refusal(
                        Refusal.UNFIT,
                        "obs.%s has shape %s; the first axis of every part is the number of observations, at least 1"
                                .formatted(part.getKey(), shape));
            }
            rows = form.checked(shape.dim(0));
            numbers.put(part.getKey(), floats(part.getValue()));
        }
        int width = form.form().obsSize();
        float[] all = new float[rows * width];
        for (int row = 0; row < rows; row++) {
            Map<String, float[]> values = new LinkedHashMap<>();
            for (Map.Entry<String, float[]> part : numbers.entrySet()) {
                values.put(part.getKey(), (float[]) ArrayRows.cut(part.getValue(), rows, row, 1));
            }
            System.arraycopy(form.row(values, row), 0, all, row * width, width);
        }
        request.rows = rows;
        request.obs = all;
    }

    /// Write an answer: the tensor `action`, and those of the details.
    static byte[] write(Act act, Answer answer, boolean single) {
        SequencedMap<String, Array> tensors = new LinkedHashMap<>();
        tensors.put(
                "action",
                answer.actions() instanceof int[] whole
                        ? Array.ofInts(shape(act, whole.length, single), whole)
                        : Array.of(
                                shape(act, ((float[]) answer.actions()).length, single), (float[]) answer.actions()));
        if (act.details()) {
            answer.details()
                    .forEach((name, values) ->
                            tensors.put(name, Array.of(shape(act, values.length, name.equals("value")), values)));
        }
        Map<String, String> metadata = answer.frame() == null
                ? Map.of()
                : Map.of("frame", answer.frame().toString());
        return SafeTensors.bytes(tensors, metadata);
    }

    /// @param single whether a row is a number, not a list of one
    private static Shape shape(Act act, int length, boolean single) {
        int width = length / act.rows();
        if (act.single()) {
            return single ? Shape.SCALAR : Shape.of(width);
        }
        return single ? Shape.of(act.rows()) : Shape.of(act.rows(), width);
    }
}
