package slmlab.env.physics;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// How [PlanarEngine] gets from accelerations to the next state.
public enum Integrator {
    /// The classical Runge-Kutta method: four evaluations of the equations, error of a step O(h⁵). For smooth
    /// forces.
    RK4,

    /// Velocities first, then positions with the new velocities: one evaluation, error of a step O(h²), and no
    /// drift
    /// of the energy. For contacts, switches and long runs.
    SEMI_IMPLICIT;

    /// Return an integrator by its name in arguments of envs: `rk4` or `semi_implicit`; an
    /// [IllegalArgumentException]
    /// says which there are.
    public static Integrator named(String name) {
        if (name.toLowerCase(Locale.ROOT).matches("(explicit_|forward_)?euler")) {
            throw new IllegalArgumentException(
                    "integrator %s adds energy in every step: a pendulum released at 1 rad more than doubles its energy in 10 s with steps of 0.01 s; use semi_implicit, which costs the same, or rk4"
                            .formatted(name));
        }
        return Arrays.stream(values())
                .filter(each -> each.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no integrator %s; choose one of %s"
                        .formatted(
                                name,
                                Arrays.stream(values())
                                        .map(Integrator::toString)
                                        .collect(Collectors.joining(", ")))));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
