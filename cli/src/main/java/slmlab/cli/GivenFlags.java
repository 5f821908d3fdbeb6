package slmlab.cli;

import java.util.List;
import java.util.function.UnaryOperator;
import picocli.CommandLine.ParseResult;

/// Which flags stand on a command line.
public record GivenFlags(ParseResult line) {
    public boolean has(String flag) {
        return line.hasMatchedOption(flag);
    }

    /// Refuse flags that have no use here.
    ///
    /// @param why what is said of the first of them that is given
    public void refuse(List<String> flags, UnaryOperator<String> why) {
        flags.stream().filter(this::has).findFirst().ifPresent(flag -> {
            throw new IllegalArgumentException(why.apply(flag));
        });
    }
}
