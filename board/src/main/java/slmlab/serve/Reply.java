package slmlab.serve;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import slmlab.file.JsonFile;

/// An answer to a request over HTTP.
///
/// @param ends whether the connection ends with it, since what the client sends next may be the rest of this request
record Reply(int status, String type, byte[] body, Map<String, String> headers, boolean ends) {

    static Reply of(String type, byte[] body) {
        return new Reply(200, type, body, Map.of(), false);
    }

    static Reply text(String type, String text) {
        return of(type, text.getBytes(StandardCharsets.UTF_8));
    }

    static Reply json(int status, Object value) {
        return new Reply(
                status, JsonActs.TYPE, (JsonFile.line(value) + "\n").getBytes(StandardCharsets.UTF_8), Map.of(), false);
    }

    /// Say in a sentence why there is no other answer.
    static Reply refusal(int status, String sentence) {
        Reply reply = json(status, Map.of("error", sentence));
        boolean ends = status == Refusal.LARGE || status == Refusal.SLOW || status == Refusal.BUSY;
        return new Reply(
                status, reply.type, reply.body, status == Refusal.BUSY ? Map.of("Retry-After", "1") : Map.of(), ends);
    }
}
