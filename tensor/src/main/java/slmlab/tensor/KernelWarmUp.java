package slmlab.tensor;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import slmlab.tensor.distribution.Categorical;
import slmlab.tensor.nn.Init;
import slmlab.tensor.nn.Linear;
import slmlab.tensor.optim.Adam;
import slmlab.tensor.optim.Clip;

/// Gets the kernels compiled while a program reads its files: a spare core traces a small update and
/// runs it some hundred times. Vectors that are not compiled yet are a hundred times slower.
public final class KernelWarmUp {
    private static final int RUNS = 300;
    private static final int BATCH = 64;
    private static final int HIDDEN = 64;

    private static final AtomicBoolean STARTED = new AtomicBoolean();

    private KernelWarmUp() {}

    /// Begin on a thread of its own; does nothing the second time, or where there is no spare core.
    public static void start() {
        if (Runtime.getRuntime().availableProcessors() > 1 && STARTED.compareAndSet(false, true)) {
            Thread.ofPlatform().daemon().name("slmlab-warm-up").start(KernelWarmUp::run);
        }
    }

    private static void run() {
        Program update = update();
        for (int i = 0; i < RUNS; i++) {
            update.run();
        }
    }

    private static Program update() {
        RandomStream random = RandomStream.ofSeed(0);
        Variables variables = new Variables();
        Linear first = Linear.of(variables, "0", 4, HIDDEN, Init.DEFAULT, random);
        Linear second = Linear.of(variables, "1", HIDDEN, HIDDEN, Init.DEFAULT, random);
        Linear policy = Linear.of(variables, "2", HIDDEN, 2, Init.DEFAULT, random);
        Linear value = Linear.of(variables, "3", HIDDEN, 1, Init.DEFAULT, random);
        List<Variable> parameters = List.copyOf(variables.all());
        Program program = Program.trace(trace -> {
            Tensor obs = trace.input("obs", BATCH, 4);
            Tensor body = second.apply(first.apply(obs).tanh()).tanh();
            Categorical actions = Categorical.of(policy.apply(body));
            Tensor ratio = actions.logProb(trace.input("action", DType.INT32, Shape.of(BATCH)))
                    .sub(trace.input("log_prob", BATCH))
                    .exp();
            Tensor gain = trace.input("advantage", BATCH);
            Tensor loss = ratio.mul(gain)
                    .min(ratio.clamp(0.8, 1.2).mul(gain))
                    .mean()
                    .neg()
                    .add(value.apply(body)
                            .reshape(BATCH)
                            .sub(trace.input("target", BATCH))
                            .square()
                            .mean())
                    .sub(actions.entropy().mean());
            Adam.defaults().step(trace, variables, "optim", loss, parameters, Clip.norm(0.5), trace.scalar("lr"));
            trace.output("loss", loss);
        });
        program.set("lr", 0);
        return program;
    }
}
