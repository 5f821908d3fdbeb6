package slmlab.agent.net;

import java.util.List;
import slmlab.agent.net.setting.Activation;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Variable;
import slmlab.tensor.nn.BatchStatistics;

/// One step of a [Sequence], or one module of an arc; [Layers] makes them.
public interface Layer {

    Tensor apply(Tensor x, ForwardPass pass);

    /// The shape of a row of the output, from that of a row of the input.
    default Shape row(Shape in) {
        return in;
    }

    /// What an optimizer changes.
    default List<Variable> parameters() {
        return List.of();
    }

    record Linear(slmlab.tensor.nn.Linear linear) implements Layer {
        @Override
        public Tensor apply(Tensor x, ForwardPass pass) {
            return linear.apply(x);
        }

        @Override
        public Shape row(Shape in) {
            return in.with(-1, linear.out());
        }

        @Override
        public List<Variable> parameters() {
            return linear.parameters();
        }
    }

    record Conv(slmlab.tensor.nn.Conv conv) implements Layer {
        @Override
        public Tensor apply(Tensor x, ForwardPass pass) {
            return conv.apply(x);
        }

        @Override
        public Shape row(Shape in) {
            var window = conv.window();
            return Shape.of(window.outHeight(in.dim(0)), window.outWidth(in.dim(1)), conv.out());
        }

        @Override
        public List<Variable> parameters() {
            return conv.parameters();
        }
    }

    record LayerNorm(slmlab.tensor.nn.LayerNorm norm) implements Layer {
        @Override
        public Tensor apply(Tensor x, ForwardPass pass) {
            return norm.apply(x);
        }

        @Override
        public List<Variable> parameters() {
            return norm.parameters();
        }
    }

    record Batch(BatchStatistics norm) implements Layer {
        @Override
        public Tensor apply(Tensor x, ForwardPass pass) {
            return pass.normalize(norm, x);
        }

        @Override
        public List<Variable> parameters() {
            return norm.parameters();
        }
    }

    record Activated(Activation activation) implements Layer {
        @Override
        public Tensor apply(Tensor x, ForwardPass pass) {
            return activation.apply(x);
        }
    }

    /// [rows, h, w, c] → [rows, c·h·w]: PyTorch's order of features, so that weights can be exchanged.
    record Flatten() implements Layer {
        @Override
        public Tensor apply(Tensor x, ForwardPass pass) {
            Tensor channelsFirst = x.shape().rank() == 4 ? x.transpose(0, 3, 1, 2) : x;
            return channelsFirst.reshape(x.shape().dim(0), -1);
        }

        @Override
        public Shape row(Shape in) {
            return Shape.of(in.volume());
        }
    }
}
