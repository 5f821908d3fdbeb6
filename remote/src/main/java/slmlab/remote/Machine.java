package slmlab.remote;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A machine that `ssh` reaches.
///
/// @param host `user@machine`, `machine`, or a name of the user's ssh configuration
/// @param options of ssh, as `-o` takes them: `Port=2222`
public record Machine(String host, List<String> options) {
    private static final Pattern HOST = Pattern.compile("(?:[\\w.+][\\w.+-]*@)?[\\w.\\[][\\w.:%\\[\\]-]*");
    private static final Pattern OPTION = Pattern.compile("[A-Za-z]+[ =].+");

    public Machine {
        options = List.copyOf(options);
    }

    /// Return a machine; an [IllegalArgumentException] says what is wrong with the words of a command line.
    public static Machine of(String host, List<String> options) {
        if (!HOST.matcher(host).matches()) {
            throw new IllegalArgumentException(
                    "--host '%s': needs user@machine, or a name of your ssh configuration".formatted(host));
        }
        @Nullable
        String odd = options.stream()
                .filter(option -> !OPTION.matcher(option).matches())
                .findFirst()
                .orElse(null);
        if (odd != null) {
            throw new IllegalArgumentException(
                    "--ssh-option '%s': needs one of ssh's own, such as Port=2222".formatted(odd));
        }
        return new Machine(host, options);
    }

    @Override
    public String toString() {
        return host;
    }
}
