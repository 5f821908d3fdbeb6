package slmlab.hub;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// The secret that a hub knows its user by. It leaves this class in one header only; as text it is three dots.
public final class Token {
    private static final Pattern VALID = Pattern.compile("[\\x21-\\x7e]{8,512}");

    private final String secret;

    private Token(String secret) {
        this.secret = secret;
    }

    /// @param variable where it comes from, for what is wrong with it
    static Token of(String variable, String secret) {
        if (!VALID.matcher(secret).matches()) {
            throw new IllegalArgumentException(
                    "%s is no token: needs 8 to 512 letters, digits and signs, without spaces".formatted(variable));
        }
        return new Token(secret);
    }

    /// Return the value of the header `Authorization`.
    String header() {
        return "Bearer " + secret;
    }

    /// Return a text without the token, which a server may have repeated.
    String hide(String text) {
        return text.replace(secret, "…");
    }

    /// Looks for the token in a stream of bytes.
    final class Search {
        private String end = "";

        /// Return whether the token ends in these bytes.
        boolean isIn(byte[] bytes, int count) {
            String text = end + new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
            end = text.substring(Math.max(0, text.length() - secret.length() + 1));
            return text.contains(secret);
        }
    }

    @Override
    public String toString() {
        return "…";
    }
}
