package slmlab.serve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.play.Past;
import slmlab.play.Player;

/// What a policy with a past remembers of episodes, by the names that clients give them.
///
/// Nothing is forgotten silently: a request that continues an episode which is not here is refused, since its action
/// would be that of another episode. A session is of one request at a time.
final class Sessions {
    private final Map<String, Session> all = new HashMap<>();
    private final int most;
    private final long idle; // nanoseconds

    /// @param most that are kept at once
    /// @param idle how long one is kept that nobody uses
    Sessions(int most, Duration idle) {
        this.most = most;
        this.idle = idle.toNanos();
    }

    /// One or more episodes that go on together.
    private static final class Session {
        private Past @Nullable [] pasts; // null before the first act
        private long used = System.nanoTime();
        private boolean busy = true;
    }

    synchronized int size() {
        return all.size();
    }

    /// Give a session to a request until [#leave].
    ///
    /// @throws Refusal if it has no such episodes, or another request uses it
    synchronized void enter(Act act) {
        String name = Objects.requireNonNull(act.session());
        boolean begins = act.reset() != null && all(act.reset());
        Session session = all.get(name);
        if (session != null && session.busy) {
            throw new Refusal(
                    Refusal.CONFLICT,
                    "session %s has a request without an answer; send the next one after it".formatted(name));
        }
        if (!begins && (session == null || session.pasts == null)) {
            throw new Refusal(
                    Refusal.CONFLICT,
                    "there is no session %s: it was not begun, or not used for %s minutes, or the server was restarted; begin an episode with \"reset\": true"
                            .formatted(name, Duration.ofNanos(idle).toMinutes()));
        }
        if (!begins && session != null && session.pasts != null && session.pasts.length != act.rows()) {
            throw new Refusal(
                    Refusal.CONFLICT,
                    "session %s has %s episodes; this request has %s observations: give one for each, or begin anew with \"reset\": true"
                            .formatted(name, session.pasts.length, act.rows()));
        }
        if (session == null) {
            makeRoom();
            all.put(name, new Session());
        } else {
            session.busy = true;
        }
    }

    private static boolean all(boolean[] flags) {
        for (boolean flag : flags) {
            if (!flag) {
                return false;
            }
        }
        return true;
    }

    private void makeRoom() {
        if (all.size() < most) {
            return;
        }
        long now = System.nanoTime();
        all.values().removeIf(each -> !each.busy && now - each.used > idle);
        if (all.size() >= most) {
            throw new Refusal(
                    Refusal.BUSY, "%s sessions are open already (--sessions); try again later".formatted(most));
        }
    }

    /// Return what each row of a request continues; null where an episode begins.
    synchronized List<@Nullable Past> pasts(Act act) {
        Session session = Objects.requireNonNull(all.get(Objects.requireNonNull(act.session())));
        List<@Nullable Past> pasts = new ArrayList<>();
        for (int row = 0; row < act.rows(); row++) {
            boolean begins = act.reset() != null && act.reset()[row];
            pasts.add(begins ? null : Objects.requireNonNull(session.pasts)[row]);
        }
        return pasts;
    }

    /// Remember what the player does of a request that it has acted on.
    ///
    /// @param from the first row of the request in the act
    synchronized void keep(Act act, Player player, int from) {
        Session session = Objects.requireNonNull(all.get(Objects.requireNonNull(act.session())));
        Past[] pasts = new Past[act.rows()];
        for (int row = 0; row < pasts.length; row++) {
            pasts[row] = player.past(from + row);
        }
        session.pasts = pasts;
    }

    /// Give a session back.
    synchronized void leave(Act act) {
        String name = Objects.requireNonNull(act.session());
        Session session = Objects.requireNonNull(all.get(name));
        session.busy = false;
        session.used = System.nanoTime();
        if (session.pasts == null) { // its first act failed
            all.remove(name);
        }
    }
}
