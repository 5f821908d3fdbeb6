package slmlab.bench;

import java.util.ArrayList;
import java.util.List;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Gradients;
import slmlab.tensor.Program;
import slmlab.tensor.RandomStream;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;
import slmlab.tensor.distribution.Categorical;
import slmlab.tensor.nn.Conv;
import slmlab.tensor.nn.Init;
import slmlab.tensor.nn.Linear;
import slmlab.tensor.nn.Lstm;
import slmlab.tensor.optim.Adam;
import slmlab.tensor.optim.Clip;

/// Our side of `bench engine`: the same computations as `bench/peers/engine.py`, as programs.
final class Workloads {
    private final RandomStream random = RandomStream.ofSeed(1);

    /// Return a product of two matrices that are inputs.
    Program sgemm(int m, int k, int n) {
        Program program =
                Program.trace(trace -> trace.output("c", trace.input("a", m, k).matmul(trace.input("b", k, n))));
        fill(program);
        return program;
    }

    /// Return a PPO update: forward, loss, backward, norm clip, Adam.
    Program ppo(int inputs, int hidden, int actions, int batch) {
        Variables variables = new Variables();
        List<Linear> actor = mlp(variables, "actor", inputs, hidden, actions);
        List<Linear> critic = mlp(variables, "critic", inputs, hidden, 1);
        List<Variable> parameters = List.copyOf(variables.all());
        Program program = Program.trace(trace -> {
            Tensor obs = trace.input("obs", batch, inputs);
            var policy = Categorical.of(forward(actor, obs));
            Tensor value = forward(critic, obs).reshape(batch);
            Tensor advantage = trace.input("advantage", batch);
            Tensor action = trace.input("action", DType.INT32, Shape.of(batch));
            Tensor ratio =
                    policy.logProb(action).sub(trace.input("log_prob", batch)).exp();
            Tensor clipped = ratio.clamp(0.8, 1.2);
            Tensor policyLoss =
                    ratio.mul(advantage).min(clipped.mul(advantage)).mean().neg();
            Tensor valueLoss = value.sub(trace.input("target", batch)).square().mean();
            Tensor loss = policyLoss
                    .add(valueLoss.mul(0.5))
                    .sub(policy.entropy().mean().mul(0.01));
            Adam.defaults().step(trace, variables, "optim", loss, parameters, Clip.norm(0.5), trace.scalar("lr"));
            trace.output("loss", loss);
        });
        fill(program);
        program.set("lr", 1e-3);
        return program;
    }

    /// Return a program that acts: action, its log-probability and the value, for a few observations.
    Program act(int inputs, int hidden, int actions, int batch) {
        Variables variables = new Variables();
        List<Linear> actor = mlp(variables, "actor", inputs, hidden, actions);
        List<Linear> critic = mlp(variables, "critic", inputs, hidden, 1);
        Program program = Program.trace(Program.Options.DEFAULT.random(random.split("act")), trace -> {
            Tensor obs = trace.input("obs", batch, inputs);
            var policy = Categorical.of(forward(actor, obs));
            Tensor action = policy.sample();
            trace.output("action", action);
            trace.output("log_prob", policy.logProb(action));
            trace.output("value", forward(critic, obs));
        });
        fill(program);
        return program;
    }

    /// Return forward and backward of the net of Mnih et al. 2015.
    Program natureCnn(int batch) {
        Variables variables = new Variables();
        Conv one = Conv.of(variables, "0", 4, 32, Conv.Window.square(8, 4, 0), Init.DEFAULT, random);
        Conv two = Conv.of(variables, "2", 32, 64, Conv.Window.square(4, 2, 0), Init.DEFAULT, random);
        Conv three = Conv.of(variables, "4", 64, 64, Conv.Window.square(3, 1, 0), Init.DEFAULT, random);
        Linear wide = Linear.of(variables, "7", 3136, 512, Init.DEFAULT, random);
        Linear head = Linear.of(variables, "9", 512, 6, Init.DEFAULT, random);
        List<Variable> parameters = List.copyOf(variables.all());
        Program program = Program.trace(trace -> {
            Tensor image = trace.input("image", batch, 84, 84, 4);
            Tensor seen = three.apply(two.apply(one.apply(image).relu()).relu()).relu();
            Tensor flat = seen.transpose(0, 3, 1, 2).reshape(batch, 3136);
            Tensor loss = head.apply(wide.apply(flat).relu()).square().mean();
            outputGradients(trace, loss, parameters);
        });
        fill(program);
        return program;
    }

    Program lstm(int size, int steps, int batch) {
        Variables variables = new Variables();
        Lstm lstm = Lstm.of(variables, "lstm", size, size, 1, Init.DEFAULT, random);
        List<Variable> parameters = List.copyOf(variables.all());
        Program program = Program.trace(trace -> {
            var out = lstm.apply(
                    trace.input("x", batch, steps, size), null, Tensor.constant(Shape.of(batch, lstm.stateSize()), 0));
            outputGradients(trace, out.y().square().mean(), parameters);
        });
        fill(program);
        return program;
    }

    /// Return a fused step over one large parameter; its gradient is an input.
    Program adam(int n) {
        Variables variables = new Variables();
        Variable parameter = variables.add("p", Array.zeros(DType.FLOAT32, Shape.of(n)));
        Program program = Program.trace(trace -> Adam.defaults()
                .apply(
                        trace,
                        variables,
                        "optim",
                        List.of(trace.input("gradient", n)),
                        List.of(parameter),
                        trace.scalar("lr")));
        fill(program);
        program.set("lr", 1e-3);
        return program;
    }

    private List<Linear> mlp(Variables variables, String name, int inputs, int hidden, int outputs) {
        return List.of(
                Linear.of(variables, name + ".0", inputs, hidden, Init.DEFAULT, random),
                Linear.of(variables, name + ".2", hidden, hidden, Init.DEFAULT, random),
                Linear.of(variables, name + ".4", hidden, outputs, Init.DEFAULT, random));
    }

    private static Tensor forward(List<Linear> mlp, Tensor x) {
        return mlp.get(2).apply(mlp.get(1).apply(mlp.get(0).apply(x).tanh()).tanh());
    }

    private static void outputGradients(slmlab.tensor.Trace trace, Tensor loss, List<Variable> parameters) {
        List<Tensor> values = new ArrayList<>();
        parameters.forEach(parameter -> values.add(parameter.value()));
        List<Tensor> gradients = Gradients.of(loss, values);
        for (int i = 0; i < gradients.size(); i++) {
            trace.output(parameters.get(i).name(), gradients.get(i));
        }
        trace.output("loss", loss);
    }

    /// Fill inputs with normal numbers; indices stay 0.
    private void fill(Program program) {
        for (Array input : program.inputs().values()) {
            if (input.dtype() == DType.FLOAT32) {
                float[] data = input.floats();
                for (int i = 0; i < data.length; i++) {
                    data[i] = (float) random.nextNormal();
                }
            }
        }
    }
}
