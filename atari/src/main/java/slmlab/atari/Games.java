package slmlab.atari;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import slmlab.spec.text.Suggestion;

/// The games by their names: `ms_pacman` as a file, `ALE/MsPacman-v5` and `MsPacmanNoFrameskip-v4` as ids.
final class Games {
    private static final Pattern ID = Pattern.compile("ALE/(\\w+)-v5|(\\w+)NoFrameskip-v4");

    /// Those that one player can play, as ale-py 0.12.1 registers them.
    private static final List<String> FILES = List.of("""
            adventure air_raid alien amidar assault asterix asteroids atlantis atlantis2 backgammon
            bank_heist basic_math battle_zone beam_rider berzerk blackjack bowling boxing breakout carnival
            casino centipede chopper_command crazy_climber crossbow darkchambers defender demon_attack
            donkey_kong double_dunk earthworld elevator_action enduro entombed et fishing_derby flag_capture
            freeway frogger frostbite galaxian gopher gravitar hangman haunted_house hero human_cannonball
            ice_hockey jamesbond journey_escape kaboom kangaroo keystone_kapers king_kong klax koolaid krull
            kung_fu_master laser_gates lost_luggage mario_bros miniature_golf montezuma_revenge mr_do
            ms_pacman name_this_game othello pacman phoenix pitfall pitfall2 pong pooyan private_eye qbert
            riverraid road_runner robotank seaquest sir_lancelot skiing solaris space_invaders space_war
            star_gunner superman surround tennis tetris tic_tac_toe_3d time_pilot trondead turmoil tutankham
            up_n_down venture video_checkers video_chess video_cube video_pinball wizard_of_wor word_zapper
            yars_revenge zaxxon
            """.strip().split("\\s+"));

    private Games() {}

    /// One id, read.
    ///
    /// @param file name of the game's file, without its ending
    /// @param isOld whether it is one of the ids without sticky actions and frame skip
    record Id(String text, String file, boolean isOld) {}

    /// Return whether an id is written like one of a game, known or not.
    static boolean isId(String id) {
        return ID.matcher(id).matches();
    }

    static Optional<Id> find(String id) {
        Matcher parts = ID.matcher(id);
        if (!parts.matches()) {
            return Optional.empty();
        }
        boolean isOld = parts.group(2) != null;
        String name = isOld ? parts.group(2) : parts.group(1);
        return FILES.stream()
                .filter(file -> name(file).equals(name))
                .findFirst()
                .map(file -> new Id(id, file, isOld));
    }

    /// Return the newer ids of all games.
    static List<String> ids() {
        return FILES.stream().map(file -> "ALE/%s-v5".formatted(name(file))).toList();
    }

    /// Return the id that an unknown one was probably meant to be, if one is near.
    static Optional<String> closest(String id) {
        Map<String, String> ids = ids().stream().collect(Collectors.toMap(Games::letters, Function.identity()));
        return Suggestion.of(letters(id), ids.keySet()).map(ids::get);
    }

    private static String letters(String id) {
        return id.replaceAll("^ALE/|NoFrameskip|-v\\d+$|_", "").toLowerCase(Locale.ROOT);
    }

    /// The name of a file in CamelCase; a letter after a digit is large too, as in Python's `str.title`.
    private static String name(String file) {
        StringBuilder name = new StringBuilder();
        boolean isFirst = true;
        for (int i = 0; i < file.length(); i++) {
            char c = file.charAt(i);
            if (c != '_') {
                name.append(isFirst ? Character.toUpperCase(c) : c);
            }
            isFirst = !Character.isLetter(c);
        }
        return name.toString();
    }
}
