package slmlab.tensor.safetensors;

import static slmlab.tensor.safetensors.SafeTensorsException.ofTensor;
import static slmlab.tensor.safetensors.SafeTensorsException.shown;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// Header of a file: the position of each tensor in the data, and a map of strings.
///
/// @param entries  one per tensor, in the order of the header, which need not be that of the data
/// @param metadata free text by key
record Header(SequencedMap<String, Entry> entries, Map<String, String> metadata) {
    /// Key of the metadata in the header, and so the one name that no tensor can have.
    static final String METADATA = "__metadata__";

    /// Metadata key of the data's CRC-32C, eight hexadecimal digits.
    static final String CHECKSUM = "data_crc32c";

    /// The format's own limit.
    static final int MAX_BYTES = 100_000_000;

    /// One tensor.
    ///
    /// @param begin first byte, counted from the start of the data
    /// @param end   byte after the last
    record Entry(DType dtype, Shape shape, long begin, long end) {
        static Entry at(long begin, Array array) {
            long bytes = (long) array.shape().volume() * array.dtype().bytes();
            return new Entry(array.dtype(), array.shape(), begin, begin + bytes);
        }
    }

    /// Lay out the tensors. Equal maps give equal headers: tensors keep their order, metadata is sorted.
    static Header of(SequencedMap<String, Array> tensors, Map<String, String> metadata) {
        var entries = new LinkedHashMap<String, Entry>();
        tensors.forEach((name, array) -> entries.put(name, Entry.at(0, array))); // sets the order; the positions follow

        // Wide elements first: each tensor then starts at a multiple of its element's size.
        var wideFirst = new ArrayList<>(tensors.entrySet());
        wideFirst.sort(
                Comparator.comparingInt(tensor -> -tensor.getValue().dtype().bytes()));
        long end = 0;
        for (var tensor : wideFirst) {
            Entry entry = Entry.at(end, tensor.getValue());
            entries.put(tensor.getKey(), entry);
            end = entry.end();
        }
        return new Header(entries, new TreeMap<>(metadata));
    }

    /// Return a copy with the checksum of the data in the metadata.
    Header withChecksum(long crc32c) {
        var all = new TreeMap<>(metadata);
        all.put(CHECKSUM, digits(crc32c));
        return new Header(entries, all);
    }

    /// Return the metadata without the checksum.
    Map<String, String> freeMetadata() {
        var free = new LinkedHashMap<>(metadata);
        free.remove(CHECKSUM);
        return free;
    }

    /// Refuse data that does not match the checksum. A file without a checksum is accepted.
    void verify(long crc32c, String file) {
        String wanted = metadata.get(CHECKSUM);
        if (wanted != null && !wanted.equals(digits(crc32c))) {
            throw new SafeTensorsException(
                    file,
                    "its numbers do not match their checksum (%s is %s, theirs is %s); the file is damaged: copy it again"
                            .formatted(CHECKSUM, shown(wanted), digits(crc32c)));
        }
    }

    private static String digits(long crc32c) {
        return HexFormat.of().toHexDigits(crc32c, 8);
    }

    /// Return the tensors in the order of the data.
    List<Map.Entry<String, Entry>> inDataOrder() {
        var sorted = new ArrayList<>(entries.entrySet());
        sorted.sort(Comparator.comparingLong(
                        (Map.Entry<String, Entry> tensor) -> tensor.getValue().begin())
                .thenComparingLong(tensor -> tensor.getValue().end()));
        return sorted;
    }

    /// Refuse positions that do not fit the types and shapes, or that do not cover the data exactly once.
    void check(long dataBytes, String file) {
        entries.forEach((name, entry) -> check(name, entry, dataBytes, file));
        long covered = 0;
        for (var tensor : inDataOrder()) {
            Entry entry = tensor.getValue();
            if (entry.begin() < covered) {
                throw ofTensor(
                        file,
                        tensor.getKey(),
                        "begins at byte %s, inside the tensor before it, which ends at byte %s: write the file again"
                                .formatted(entry.begin(), covered));
            }
            if (entry.begin() > covered) {
                throw ofTensor(
                        file,
                        tensor.getKey(),
                        "begins at byte %s of the data, after a hole from byte %s on: write the file again"
                                .formatted(entry.begin(), covered));
            }
            covered = entry.end();
        }
        if (covered < dataBytes) {
            throw new SafeTensorsException(
                    file,
                    "its tensors end at byte %s of %s data bytes; nothing may follow them: write the file again"
                            .formatted(covered, dataBytes));
        }
    }

    private static void check(String name, Entry entry, long dataBytes, String file) {
        if (entry.begin() > entry.end()) {
            throw ofTensor(
                    file,
                    name,
                    "data_offsets are [%s, %s]; the first may not exceed the second: write the file again"
                            .formatted(entry.begin(), entry.end()));
        }
        if (entry.end() > dataBytes) {
            throw ofTensor(
                    file,
                    name,
                    "ends at byte %s of the data, of which the file has %s; it may be cut short: copy it again"
                            .formatted(entry.end(), dataBytes));
        }
        long needed = (long) entry.shape().volume() * entry.dtype().bytes();
        if (entry.end() - entry.begin() != needed) {
            throw ofTensor(
                    file,
                    name,
                    "data_offsets [%s, %s] hold %s bytes, %s of shape %s needs %s: write the file again"
                            .formatted(
                                    entry.begin(),
                                    entry.end(),
                                    entry.end() - entry.begin(),
                                    entry.dtype(),
                                    shown(entry.shape().toString()),
                                    needed));
        }
    }
}
