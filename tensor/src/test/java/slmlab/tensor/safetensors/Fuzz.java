package slmlab.tensor.safetensors;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.Shape;

/// Random files, one per seed.
final class Fuzz {
    /// What headers are made of, so that random text gets past their first character.
    private static final List<String> WORDS = Pattern.compile(" ")
            .splitAsStream(
                    "{ } [ ] : , \" \\ 0 1 4 8 - null 9223372036854775807 [0,4] \n \t \\u00e9 \\ud83d \u00c3\u00a9 \u00ff "
                            + "\"dtype\": \"shape\": \"data_offsets\": \"F32\" \"I32\" \"U8\" \"F64\" \"__metadata__\": \"a\":{ \"a\"")
            .toList();

    private final List<byte[]> valid;

    /// Writes the files that mutations start from.
    Fuzz(Path folder) throws IOException {
        var random = new Random(1);
        var small = new LinkedHashMap<String, Array>();
        small.put("net.0.weight", Crafted.random(DType.FLOAT32, Shape.of(3, 2), random));
        small.put("action", Crafted.random(DType.INT32, Shape.of(2), random));
        small.put("pixels é\n", Crafted.random(DType.UINT8, Shape.of(2, 2, 3), random));
        small.put("empty", Crafted.random(DType.FLOAT32, Shape.of(0, 4), random));
        small.put("step", Crafted.random(DType.INT32, Shape.SCALAR, random));
        var one = new LinkedHashMap<>(Map.of("w", Crafted.random(DType.UINT8, Shape.of(300), random)));
        valid = List.of(
                written(folder.resolve("small"), small, Map.of("frame", "81920", "quote", "\"😀\"")),
                written(folder.resolve("one"), one, Map.of()),
                written(folder.resolve("none"), new LinkedHashMap<>(), Map.of("k", "")));
    }

    private static byte[] written(Path file, SequencedMap<String, Array> tensors, Map<String, String> metadata)
            throws IOException {
        SafeTensors.write(file, tensors, metadata);
        return Files.readAllBytes(file);
    }

    /// Random bytes, plain or behind a size that fits, or random words of a header.
    static byte[] random(long seed) {
        var random = new Random(seed);
        byte[] bytes = new byte[random.nextInt(1 << random.nextInt(12))];
        random.nextBytes(bytes);
        return switch (random.nextInt(3)) {
            case 0 -> bytes;
            case 1 -> Crafted.file(bytes, random.nextInt(16));
            default -> {
                var header = new StringBuilder("{");
                for (int i = random.nextInt(60); i > 0; i--) {
                    header.append(WORDS.get(random.nextInt(WORDS.size())));
                }
                yield Crafted.file(header.toString().getBytes(ISO_8859_1), random.nextInt(16));
            }
        };
    }

    /// Return a valid file after one to four accidents, half of the time in the header alone, with its size set
    /// right.
    byte[] mutated(long seed) {
        var random = new Random(seed);
        byte[] file = valid.get(random.nextInt(valid.size()));
        int accidents = 1 + random.nextInt(4);
        if (random.nextBoolean()) {
            return mutated(file, accidents, random);
        }
        int data = Long.BYTES
                + (int) ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong();
        byte[] header = mutated(Arrays.copyOfRange(file, Long.BYTES, data), accidents, random);
        byte[] whole = Crafted.file(header, file.length - data);
        System.arraycopy(file, data, whole, Long.BYTES + header.length, file.length - data);
        return whole;
    }

    private static byte[] mutated(byte[] bytes, int accidents, RandomGenerator random) {
        byte[] mutated = bytes.clone();
        for (int i = 0; i < accidents; i++) {
            mutated = accident(mutated, random);
        }
        return mutated;
    }

    private static byte[] accident(byte[] bytes, RandomGenerator random) {
        int at = random.nextInt(bytes.length + 1);
        int to = Math.min(bytes.length, at + 1 + random.nextInt(8));
        byte[] random8 = new byte[random.nextInt(8)];
        random.nextBytes(random8);
        byte[] word = WORDS.get(random.nextInt(WORDS.size())).getBytes(ISO_8859_1);
        return switch (random.nextInt(7)) {
            case 0 -> spliced(bytes, at, to, new byte[0]); // lost
            case 1 -> spliced(bytes, at, to, random8); // overwritten
            case 2 -> spliced(bytes, at, at, Arrays.copyOfRange(bytes, at, to)); // doubled
            case 3 -> spliced(bytes, at, to, word);
            case 4 -> Arrays.copyOf(bytes, at); // cut short
            case 5 -> digit(bytes, at, random);
            default -> bit(bytes, at, random);
        };
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] with) {
        return ByteBuffer.allocate(bytes.length - (to - from) + with.length)
                .put(bytes, 0, from)
                .put(with)
                .put(bytes, to, bytes.length - to)
                .array();
    }

    /// Changes the next digit, and so most often a shape or a place.
    private static byte[] digit(byte[] bytes, int from, RandomGenerator random) {
        byte[] changed = bytes.clone();
        for (int at = from; at < changed.length; at++) {
            if (changed[at] >= '0' && changed[at] <= '9') {
                changed[at] = (byte) ('0' + random.nextInt(10));
                break;
            }
        }
        return changed;
    }

    private static byte[] bit(byte[] bytes, int at, RandomGenerator random) {
        byte[] changed = bytes.clone();
        if (at < changed.length) {
            changed[at] ^= (byte) (1 << random.nextInt(8));
        }
        return changed;
    }
}
