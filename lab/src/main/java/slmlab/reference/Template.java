package slmlab.reference;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.facts.UsualSettings;
import slmlab.env.Space;
import slmlab.spec.key.SpecKey;
import slmlab.tensor.DType;

/// A spec to begin with: an algorithm with usual settings, in an env whose spaces are known. Every line says what
/// its key means, in the reference's words.
final class Template {
    private static final int SMALLEST_FOR_LARGE_FILTERS = 36; // pixels that ConvNet's default filters need
    private static final String NORMALIZE = "normalize: true\n";
    private static final long FRAMES = 200_000;
    private static final long IMAGE_FRAMES = 10_000_000;

    private final String algorithm;
    private final String env;
    private final Space obs;
    private final boolean isContinuous;

    private Template(String algorithm, String env, Space obs, Space action) {
        this.algorithm = algorithm;
        this.env = env;
        this.obs = obs;
        this.isContinuous = action instanceof Space.Box;
    }

    /// Write the YAML file.
    ///
    /// @param file how the user calls it
    static String of(String file, String algorithm, String env, Space obs, Space action) {
        Template template = new Template(algorithm, env, obs, action);
        String name = template.name();
        String head =
                """
                # %s on %s: %s.
                # Check it:   slm-lab check %s
                # Train it:   slm-lab run %s %s train
                # A key that is not here has its default: docs/spec.md, or slm-lab spec explain KEY.

                """.formatted(algorithm, env, Algorithms.ALL.entry(algorithm).about(), file, file, name);
        return head + new Comments(algorithm).added(template.body(name));
    }

    /// Return the spec's name: `ppo_lunarlander`.
    private String name() {
        String id = env.substring(env.lastIndexOf('/') + 1)
                .replaceAll("-v\\d+$", "")
                .replaceAll("[^A-Za-z0-9]+", "_");
        return (algorithm + "_" + id).toLowerCase(Locale.ROOT);
    }

    private String body(String name) {
        UsualSettings profile = Algorithms.facts(algorithm).usual();
        String normalized =
                isContinuous && images().isEmpty() && profile.normalizes() ? "\n    normalize_obs: true" : "";
        String spec = """
                %s:
                  env:
                    name: %s
                    num_envs: %s
                    max_frame: %s%s
                  agent:
                    algorithm:
                      name: %s
                %s
                    memory:
                %s
                    net:
                %s
                %s%s
                  meta:
                    distributed: false
                    log_frequency: %s
                    max_session: 1
                """.formatted(
                        name,
                        quoted(env),
                        profile.envs(),
                        frames(),
                        normalized,
                        algorithm,
                        indented(algorithmKeys(profile)),
                        indented(profile.memory()),
                        indented(net(profile)),
                        indented(profile.learning() + (isBytes() ? NORMALIZE : "")),
                        profile.criticNet().isEmpty() ? "" : "\n    critic_net:\n" + indented(criticNet(profile)),
                        Math.max(1000, frames() / 200));
        return spec.lines().filter(line -> !line.isBlank()).collect(Collectors.joining("\n", "", "\n"));
    }

    private String algorithmKeys(UsualSettings profile) {
        String keys = profile.algorithm().isEmpty() ? required() : profile.algorithm();
        return keys.replace("ENTROPY", isContinuous ? "0.0" : "0.01").replace("EXPLORED", Long.toString(frames() / 10));
    }

    /// Return the keys that an algorithm of the user's own must have, by their examples.
    private String required() {
        return new SpecReference()
                .of(algorithm).keys().stream()
                        .filter(SpecKey::isRequired)
                        .map(key -> "%s: %s\n".formatted(key.name(), key.example()))
                        .collect(Collectors.joining());
    }

    private String net(UsualSettings profile) {
        if (!profile.net().isEmpty()) {
            return profile.net();
        }
        if (isMixed()) {
            return """
                    type: MultiInputNet
                    conv_hid_layers: %s
                    vector_hid_layers: [64]
                    fc_hid_layers: [%s]
                    hid_layers_activation: relu
                    """.formatted(filters(), isLarge() ? 512 : 64);
        }
        if (!isImage()) {
            return "type: MLPNet\nhid_layers: [%s, %s]\nhid_layers_activation: %s\n"
                    .formatted(profile.width(), profile.width(), profile.activation());
        }
        return """
                type: ConvNet
                conv_hid_layers: %s
                fc_hid_layers: [%s]
                hid_layers_activation: relu
                batch_norm: false
                """.formatted(filters(), isLarge() ? 512 : 64);
    }

    private String filters() {
        return isLarge() ? "[[32, 8, 4], [64, 4, 2], [64, 3, 1]]" : "[[16, 3, 1], [32, 3, 1]]";
    }

    /// Return the critics' own net; of images, that of the actor with normalized batches.
    private String criticNet(UsualSettings profile) {
        return isImage()
                ? net(profile).replace("batch_norm: false", "batch_norm: true")
                        + profile.learning()
                        + (isBytes() ? NORMALIZE : "")
                : profile.criticNet();
    }

    private long frames() {
        return isLarge() ? IMAGE_FRAMES : FRAMES;
    }

    private boolean isImage() {
        return obs instanceof Space.Box && obs.row().rank() >= 2;
    }

    /// Return whether the observation has parts, and one of them is an image.
    private boolean isMixed() {
        return obs instanceof Space.Dict && !images().isEmpty();
    }

    /// Return the images of an observation.
    private List<Space> images() {
        return switch (obs) {
            case Space.Dict dict ->
                dict.entries().values().stream()
                        .filter(part -> part instanceof Space.Box && part.row().rank() >= 2)
                        .toList();
            case Space.Box _ -> isImage() ? List.of(obs) : List.of();
            default -> List.of();
        };
    }

    private boolean isBytes() {
        return images().stream().anyMatch(image -> image.rowType() == DType.UINT8);
    }

    /// Return whether both sides of every image are long enough for the filters of Mnih et al. 2015.
    private boolean isLarge() {
        return !images().isEmpty()
                && images().stream()
                        .allMatch(image -> IntStream.range(0, image.row().rank())
                                        .filter(i -> image.row().dim(i) >= SMALLEST_FOR_LARGE_FILTERS)
                                        .count()
                                >= 2);
    }

    private static String quoted(String id) {
        return id.contains(":") ? "\"%s\"".formatted(id) : id;
    }

    private static String indented(String block) {
        return block.indent(6).stripTrailing();
    }
}
