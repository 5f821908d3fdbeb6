package slmlab.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `slm-lab javac`: compile against the lab, with the JDK that runs it.
@Command(
        name = "javac",
        header = "Compile custom envs, nets or algorithms against the lab.",
        description = "Takes the arguments of javac. The lab is on the class path, and the Vector API is there.",
        footer = {
            "",
            "Then: slm-lab --classpath FOLDER … (or SLM_LAB_CLASSPATH) finds the classes.",
            "",
            "Examples:",
            "  slm-lab javac -d classes MyEnv.java",
            "  slm-lab javac -d classes -cp other.jar MyEnv.java MyNet.java"
        })
final class JavacCommand extends InputCommand {
    private static final List<String> CLASS_PATH = List.of("-cp", "-classpath", "--class-path");

    @Parameters(paramLabel = "ARG", arity = "1..*", description = "source files and options of javac")
    private List<String> args = List.of();

    private int code;

    @Override
    protected void run(PrintWriter out) {
        ToolProvider javac = ToolProvider.findFirst("javac")
                .orElseThrow(() -> new IllegalArgumentException(
                        "this Java has no compiler; start the lab with a JDK, or with ./slm-lab, which finds one"));
        code = javac.run(out, err(), words().toArray(String[]::new)) == 0 ? Cli.DONE : Cli.FAILED;
    }

    @Override
    protected int code() {
        return code;
    }

    /// Return the arguments for javac, with the lab behind the user's class path.
    private List<String> words() {
        List<String> words = new ArrayList<>(List.of("--add-modules", "jdk.incubator.vector", "-cp"));
        String path = System.getProperty("java.class.path");
        List<String> others = new ArrayList<>(args);
        for (int i = 0; i + 1 < others.size(); i++) {
            if (CLASS_PATH.contains(others.get(i))) {
                path = others.get(i + 1) + System.getProperty("path.separator") + path;
                others.subList(i, i + 2).clear();
                break;
            }
        }
        words.add(path);
        words.addAll(others);
        return words;
    }
}
