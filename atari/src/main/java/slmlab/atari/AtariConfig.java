package slmlab.atari;

import java.util.List;
import slmlab.env.Args;

/// How a game is played and shown, from the arguments of an env. Names and defaults are those of ale-py: of its
/// vector env, which SLM-Lab trains in, or with `obs_type` of its single env, which shows the screen as it is.
///
/// @param romDir folder of the game's file; empty for where games are installed
/// @param mode of the game; −1 for its own
/// @param difficulty of the game; −1 for its own
/// @param view what is shown
/// @param frameskip frames for which an action is held
/// @param stickiness probability that a frame repeats the last action instead
/// @param allActions whether all 18 actions can be taken, rather than those that the game knows
/// @param maxFrames frames of the emulator after which a game is truncated; 0 for no limit
/// @param maxSteps steps after which a game is truncated; 0 for no limit
/// @param height of the images that a net sees
/// @param stack how many of them it sees at once
/// @param maxpool whether they are the brighter of the last two frames, because some things flicker
/// @param noopMax before a game up to so many frames, less one, pass without an action
/// @param fire whether fire is pressed first, where the game has it
/// @param episodicLife whether the game is restarted where a life is lost
/// @param lifeLossInfo whether the loss of a life is an end for learning, behind which the game continues
/// @param clipped whether rewards are learned from as −1 to 1
record AtariConfig(
        String romDir,
        int mode,
        int difficulty,
        View view,
        int frameskip,
        double stickiness,
        boolean allActions,
        int maxFrames,
        int maxSteps,
        int height,
        int width,
        int stack,
        boolean maxpool,
        int noopMax,
        boolean fire,
        boolean episodicLife,
        boolean lifeLossInfo,
        boolean clipped) {

    /// What an observation is: small gray images, or the screen in colors or gray, or the console's memory.
    enum View {
        STACK,
        RGB,
        GRAYSCALE,
        RAM
    }

    /// Read the arguments; all problems are reported together.
    static AtariConfig read(Games.Id id, Args args) {
        View view = view(args);
        boolean isStack = view == View.STACK;
        AtariConfig config = new AtariConfig(
                args.text("rom_dir", ""),
                atLeast(0, args, "mode", -1),
                atLeast(0, args, "difficulty", -1),
                view,
                atLeast(1, args, "frameskip", id.isOld() && !isStack ? 1 : 4),
                probability(args, id.isOld() ? 0 : 0.25),
                args.flag("full_action_space", false),
                atLeast(0, args, "max_num_frames_per_episode", 108_000),
                atLeast(1, args, "max_episode_steps", 0),
                isStack ? atLeast(1, args, "img_height", 84) : 0,
                isStack ? atLeast(1, args, "img_width", 84) : 0,
                isStack ? atLeast(1, args, "stack_num", 4) : 1,
                isStack && args.flag("maxpool", true),
                isStack ? atLeast(0, args, "noop_max", 30) : 0,
                isStack && args.flag("use_fire_reset", true),
                isStack && args.flag("episodic_life", false),
                isStack && args.flag("life_loss_info", false),
                isStack && args.flag("reward_clipping", true));
        if (config.episodicLife && config.lifeLossInfo) {
            args.problem(
                    "episodic_life and life_loss_info are both true; choose whether a life's end restarts the game");
        }
        args.check();
        return config;
    }

    private static View view(Args args) {
        String chosen = args.text("obs_type", "");
        if (chosen.isEmpty()) {
            return View.STACK;
        }
        for (View view : List.of(View.RGB, View.GRAYSCALE, View.RAM)) {
            if (view.name().equalsIgnoreCase(chosen)) {
                return view;
            }
        }
        args.problem("obs_type is %s; needs rgb, grayscale or ram, or nothing for stacks of small gray images"
                .formatted(chosen));
        return View.STACK;
    }

    private static double probability(Args args, double otherwise) {
        double value = args.number("repeat_action_probability", otherwise);
        if (!(value >= 0 && value < 1)) {
            args.problem("repeat_action_probability is %s; needs at least 0 and less than 1".formatted(value));
        }
        return value;
    }

    /// @param otherwise what counts where it is not given, which may be less
    private static int atLeast(int least, Args args, String name, int otherwise) {
        int value = args.integer(name, otherwise);
        if (value < least && value != otherwise) {
            args.problem("%s is %s; needs at least %s".formatted(name, value, least));
            return otherwise;
        }
        return value;
    }
}
