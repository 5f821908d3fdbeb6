package slmlab.onnx;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A protobuf message read back: its fields in order. A second reading of the format, which shares nothing with
/// [Proto].
public record ProtoFields(List<Field> fields) {

    /// @param number of a varint; −1 of bytes
    public record Field(int field, long number, byte[] bytes) {
        public String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        public ProtoFields message() {
            return ProtoFields.of(bytes);
        }
    }

    public static ProtoFields of(byte[] bytes) {
        List<Field> fields = new ArrayList<>();
        int[] at = {0};
        while (at[0] < bytes.length) {
            long key = varint(bytes, at);
            int field = (int) (key >> 3);
            if ((key & 7) == 0) {
                fields.add(new Field(field, varint(bytes, at), new byte[0]));
            } else if ((key & 7) == 2) {
                int length = (int) varint(bytes, at);
                fields.add(new Field(field, -1, Arrays.copyOfRange(bytes, at[0], at[0] + length)));
                at[0] += length;
            } else {
                throw new IllegalArgumentException("wire type " + (key & 7));
            }
        }
        return new ProtoFields(fields);
    }

    static long varint(byte[] bytes, int[] at) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = bytes[at[0]++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    public List<Field> all(int field) {
        return fields.stream().filter(each -> each.field() == field).toList();
    }

    public Field one(int field) {
        List<Field> found = all(field);
        if (found.size() != 1) {
            throw new IllegalArgumentException("field %s is there %s times".formatted(field, found.size()));
        }
        return found.getFirst();
    }

    public List<String> texts(int field) {
        return all(field).stream().map(Field::text).toList();
    }
}
