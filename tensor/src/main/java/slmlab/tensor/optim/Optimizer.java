package slmlab.tensor.optim;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Gradients;
import slmlab.tensor.Shape;
import slmlab.tensor.Tensor;
import slmlab.tensor.Trace;
import slmlab.tensor.Variable;
import slmlab.tensor.Variables;

/// An optimizer of parameters. Each kind is an immutable record of hyperparameters.
///
/// ```java
/// Optimizer optimizer = Adam.defaults();
/// var program = Program.trace(trace -> {
///     var loss = net.forward(trace.input("x", 64, 4)).sub(trace.input("y", 64)).square().mean();
///     var norm = optimizer.step(trace, state, "optim", loss, parameters, Clip.norm(0.5), trace.scalar("lr"));
///     trace.output("grad_norm", norm);
/// });
/// program.set("lr", schedule.at(k, optimizer.lr())).run();
/// ```
public sealed interface Optimizer permits Sgd, Adam, AdamW, RmsProp, RAdam, Lookahead {

    /// Return the learning rate that a schedule starts from. A step reads the rate of its run from an input,
    /// not from here.
    double lr();

    /// Make each run of the traced program differentiate `loss` and then change `parameters` by one step. A run
    /// whose loss, gradient norm or learning rate is not finite changes nothing and fails.
    ///
    /// The optimizer's state is kept in `state`: a count `<prefix>.step`, and for each parameter arrays such as
    /// `<prefix>.<parameter>.exp_avg`. They are added when missing, so programs of several batch sizes share
    /// one state. A parameter that the loss does not depend on has a gradient of zeros; PyTorch would skip it,
    /// weight decay included.
    ///
    /// @param lr the learning rate, a scalar
    /// @return the norm of all gradients together, before clipping
    default Tensor step(
            Trace trace, Variables state, String prefix, Tensor loss, List<Variable> parameters, Clip clip, Tensor lr) {
        List<Tensor> gradients =
                Gradients.of(loss, parameters.stream().map(Variable::value).toList());
        Checks.that(!parameters.isEmpty(), "%s: no parameters; there is nothing to train".formatted(prefix));
        Tensor norm = gradients.stream()
                .map(gradient -> gradient.square().sum())
                .reduce(Tensor::add)
                .orElseThrow()
                .sqrt();
        trace.guard(prefix + ".loss", loss);
        trace.guard(prefix + ".grad_norm", norm);
        List<Tensor> clipped = clip instanceof Clip.Value(double max)
                ? gradients.stream().map(gradient -> gradient.clamp(-max, max)).toList()
                : gradients;
        double maxNorm = clip instanceof Clip.Norm(double max) ? max : Double.POSITIVE_INFINITY;
        change(trace, state, prefix, clipped, norm, maxNorm, parameters, lr);
        return norm;
    }

    /// Make each run of the traced program change `parameters` by one step along given gradients: averaged over
    /// workers, or passed as inputs. They are neither clipped nor checked.
    default void apply(
            Trace trace, Variables state, String prefix, List<Tensor> gradients, List<Variable> parameters, Tensor lr) {
        change(trace, state, prefix, gradients, Tensor.of(0), Double.POSITIVE_INFINITY, parameters, lr);
    }

    private void change(
            Trace trace,
            Variables state,
            String prefix,
            List<Tensor> gradients,
            Tensor norm,
            double maxNorm,
            List<Variable> parameters,
            Tensor lr) {
        Checks.that(
                new HashSet<>(parameters).size() == parameters.size(),
                "%s: a parameter is listed twice in %s".formatted(prefix, parameters));
        Checks.that(
                lr.shape().volume() == 1,
                "%s: the learning rate has shape %s; needs a scalar".formatted(prefix, lr.shape()));
        Checks.that(
                gradients.stream()
                        .map(Tensor::shape)
                        .toList()
                        .equals(parameters.stream().map(Variable::shape).toList()),
                "%s: gradients %s do not fit parameters %s".formatted(prefix, gradients, parameters));
        trace.guard(prefix + ".lr", lr);
        List<Tensor> inputs = new ArrayList<>(gradients);
        inputs.add(norm);
        inputs.add(lr);
        UpdateRule rule = UpdateRule.of(this);
        int counter = parameters.size() * (1 + rule.slots().size());
        trace.update(
                new RuleUpdate(this, rule, parameters.size(), counter, (float) maxNorm),
                targets(rule, state, prefix, parameters),
                inputs);
    }

    /// Return the parameters, then each of the rule's slots for all parameters, then its counters.
    private static List<Variable> targets(UpdateRule rule, Variables state, String prefix, List<Variable> parameters) {
        Map<String, Variable> known =
                state.all().stream().collect(Collectors.toMap(Variable::name, Function.identity()));
        List<Variable> targets = new ArrayList<>(parameters);
        for (String slot : rule.slots()) {
            for (Variable parameter : parameters) {
                String name = "%s.%s.%s".formatted(prefix, parameter.name(), slot);
                int[] order = parameter.savedOrder().stream()
                        .mapToInt(Integer::intValue)
                        .toArray();
                targets.add(stateOf(known, state, name, parameter.shape(), order));
            }
        }
        for (String counter : rule.counters()) {
            targets.add(stateOf(known, state, prefix + "." + counter, Shape.SCALAR));
        }
        return targets;
    }

    private static Variable stateOf(
            Map<String, Variable> known, Variables state, String name, Shape shape, int... savedOrder) {
        Variable there = known.get(name);
        if (there == null) {
            return state.add(name, Array.zeros(DType.FLOAT32, shape), savedOrder);
        }
        Checks.that(there.shape().equals(shape), "variable %s already exists; needs shape %s".formatted(there, shape));
        return there;
    }
}
