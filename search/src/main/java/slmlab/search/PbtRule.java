package slmlab.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import slmlab.tensor.RandomStream;

/// Population-based training (Jaderberg et al. 2017, arXiv:1711.09846): after every interval the worst quarter of a
/// population copies a random member of the best quarter, and explores from its settings.
public final class PbtRule {
    private static final int QUARTER = 4;
    private static final double REDRAW = 0.25;
    private static final double LESS = 0.8;
    private static final double MORE = 1.2;

    private PbtRule() {}

    /// A member that gives up its own weights for those of another.
    ///
    /// @param point the settings with which it continues
    public record Copy(int member, int parent, double[] point) {}

    /// Return who copies whom, in the order of the members' numbers. A member that failed is never copied.
    ///
    /// @param members with their settings and their scores after the interval
    public static List<Copy> copies(SearchSpace space, List<Outcome> members, RandomStream random) {
        List<Outcome> ranked = new ArrayList<>(members);
        ranked.sort(Comparator.comparingDouble(Outcome::rank).reversed().thenComparingInt(Outcome::number));
        int count = members.size() < 2 ? 0 : Math.max(1, members.size() / QUARTER);
        List<Outcome> best = ranked.subList(0, count);
        List<Copy> copies = new ArrayList<>();
        for (Outcome member : ranked.subList(ranked.size() - count, ranked.size())) {
            RandomStream own = random.split("member " + member.number());
            Outcome parent = best.get(own.nextInt(count));
            if (!Double.isNaN(parent.score())) {
                copies.add(new Copy(member.number(), parent.number(), explore(space, parent.point(), own)));
            }
        }
        copies.sort(Comparator.comparingInt(Copy::member));
        return copies;
    }

    /// Return settings near others: each is redrawn with a probability of a quarter, else it becomes 0.8 or 1.2
    /// times what it was, within its range; a choice moves to a neighbor.
    static double[] explore(SearchSpace space, double[] point, RandomStream random) {
        double[] next = new double[point.length];
        for (int i = 0; i < next.length; i++) {
            Domain domain = space.domain(i);
            next[i] = random.nextUniform() < REDRAW
                    ? domain.draw(random)
                    : moved(domain, point[i], random.nextInt(2) == 0, random);
        }
        return next;
    }

    /// Move a setting up or down; at an end of its range the other way; where it cannot move, such as a 0, draw it
    /// again. So a copy does not remain a twin of its parent.
    private static double moved(Domain domain, double at, boolean isUp, RandomStream random) {
        double first = moved(domain, at, isUp);
        double second = domain.isSame(first, at) ? moved(domain, at, !isUp) : first;
        return domain.isSame(second, at) ? domain.draw(random) : second;
    }

    private static double moved(Domain domain, double at, boolean isUp) {
        double to = switch (domain) {
            case Domain.Choice _ -> at + (isUp ? 1 : -1);
            case Domain.Range range when range.isLog() -> at + StrictMath.log(isUp ? MORE : LESS);
            case Domain.Range _, Domain.Normal _ -> at * (isUp ? MORE : LESS);
        };
        return Math.clamp(to, domain.low(), domain.high());
    }
}
