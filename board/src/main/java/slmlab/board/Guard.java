package slmlab.board;

import io.javalin.http.Context;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which requests are answered: reads by the page itself, or by someone who typed the address; and answers to the
/// questions of a workflow, by the page alone.
///
/// A page on another host can point a name of its own at this address (DNS rebinding), so the name must be one of this
/// machine. A page on another port can send requests here, so browsers must say that the request is the page's own.
final class Guard {
    private static final Pattern LOOPBACK = Pattern.compile("(127\\.0\\.0\\.1|localhost|\\[::1])(:\\d{1,5})?");
    private static final Set<String> OWN = Set.of("same-origin", "none");
    private static final Set<String> PAGES = Set.of("/", "/flow");
    private static final String CONTENT =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
                    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private Guard() {}

    /// Return why a request is refused; null if it is not.
    static @Nullable String refusal(Context request) {
        boolean isRead = Set.of("GET", "HEAD").contains(request.method().name());
        if (!isRead && !isAnswer(request)) {
            return "this page can only be read";
        }
        String host = request.header("Host");
        if (host == null || !LOOPBACK.matcher(host).matches()) {
            return "the dashboard answers on this machine's own address only; open http://127.0.0.1 with its port";
        }
        String origin = request.header("Origin");
        if ((origin != null || !isRead) && !("http://" + host).equals(origin)) {
            return "requests of other pages are refused";
        }
        String site = request.header("Sec-Fetch-Site");
        boolean followed =
                isRead && "navigate".equals(request.header("Sec-Fetch-Mode")) && PAGES.contains(request.path());
        return site == null || OWN.contains(site) || followed ? null : "requests of other pages are refused";
    }

    /// Return whether a request answers a question of a workflow. A form of another page cannot send JSON.
    private static boolean isAnswer(Context request) {
        return request.method().name().equals("POST")
                && request.path().startsWith("/api/flow/")
                && "application/json".equals(request.header("Content-Type"));
    }

    /// Say what the browser may do with an answer: nothing but show it in this page.
    static void protect(Context answer) {
        answer.header("Content-Security-Policy", CONTENT)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Cross-Origin-Resource-Policy", "same-origin")
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .header("X-Frame-Options", "DENY")
                .header("Cache-Control", "no-store");
    }
}
