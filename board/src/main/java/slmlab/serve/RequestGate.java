package slmlab.serve;

import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Which requests are answered: those of programs, and of the page itself.
///
/// A page on another host can point a name of its own at this address (DNS rebinding), so the name must be one of ours,
/// or an address: an address cannot be pointed elsewhere. A page of another origin can send requests here, so browsers
/// must say that the request is the page's own.
final class RequestGate {
    private static final Pattern HOST = Pattern.compile("([^:\\[\\]@/]+|\\[[0-9a-fA-F:.%]+])(:\\d{1,5})?");
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[.*]");
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    private final boolean isPublic;
    private final Set<String> names;

    /// @param isPublic whether others than this machine reach the server
    /// @param names that it is called by, beside its addresses
    RequestGate(boolean isPublic, Set<String> names) {
        this.isPublic = isPublic;
        this.names = names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    /// Return why a request is refused; null if it is not.
    ///
    /// @param header the value of a header by its name; null where there is none
    @Nullable
    String refusal(String method, String path, Function<String, @Nullable String> header) {
        String host = header.apply("Host");
        Matcher named = HOST.matcher(host == null ? "" : host.toLowerCase(Locale.ROOT));
        if (!named.matches() || !isOurs(named.group(1))) {
            return isPublic
                    ? "this server is not called %s; slm-lab serve --host-name gives it a name".formatted(shown(host))
                    : "this server answers on this machine's own address only; use http://127.0.0.1 with its port";
        }
        String origin = header.apply("Origin");
        if (origin != null && !origin.equals("http://" + host) && !(isPublic && origin.equals("https://" + host))) {
            return "requests of other pages are refused";
        }
        String site = header.apply("Sec-Fetch-Site");
        boolean followed =
                method.equals("GET") && "navigate".equals(header.apply("Sec-Fetch-Mode")) && path.equals("/");
        boolean isOwn = site == null || site.equals("same-origin") || site.equals("none");
        return isOwn || followed ? null : "requests of other pages are refused";
    }

    private boolean isOurs(String name) {
        return LOOPBACK.contains(name)
                || names.contains(name)
                || (isPublic && ADDRESS.matcher(name).matches());
    }

    private static String shown(@Nullable String host) {
        String text = String.valueOf(host).replaceAll("[^A-Za-z0-9.:_\\[\\]-]", "?");
        return text.length() > 60 ? text.substring(0, 60) + "…" : text;
    }
}
