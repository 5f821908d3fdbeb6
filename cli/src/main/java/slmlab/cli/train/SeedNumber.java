package slmlab.cli.train;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// The number of `--seed`. Several of them are a mistake that has a flag.
final class SeedNumber implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException _) {
            throw new TypeConversionException(
                    text.contains(",")
                            ? "'%s' is more than one number; --seeds N trains N sessions, each with its own seed"
                                    .formatted(text)
                            : "'%s' is not a long".formatted(text));
        }
    }
}
