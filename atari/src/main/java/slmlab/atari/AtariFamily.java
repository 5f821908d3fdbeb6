package slmlab.atari;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slmlab.env.Args;
import slmlab.env.EnvFamily;
import slmlab.env.EnvVector;
import slmlab.env.VecEnv;

/// The games of the Atari 2600: `ALE/Pong-v5` and the older `PongNoFrameskip-v4`.
public final class AtariFamily implements EnvFamily {
    @Override
    public String name() {
        return "atari";
    }

    @Override
    public List<String> ids() {
        return Games.ids();
    }

    @Override
    public boolean has(String id) {
        return Games.isId(id);
    }

    @Override
    public Optional<String> missing() {
        return Roms.missing();
    }

    @Override
    public Optional<String> missing(String id) {
        return Games.find(id).isPresent() ? missing() : Optional.of(unknown(id));
    }

    private static String unknown(String id) {
        return Games.closest(id)
                .map(near -> "no env %s; did you mean %s?".formatted(id, near))
                .orElse("no env %s; slm-lab list envs shows all".formatted(id));
    }

    @Override
    public VecEnv make(String id, int size, Map<String, ?> arguments, int threads) {
        Games.Id game = Games.find(id).orElseThrow(() -> new IllegalArgumentException(unknown(id)));
        AtariConfig config = AtariConfig.read(game, new Args(id, arguments));
        Path rom = Roms.find(game.file(), config.romDir());
        // A game counts its own steps: a life that ends does not start them again, as it would in the vector.
        return new EnvVector(id, () -> new AtariGame(rom, config), size, 0, threads);
    }
}
