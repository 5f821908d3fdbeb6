package slmlab.foreign;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import slmlab.file.JsonFile;
import slmlab.tensor.Array;
import slmlab.tensor.DType;
import slmlab.tensor.safetensors.SafeTensors;
import slmlab.tensor.safetensors.SafeTensorsException;

/// What the script wrote about a model: `policy.json` and `policy.safetensors`.
///
/// @param library `stable-baselines3` or `cleanrl`
/// @param algorithm as the library calls it
/// @param activation as PyTorch calls it
/// @param frames how long it was trained; 0 where the model does not say
/// @param settings hyperparameters by the library's names
/// @param normalizer `eps` and `clip`; null where observations are not normalized
/// @param tensors by the library's names, with `obs_mean` and `obs_var` of a normalizer
record ForeignPolicy(
        String model,
        String library,
        String version,
        String algorithm,
        String activation,
        long frames,
        Map<String, Object> settings,
        @Nullable Map<String, Object> normalizer,
        SequencedMap<String, Array> tensors) {
    static final String JSON = "policy.json";
    static final String WEIGHTS = "policy.safetensors";
    private static final String FORMAT = "slm-lab import 1";

    /// @param folder what the script wrote
    /// @throws IllegalArgumentException that lists everything that is wrong
    static ForeignPolicy read(Path folder) {
        Path json = folder.resolve(JSON);
        Path weights = folder.resolve(WEIGHTS);
        List<String> problems = new ArrayList<>();
        for (Path file : List.of(json, weights)) {
            if (!Files.isRegularFile(file)) {
                problems.add("%s is missing; import_policy.py writes it".formatted(file));
            }
        }
        refuse(folder, problems);
        Map<String, Object> facts = mapping(JsonFile.readSmall(json));
        if (!FORMAT.equals(facts.get("format"))) {
            problems.add("%s is of the format %s; needs \"%s\": run import_policy.py again"
                    .formatted(JSON, facts.get("format"), FORMAT));
        }
        if (Boolean.TRUE.equals(facts.get("use_sde"))) {
            problems.add("the model explores by state-dependent noise (use_sde), which there is not here");
        }
        SequencedMap<String, Array> tensors = new LinkedHashMap<>();
        try {
            tensors.putAll(SafeTensors.read(weights).tensors());
        } catch (SafeTensorsException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        tensors.forEach((name, array) -> {
            if (array.dtype() != DType.FLOAT32) {
                problems.add("%s is %s; needs FLOAT32".formatted(name, array.dtype()));
            }
        });
        refuse(folder, problems);
        return new ForeignPolicy(
                text(facts, "model"),
                text(facts, "library"),
                text(facts, "version"),
                text(facts, "algorithm"),
                text(facts, "activation"),
                facts.get("frames") instanceof Number frames ? frames.longValue() : 0,
                mapping(facts.get("settings")),
                facts.get("normalizer") == null ? null : mapping(facts.get("normalizer")),
                tensors);
    }

    static void refuse(Object source, List<String> problems) {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("%s has %s\n  %s"
                    .formatted(
                            source,
                            problems.size() == 1 ? "a problem" : problems.size() + " problems",
                            String.join("\n  ", problems)));
        }
    }

    private static Map<String, Object> mapping(@Nullable Object read) {
        Map<String, Object> mapping = new LinkedHashMap<>();
        if (read instanceof Map<?, ?> given) {
            given.forEach((key, value) -> {
                if (value != null) {
                    mapping.put(String.valueOf(key), value);
                }
            });
        }
        return mapping;
    }

    private static String text(Map<String, Object> facts, String key) {
        return String.valueOf(facts.getOrDefault(key, ""));
    }

    /// Return a hyperparameter; empty where the model does not say it as a number.
    OptionalDouble setting(String name) {
        return settings.get(name) instanceof Number number && Double.isFinite(number.doubleValue())
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }
}
