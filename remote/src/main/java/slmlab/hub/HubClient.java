package slmlab.hub;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Sends requests, again where that may help, and the token to its own hub alone.
final class HubClient {
    private static final int MOST_REDIRECTS = 5;
    private static final int SLOWEST = 1 << 14; // bytes per second of an upload
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private final URI endpoint;
    private final @Nullable Token token;
    private final Waits waits;
    private final Consumer<String> notice;
    private final HttpClient http;

    /// @param notice gets a line when there is something to wait for
    HubClient(HubSettings settings, Waits waits, Consumer<String> notice) {
        this.endpoint = settings.endpoint();
        this.token = settings.token();
        this.waits = waits;
        this.notice = notice;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER) // they are followed here, without the token
                .connectTimeout(waits.idle())
                .build();
    }

    /// Reads an answer. An [IOException] means that the connection failed, and the request is sent again.
    @FunctionalInterface
    interface Reader<T> {
        T read(HttpResponse<InputStream> answer) throws IOException;
    }

    @Nullable
    Token token() {
        return token;
    }

    /// Send a request until it is answered.
    <T> T send(HubCall call, Reader<T> reader) {
        return send(() -> call, () -> 0, reader);
    }

    /// Send a request that changes from time to time, as the rest of a file does.
    ///
    /// @param progress grows while there is hope: the count of tries begins again
    <T> T send(Supplier<HubCall> calls, LongSupplier progress, Reader<T> reader) {
        long before = progress.getAsLong();
        int failures = 0;
        while (true) {
            HubCall call = calls.get();
            Optional<Duration> asked = Optional.empty();
            String reason;
            @Nullable IOException cause = null;
            try {
                HttpResponse<InputStream> answer = follow(call);
                try (InputStream _ = answer.body()) {
                    if (answer.statusCode() < 300) {
                        return reader.read(answer);
                    }
                    HubRefusal refusal = HubRefusal.of(call, answer, isOwn(answer.uri()), token);
                    if (!refusal.isPassing()) {
                        throw refusal.exception();
                    }
                    asked = refusal.wait(waits.longest());
                    reason = refusal.text();
                }
            } catch (IOException e) {
                cause = e;
                reason = "%s: %s".formatted(call, said(e));
            }
            if (progress.getAsLong() > before) {
                before = progress.getAsLong();
                failures = 0;
            }
            failures++;
            if (failures >= waits.tries()) {
                throw new HubException("%s; tried %s times".formatted(reason, failures), cause);
            }
            Duration wait = asked.orElse(waits.after(failures));
            notice.accept("%s; next try in %s s".formatted(reason, Math.max(1, wait.toSeconds())));
            pause(wait);
        }
    }

    private String said(IOException e) {
        String text = Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
        return token == null ? text : token.hide(text);
    }

    private HttpResponse<InputStream> follow(HubCall first) throws IOException {
        HubCall call = first;
        for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
            HttpResponse<InputStream> answer = once(call);
            if (!call.method().equals("GET") || !REDIRECTS.contains(answer.statusCode())) {
                return answer;
            }
            answer.body().close();
            call = call.to(target(call, answer));
        }
        throw new HubException("%s: redirected more than %s times".formatted(first, MOST_REDIRECTS));
    }

    private URI target(HubCall call, HttpResponse<?> answer) {
        String location = answer.headers()
                .firstValue("Location")
                .orElseThrow(() -> new HubException("%s: redirected without an address".formatted(call)));
        return address(location, call.uri());
    }

    /// Return an address that the hub gave; one that is less safe than the hub's own is refused.
    URI address(String text, URI from) {
        URI uri;
        try {
            uri = from.resolve(text);
        } catch (IllegalArgumentException e) {
            throw new HubException("%s: gave an address that is none".formatted(from.getRawAuthority()), e);
        }
        boolean isSafe = "https".equals(uri.getScheme())
                || ("http".equals(uri.getScheme()) && "http".equals(endpoint.getScheme()));
        if (!isSafe || uri.getHost() == null) {
            throw new HubException("%s: sends to %s://%s, which is not https"
                    .formatted(from.getRawAuthority(), uri.getScheme(), uri.getHost()));
        }
        return uri;
    }

    /// Return an address that the hub gave, which must be its own.
    URI ownAddress(String text, URI from) {
        URI uri = address(text, from);
        if (!isOwn(uri)) {
            throw new HubException("%s: continues its list at %s, which is another host"
                    .formatted(from.getRawAuthority(), uri.getRawAuthority()));
        }
        return uri;
    }

    private boolean isOwn(URI uri) {
        return endpoint.getScheme().equals(uri.getScheme())
                && endpoint.getRawAuthority().equalsIgnoreCase(uri.getRawAuthority());
    }

    private HttpResponse<InputStream> once(HubCall call) throws IOException {
        HubCall.@Nullable Body body = call.body();
        HttpRequest.Builder request = HttpRequest.newBuilder(call.uri())
                .timeout(body == null ? waits.idle() : waits.idle().plusSeconds(Math.max(0, body.size()) / SLOWEST))
                .header("User-Agent", "slm-lab")
                .method(call.method(), body == null ? HttpRequest.BodyPublishers.noBody() : body.publisher());
        call.headers().forEach(request::header);
        if (token != null && isOwn(call.uri())) {
            request.header("Authorization", token.header());
        }
        try {
            return http.send(request.build(), _ -> WatchedBody.subscriber(waits.idle()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HubException("%s: interrupted".formatted(call), e);
        }
    }

    /// Wait, unless the thread is interrupted.
    void pause(Duration wait) {
        try {
            Thread.sleep(wait);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HubException("interrupted", e);
        }
    }

    Waits waits() {
        return waits;
    }
}
