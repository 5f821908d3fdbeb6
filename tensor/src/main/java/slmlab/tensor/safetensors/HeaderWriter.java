package slmlab.tensor.safetensors;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import slmlab.tensor.DType;
import slmlab.tensor.safetensors.Header.Entry;

/// Writes a header as JSON.
final class HeaderWriter {
    private static final int ALIGNMENT = 8;

    private final String file;
    private final StringBuilder json = new StringBuilder();
    private final CharsetEncoder utf8 = StandardCharsets.UTF_8.newEncoder();

    private HeaderWriter(String file) {
        this.file = file;
    }

    /// Return the header with its size in front, padded with spaces so that the data starts at a multiple of 8
    /// bytes.
    static ByteBuffer write(Header header, String file) {
        var writer = new HeaderWriter(file);
        writer.header(header);
        byte[] json = writer.json.toString().getBytes(StandardCharsets.UTF_8);
        int size = Math.ceilDiv(json.length, ALIGNMENT) * ALIGNMENT;
        if (size > Header.MAX_BYTES) {
            throw new SafeTensorsException(
                    file,
                    "its header would have %s bytes, the format allows %s: write fewer tensors or less metadata"
                            .formatted(size, Header.MAX_BYTES));
        }
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + size).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(size).put(json);
        while (bytes.hasRemaining()) {
            bytes.put((byte) ' ');
        }
        return bytes.flip();
    }

    private void header(Header header) {
        json.append('{');
        if (!header.metadata().isEmpty()) {
            string(Header.METADATA);
            json.append(":{");
            header.metadata().forEach((key, value) -> {
                string(key);
                json.append(':');
                string(value);
                json.append(',');
            });
            closing('}').append(',');
        }
        header.entries().forEach(this::entry);
        closing('}');
    }

    private void entry(String name, Entry entry) {
        if (name.equals(Header.METADATA)) {
            throw SafeTensorsException.ofTensor(file, name, "the format reserves this name; choose another");
        }
        string(name);
        json.append(":{\"dtype\":\"").append(name(entry.dtype())).append("\",\"shape\":[");
        for (int dim : entry.shape().dims()) {
            json.append(dim).append(',');
        }
        closing(']');
        json.append(",\"data_offsets\":[").append(entry.begin()).append(',').append(entry.end());
        json.append("]},");
    }

    /// Close a list, removing the comma after its last member if it has members.
    private StringBuilder closing(char bracket) {
        int last = json.length() - 1;
        if (json.charAt(last) == ',') {
            json.setLength(last);
        }
        return json.append(bracket);
    }

    private void string(String text) {
        if (!utf8.canEncode(text)) {
            throw new SafeTensorsException(
                    file,
                    "the text \"%s\" has half a surrogate pair, which UTF-8 cannot hold: choose another"
                            .formatted(SafeTensorsException.shown(text)));
        }
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append("\\u").append(HexFormat.of().toHexDigits(c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }

    private static String name(DType dtype) {
        return switch (dtype) {
            case FLOAT32 -> "F32";
            case INT32 -> "I32";
            case UINT8 -> "U8";
        };
    }
}
