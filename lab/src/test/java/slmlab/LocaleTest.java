package slmlab;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Names of files and numbers in them are the same whatever language a machine is set to: no source of ours asks for
/// it.
///
/// `formatted` takes `%s`, which is the same everywhere; a number that needs digits or commas takes
/// `String.format(Locale.ROOT, …)`.
class LocaleTest {

    @Test
    void nothingFollowsTheMachinesLanguage() throws IOException {
        assertThat(problems(sources())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"%d frames\".formatted(1)",
                "\"s%s at %,.2f\".formatted(1, 2)",
                "(x ? \"%s\" : \"%02d\").formatted(1)",
                "(\"%s \" + \"%e\").formatted(1, 2)",
                "MARK.formatted(1)",
                "anything.formatted(1)",
                "\"%1$d\".formatted(1)",
                "\"%tY\".formatted(1)",
                "\"%S\".formatted(\"i\")",
                "list.map(\"%d\"::formatted)",
                "String.format(\"%s\", 1)",
                "String.format(Locale.getDefault(), \"%s\", 1)",
                "out.printf(\"%d\", 1)",
                "out.format(\"%d\", 1)",
                "\"I\".toLowerCase()",
                "list.map(String::toUpperCase)",
                "DateTimeFormatter.ofPattern(\"yyyy\")",
                "Locale.getDefault()",
                "new java.util.Scanner(text)",
                "java.text.NumberFormat.getInstance()"
            })
    void isFound(String expression) {
        assertThat(problems(List.of(source(expression)))).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"%s: %-9s 100%% %n %x %c %b\".formatted(1, 2, 3, 4, 5)",
                "TEXT.formatted(1)",
                "list.map(\"%s\"::formatted)",
                "String.format(Locale.ROOT, \"%,d\", 1)",
                "out.printf(Locale.ROOT, \"%,d\", 1)",
                "TIMESTAMP.format(now)",
                "\"I\".toLowerCase(Locale.ROOT)",
                "DateTimeFormatter.ofPattern(\"yyyy\", Locale.ROOT)"
            })
    void isAllowed(String expression) {
        assertThat(problems(List.of(source(expression)))).isEmpty();
    }

    private static JavaFileObject source(String expression) {
        String text = """
                class A {
                    static final String TEXT = "%s";
                    static final String MARK = "%d";
                    Object a = EXPRESSION;
                }
                """.replace("EXPRESSION", expression);
        return new SimpleJavaFileObject(URI.create("string:///A.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }

    /// What we ship, and the benchmarks: the tests run in the folder of the project or of a module.
    private static List<? extends JavaFileObject> sources() throws IOException {
        Path here = Path.of("").toAbsolutePath();
        Path project = Files.exists(here.resolve("slm-lab"))
                ? here
                : here.resolveSibling(".").normalize();
        List<Path> files = new ArrayList<>();
        for (String module : List.of("tensor", "lab", "bench")) {
            try (Stream<Path> all = Files.walk(project.resolve(module).resolve("src/main/java"))) {
                files.addAll(
                        all.filter(file -> file.toString().endsWith(".java")).toList());
            }
        }
        assertThat(files).hasSizeGreaterThan(300);
        List<JavaFileObject> sources = new ArrayList<>();
        compiler()
                .getStandardFileManager(null, null, null)
                .getJavaFileObjectsFromPaths(files)
                .forEach(sources::add);
        return sources;
    }

    private static List<String> problems(List<? extends JavaFileObject> sources) {
        JavacTask task = (JavacTask) compiler().getTask(null, null, null, List.of("-proc:none"), null, sources);
        List<String> problems = new ArrayList<>();
        try {
            for (CompilationUnitTree unit : task.parse()) {
                new Search(unit, Trees.instance(task), problems).scan(unit, null);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return problems;
    }

    private static JavaCompiler compiler() {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler).isNotNull();
        return compiler;
    }

    /// Looks at names, not at types: what is called like one of them is taken for it.
    private static final class Search extends TreeScanner<@Nullable Void, @Nullable Void> {
        /// Conversions that are the same in every language.
        private static final Pattern SAME = Pattern.compile("%([-#]?\\d*[sbcxh]|%|n)");

        private static final List<String> CASES = List.of("toLowerCase", "toUpperCase");
        private static final Pattern TYPES = Pattern.compile(
                "java\\.(text\\.(?!Normalizer).*|util\\.(Scanner|Formatter|Calendar|GregorianCalendar))");

        private final CompilationUnitTree unit;
        private final Trees trees;
        private final List<String> problems;
        private final Map<String, ExpressionTree> constants = new HashMap<>();

        Search(CompilationUnitTree unit, Trees trees, List<String> problems) {
            this.unit = unit;
            this.trees = trees;
            this.problems = problems;
            new TreeScanner<@Nullable Void, @Nullable Void>() {
                @Override
                public @Nullable Void visitVariable(VariableTree variable, @Nullable Void nothing) {
                    if (variable.getInitializer() != null) {
                        constants.put(variable.getName().toString(), variable.getInitializer());
                    }
                    return super.visitVariable(variable, null);
                }
            }.scan(unit, null);
        }

        @Override
        public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void nothing) {
            if (call.getMethodSelect() instanceof MemberSelectTree method) {
                check(call, method.getExpression(), method.getIdentifier().toString(), call.getArguments());
            }
            return super.visitMethodInvocation(call, null);
        }

        @Override
        public @Nullable Void visitMemberReference(MemberReferenceTree reference, @Nullable Void nothing) {
            check(
                    reference,
                    reference.getQualifierExpression(),
                    reference.getName().toString(),
                    List.of());
            return super.visitMemberReference(reference, null);
        }

        @Override
        public @Nullable Void visitImport(ImportTree tree, @Nullable Void nothing) {
            checkType(tree, tree.getQualifiedIdentifier().toString());
            return null;
        }

        @Override
        public @Nullable Void visitMemberSelect(MemberSelectTree select, @Nullable Void nothing) {
            checkType(select, select.toString());
            return super.visitMemberSelect(select, null);
        }

        private void check(Tree place, ExpressionTree on, String method, List<? extends ExpressionTree> arguments) {
            boolean root =
                    !arguments.isEmpty() && arguments.getFirst().toString().equals("Locale.ROOT");
            String type = on.toString();
            if (method.equals("formatted") && !isSame(on)) {
                found(place, "takes more than %s; write String.format(Locale.ROOT, …), or %s for %d");
            } else if (CASES.contains(method) && arguments.isEmpty()) {
                found(place, "needs Locale.ROOT");
            } else if ((method.equals("printf") || (method.equals("format") && isText(on, arguments))) && !root) {
                found(place, "needs Locale.ROOT as its first argument");
            } else if (type.equals("DateTimeFormatter") && method.equals("ofPattern") && arguments.size() == 1) {
                found(place, "needs Locale.ROOT as its second argument");
            } else if (type.equals("Locale") && method.equals("getDefault")) {
                found(place, "differs from machine to machine; take Locale.ROOT");
            }
        }

        /// Whether a call of `format` puts values into a text; dates and hex numbers have a method of that name
        /// too.
        private static boolean isText(ExpressionTree on, List<? extends ExpressionTree> arguments) {
            return on.toString().equals("String") || arguments.size() > 1;
        }

        /// Whether all that can be formatted here is known, and the same in every language.
        private boolean isSame(ExpressionTree format) {
            List<String> texts = new ArrayList<>();
            new TreeScanner<@Nullable Void, @Nullable Void>() {
                @Override
                public @Nullable Void visitLiteral(LiteralTree literal, @Nullable Void nothing) {
                    if (literal.getValue() instanceof String text) {
                        texts.add(text);
                    }
                    return null;
                }

                @Override
                public @Nullable Void visitIdentifier(IdentifierTree name, @Nullable Void nothing) {
                    ExpressionTree constant = constants.get(name.getName().toString());
                    if (constant instanceof LiteralTree literal) {
                        visitLiteral(literal, null);
                    }
                    return null;
                }
            }.scan(format, null);
            return !texts.isEmpty()
                    && texts.stream()
                            .noneMatch(text -> SAME.matcher(text).replaceAll("").contains("%"));
        }

        private void checkType(Tree place, String name) {
            if (TYPES.matcher(name).matches()) {
                found(place, "follows the machine's language unless told otherwise");
            }
        }

        private void found(Tree place, String why) {
            long line =
                    unit.getLineMap().getLineNumber(trees.getSourcePositions().getStartPosition(unit, place));
            String file = unit.getSourceFile().getName();
            problems.add("%s:%s: %s %s".formatted(file, line, place, why));
        }
    }
}
