package slmlab.agent.net.arc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import slmlab.agent.net.ForwardPass;
import slmlab.agent.net.Net;
import slmlab.agent.net.NetConfig;
import slmlab.agent.net.Nets;
import slmlab.agent.net.TestNets;
import slmlab.agent.net.setting.TrainingSettings;
import slmlab.env.Space;
import slmlab.spec.SpecFile;
import slmlab.spec.key.ConfigException;
import slmlab.spec.key.Problems;
import slmlab.spec.text.Problem;
import slmlab.tensor.Array;
import slmlab.tensor.Program;
import slmlab.tensor.Shape;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// Graphs of arcs: order, inputs, shared modules, and what is wrong with them, all at once.
class ArcGraphTest {

    @TempDir
    Path folder;

    private Map<String, Object> arc(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("arc.yaml"), "arc:\n" + yaml.indent(2));
        @SuppressWarnings("NullAway") // an arc has no key without a value
        Map<String, Object> arc = SpecFile.read(file, Map.of()).raw("arc");
        return arc;
    }

    private Map<String, Object> arc(String modules, String graph) throws IOException {
        return arc("modules: %s\ngraph: %s\n".formatted(modules, graph));
    }

    @Test
    void nodesMayStandInAnyOrderAndNamesAreTorchArcs() throws IOException {
        NetConfig config = TestNets.arcNet(arc(
                "{a: {LazyLinear: {out_features: 3}}, b: {Sequential: [Tanh: null, LazyLinear: {out_features: 2}]},"
                        + " film: {MergeFiLM: {feature_dim: 2, conditioner_dim: 3}}}",
                "{input: x, modules: {film: [b, a], b: [a], a: [x]}, output: film}"));
        Variables variables = new Variables();
        Net net = Net.of(config, "net", TestNets.VECTOR, TestNets.tails(1), variables, TestNets.random());
        assertThat(net.body().size()).isEqualTo(2);
        assertThat(variables.all())
                .extracting(Variable::name)
                .containsExactly(
                        "net.body.a.weight",
                        "net.body.a.bias",
                        "net.body.b.1.weight",
                        "net.body.b.1.bias",
                        "net.body.film.gamma.weight",
                        "net.body.film.gamma.bias",
                        "net.body.film.beta.weight",
                        "net.body.film.beta.bias",
                        "net.tails.0.weight",
                        "net.tails.0.bias");
    }

    @Test
    void everyProblemIsToldWithItsPlace() throws IOException {
        Map<String, Object> arc = arc("""
                modules:
                  head: {LazyLinear: {out_features: 0, dtype: float}}
                  join: {MergeConcat: null}
                  film: {MergeFiLM: {feature_dim: 2, conditioner_dim: 3}}
                  tail: {Dropout: {p: 0.5}}
                  small: {compact: {layer: {type: LazyLinear, keys: [out_features], args: [4, [3, 1]]}}}
                  gone: {ReLU: null}
                graph:
                  input: x
                  modules:
                    head: [hed]
                    join: [head, head~again]
                    film: [head]
                    tail: {input: join}
                    a~b~c: [x]
                    other: [x]
                    small: x
                  output: [film, tall]
                  more: 1
                """);
        assertThatThrownBy(() -> TestNets.arcNet(arc))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        e -> assertThat(e.problems())
                                .containsExactlyInAnyOrder(
                                        new Problem(
                                                "arc.modules.head.LazyLinear.out_features", "is 0; needs at least 1"),
                                        new Problem(
                                                "arc.modules.head.LazyLinear.dtype",
                                                "unknown; there are [bias, in_features, out_features]"),
                                        new Problem(
                                                "arc.modules.tail.Dropout",
                                                "there is no dropout: it makes the same observation give another policy in every"
                                                        + " call; leave the module out"),
                                        new Problem(
                                                "arc.modules.small.compact.layer.args[1]",
                                                "is [3, 1]; needs a value for each of [out_features]"),
                                        new Problem("arc.graph.more", "unknown key; there are input, modules, output"),
                                        new Problem(
                                                "arc.graph.modules.join",
                                                "reads [head, head~again]; MergeConcat takes them as one list: [[head,"
                                                        + " head~again]]"),
                                        new Problem(
                                                "arc.graph.modules.film",
                                                "reads 1; MergeFiLM takes 2: feature, conditioner"),
                                        new Problem(
                                                "arc.graph.modules.a~b~c",
                                                "is no name; needs a module's, or module~suffix to call it again"),
                                        new Problem(
                                                "arc.graph.modules.other",
                                                "there is no module other; there are head, join, film, tail, small, gone"),
                                        new Problem(
                                                "arc.graph.modules.small",
                                                "is x; needs a list of what it reads, as [x], or a map by keyword"),
                                        new Problem(
                                                "arc.graph.modules.head",
                                                "reads hed, which is neither an input nor a node; did you mean head?"),
                                        new Problem(
                                                "arc.graph.modules.join",
                                                "reads head~again, which is neither an input nor a node; there are x, head, join,"
                                                        + " film, tail, other"),
                                        new Problem(
                                                "arc.graph.output",
                                                "tall is neither a node nor an input; did you mean tail?"),
                                        new Problem(
                                                "arc.graph.modules",
                                                "calls every module but gone; call it, or remove it from the arc")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{input: x, modules: {a: [x, b], b: [a]}, output: b} | arc.graph.modules.a: reads 2; LazyLinear takes 1: input",
                "{input: x, modules: {a: [b], b: [a]}, output: b}    | a ← b ← a is a cycle; a graph must have none",
                "{input: x, modules: {a: [[x]], b: [a]}, output: b}  | arc.graph.modules.a: reads a list; LazyLinear takes no list but [input]",
                "{input: x, modules: {a: {x: x}, b: [a]}, output: b} | arc.graph.modules.a: is {x=x}; LazyLinear takes a node for each of [input]",
                "{input: a, modules: {a: [a], b: [a]}, output: b}    | arc.graph.modules.a: is the name of an input; rename one of them",
                "{input: x, modules: {a: [x], b: [a]}, output: {y: b}} | arc.graph.output: is a map; needs one node, or a list whose first is used",
                "{input: [], modules: {a: [x], b: [a]}, output: b}   | arc.graph.input: is []; needs a name, or a list of names",
                "{input: x, modules: {a: [x], b: [x]}, output: b}    | arc.graph.modules.a: leads to no output; read it somewhere, or remove it",
                "{input: [x, z], modules: {a: [x], b: [a]}, output: b} | arc.graph.input: z leads to no output",
                "{input: x, modules: {a: [x]}, output: a}            | arc.graph.modules: calls every module but b; call it, or remove it from the arc",
                "{input: x, output: b}                               | arc.graph.modules: is null; needs a map of nodes to what they read"
            })
    void graphsThatAreNone(String graph, String message) throws IOException {
        Map<String, Object> arc =
                arc("{a: {LazyLinear: {out_features: 3}}, b: {LazyLinear: {out_features: 3}}}", graph);
        assertThatThrownBy(() -> TestNets.arcNet(arc))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{MergeSum: null}                | [[wide, slim]] | arc.modules.last.MergeSum: reads rows of [[4], [3]]; they must be equal",
                "{MergeConcat: {dim: 0}}         | [[wide, slim]] | arc.modules.last.MergeConcat: dim is 0 of 2 axes; needs to lie in [1, 1]: axis 0 are the rows of the batch",
                "{MergeConcat: null}             | [wide]         | arc.modules.last.MergeConcat: reads one tensor; needs a list of them, as [[a, b]], or a fork",
                "{MergeFiLM: {feature_dim: 3, conditioner_dim: 3}} | [wide, slim] | arc.modules.last.MergeFiLM: feature_dim is 3, so it scales [3]; its feature has [4]",
                "{MergeFiLM: {feature_dim: 4, conditioner_dim: 4}} | [wide, slim] | arc.modules.last.MergeFiLM: conditioner_dim is 4; needs 3, which is what its conditioner has",
                "{MergeDot: null}                | [wide, wide]   | arc.graph.output: last gives one number for each row; needs features, [rows, n]",
                "{MergeBMM: null}                | [wide, slim]   | arc.modules.last.MergeBMM: reads rows of [4] and [3]; needs [n, m] and [m, p]",
                "{Reduce: {name: mean, dim: 0}}  | [wide]         | arc.modules.last.Reduce: dim is 0 of 2 axes; needs to lie in [1, 1]: axis 0 are the rows of the batch",
                "{Get: {key: 0}}                 | [wide]         | arc.modules.last.Get: reads a tensor, of which it would take a row of the batch; needs a fork before it, or use Narrow or IndexSelect",
                "{LazyLinear: {out_features: 2}} | [fork]         | arc.modules.last.LazyLinear: reads a tuple of [[2], [2]]; needs one tensor: take one with Get",
                "{Sequential: [ForkChunk: null, Get: {key: 2}]} | [wide] | arc.modules.last.Sequential[1].Get: key is 2 of 2 tensors; needs to lie in [0, 1]",
                "{Narrow: {dim: 1, start: 3, length: 2}} | [wide] | arc.modules.last.Narrow: start is 3 and length 2; the axis has 4",
                "{IndexSelect: {dim: 1, index: [4]}} | [wide]     | arc.modules.last.IndexSelect: index is [4]; the axis has 4, counted from 0",
                "{ForkSplit: {split_size_or_sections: [1, 2]}} | [wide] | arc.modules.last.ForkSplit: split_size_or_sections is [1, 2], together 3; needs 4",
                "{MaxPool2d: {kernel_size: 2}}   | [wide]         | arc.modules.last.MaxPool2d: net.body.last: MaxPool2d of rows of [4]; needs an image",
                "{BatchNorm2d: {num_features: 4}} | [wide]        | arc.modules.last.BatchNorm2d: net.body.last: BatchNorm2d of rows of [4]; needs an image"
            })
    void modulesThatDoNotFitTheirInputs(String module, String reads, String message) throws IOException {
        NetConfig config = TestNets.arcNet(arc(
                "{wide: {LazyLinear: {out_features: 4}}, slim: {LazyLinear: {out_features: 3}}, fork: {ForkChunk: null},"
                        + " last: %s, rest: {Identity: null}}".formatted(module),
                "{input: x, modules: {wide: [x], slim: [x], fork: [wide], last: %s, rest: [slim]}, output: [last, rest, fork]}"
                        .formatted(reads)));
        assertThatThrownBy(() -> TestNets.net(config, TestNets.VECTOR, 1))
                .isInstanceOf(ConfigException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{Reduce: {name: max, dim: 1}}      | name: is max, which gives places beside values; use amax",
                "{Reduce: {name: mode, dim: 1}}     | name: is mode; there are amax, amin, logsumexp, mean, norm, prod, std, sum, var",
                "{Reduce: {name: mean}}             | dim: is missing",
                "{TorchFn: {name: square, dim: 1}}  | dim: unknown; there are [name]",
                "{LazyConv2d: {out_channels: 2, kernel_size: 3, dilation: 2}} | dilation: needs 1: there are no filters with gaps",
                "{MaxPool2d: {kernel_size: 3, stride: 2}} | stride: needs to be kernel_size: there are no windows that overlap",
                "{LayerNorm: {normalized_shape: [3, 4]}} | normalized_shape: is [3, 4]; needs one number, the size of the last axis",
                "{Softmax: null}                    | dim: is missing",
                "{GELU: {approximate: sigmoid}}     | approximate: is sigmoid; needs none or tanh",
                "{ForkChunk: {chunks: two}}         | chunks: is two; needs a whole number"
            })
    void settingsThatNoModuleTakes(String module, String message) throws IOException {
        Map<String, Object> arc = arc("{body: %s}".formatted(module), "{input: x, modules: {body: [x]}, output: body}");
        String type = module.substring(1, module.indexOf(':'));
        assertThatThrownBy(() -> TestNets.arcNet(arc)).hasMessage("arc.modules.body.%s.%s", type, message);
    }

    @Test
    void nodesThatDoNotDependOnEachOtherAreAllLookedAt() throws IOException {
        NetConfig config = TestNets.arcNet(arc(
                "{a: {Linear: {in_features: 4, out_features: 3}}, b: {Linear: {in_features: 6, out_features: 3}},"
                        + " c: {MergeSum: null}}",
                "{input: x, modules: {a: [x], b: [x], c: [[a, b]]}, output: c}"));
        assertThatThrownBy(() -> TestNets.net(config, TestNets.VECTOR, 1))
                .hasMessage("arc.modules.a.Linear: in_features is 4; needs 5, which is what the layer before gives\n"
                        + "arc.modules.b.Linear: in_features is 6; needs 5, which is what the layer before gives");
    }

    @Test
    void aModuleWithWeightsReadsTheSameShapesInEveryCall() throws IOException {
        String graph =
                "{input: x, modules: {cut: [x], \"a~1\": [x], \"a~2\": [cut], sum: [[\"a~1\", \"a~2\"]]}, output: sum}";
        String modules = "{cut: {Narrow: {dim: 1, start: 0, length: 4}}, a: %s, sum: {MergeConcat: null}}";
        NetConfig linear = TestNets.arcNet(arc(modules.formatted("{LazyLinear: {out_features: 2}}"), graph));
        assertThatThrownBy(() -> TestNets.net(linear, TestNets.VECTOR, 1))
                .hasMessage(
                        "arc.graph.modules.a~2: calls a with rows of [[4]], but its weights are for [[5]]; needs the"
                                + " same shapes in every call");
        NetConfig tanh = TestNets.arcNet(arc(modules.formatted("{Tanh: null}"), graph));
        assertThat(TestNets.net(tanh, TestNets.VECTOR, 1).body().size()).isEqualTo(9);
    }

    @Test
    void aModuleWithRunningStatisticsIsCalledOnce() throws IOException {
        NetConfig config = TestNets.arcNet(arc(
                "{a: {LazyBatchNorm1d: null}, sum: {MergeSum: null}}",
                "{input: x, modules: {\"a~1\": [x], \"a~2\": [x], sum: [[\"a~1\", \"a~2\"]]}, output: sum}"));
        assertThatThrownBy(() -> TestNets.net(config, TestNets.VECTOR, 1))
                .hasMessage("arc.graph.modules.a~2: calls a again, whose running statistics follow one batch; needs a"
                        + " module of its own");
    }

    @Test
    void severalInputsReadPartsOfTheObservation() throws IOException {
        SequencedMap<String, Space> entries = new LinkedHashMap<>();
        entries.put("place", Space.Box.of(-1, 1, 2));
        entries.put("speed", Space.Box.of(-1, 1, 1));
        Space dict = new Space.Dict(entries);
        String modules = "{swap: {MergeConcat: null}}";
        NetConfig byName = TestNets.arcNet(
                arc(modules, "{input: [speed, place], modules: {swap: [[speed, place]]}, output: swap}"));
        NetConfig config = TestNets.with(byName, TestNets.initFn("ones_"));
        Net net = TestNets.net(config, dict, 1);
        Program program = Program.trace(trace ->
                trace.output("features", net.body().apply(trace.input("obs", 1, 3), ForwardPass.acting(trace))));
        program.input("obs").copyFrom(Array.of(Shape.of(1, 3), 1, 2, 3));
        program.run();
        assertThat(program.output("features").floats()).containsExactly(3, 1, 2);

        assertThatThrownBy(() -> TestNets.net(config, TestNets.VECTOR, 1))
                .hasMessage("arc.graph.input names [speed, place]; the observation is one array: name one input");
        Space tuple = new Space.Tuple(List.of(Space.Box.of(-1, 1, 2), Space.Box.of(-1, 1, 1)));
        assertThat(TestNets.net(config, tuple, 1).body().size()).isEqualTo(3);
        NetConfig wrong =
                TestNets.arcNet(arc(modules, "{input: [spin, place], modules: {swap: [[spin, place]]}, output: swap}"));
        assertThatThrownBy(() -> TestNets.net(wrong, dict, 1))
                .hasMessage("arc.graph.input: spin is no part of the observation, which has [place, speed]");
    }

    @Test
    void thePageListsEveryModuleAndItsExampleWorks() throws IOException {
        Path here = Path.of("").toAbsolutePath();
        Path docs = Files.isDirectory(here.resolve("docs")) ? here.resolve("docs") : here.resolve("../docs");
        String page = Files.readString(docs.resolve("nets.md"));
        List<String> rows = page.lines()
                .filter(line -> line.startsWith("| ") && line.contains("`"))
                .toList();
        assertThat(ArcTypes.names())
                .allSatisfy(type -> assertThat(rows).anyMatch(row -> row.contains("`" + type + "`")));
        Matcher block = Pattern.compile("```yaml\nnet:\n.*?  arc:\n(.*?)```", Pattern.DOTALL)
                .matcher(page);
        assertThat(block.find()).isTrue();
        NetConfig config = TestNets.arcNet(arc(block.group(1).stripIndent()));
        assertThat(TestNets.net(config, TestNets.VECTOR, 1).body().size()).isEqualTo(5 + 64);
    }

    @Test
    void aSpecIsToldAllProblemsOfBothArcs() {
        Problems problems = new Problems();
        Map<String, Object> arc = Map.of("modules", Map.of("a", Map.of("RelU", Map.of("x", 1))), "graph", Map.of());
        Nets.ALL.read(
                Map.of("type", "TorchArcNet", "actor_arc", arc, "critic_arc", arc, "arc_file", 3),
                "agent.net",
                problems,
                TrainingSettings.defaults());
        assertThat(problems.list())
                .extracting(Problem::path)
                .contains(
                        "agent.net.arc_file",
                        "agent.net.actor_arc.modules.a.RelU.x",
                        "agent.net.actor_arc.graph.input",
                        "agent.net.critic_arc.modules.a.RelU.x",
                        "agent.net.critic_arc.graph.output");
    }
}
