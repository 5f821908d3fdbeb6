package slmlab.cli;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `slm-lab java`: run a class of the user's, such as a test of an env.
@Command(
        name = "java",
        header = "Run a class of your own with the lab on its class path.",
        description = "Its main gets the arguments behind its name. An exception ends the command with exit code 1.",
        footer = {
            "  slm-lab java my.env.ThermostatTest --classpath classes",
            "  slm-lab java my.env.Episodes 10 --classpath my-env.jar"
        })
final class JavaCommand extends InputCommand {
    @Parameters(index = "0", paramLabel = "CLASS", description = "class with a main, found through --classpath")
    private String name = "";

    @Parameters(index = "1..*", paramLabel = "ARG", description = "arguments of its main")
    private List<String> args = List.of();

    private int code = Cli.DONE;

    @Override
    protected void run(PrintWriter out) {
        out.flush();
        try {
            Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) args.toArray(String[]::new));
        } catch (InvocationTargetException e) {
            System.out.flush();
            err().println("%s failed: %s".formatted(name, e.getCause()));
            code = Cli.FAILED;
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            throw new IllegalArgumentException(
                    "there is no class %s; name it with its package, and its folder with --classpath".formatted(name),
                    e);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw new IllegalArgumentException("%s has no public static void main(String[])".formatted(name), e);
        }
    }

    @Override
    protected int code() {
        return code;
    }
}
