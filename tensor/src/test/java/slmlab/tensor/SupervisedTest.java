package slmlab.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import slmlab.tensor.nn.Conv;
import slmlab.tensor.nn.Init;
import slmlab.tensor.nn.Linear;
import slmlab.tensor.nn.Losses;
import slmlab.tensor.optim.Adam;
import slmlab.tensor.optim.Clip;

/// The whole engine at work: small nets learn data made here to 99 %, along the same loss curve on every run.
class SupervisedTest {
    private static final int BATCH = 64;

    @Test
    void anMlpSeparatesTwoSpirals() {
        Data data = spirals(512, RandomStream.ofSeed(1));
        Run first = learn(data, this::mlp, 2000);
        assertThat(first.accuracy).isGreaterThanOrEqualTo(0.99);
        assertThat(learn(data, this::mlp, 2000).losses).isEqualTo(first.losses);
    }

    @Test
    void aConvNetTellsBarsApart() {
        Data data = bars(512, RandomStream.ofSeed(2));
        Run first = learn(data, this::convNet, 300);
        assertThat(first.accuracy).isGreaterThanOrEqualTo(0.99);
        assertThat(learn(data, this::convNet, 300).losses).isEqualTo(first.losses);
    }

    private UnaryOperator<Tensor> mlp(Variables variables) {
        RandomStream random = RandomStream.ofSeed(3);
        Linear one = Linear.of(variables, "0", 2, 32, Init.orthogonal(Math.sqrt(2)), random);
        Linear two = Linear.of(variables, "2", 32, 32, Init.orthogonal(Math.sqrt(2)), random);
        Linear head = Linear.of(variables, "4", 32, 2, Init.orthogonal(0.01), random);
        return x -> head.apply(two.apply(one.apply(x.mul(3)).tanh()).tanh());
    }

    private UnaryOperator<Tensor> convNet(Variables variables) {
        RandomStream random = RandomStream.ofSeed(4);
        Conv conv = Conv.of(variables, "0", 1, 8, Conv.Window.square(3, 1, 1), Init.DEFAULT, random);
        Conv down = Conv.of(variables, "2", 8, 8, Conv.Window.square(2, 2, 0), Init.DEFAULT, random);
        Linear head = Linear.of(variables, "5", 128, 2, Init.DEFAULT, random);
        return x -> {
            int n = x.shape().dim(0);
            Tensor seen = down.apply(conv.apply(x.reshape(n, 8, 8, 1)).relu()).relu();
            return head.apply(seen.reshape(n, 128));
        };
    }

    private static Run learn(Data data, Function<Variables, UnaryOperator<Tensor>> make, int updates) {
        Variables variables = new Variables();
        UnaryOperator<Tensor> net = make.apply(variables);
        List<Variable> parameters = List.copyOf(variables.all());
        Program update = Program.trace(trace -> {
            Tensor logits = net.apply(trace.input("x", BATCH, data.width));
            Tensor labels = trace.input("label", DType.INT32, Shape.of(BATCH));
            Tensor loss = Losses.crossEntropy(logits, labels).mean();
            Adam.defaults().step(trace, variables, "optim", loss, parameters, Clip.norm(1), trace.scalar("lr"));
            trace.output("loss", loss);
        });
        Program classify = Program.trace(trace -> trace.output(
                "label",
                net.apply(trace.input("x", data.labels.length, data.width)).argmax(1)));
        RandomStream random = RandomStream.ofSeed(5);
        List<Float> losses = new ArrayList<>();
        for (int i = 0; i < updates; i++) {
            for (int row = 0; row < BATCH; row++) {
                int pick = random.nextInt(data.labels.length);
                System.arraycopy(data.x, pick * data.width, update.input("x").floats(), row * data.width, data.width);
                update.input("label").ints()[row] = data.labels[pick];
            }
            update.set("lr", 5e-3).run();
            losses.add(update.output("loss").item());
        }
        System.arraycopy(data.x, 0, classify.input("x").floats(), 0, data.x.length);
        classify.run();
        int right = 0;
        for (int row = 0; row < data.labels.length; row++) {
            right += classify.output("label").ints()[row] == data.labels[row] ? 1 : 0;
        }
        return new Run(losses, (double) right / data.labels.length);
    }

    /// Two arms that wind around each other one and a half times.
    private static Data spirals(int n, RandomStream random) {
        float[] x = new float[2 * n];
        int[] labels = new int[n];
        for (int i = 0; i < n; i++) {
            labels[i] = i % 2;
            double along = random.nextUniform();
            double angle = 3 * Math.PI * along + Math.PI * labels[i];
            double radius = 0.2 + along;
            x[2 * i] = (float) (radius * Math.cos(angle) + 0.02 * random.nextNormal());
            x[2 * i + 1] = (float) (radius * Math.sin(angle) + 0.02 * random.nextNormal());
        }
        return new Data(x, 2, labels);
    }

    /// 8×8 images of noise with one bright bar, across or down.
    private static Data bars(int n, RandomStream random) {
        float[] x = new float[64 * n];
        int[] labels = new int[n];
        for (int i = 0; i < n; i++) {
            labels[i] = random.nextInt(2);
            int line = random.nextInt(8);
            for (int at = 0; at < 64; at++) {
                int across = labels[i] == 0 ? at / 8 : at % 8;
                x[64 * i + at] = (float) ((across == line ? 1 : 0) + 0.3 * random.nextNormal());
            }
        }
        return new Data(x, 64, labels);
    }

    private record Data(float[] x, int width, int[] labels) {}

    private record Run(List<Float> losses, double accuracy) {}
}
