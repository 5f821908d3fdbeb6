package slmlab.spec.upstream;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Every key that is accepted and does nothing, and why. Any other unknown key is an error.
///
/// A row counts only where no config record knows the key: `training_frequency` is read by most algorithms. Some rows
/// are of keys that a record knows, and that have no effect with that owner. The rows come from a census of upstream's
/// 389 specs, and of its specs before version 5. Those of one algorithm stand beside its config, and
/// `Algorithms.noOps()` has all of them.
public final class NoOps {

    private static final String ANY = "";
    private static final String NO_GPU = "GPUs are not supported; runs use the CPU";
    private static final String ONE_NET =
            "only the actor-critic family shares a net or an optimizer between actor and critic";
    private static final String NO_SECOND_MEMORY = "only SIL and PPOSIL have a second memory";
    private static final String WRITTEN = "SLM-Lab writes it into the specs of its run folders";
    private static final String FOR_SEARCH = "only a search uses it";
    private static final String OLD_SEARCH = "searches a key that does not exist; SLM-Lab ignores it too";

    /// One row.
    ///
    /// @param path where the key may stand; `*` is any part of a name
    /// @param owner the component that ignores it, empty for all
    public record Row(String path, String owner, String why) {

        boolean covers(String key, String component) {
            return (owner.isEmpty() || owner.equals(component))
                    && Pattern.matches(path.replace(".", "\\.").replace("*", "\\w*"), key);
        }
    }

    private static final List<Row> ROWS = List.of(
            new Row("spec_params", ANY, "before version 5 it listed envs to run; select one with -s env=NAME"),
            new Row("agent.algorithm.normalize_state", ANY, "it had no effect; use env.normalize_obs"),
            new Row("agent.memory.batch_size", "OnPolicyReplay", NO_SECOND_MEMORY),
            new Row("agent.memory.max_size", "OnPolicyReplay", NO_SECOND_MEMORY),
            new Row("agent.memory.use_cer", "OnPolicyReplay", NO_SECOND_MEMORY),
            new Row("agent.memory.sil_replay_name", "OnPolicyReplay", NO_SECOND_MEMORY),
            new Row("agent.*net.shared", ANY, ONE_NET),
            new Row("agent.net.use_same_optim", ANY, ONE_NET),
            new Row("agent.*net.normalize", "MLPNet", "it divides byte pixels by 255, which an MLP does not read"),
            new Row("agent.*net.batch_norm", "TorchArcNet", "the arc lists its own layers"),
            new Row("agent.*net.gpu", ANY, NO_GPU),
            new Row("agent.*net.cuda_id", ANY, NO_GPU),
            new Row("env.device", ANY, NO_GPU),
            new Row("meta.num_gpus", ANY, NO_GPU),
            new Row("meta.num_cpus", ANY, "sessions run as threads of one process"),
            new Row("meta.train_mode", ANY, "the mode is given on the command line"),
            new Row("meta.search", ANY, "the sampler is part of each searched key"),
            new Row("meta.cuda_offset", ANY, NO_GPU),
            new Row("meta.experiment*", ANY, WRITTEN),
            new Row("meta.trial", ANY, WRITTEN),
            new Row("meta.session", ANY, WRITTEN),
            new Row("meta.resume", ANY, WRITTEN),
            new Row("meta.*prepath", ANY, WRITTEN),
            new Row("meta.git_sha", ANY, WRITTEN),
            new Row("meta.random_seed", ANY, "the seed is set with --seed"),
            new Row("meta.max_trial", ANY, FOR_SEARCH),
            new Row("meta.search_resources", ANY, FOR_SEARCH),
            new Row("meta.search_scheduler", ANY, FOR_SEARCH),
            new Row("meta.search_pbt", ANY, FOR_SEARCH),
            new Row("search", ANY, FOR_SEARCH),
            new Row("search.agent.agent.training_batch_iter", ANY, OLD_SEARCH),
            new Row("search.agent.algorithm.training_batch_iter_choice", ANY, OLD_SEARCH),
            new Row("search.agent.algorithm.clip_eps", ANY, OLD_SEARCH),
            new Row("search.agent.algorithm.entropy_coef", ANY, OLD_SEARCH),
            new Row("search.agent.net.clip_grad", ANY, OLD_SEARCH),
            new Row("search.agent.net.lr_anneal_timestep", ANY, OLD_SEARCH),
            new Row("search.agent.net.lr_decay_frequency", ANY, OLD_SEARCH));

    private NoOps() {}

    /// Return the rows that belong to no algorithm.
    public static List<Row> rows() {
        return ROWS;
    }

    /// Return whether a search reads the key, though training does not.
    public static boolean isForSearch(String path) {
        return FOR_SEARCH.equals(why(path, ANY));
    }

    /// Say why the key at `path` has no effect on `owner`; null if it is not in the table.
    public static @Nullable String why(String path, String owner) {
        return why(ROWS, path, owner);
    }

    /// Say why the key at `path` has no effect on `owner`; null if it is in none of the rows.
    public static @Nullable String why(List<Row> rows, String path, String owner) {
        return rows.stream()
                .filter(row -> row.covers(path, owner))
                .map(Row::why)
                .findFirst()
                .orElse(null);
    }
}
