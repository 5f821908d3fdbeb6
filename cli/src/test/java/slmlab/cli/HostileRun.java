package slmlab.cli;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slmlab.file.Folders;
import slmlab.file.SpecialFiles;

/// A run folder in which one to three things are wrong, the same ones for the same seed.
///
/// @param did what was done to which file, for the message of a failure
record HostileRun(Path folder, String did) {
    private static final long MOST_BYTES = 10_000_000;
    private static final List<String> VALUES = List.of(
            "null",
            "-1",
            "0",
            "1e308",
            "NaN",
            "-0.5",
            "2000000000",
            "99999999999999999999",
            "true",
            "\"\"",
            "\"x\\u001b[2J\\n\"",
            "[]",
            "{}",
            "[1, [2, {\"a\": null}]]",
            "7".repeat(5000),
            "\"" + "y".repeat(100_000) + "\"");

    /// Make one from a copy of a run.
    ///
    /// @param outside a folder that links may lead to
    static HostileRun make(Path template, Path data, Path outside, int seed) {
        Random random = new Random(seed);
        Path folder = data.resolve(String.format(Locale.ROOT, "ppo_2026_11_17_%06d", seed));
        try {
            copy(template, folder);
            StringBuilder did = new StringBuilder("seed " + seed);
            for (int i = 0; i <= random.nextInt(3); i++) {
                did.append("; ").append(damage(folder, outside, random));
            }
            return new HostileRun(folder, did.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("seed " + seed, e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) {
                Files.copy(each, to.resolve(from.relativize(each).toString()));
            }
        }
    }

    private static String damage(Path folder, Path outside, Random random) throws IOException, InterruptedException {
        if (random.nextInt(6) == 0) {
            return damageFolder(folder, outside, random);
        }
        List<Path> files = files(folder);
        Path file = files.get(random.nextInt(files.size()));
        String name = folder.relativize(file).toString();
        boolean isText = name.endsWith(".json") || name.endsWith(".csv");
        String how = isText && random.nextBoolean()
                ? (name.endsWith(".json") ? damageJson(file, random) : damageCsv(file, random))
                : damageBytes(file, outside, random);
        return how + " " + name;
    }

    /// Files that commands read come first more often: of the others there are many.
    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> files = new ArrayList<>(all.filter(
                            file -> file.toFile().isFile() && file.toFile().length() < MOST_BYTES) // not a second time
                    .sorted()
                    .toList());
            List<Path> read = files.stream()
                    .filter(file -> file.toString().matches(".*(_spec\\.json|run\\.json|_df_train\\.csv|safetensors)"))
                    .toList();
            files.addAll(read);
            files.addAll(read);
            return files;
        }
    }

    private static String damageFolder(Path folder, Path outside, Random random) throws IOException {
        List<String> parts = List.of("info", "model", "state", "log", "graph");
        Path part = folder.resolve(parts.get(random.nextInt(parts.size())));
        String name = String.valueOf(part.getFileName());
        return switch (random.nextInt(6)) {
            case 0 -> {
                Folders.delete(part);
                yield "deleted " + name;
            }
            case 1 -> {
                Folders.delete(part);
                Files.writeString(part, "a file");
                yield "file in place of " + name;
            }
            case 2 -> {
                Folders.delete(part);
                Files.createSymbolicLink(part, outside.resolve(name));
                yield "link out of the run in place of " + name;
            }
            case 3 -> {
                Files.createDirectories(folder.resolve("info"));
                Files.writeString(folder.resolve("info/ppo_t0_s99999999999_session_df_train.csv"), "frame\n1\n");
                yield "session 99999999999";
            }
            case 4 -> {
                Files.createDirectories(folder.resolve("state/s0/99999999999999999999"));
                yield "state of frame 99999999999999999999";
            }
            default -> {
                Files.writeString(folder.resolve("other_spec.json"), "{}");
                yield "a second spec";
            }
        };
    }

    private static String damageBytes(Path file, Path outside, Random random) throws IOException, InterruptedException {
        byte[] bytes = Files.readAllBytes(file);
        Files.delete(file);
        return switch (random.nextInt(13)) {
            case 0 -> {
                yield "deleted";
            }
            case 1 -> {
                Files.createFile(file);
                yield "emptied";
            }
            case 2 -> {
                Files.write(file, Arrays.copyOf(bytes, random.nextInt(Math.max(1, bytes.length))));
                yield "cut";
            }
            case 3 -> {
                for (int i = 0; i < 20 && bytes.length > 0; i++) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                }
                Files.write(file, bytes);
                yield "scrambled";
            }
            case 4 -> {
                Files.writeString(file, "{\"a\":".repeat(2000) + "1" + "}".repeat(2000));
                yield "nested";
            }
            case 5 -> {
                Files.write(file, new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_16));
                yield "UTF-16 in";
            }
            case 6 -> {
                SpecialFiles.namedPipe(file);
                yield "pipe in place of";
            }
            case 7 -> {
                Files.createDirectory(file);
                yield "folder in place of";
            }
            case 8 -> {
                SpecialFiles.circle(file);
                yield "circular link in place of";
            }
            case 9 -> {
                Path target = outside.resolve(String.valueOf(file.getFileName()));
                Files.write(target, bytes);
                Files.createSymbolicLink(file, target);
                yield "link out of the run in place of";
            }
            case 10 -> {
                Files.write(file, bytes);
                try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
                    sparse.setLength(1L << 40);
                }
                yield "a terabyte of zeros after";
            }
            case 11 -> {
                Files.writeString(file, "{}");
                yield "nothing in";
            }
            default -> {
                byte[] noise = new byte[random.nextInt(5000)];
                random.nextBytes(noise);
                Files.write(file, noise);
                yield "noise in";
            }
        };
    }

    /// Put another value in place of one, drop a key, or write a key twice.
    private static String damageJson(Path file, Random random) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        List<Integer> leaves = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).matches("\\s*\"[^\"]*\" : [^{\\[].*")) {
                leaves.add(i);
            }
        }
        if (leaves.isEmpty()) {
            Files.writeString(file, VALUES.get(random.nextInt(VALUES.size())));
            return "a single value in";
        }
        int at = leaves.get(random.nextInt(leaves.size()));
        String line = lines.get(at);
        String key = line.substring(0, line.indexOf(" : ") + 3);
        switch (random.nextInt(5)) {
            case 0 -> lines.set(at, line.endsWith(",") ? "" : key + "null");
            case 1 -> lines.add(at, key + "1,");
            default -> lines.set(at, key + VALUES.get(random.nextInt(VALUES.size())) + (line.endsWith(",") ? "," : ""));
        }
        Files.write(file, lines);
        return "other value of%s in".formatted(key.replace(" :", ""));
    }

    private static String damageCsv(Path file, Random random) throws IOException {
        List<String[]> rows = Files.readAllLines(file).stream()
                .map(line -> line.split(",", -1))
                .collect(Collectors.toCollection(ArrayList::new));
        int column = random.nextInt(rows.getFirst().length);
        String name = rows.getFirst()[column];
        String how;
        switch (random.nextInt(8)) {
            case 0 -> {
                rows.replaceAll(row -> {
                    List<String> words = new ArrayList<>(List.of(row));
                    words.remove(column);
                    return words.toArray(String[]::new);
                });
                how = "deleted column " + name;
            }
            case 1 -> {
                List<String> values =
                        List.of("", "nan", "inf", "-inf", "1e308", "-1e308", "x", "0x10", "9".repeat(400));
                String value = values.get(random.nextInt(values.size()));
                rows.stream().skip(1).forEach(row -> row[column] = value);
                how = "%s in all of column %s".formatted(value, name);
            }
            case 2 -> {
                rows.subList(1, rows.size()).clear();
                how = "no rows";
            }
            case 3 -> {
                Collections.shuffle(rows.subList(1, rows.size()), random);
                how = "shuffled rows";
            }
            case 4 -> {
                rows.getFirst()[column] = rows.getFirst()[(column + 1) % rows.getFirst().length];
                how = "a column twice";
            }
            case 5 -> {
                rows.add(new String[] {"1", "2"});
                how = "a short row";
            }
            case 6 -> {
                rows.removeFirst();
                how = "no header";
            }
            default -> {
                rows.stream().skip(1).forEach(row -> Arrays.fill(row, ""));
                how = "no numbers";
            }
        }
        Files.writeString(
                file, rows.stream().map(row -> String.join(",", row)).collect(Collectors.joining("\n", "", "\n")));
        return how + " in";
    }
}
