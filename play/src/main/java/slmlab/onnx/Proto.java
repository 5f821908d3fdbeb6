package slmlab.onnx;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Fields of one protobuf message, encoded as they are added. Only what ONNX needs: numbers, texts, bytes, messages and
/// packed lists of numbers.
final class Proto {
    private static final int VARINT = 0;
    private static final int LENGTH = 2;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Proto number(int field, long value) {
        varint(((long) field << 3) | VARINT);
        varint(value);
        return this;
    }

    Proto numbers(int field, long... values) {
        Proto packed = new Proto();
        for (long value : values) {
            packed.varint(value);
        }
        return bytes(field, packed.bytes());
    }

    Proto text(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    Proto message(int field, Proto message) {
        return bytes(field, message.bytes());
    }

    Proto bytes(int field, byte[] value) {
        varint(((long) field << 3) | LENGTH);
        varint(value.length);
        out.writeBytes(value);
        return this;
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    /// Seven bits a byte, the lowest first; all but the last have the highest bit set.
    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
