package slmlab.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import slmlab.experiment.state.NotFinite;
import slmlab.metric.Metrics;
import slmlab.run.RunFolder;
import slmlab.tensor.safetensors.SafeTensors;
import slmlab.tensor.safetensors.SafeTensorsException;

/// A file of weights in a run folder.
///
/// @param kind `last`, `best`, or `kept` for one that `meta.keep` asks for
/// @param frame at which the weights stood; −1 where the file cannot be read
/// @param meanReturn then; NaN where the file does not say
public record Checkpoint(Path file, int session, String kind, long frame, double meanReturn, long bytes) {
    static final String MEAN_RETURN = Metrics.MEAN_RETURN.name();
    private static final String KEPT = "kept";
    private static final Pattern FRAME = Pattern.compile("_ckpt-(\\d{1,18})\\.safetensors$");

    /// Return all files of a run: the last, the best and the kept weights of each session.
    public static List<Checkpoint> all(RunFolder folder) {
        List<Checkpoint> all = new ArrayList<>();
        for (int session : folder.sessions()) {
            add(folder.model(session), session, "last", all);
            add(folder.bestModel(session), session, "best", all);
            all.addAll(kept(folder, session));
        }
        return all;
    }

    /// Return the kept ones of a session, the oldest first.
    static List<Checkpoint> kept(RunFolder folder, int session) {
        Path model = folder.model(session);
        String prefix = model.getFileName().toString().replace(".safetensors", "_ckpt-");
        List<Checkpoint> kept = new ArrayList<>();
        try (Stream<Path> files = Files.list(model.resolveSibling(""))) {
            files.filter(file -> file.getFileName().toString().startsWith(prefix)
                            && FRAME.matcher(file.toString()).find())
                    .forEach(file -> add(file, session, KEPT, kept));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(model.getParent(), e.getMessage()), e);
        }
        kept.sort(Comparator.comparingLong(Checkpoint::frame));
        return kept;
    }

    private static void add(Path file, int session, String kind, List<Checkpoint> to) {
        if (Files.isRegularFile(file)) {
            Map<String, String> header = header(file);
            Matcher frame = FRAME.matcher(file.toString());
            String known = frame.find() ? frame.group(1) : header.getOrDefault("frame", "-1");
            to.add(new Checkpoint(
                    file,
                    session,
                    kind,
                    known.matches("\\d{1,18}") ? Long.parseLong(known) : -1,
                    number(header.getOrDefault(MEAN_RETURN, "NaN")),
                    file.toFile().length()));
        }
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException _) {
            return Double.NaN; // the file does not say
        }
    }

    private static Map<String, String> header(Path file) {
        try {
            return SafeTensors.metadata(file);
        } catch (SafeTensorsException _) {
            return Map.of(); // `checkpoint verify` says what is wrong with it
        }
    }

    /// Return which of the kept ones need not be kept.
    ///
    /// @param last how many of the newest stay
    /// @param top how many with the highest mean return stay besides
    public static List<Checkpoint> surplus(List<Checkpoint> kept, int last, int top) {
        List<Checkpoint> newest = kept.stream()
                .sorted(Comparator.comparingLong(Checkpoint::frame).reversed())
                .toList();
        Set<Checkpoint> stay = new HashSet<>(newest.subList(0, Math.min(last, newest.size())));
        newest.stream()
                .filter(each -> !Double.isNaN(each.meanReturn))
                .sorted(Comparator.comparingDouble(Checkpoint::meanReturn).reversed())
                .limit(top)
                .forEach(stay::add);
        return kept.stream().filter(each -> !stay.contains(each)).toList();
    }

    /// Read the whole file; return what is wrong with it, an empty text if nothing is.
    public String problem() {
        try {
            String problem = NotFinite.in(SafeTensors.read(file).tensors());
            return problem == null ? "" : problem;
        } catch (SafeTensorsException e) {
            return String.valueOf(e.getMessage());
        }
    }

    public boolean isKept() {
        return kind.equals(KEPT);
    }

    public void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete %s: %s".formatted(file, e.getMessage()), e);
        }
    }
}
