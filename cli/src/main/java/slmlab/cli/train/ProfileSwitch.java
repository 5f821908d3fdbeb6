package slmlab.cli.train;

import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// The values of `--profile`: SLM-Lab also has `cpu` and `gpu`, and what runs here is the CPU.
final class ProfileSwitch implements ITypeConverter<Boolean> {
    private static final String VARIABLE = "PROFILE";

    /// Return what the environment variable says.
    static boolean of(Map<String, String> environment) {
        try {
            return new ProfileSwitch().convert(environment.getOrDefault(VARIABLE, "false"));
        } catch (TypeConversionException e) {
            throw new IllegalArgumentException("%s: %s".formatted(VARIABLE, e.getMessage()), e);
        }
    }

    @Override
    public Boolean convert(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true", "cpu" -> true;
            case "false" -> false;
            case "gpu" ->
                throw new TypeConversionException("runs use the CPU, so there is no GPU to profile; use --profile=cpu");
            default -> throw new TypeConversionException("'%s' is not true, false or cpu".formatted(value));
        };
    }
}
