package slmlab.tensor.compile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import slmlab.tensor.Tensor;
import slmlab.tensor.op.Pointwise;

/// Groups element-wise operations of one shape that can run together, block by block, and sorts all groups
/// topologically.
///
/// Each group has a level above those of all groups it reads, so a search for a path to a group stops at its
/// level. Ids do not order groups: an old group can read a young one through a member that joined later.
final class Cluster {
    private final List<Tensor> nodes;
    private final Map<Tensor, Unit> unitOf = new HashMap<>();
    private final Map<Tensor, List<Tensor>> readers = new HashMap<>();

    private Cluster(List<Tensor> nodes) {
        this.nodes = nodes;
    }

    /// @param nodes inputs before outputs
    /// @param fused whether to group at all
    static List<Unit> units(List<Tensor> nodes, boolean fused) {
        Cluster cluster = new Cluster(nodes);
        for (Tensor node : nodes) {
            cluster.place(node, fused);
        }
        return cluster.sorted();
    }

    private void place(Tensor node, boolean fused) {
        Unit home = new Unit(new ArrayList<>(List.of(node)));
        unitOf.put(node, home);
        for (Tensor input : node.inputs()) {
            readers.computeIfAbsent(input, _ -> new ArrayList<>()).add(node);
        }
        raise(home);
        if (!fused || !home.isPointwise()) {
            return;
        }
        for (Tensor input : node.inputs()) {
            Unit unit = Objects.requireNonNull(unitOf.get(input));
            if (unit != home && unit.isPointwise() && input.shape().equals(node.shape()) && canJoin(unit, home)) {
                unit.members().addAll(home.members());
                home.members().forEach(member -> unitOf.put(member, unit));
                home = unit;
                raise(home);
            }
        }
        home.members().sort(Comparator.comparingLong(Tensor::id));
    }

    /// Return whether two groups can be merged: when no third lies on a path between them.
    private boolean canJoin(Unit a, Unit b) {
        return !dependsThroughOthers(a, b) && !dependsThroughOthers(b, a);
    }

    private boolean dependsThroughOthers(Unit unit, Unit on) {
        if (unit.level <= on.level) {
            return false;
        }
        Set<Unit> seen = new HashSet<>(Set.of(unit, on));
        var open = new ArrayDeque<>(List.of(unit));
        while (!open.isEmpty()) {
            Unit next = open.pop();
            for (Tensor member : next.members()) {
                for (Tensor input : member.inputs()) {
                    Unit source = Objects.requireNonNull(unitOf.get(input));
                    if (source == on && next != unit) {
                        return true;
                    }
                    if (source.level > on.level && seen.add(source)) {
                        open.push(source);
                    }
                }
            }
        }
        return false;
    }

    /// Raise a group above all groups it reads, and its readers above it, where they are not yet.
    private void raise(Unit unit) {
        for (Tensor member : unit.members()) {
            for (Tensor input : member.inputs()) {
                Unit source = Objects.requireNonNull(unitOf.get(input));
                if (source != unit) {
                    unit.level = Math.max(unit.level, source.level + 1);
                }
            }
        }
        var open = new ArrayDeque<>(List.of(unit));
        while (!open.isEmpty()) {
            Unit next = open.pop();
            for (Tensor member : next.members()) {
                for (Tensor reader : readers.getOrDefault(member, List.of())) {
                    Unit above = Objects.requireNonNull(unitOf.get(reader));
                    if (above != next && above.level <= next.level) {
                        above.level = next.level + 1;
                        open.push(above);
                    }
                }
            }
        }
    }

    /// Sort the groups so that each comes after those it reads.
    private List<Unit> sorted() {
        Map<Unit, Set<Unit>> unitReaders = new HashMap<>();
        Map<Unit, Integer> waiting = new HashMap<>();
        Set<Unit> all = new LinkedHashSet<>();
        nodes.forEach(node -> all.add(Objects.requireNonNull(unitOf.get(node))));
        for (Unit unit : all) {
            Set<Unit> sources = new LinkedHashSet<>();
            for (Tensor member : unit.members()) {
                for (Tensor input : member.inputs()) {
                    Unit source = Objects.requireNonNull(unitOf.get(input));
                    if (source != unit) {
                        source.readOutside.add(input);
                        sources.add(source);
                    }
                }
            }
            waiting.put(unit, sources.size());
            sources.forEach(source -> unitReaders
                    .computeIfAbsent(source, _ -> new LinkedHashSet<>())
                    .add(unit));
        }
        var ready = new PriorityQueue<Unit>(
                Comparator.comparingLong(unit -> unit.members().getLast().id()));
        all.stream().filter(unit -> Objects.equals(waiting.get(unit), 0)).forEach(ready::add);
        List<Unit> order = new ArrayList<>();
        while (!ready.isEmpty()) {
            Unit unit = ready.poll();
            order.add(unit);
            for (Unit reader : unitReaders.getOrDefault(unit, Set.of())) {
                if (waiting.merge(reader, -1, Integer::sum) == 0) {
                    ready.add(reader);
                }
            }
        }
        if (order.size() != all.size()) {
            throw new IllegalStateException(
                    "%s of %s groups wait for each other".formatted(all.size() - order.size(), all.size()));
        }
        return order;
    }

    /// Operations that run together: one of any kind, or several element-wise ones of the same shape.
    static final class Unit {
        private final List<Tensor> members;
        private final Set<Tensor> readOutside = new LinkedHashSet<>();
        private int level;

        Unit(List<Tensor> members) {
            this.members = members;
        }

        List<Tensor> members() {
            return members;
        }

        boolean isPointwise() {
            return members.getFirst().op() instanceof Pointwise;
        }

        boolean isReadOutside(Tensor member) {
            return readOutside.contains(member);
        }
    }
}
