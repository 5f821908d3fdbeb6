package slmlab.track;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A protocol-buffers message being written. It grows, and is used again after [#clear].
final class Message {
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED_32 = 5;

    private ByteBuffer buffer = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

    Message clear() {
        buffer.clear();
        return this;
    }

    Message int64(int field, long value) {
        key(field, VARINT);
        varint(value);
        return this;
    }

    Message float64(int field, double value) {
        key(field, FIXED_64);
        room(8);
        buffer.putDouble(value);
        return this;
    }

    Message float32(int field, float value) {
        key(field, FIXED_32);
        room(4);
        buffer.putFloat(value);
        return this;
    }

    Message text(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    Message bytes(int field, byte[] value) {
        key(field, BYTES);
        varint(value.length);
        room(value.length);
        buffer.put(value);
        return this;
    }

    Message message(int field, Message value) {
        key(field, BYTES);
        varint(value.size());
        room(value.size());
        buffer.put(value.buffer.array(), 0, value.size());
        return this;
    }

    /// Write packed doubles.
    Message float64s(int field, double[] values) {
        key(field, BYTES);
        varint(8L * values.length);
        room(8 * values.length);
        for (double value : values) {
            buffer.putDouble(value);
        }
        return this;
    }

    int size() {
        return buffer.position();
    }

    /// Return the bytes, of which the first [#size] are the message.
    byte[] array() {
        return buffer.array();
    }

    private void key(int field, int type) {
        varint(((long) field << 3) | type);
    }

    private void varint(long value) {
        room(10);
        long left = value;
        while ((left & ~0x7FL) != 0) {
            buffer.put((byte) ((left & 0x7F) | 0x80));
            left >>>= 7;
        }
        buffer.put((byte) left);
    }

    private void room(int bytes) {
        if (buffer.remaining() < bytes) {
            int size = buffer.position();
            byte[] larger = Arrays.copyOf(buffer.array(), Math.max(2 * buffer.capacity(), size + bytes));
            buffer = ByteBuffer.wrap(larger).order(ByteOrder.LITTLE_ENDIAN).position(size);
        }
    }
}
