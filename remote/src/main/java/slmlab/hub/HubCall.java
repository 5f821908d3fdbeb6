package slmlab.hub;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A request to a hub, which may be sent several times.
///
/// @param headers besides the token, which the client adds where it belongs
/// @param body null for none
record HubCall(
        String method,
        URI uri,
        Map<String, String> headers,
        @Nullable Body body) {

    /// What is sent.
    ///
    /// @param size in bytes; −1 where it is not known before
    /// @param content opened once for each time that it is sent
    record Body(long size, Supplier<InputStream> content) {

        BodyPublisher publisher() {
            BodyPublisher stream = BodyPublishers.ofInputStream(content);
            return size < 0 ? stream : size == 0 ? BodyPublishers.noBody() : BodyPublishers.fromPublisher(stream, size);
        }
    }

    static HubCall get(URI uri) {
        return new HubCall("GET", uri, Map.of(), null);
    }

    static HubCall post(URI uri, String type, Body body) {
        return new HubCall("POST", uri, Map.of("Content-Type", type), body);
    }

    static HubCall put(URI uri, Body body) {
        return new HubCall("PUT", uri, Map.of(), body);
    }

    HubCall with(String header, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(header, value);
        return new HubCall(method, uri, more, body);
    }

    HubCall to(URI other) {
        return new HubCall(method, other, headers, body);
    }

    /// Return what is asked of whom, without the query, which may hold a signature.
    @Override
    public String toString() {
        return "%s %s%s".formatted(method, uri.getRawAuthority(), uri.getRawPath());
    }
}
