package slmlab.bridge.mujoco;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Numbers of a simulation, in MuJoCo's memory: `qpos`, `xpos` …
///
/// @param data closed with its simulation
record Field(MemorySegment data, int size) {

    double at(int i) {
        return data.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
    }

    void set(int i, double value) {
        data.setAtIndex(ValueLayout.JAVA_DOUBLE, i, value);
    }

    void copyTo(double[] all) {
        MemorySegment.copy(data, ValueLayout.JAVA_DOUBLE, 0, all, 0, size);
    }

    void copyFrom(double[] all) {
        MemorySegment.copy(all, 0, data, ValueLayout.JAVA_DOUBLE, 0, size);
    }
}
