package slmlab.tensor.safetensors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;
import slmlab.tensor.safetensors.SafeTensors.Contents;

/// Files and arrays made for tests.
final class Crafted {
    private Crafted() {}

    /// Return a file with this header, whatever it is, and as many zero bytes of data.
    static byte[] file(String header, int dataBytes) {
        return file(header.getBytes(UTF_8), dataBytes);
    }

    static byte[] file(byte[] header, int dataBytes) {
        return file(header.length, header, dataBytes);
    }

    /// Return a file that claims a header size of its own.
    static byte[] file(long claimed, byte[] header, int dataBytes) {
        ByteBuffer file =
                ByteBuffer.allocate(Long.BYTES + header.length + dataBytes).order(ByteOrder.LITTLE_ENDIAN);
        return file.putLong(claimed).put(header).array();
    }

    /// Return the header's text for one tensor.
    static String tensor(String name, String dtype, String shape, long begin, long end) {
        return "\"%s\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%d,%d]}"
                .formatted(name, dtype, shape, begin, end);
    }

    static Array get(Contents contents, String name) {
        return requireNonNull(contents.tensors().get(name), name);
    }

    /// Return all types, and shapes from a scalar and an empty one to more than passes through a reader's
    /// buffer at once.
    static SequencedMap<String, Array> arrays(RandomGenerator random) {
        var arrays = new LinkedHashMap<String, Array>();
        for (Shape shape : new Shape[] {
            Shape.SCALAR,
            Shape.of(1),
            Shape.of(0),
            Shape.of(3, 0, 2),
            Shape.of(7),
            Shape.of(2, 3, 5),
            Shape.of(1, 1, 1, 1, 1, 1),
            Shape.of(67, 1021)
        }) {
            for (DType dtype : new DType[] {DType.UINT8, DType.FLOAT32, DType.INT32}) {
                arrays.put(dtype + "." + shape, random(dtype, shape, random));
            }
        }
        return arrays;
    }

    /// Return an array of any bits at all, NaNs among them.
    static Array random(DType dtype, Shape shape, RandomGenerator random) {
        Array array = Array.zeros(dtype, shape);
        for (int i = 0; i < shape.volume(); i++) {
            switch (dtype) {
                case FLOAT32 -> array.floats()[i] = Float.intBitsToFloat(random.nextInt());
                case INT32 -> array.ints()[i] = random.nextInt();
                case UINT8 -> array.bytes()[i] = (byte) random.nextInt();
            }
        }
        return array;
    }

    /// Return the bits of an array, as numbers that compare as they look.
    static int[] bits(Array array) {
        int[] bits = new int[array.shape().volume()];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = switch (array.dtype()) {
                case FLOAT32 -> Float.floatToRawIntBits(array.floats()[i]);
                case INT32 -> array.ints()[i];
                case UINT8 -> array.bytes()[i];
            };
        }
        return bits;
    }
}
