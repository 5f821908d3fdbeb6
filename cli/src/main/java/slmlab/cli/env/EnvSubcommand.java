package slmlab.cli.env;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import slmlab.cli.Pairs;

/// Base of the commands on one env. An [IllegalArgumentException] is wrong input: exit code 2.
abstract class EnvSubcommand implements Callable<Integer> {

    private static final Pattern WHOLE = Pattern.compile("[-+]?\\d{1,9}");
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "id of the env; slm-lab list envs shows all")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Option(
            names = {"-a", "--arg"},
            paramLabel = "KEY=VALUE",
            description = "argument of the env: a number, true, false or text; may be repeated")
    private Map<String, String> args = new LinkedHashMap<>();

    @Override
    public final Integer call() {
        try {
            return run(name, arguments(), spec.commandLine().getOut());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    abstract int run(String env, Map<String, Object> arguments, PrintWriter out);

    private Map<String, Object> arguments() {
        Map<String, Object> arguments = new LinkedHashMap<>();
        Pairs.checked("-a", args).forEach((key, text) -> arguments.put(key, value(text)));
        return arguments;
    }

    private static Object value(String text) {
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true");
        }
        if (WHOLE.matcher(text).matches()) {
            return Integer.valueOf(text);
        }
        return NUMBER.matcher(text).matches() ? (Object) Double.valueOf(text) : text;
    }
}
