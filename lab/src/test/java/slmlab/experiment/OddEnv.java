package slmlab.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import slmlab.env.Env;
import slmlab.env.Envs;
import slmlab.env.Frame;
import slmlab.env.NumpyRandom;
import slmlab.env.Space;
import slmlab.tensor.DType;

/// An env of any spaces, whose reward tells the action: each number of it at another place. What it shows next depends
/// on the action too.
final class OddEnv implements Env {
    private static final Map<String, OddEnv> ALL = Map.of(
            "OddScreen-v0", new OddEnv(Space.Box.pixels(36, 36, 2), new Space.Discrete(4), false),
            "OddMixed-v0", new OddEnv(mixed(), new Space.Discrete(3), false),
            "OddMasked-v0", new OddEnv(Space.Box.of(-1, 1, 3), new Space.Discrete(5, 2), true),
            "OddChoices-v0", new OddEnv(Space.Box.of(-1, 1, 3), new Space.MultiDiscrete(List.of(3, 2, 4)), false),
            "OddSwitches-v0", new OddEnv(new Space.MultiDiscrete(List.of(3, 4)), new Space.MultiBinary(3), false),
            "OddBox-v0",
                    new OddEnv(Space.Box.of(-1, 1, 3), Space.Box.of(new float[] {-2, 0}, new float[] {1, 10}), false),
            "OddDict-v0", new OddEnv(dict(), new Space.Discrete(3), false),
            "OddRow-v0", new OddEnv(Space.Box.of(-1, 1, 6), new Space.Discrete(4), false),
            "OddImage-v0", new OddEnv(Space.Box.of(-1, 1, 8, 8, 2), new Space.Discrete(4), false),
            "OddPixels-v0", new OddEnv(Space.Box.pixels(8, 8, 2), new Space.Discrete(4), false));

    private final Space obs;
    private final Space action;
    private final boolean masked;
    private int count;

    private OddEnv(Space obs, Space action, boolean masked) {
        this.obs = obs;
        this.action = action;
        this.masked = masked;
    }

    static void register() {
        ALL.forEach((id, env) -> Envs.register(id, 30, _ -> new OddEnv(env.obs, env.action, env.masked)));
    }

    static void remove() {
        ALL.keySet().forEach(Envs::remove);
    }

    private static Space dict() {
        SequencedMap<String, Space> entries = new LinkedHashMap<>();
        entries.put("height", Space.Box.of(-1, 1, 1));
        entries.put("tile", new Space.Discrete(3));
        return new Space.Dict(entries);
    }

    private static Space mixed() {
        SequencedMap<String, Space> entries = new LinkedHashMap<>();
        entries.put("camera", Space.Box.pixels(8, 8, 2));
        entries.put("speed", Space.Box.of(-1, 1, 3));
        entries.put("tile", new Space.Discrete(3));
        return new Space.Dict(entries);
    }

    @Override
    public Space obsSpace() {
        return obs;
    }

    @Override
    public Space actionSpace() {
        return action;
    }

    @Override
    public boolean hasActionMask() {
        return masked;
    }

    @Override
    public void reset(NumpyRandom random, Frame frame) {
        count = random.choice(1000);
        show(frame);
    }

    @Override
    public void step(Frame frame) {
        double reward = 0;
        for (int i = 0; i < action.row().volume(); i++) {
            double taken = action.rowType() == DType.FLOAT32
                    ? frame.actionValue(i)
                    : action instanceof Space.Discrete ? frame.action() : frame.action(i);
            reward = reward * 10 + taken;
            count = count * 31 + Math.round((float) taken * 100) + 1;
        }
        frame.reward(reward);
        show(frame);
        if (count % 23 == 0) {
            frame.terminate();
        }
    }

    private void show(Frame frame) {
        int hash = count;
        for (int i = 0; i < obs.row().volume(); i++) {
            hash = hash * 1_103_515_245 + 12_345;
            int number = hash >>> 16;
            switch (obs) {
                case Space.Box(var _, var dtype, var _) when dtype == DType.UINT8 -> frame.pixel(i, number % 256);
                case Space.MultiDiscrete(var sizes) -> frame.discreteObs(i, number % sizes.get(i));
                default -> frame.obs(i, number % 2000 / 1000.0 - 1);
            }
        }
        if (masked) {
            for (int i = 0; i < action.flatSize(); i++) {
                frame.mask(i, (hash >>> i & 1) == 0);
            }
            frame.mask((hash >>> 8 & 255) % action.flatSize(), true);
        }
    }
}
