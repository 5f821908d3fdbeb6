package slmlab.play;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Acts on zeros until the JIT compiler has compiled what acting needs. Before that the vectors of a kernel are
/// objects, so what an act allocates shows how far the compiler has come.
final class WarmUp {
    private static final int BLOCK = 500;

    private final Player player;
    private final PolicyFile policy;
    private final float[] obs;
    private final int[] choices;
    private final float[] numbers;
    private final boolean @Nullable [] mask;
    private final boolean hasValue;

    /// @param player one that nobody else uses
    WarmUp(Player player, PolicyFile policy, int rows) {
        this.player = player;
        this.policy = policy;
        this.obs = new float[rows * policy.obs().frame()];
        Arrays.fill(obs, policy.obs().sizes() == null ? 0 : policy.obs().start());
        int width = rows * policy.action().width();
        this.choices = new int[policy.action() instanceof ActionKind.Choices ? width : 0];
        this.numbers = new float[policy.action() instanceof ActionKind.Box ? width : 0];
        this.mask = player.form().maskSize() == 0
                ? null
                : new boolean[rows * player.form().maskSize()];
        this.hasValue = player.form().hasValue();
        if (mask != null) {
            Arrays.fill(mask, true);
        }
    }

    /// @return whether acts allocated nothing at last
    boolean run(Duration most) {
        ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        long end = System.nanoTime() + most.toNanos();
        while (System.nanoTime() < end) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < BLOCK; i++) {
                act();
            }
            if (threads.getCurrentThreadAllocatedBytes() == before) {
                return true;
            }
        }
        return false;
    }

    private void act() {
        if (mask != null) {
            player.mask(mask);
        }
        switch (policy.action()) {
            case ActionKind.Choices _ -> player.act(obs, choices);
            case ActionKind.Box _ -> player.act(obs, numbers);
        }
        if (hasValue) {
            player.values();
        }
    }
}
