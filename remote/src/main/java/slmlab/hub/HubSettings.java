package slmlab.hub;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where a hub is, who asks, and which datasets are meant: the variables `HF_ENDPOINT`, `HF_TOKEN`, `HF_REPO` and
/// `HF_REPO_PUBLIC`.
public final class HubSettings {
    /// The dataset of runs.
    public static final String REPO = "HF_REPO";
    /// The dataset that results are published in.
    public static final String PUBLIC = "HF_REPO_PUBLIC";

    private static final String TOKEN = "HF_TOKEN";
    private static final String ENDPOINT = "HF_ENDPOINT";
    private static final String HUGGING_FACE = "https://huggingface.co";
    private static final String WHERE = "put %s into the environment or into .env";
    private static final Pattern DATASET = Pattern.compile("[A-Za-z0-9][\\w.-]{0,95}/[A-Za-z0-9][\\w.-]{0,95}");
    private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost", "[::1]");

    private final Map<String, String> values;
    private final URI endpoint;
    private final @Nullable Token token;

    /// @param values of the environment and of `.env`
    public HubSettings(Map<String, String> values) {
        this.values = values;
        this.endpoint = endpoint(value(ENDPOINT).orElse(HUGGING_FACE));
        this.token = value(TOKEN).map(secret -> Token.of(TOKEN, secret)).orElse(null);
    }

    private Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name)).map(String::strip).filter(text -> !text.isEmpty());
    }

    private static URI endpoint(String text) {
        try {
            URI uri = new URI(text.replaceFirst("/+$", ""));
            String host = uri.getHost();
            if (host == null || uri.getRawUserInfo() != null || uri.getRawQuery() != null) {
                throw new IllegalArgumentException("%s is no address: needs %s".formatted(ENDPOINT, HUGGING_FACE));
            }
            boolean isSafe =
                    "https".equals(uri.getScheme()) || ("http".equals(uri.getScheme()) && LOOPBACK.contains(host));
            if (!isSafe) {
                throw new IllegalArgumentException("%s is %s://%s; needs https, since a token is sent there"
                        .formatted(ENDPOINT, uri.getScheme(), host));
            }
            return uri;
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("%s is no address: needs %s".formatted(ENDPOINT, HUGGING_FACE), e);
        }
    }

    URI endpoint() {
        return endpoint;
    }

    @Nullable
    Token token() {
        return token;
    }

    /// Return the name of a dataset, `OWNER/NAME`.
    ///
    /// @param variable that names it
    public String dataset(String variable) {
        String name = value(variable)
                .orElseThrow(() -> new IllegalArgumentException(
                        "no dataset: " + WHERE.formatted(variable + "=OWNER/NAME, a dataset on the hub,")));
        if (!DATASET.matcher(name).matches() || name.contains("..")) {
            throw new IllegalArgumentException("%s is no dataset's name; needs OWNER/NAME".formatted(variable));
        }
        return name;
    }

    /// Refuse to write without a token.
    public void checkToken() {
        if (token == null) {
            throw new IllegalArgumentException("no token: " + WHERE.formatted("HF_TOKEN=…, a token that may write,"));
        }
    }
}
