package slmlab.serve;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/// Requests and answers as JSON. Numbers are read straight into arrays: a large request becomes no tree of objects.
final class JsonActs {
    static final String TYPE = "application/json";

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(20)
                    .maxNumberLength(100)
                    .maxStringLength(1000)
                    .maxNameLength(1000)
                    .build())
            .build();

    private JsonActs() {}

    /// Read a request.
    ///
    /// @throws Refusal if it is no JSON, or not a request
    static ActRequest read(byte[] body, ObsForm obs) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new Refusal(Refusal.MALFORMED, "the request is no JSON object; needs {\"obs\": …}");
            }
            ActRequest request = new ActRequest();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String key = parser.currentName();
                parser.nextToken();
                read(key, parser, obs, request);
            }
            if (parser.nextToken() != null) {
                throw new Refusal(Refusal.MALFORMED, "something follows the JSON object; send one request at a time");
            }
            return request;
        } catch (JacksonException e) {
            throw new Refusal(Refusal.MALFORMED, "the request is no valid JSON: %s".formatted(plain(e)));
        }
    }

    /// Return the first line of a message, without what Jackson says about its own settings and its source.
    private static String plain(JacksonException e) {
        String message =
                String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
        String text = message.replaceAll(",? ?\\(?from `[^`]*`\\)?| ?\\(start marker at .*", "");
        return text.length() > 200 ? text.substring(0, 200) + "…" : text;
    }

    private static void read(String key, JsonParser parser, ObsForm obs, ActRequest request) {
        switch (key) {
            case "obs" -> observations(parser, obs, request);
            case "mask" -> request.mask = NestedNumbers.read(parser, key).values();
            case "reset" -> request.reset = NestedNumbers.read(parser, key).values();
            case "deterministic" -> request.deterministic = flag(parser, key);
            case "details" -> request.details = flag(parser, key);
            case "session" -> request.session = text(parser, key);
            default ->
                throw new Refusal(
                        Refusal.UNFIT,
                        "unknown key %s; a request has obs, mask, deterministic, details, session and reset"
                                .formatted(key));
        }
    }

    private static boolean flag(JsonParser parser, String key) {
        return switch (parser.currentToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw new Refusal(Refusal.UNFIT, "%s needs true or false".formatted(key));
        };
    }

    private static String text(JsonParser parser, String key) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw new Refusal(Refusal.UNFIT, "%s needs a string".formatted(key));
        }
        return parser.getString();
    }

    private static void observations(JsonParser parser, ObsForm form, ActRequest request) {
        if (form.form().parts().isEmpty()) {
            NestedNumbers.Numbers numbers = NestedNumbers.read(parser, "obs");
            request.rows = form.rows(numbers.shape());
            request.obs = numbers.values();
        } else if (parser.currentToken() == JsonToken.START_OBJECT) {
            request.obs = row(parser, form, 0);
        } else {
            rows(parser, form, request);
        }
    }

    /// Read a list of observations of named parts.
    private static void rows(JsonParser parser, ObsForm form, ActRequest request) {
        boolean isList = parser.currentToken() == JsonToken.START_ARRAY;
        int width = form.form().obsSize();
        float[] all = new float[width];
        int count = 0;
        while (isList && parser.nextToken() == JsonToken.START_OBJECT) {
            form.checked(count + 1);
            float[] row = row(parser, form, count);
            if (all.length < (count + 1) * width) {
                all = Arrays.copyOf(all, 2 * all.length);
            }
            System.arraycopy(row, 0, all, count * width, width);
            count++;
        }
        if (count == 0 || parser.currentToken() != JsonToken.END_ARRAY) {
            throw new Refusal(
                    Refusal.UNFIT,
                    "obs needs an object with the parts %s, or a list of such objects"
                            .formatted(form.form().parts().keySet()));
        }
        request.rows = count;
        request.obs = Arrays.copyOf(all, count * width);
    }

    private static float[] row(JsonParser parser, ObsForm form, int number) {
        Map<String, float[]> parts = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            parts.put(name, NestedNumbers.read(parser, name).values());
        }
        return form.row(parts, number);
    }

    /// Write an answer: actions as the env takes them, one for each observation.
    ///
    /// @param single whether an action is a number, not a list of one
    static byte[] write(Act act, Answer answer, boolean single) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            out.writeStartObject();
            out.writeName("action");
            write(out, act, answer.actions(), single);
            if (act.details()) {
                for (Map.Entry<String, float[]> detail : answer.details().entrySet()) {
                    out.writeName(detail.getKey());
                    write(out, act, detail.getValue(), detail.getKey().equals("value"));
                }
            }
            out.writeName("frame");
            if (answer.frame() == null) {
                out.writeNull();
            } else {
                out.writeNumber(answer.frame());
            }
            out.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator out, Act act, Object array, boolean single) {
        if (act.single()) {
            write(out, ArrayRows.cut(array, act.rows(), 0, 1), single);
            return;
        }
        out.writeStartArray();
        for (int row = 0; row < act.rows(); row++) {
            write(out, ArrayRows.cut(array, act.rows(), row, 1), single);
        }
        out.writeEndArray();
    }

    private static void write(JsonGenerator out, Object row, boolean single) {
        if (!single) {
            out.writeStartArray();
        }
        for (int i = 0; i < Array.getLength(row); i++) {
            if (row instanceof int[] whole) {
                out.writeNumber(whole[i]);
            } else {
                writeFinite(out, Array.getFloat(row, i));
            }
        }
        if (!single) {
            out.writeEndArray();
        }
    }

    /// JSON has no NaN and no infinity.
    private static void writeFinite(JsonGenerator out, float value) {
        if (Float.isFinite(value)) {
            out.writeNumber(value);
        } else {
            out.writeNull();
        }
    }
}
