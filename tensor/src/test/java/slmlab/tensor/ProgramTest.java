package slmlab.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProgramTest {

    @Test
    void inputsInOutputsOut() {
        Program program = Program.trace(trace -> {
            Tensor x = trace.input("x", 3);
            trace.output("y", x.mul(trace.scalar("k")).add(1));
        });
        System.arraycopy(new float[] {1, 2, 3}, 0, program.input("x").floats(), 0, 3);
        program.set("k", 10).run();
        assertThat(program.output("y").floats()).containsExactly(11, 21, 31);
        program.set("k", 100).run();
        assertThat(program.output("y").floats()).containsExactly(101, 201, 301);
    }

    @Test
    void aWorkspaceThatCannotBeMadeIsRefusedWithItsBytes() {
        Shape large = Shape.of(46_000, 46_000); // 2,116,000,000 numbers, just below the longest array
        assertThatThrownBy(() -> Program.trace(trace -> {
                    Tensor a = trace.scalar("k").broadcast(large).exp();
                    Tensor b = a.transpose().tanh(); // both are needed at the same time
                    trace.output("y", a.sum(0).sum().add(b.sum(1).mul(a.sum(1)).sum()));
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("a program needs a workspace of \\d{11,} bytes, .*use smaller batches or layers.*");
    }

    @Test
    void anUnknownNameIsAnErrorThatListsTheKnownOnes() {
        Program program = Program.trace(trace -> trace.output("y", trace.input("x", 3)));
        assertThatThrownBy(() -> program.input("z")).hasMessageContaining("no input z; there are [x]");
        assertThatThrownBy(() -> program.output("z")).hasMessageContaining("no output z; there are [y]");
        assertThatThrownBy(() -> program.set("x", 1)).hasMessageContaining("set(…) is for scalars");
    }

    @Test
    void assignmentsTakeEffectTogether() {
        Variables variables = new Variables();
        Variable a = variables.add("a", Array.of(Shape.of(2), 1, 2));
        Variable b = variables.add("b", Array.of(Shape.of(2), 3, 4));
        Program swap = Program.trace(trace -> {
            trace.assign(a, b.value());
            trace.assign(b, a.value());
            trace.output("sum", a.value().add(b.value().mul(10)));
        });
        swap.run();
        assertThat(a.array().floats()).containsExactly(3, 4);
        assertThat(b.array().floats()).containsExactly(1, 2);
        assertThat(swap.output("sum").floats()).containsExactly(31, 42);
    }

    @Test
    void aVariableIsAssignedOnce() {
        Variable a = new Variables().add("a", Array.of(Shape.of(1), 1f));
        assertThatThrownBy(() -> Program.trace(trace -> {
                    trace.assign(a, a.value().add(1));
                    trace.assign(a, a.value().add(2));
                }))
                .hasMessage("variable a is assigned twice");
    }

    @Test
    void readsOneStoreAndAssignsToAnother() {
        Variables local = new Variables();
        Variable w = local.add("w", Array.of(Shape.of(1), 5f));
        Variables global = local.copy();
        global.get("w").array().floats()[0] = 100;
        Graph graph = Graph.trace(trace -> trace.assign(w, w.value().add(1)));
        graph.program(Program.Options.DEFAULT.assignTo(global)).run();
        assertThat(local.get("w").array().floats()).containsExactly(5);
        assertThat(global.get("w").array().floats()).containsExactly(6);
        graph.program(Program.Options.DEFAULT.readFrom(global)).run();
        assertThat(local.get("w").array().floats()).containsExactly(7);
    }

    @Test
    void anOutputThatIsAnInputOrAViewIsCopied() {
        Program program = Program.trace(trace -> {
            Tensor x = trace.input("x", 2, 3);
            trace.output("same", x);
            trace.output("turned", x.transpose());
            trace.output("turned again", x.transpose());
            trace.output("wide", x.slice(0, 0, 1).broadcast(Shape.of(2, 3)));
            trace.output("constant", Tensor.constant(Shape.of(2), 7));
        });
        System.arraycopy(new float[] {1, 2, 3, 4, 5, 6}, 0, program.input("x").floats(), 0, 6);
        program.run();
        assertThat(program.output("same").floats()).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(program.output("turned").floats()).containsExactly(1, 4, 2, 5, 3, 6);
        assertThat(program.output("turned again").floats()).containsExactly(1, 4, 2, 5, 3, 6);
        assertThat(program.output("wide").floats()).containsExactly(1, 2, 3, 1, 2, 3);
        assertThat(program.output("constant").floats()).containsExactly(7, 7);
    }

    @Test
    void integersAndBytesPassThrough() {
        Program program = Program.trace(trace -> {
            Tensor pixels = trace.input("pixels", DType.UINT8, Shape.of(2, 2));
            Tensor index = trace.input("index", DType.INT32, Shape.of(2, 1));
            trace.output("picked", pixels.toFloat().gather(1, index));
            trace.output("turned", pixels.transpose().toFloat());
            trace.output("best", pixels.toFloat().argmax(1));
        });
        System.arraycopy(
                new byte[] {1, (byte) 200, 3, 4}, 0, program.input("pixels").bytes(), 0, 4);
        program.input("index").ints()[0] = 1;
        program.run();
        assertThat(program.output("picked").floats()).containsExactly(200, 3);
        assertThat(program.output("turned").floats()).containsExactly(1, 3, 200, 4);
        assertThat(program.output("best").ints()).containsExactly(1, 1);
    }

    @Test
    void anIndexOutsideIsAnErrorThatNamesIt() {
        Program program = Program.trace(trace ->
                trace.output("y", trace.input("x", 2, 3).gather(1, trace.input("index", DType.INT32, Shape.of(2, 1)))));
        program.input("index").ints()[1] = 3;
        assertThatThrownBy(program::run)
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("ProgramTest.java")
                .hasMessageContaining("index 3 at position 1; needs to lie in [0, 3)");
    }

    @Test
    void shapeErrorsNameBothShapesAndTheLine() {
        Tensor a = Tensor.constant(Shape.of(3, 4), 1);
        Tensor b = Tensor.constant(Shape.of(5), 1);
        assertThatThrownBy(() -> a.add(b))
                .isInstanceOf(ShapeException.class)
                .hasMessageMatching("add of \\[3, 4] and \\[5]: .* \\(ProgramTest.java:\\d+\\)");
        assertThatThrownBy(() -> a.matmul(b)).hasMessageContaining("matmul of [3, 4] and [5]");
        assertThatThrownBy(() -> a.reshape(5)).hasMessageContaining("reshape of [3, 4] to [5]");
        assertThatThrownBy(() -> a.conv2d(b, 1, 1)).hasMessageContaining("conv2d of [3, 4] and [5]");
        assertThatThrownBy(() -> a.sum(2)).hasMessageContaining("axis 2 of shape [3, 4]");
    }

    @Test
    void thatBothOperandsGrowHasToBeAskedFor() {
        Tensor column = Tensor.constant(Shape.of(64, 1), 1);
        Tensor row = Tensor.uniform(Shape.of(64));
        assertThatThrownBy(() -> column.sub(row))
                .isInstanceOf(ShapeException.class)
                .hasMessageMatching(
                        "sub of \\[64, 1] and \\[64]: none has the shape \\[64, 64] to which they would grow; "
                                + "reshape one to the shape of another, or ask for it with broadcast\\(Shape.of\\(64, 64\\)\\) "
                                + "on one of them \\(ProgramTest.java:\\d+\\)");
        assertThatThrownBy(() -> column.select(row, Tensor.of(0)))
                .hasMessageContaining("select of [64, 1] and [64] and []: none has the shape [64, 64]");
        assertThat(column.broadcast(Shape.of(64, 64)).sub(row).shape()).isEqualTo(Shape.of(64, 64));
        assertThat(column.sub(row.reshape(64, 1)).shape()).isEqualTo(Shape.of(64, 1));
        assertThat(Tensor.constant(Shape.of(3, 64), 1).sub(row).shape()).isEqualTo(Shape.of(3, 64));
    }

    @Test
    void anInputOfAnotherTraceIsNamed() {
        Tensor[] kept = new Tensor[1];
        Program.trace(trace -> {
            kept[0] = trace.input("x", 3);
            trace.output("y", kept[0]);
        });
        assertThatThrownBy(() -> Program.trace(trace -> {
                    Tensor own = trace.input("x", 3); // of the same name and shape
                    trace.output("y", kept[0].add(own));
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("add \\[3] at ProgramTest.java:\\d+ reads input x \\[3] at ProgramTest.java:\\d+, "
                        + "which belongs to another trace; add the input to this one with trace.input\\(…\\)");
        assertThatThrownBy(() -> Program.trace(trace -> trace.output("y", kept[0])))
                .hasMessageContaining("an output or assignment reads input x [3]");
    }

    @Test
    void aClosedProgramDoesNotRun() {
        Program program =
                Program.trace(trace -> trace.output("y", trace.input("x", 1).add(1)));
        program.run();
        program.close();
        program.close();
        assertThat(program.output("y").item()).isEqualTo(1);
        assertThatThrownBy(program::run)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching(
                        "the program of ProgramTest.java:\\d+ is closed; run it before close\\(\\), or make another .*");
        assertThatThrownBy(program::check).hasMessageContaining("is closed");
    }

    @Test
    void twoThreadsInOneProgramAtOnceAreRefused() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Program program = Program.trace(
                Program.Options.DEFAULT.backend(new Waiting(started, end)),
                trace -> trace.output("y", trace.input("x", 1).add(1)));
        Thread first = Thread.ofPlatform().name("first").start(program::run);
        started.await();
        assertThatThrownBy(program::run)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the program of ProgramTest.java:")
                .hasMessageContaining("runs on thread first, and thread "
                        + Thread.currentThread().getName())
                .hasMessageContaining("make one for each thread with graph.program()");
        assertThatThrownBy(program::check).hasMessageContaining("runs on thread first");
        end.countDown();
        first.join();
        program.run(); // one after the other is fine
        assertThat(program.output("y").item()).isEqualTo(1);
    }

    /// The reference, whose runs wait until they may end.
    private record Waiting(CountDownLatch started, CountDownLatch end) implements Backend {
        @Override
        public String name() {
            return "waiting";
        }

        @Override
        public Executable compile(Graph graph, Program.Options options) {
            Executable reference = Backend.reference().compile(graph, options);
            return new Executable() {
                @Override
                public Map<String, Array> inputs() {
                    return reference.inputs();
                }

                @Override
                public Map<String, Array> outputs() {
                    return reference.outputs();
                }

                @Override
                public @Nullable String run() {
                    started.countDown();
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return reference.run();
                }

                @Override
                public @Nullable String check() {
                    return reference.check();
                }

                @Override
                public void close() {
                    reference.close();
                }
            };
        }
    }

    @Test
    void aNanStopsTheRunNamesItsLineAndAssignsNothing() {
        Variable w = new Variables().add("w", Array.of(Shape.of(2), 1, 2));
        Program program = Program.trace(trace -> {
            Tensor x = trace.input("x", 2);
            Tensor root = x.sqrt(); // born here
            Tensor loss = root.mul(w.value()).sum();
            trace.guard("loss", loss);
            trace.assign(w, w.value().sub(Gradients.of(loss, List.of(w.value())).getFirst()));
        });
        program.input("x").floats()[0] = 4;
        program.run();
        assertThat(w.array().floats()).containsExactly(-1, 2);
        program.input("x").floats()[1] = -3;
        assertThatThrownBy(program::run)
                .isInstanceOf(NotFiniteException.class)
                .hasMessageMatching(
                        "loss is not finite: sqrt at ProgramTest.java:\\d+ returned 1 NaN .* of shape \\[2]; "
                                + "input 1, input x \\[2] at ProgramTest.java:\\d+, was in \\[-3.0, 4.0]");
        assertThat(w.array().floats()).containsExactly(-1, 2);
        program.input("x").floats()[1] = Float.NaN;
        assertThatThrownBy(program::run).hasMessageContaining("input x [2] 1 NaN");
    }

    @Test
    void drawsNeedAStreamAndFollowIt() {
        Graph graph = Graph.trace(trace -> {
            trace.output("a", Tensor.uniform(Shape.of(1000)));
            trace.output("b", Tensor.normal(Shape.of(1000)));
        });
        assertThatThrownBy(graph::program).hasMessageContaining("Options.random");
        Program one = graph.program(Program.Options.DEFAULT.random(RandomStream.ofSeed(3)));
        Program two = graph.program(Program.Options.DEFAULT.random(RandomStream.ofSeed(3)));
        one.run();
        float[] first = one.output("a").floats().clone();
        one.run();
        assertThat(one.output("a").floats()).isNotEqualTo(first);
        two.run();
        assertThat(two.output("a").floats()).isEqualTo(first);
        two.run();
        assertThat(two.output("b").floats()).isEqualTo(one.output("b").floats());
        RandomStream resumed = new RandomStream(RandomStream.ofSeed(3).key(), 1);
        Program three = graph.program(Program.Options.DEFAULT.random(resumed));
        three.run();
        assertThat(three.output("b").floats()).isEqualTo(one.output("b").floats());
    }

    @Test
    void runningAllocatesNothing() {
        Variables variables = new Variables();
        Numbers numbers = new Numbers(1);
        Variable w = variables.add("w", numbers.normal(20, 33));
        Variable v = variables.add("v", numbers.normal(33, 3));
        Variable table = variables.add("table", numbers.normal(6, 20));
        Program program = Program.trace(Program.Options.DEFAULT.random(RandomStream.ofSeed(1)), trace -> {
            Tensor x = trace.input("x", 17, 20)
                    .add(table.value().embedding(trace.input("token", DType.INT32, Shape.of(17))));
            Tensor heads = x.reshape(17, 4, 5);
            Tensor scores = heads.matmul(heads.transpose()).softmax(2).matmul(heads);
            Tensor y = scores.reshape(17, 20)
                    .matmul(w.value())
                    .tanh()
                    .matmul(v.value())
                    .logSoftmax(1);
            Tensor loss = y.mul(Tensor.gumbel(Shape.of(17, 3)))
                    .gather(1, y.argmax(1).reshape(17, 1))
                    .mean();
            List<Tensor> gradients = Gradients.of(loss, List.of(w.value(), v.value(), table.value()));
            trace.guard("loss", loss);
            trace.assign(table, table.value().sub(gradients.get(2).mul(0.01)));
            trace.assign(w, w.value().sub(gradients.get(0).mul(0.01)));
            trace.assign(v, v.value().sub(gradients.get(1).mul(0.01)));
            trace.output("loss", loss);
        });
        long bytes = Long.MAX_VALUE;
        for (int block = 0;
                block < 60 && bytes > 0;
                block++) { // the compiler works beside us, and may take a method back
            bytes = allocated(program, 10_000);
        }
        assertThat(bytes).isZero();
    }

    private static long allocated(Program program, int runs) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < runs; i++) {
            program.run();
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void savedVariablesHaveTheirAxesInOrder() {
        Variables variables = new Variables();
        Variable w = variables.add("w", Array.of(Shape.of(2, 3), 1, 2, 3, 4, 5, 6), 1, 0);
        Array saved = Objects.requireNonNull(variables.export().get("w"));
        assertThat(saved.shape()).isEqualTo(Shape.of(3, 2));
        assertThat(saved.floats()).containsExactly(1, 4, 2, 5, 3, 6);
        w.array().floats()[0] = 99;
        variables.load(Map.of("w", saved));
        assertThat(w.array().floats()).containsExactly(1, 2, 3, 4, 5, 6);
        assertThatThrownBy(() -> variables.load(Map.of("v", saved)))
                .hasMessageContaining("w is missing")
                .hasMessageContaining("v is not a variable here");
    }
}
