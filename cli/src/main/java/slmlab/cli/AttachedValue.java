package slmlab.cli;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// For a flag whose value may be omitted: a value stands behind an equals sign, so that the next word is not taken.
public final class AttachedValue implements IParameterPreprocessor {

    @Override
    @SuppressWarnings("JdkObsolete") // picocli's signature
    public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec flag, Map<String, Object> info) {
        if (!"=".equals(info.get("separator"))) {
            args.push(((OptionSpec) flag).fallbackValue()); // the word that follows stays behind it
        }
        return false;
    }
}
