package slmlab.hub;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import slmlab.file.Quoted;

/// An answer that is a refusal, in words.
///
/// @param code the hub's own: RepoNotFound, EntryNotFound, …
/// @param said the hub's own words; empty if there are none
/// @param asked how long to wait, as the hub says
/// @param isOwn whether the hub itself answered, and not a store of files
/// @param hasToken whether there is a token
record HubRefusal(
        HubCall call, int status, String code, String said, Optional<Duration> asked, boolean isOwn, boolean hasToken) {
    private static final Set<Integer> PASSING = Set.of(408, 425, 429);
    private static final int RATE = 429;
    private static final int LONGEST = 200; // letters that are quoted
    private static final int MOST_BYTES = 1 << 14;
    private static final Pattern ERROR = Pattern.compile("\"error\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern RATE_LIMIT = Pattern.compile("\\bt=(\\d{1,6})");

    private static final String REFUSED = "HF_TOKEN is refused: make a new one in the settings of your account";
    private static final String MISSING =
            "a private dataset, or one that does not exist, needs HF_TOKEN in the environment or in .env";

    static HubRefusal of(HubCall call, HttpResponse<InputStream> answer, boolean isOwn, @Nullable Token token)
            throws IOException {
        String body = new String(answer.body().readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        Matcher error = ERROR.matcher(body);
        String said = answer.headers().firstValue("X-Error-Message").orElse(error.find() ? error.group(1) : "");
        return new HubRefusal(
                call,
                answer.statusCode(),
                answer.headers().firstValue("X-Error-Code").orElse(""),
                Quoted.cut(token == null ? said : token.hide(said), LONGEST),
                asked(answer),
                isOwn,
                token != null);
    }

    private static Optional<Duration> asked(HttpResponse<?> answer) {
        Optional<String> after = answer.headers().firstValue("Retry-After");
        if (after.isEmpty()) { // the hub's own header: "api";r=0;t=55
            return answer.headers()
                    .firstValue("RateLimit")
                    .map(RATE_LIMIT::matcher)
                    .filter(matcher -> answer.statusCode() == RATE && matcher.find())
                    .map(matcher -> Duration.ofSeconds(Long.parseLong(matcher.group(1))));
        }
        String text = after.get().strip();
        if (text.matches("\\d{1,6}")) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
        }
        try {
            Instant until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            Duration wait = Duration.between(Instant.now(), until);
            return Optional.of(wait.isNegative() ? Duration.ZERO : wait);
        } catch (DateTimeParseException _) {
            return Optional.empty(); // as if it said nothing
        }
    }

    /// Whether the same request may succeed later.
    boolean isPassing() {
        return status >= 500 || PASSING.contains(status);
    }

    /// Return how long the hub asks to wait.
    ///
    /// @throws HubException if that is too long
    Optional<Duration> wait(Duration longest) {
        if (asked.isPresent() && asked.get().compareTo(longest) > 0) {
            throw new HubException("%s; the hub asks to wait %s s: run the command again then"
                    .formatted(text(), asked.get().toSeconds()));
        }
        return asked;
    }

    String text() {
        String what = status == RATE ? "rate limit" : "the hub answered %s".formatted(status);
        return "%s: %s%s".formatted(call, what, said.isEmpty() ? "" : ": " + said);
    }

    /// Return what to throw. What a user can set right is an [IllegalArgumentException].
    RuntimeException exception() {
        if (!isOwn) {
            return new HubException(text());
        }
        return switch (status) {
            case 401 -> new IllegalArgumentException("%s; %s".formatted(text(), hasToken ? REFUSED : MISSING));
            case 403 ->
                new IllegalArgumentException("%s; HF_TOKEN may not do this: needs a token that may %s the dataset"
                        .formatted(text(), call.method().equals("GET") ? "read" : "write to"));
            case 404 ->
                code.equals("RepoNotFound")
                        ? new IllegalArgumentException(
                                "%s; there is no such dataset, or HF_TOKEN may not see it".formatted(text()))
                        : new MissingException(text());
            case 409, 412 -> new ChangedException(text());
            default -> new HubException(text());
        };
    }
}
