package slmlab.experiment.plan;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.facts.AlgorithmFacts;
import slmlab.agent.facts.KeyNotes;
import slmlab.agent.facts.Trait;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.net.NetConfig;
import slmlab.agent.net.RecurrentBody;
import slmlab.agent.net.arc.ArcBody;
import slmlab.agent.net.setting.TrainingSettings;
import slmlab.agent.net.setting.TrainingSettings.UpdateType;
import slmlab.agent.part.Acting;
import slmlab.spec.key.Problems;

/// The keys that an algorithm would not read, each at its path and with the reason: by its traits here, by its own
/// [slmlab.agent.facts.KeyRule] beside its config. [KeyNotes] says which are noted and which refused.
///
/// A key counts as given if it is not its default, so that a resolved spec, which has every key, is read again. What
/// depends on the action space is refused where the agent is made.
public final class UnusedKeys {
    private final AlgorithmFacts<?> facts;
    private final String algorithm; // its name, for messages
    private final KeyNotes keys;

    private UnusedKeys(AlgorithmFacts<?> facts, Problems problems) {
        this.facts = facts;
        this.algorithm = facts.name();
        this.keys = new KeyNotes(algorithm, problems);
    }

    /// Add a problem for each key that would have no effect. An algorithm that learns nothing needs no memory or
    /// net, but a spec must have both: it may say anything in them.
    public static void check(
            AlgorithmFacts<?> facts,
            Record config,
            Acting acting,
            MemoryConfig memory,
            NetConfig net,
            @Nullable NetConfig criticNet,
            Problems problems) {
        UnusedKeys unread = new UnusedKeys(facts, problems);
        unread.acting(acting);
        facts.check(config, memory, unread.keys);
        if (facts.learns()) {
            unread.memory(memory, net);
            unread.net(net, criticNet);
            unread.arcs(net, criticNet);
        }
        if (criticNet != null) {
            unread.criticNet(net, criticNet);
        }
    }

    private boolean has(Trait trait) {
        return facts.has(trait);
    }

    /// Whether it learns a policy from rollouts, with a critic beside it.
    private boolean isActorCritic() {
        return has(Trait.ROLLOUT) && has(Trait.CRITIC);
    }

    private void acting(Acting acting) {
        boolean random = !facts.learns();
        boolean own = !has(Trait.Q_VALUES);
        String how = random
                ? "draws uniformly"
                : has(Trait.DETERMINISTIC) ? "explores with explore_noise" : "samples its policy";
        String path = "agent.algorithm.";
        keys.refuse(
                own
                        && acting.actionPolicy() != Acting.ActionPolicy.DEFAULT
                        && !(random && acting.actionPolicy() == Acting.ActionPolicy.RANDOM),
                path + "action_policy",
                "is %s; %s %s, needs default",
                acting.actionPolicy().toString().toLowerCase(Locale.ROOT),
                algorithm,
                how);
        keys.refuse(
                own && acting.exploreVarSpec() != null,
                path + "explore_var_spec",
                "is given; %s %s, remove it",
                algorithm,
                how);
        boolean isOther = !acting.actionPdtype().equals("default");
        keys.note(random && isOther, path + "action_pdtype", "%s %s", algorithm, how);
        keys.refuse(
                has(Trait.DETERMINISTIC) && isOther,
                path + "action_pdtype",
                "is %s; %s %s, needs default",
                acting.actionPdtype(),
                algorithm,
                how);
        keys.refuse(
                has(Trait.ROLLOUT) && has(Trait.POLICY) && acting.actionPdtype().equalsIgnoreCase("Argmax"),
                path + "action_pdtype",
                "is Argmax; it has no gradient, so %s would not learn a policy, needs default or Categorical",
                algorithm);
        keys.note(
                has(Trait.Q_VALUES)
                        && acting.actionPolicy() == Acting.ActionPolicy.RANDOM
                        && acting.exploreVarSpec() != null,
                path + "explore_var_spec",
                "action_policy random explores fully");
    }

    private void memory(MemoryConfig memory, NetConfig net) {
        String path = "agent.memory.";
        MemoryConfig defaults = MemoryConfig.defaults();
        boolean imitates = has(Trait.IMITATION);
        boolean rollout = !memory.name().isReplay();
        boolean single = rollout && !imitates;
        String one = "%s keeps one rollout, only %s keep a replay beside it"
                .formatted(algorithm, Algorithms.with(Trait.IMITATION));
        keys.note(single && memory.batchSize() != defaults.batchSize(), path + "batch_size", "%s", one);
        keys.note(single && memory.maxSize() != defaults.maxSize(), path + "max_size", "%s", one);
        keys.note(single && memory.useCer(), path + "use_cer", "%s", one);
        String replay = memory.silReplayName();
        keys.note(single && replay != null, path + "sil_replay_name", "%s", one);
        keys.note(!rollout && replay != null, path + "sil_replay_name", "%s learns from a replay already", algorithm);
        keys.refuse(
                imitates && replay != null && !replay.equals("Replay"),
                path + "sil_replay_name",
                "is %s; self-imitation draws uniformly, needs Replay",
                replay);
        keys.refuse(
                memory.burnIn() > 0 && (rollout || !isRecurrent(net)),
                path + "burn_in",
                "is %d; only DQN with a RecurrentNet warms a state up, needs 0",
                memory.burnIn());
    }

    private static boolean isRecurrent(NetConfig net) {
        return net.arch() instanceof RecurrentBody.Config;
    }

    private void net(NetConfig net, @Nullable NetConfig criticNet) {
        String path = "agent.net.";
        TrainingSettings learning = net.learning();
        boolean policy = !has(Trait.Q_VALUES);
        boolean critic = has(Trait.CRITIC);
        keys.refuse(
                isRecurrent(net) && has(Trait.REPLAY) && !has(Trait.Q_VALUES),
                path + "type",
                "is RecurrentNet; %s learns from single transitions and carries no state, needs another net",
                algorithm);
        targets(learning, path, algorithm);
        logStd(learning, !policy || has(Trait.DETERMINISTIC), path, algorithm + " has no standard deviation to learn");
        keys.note(
                !policy && learning.actorInitStd() != null,
                path + "actor_init_std",
                "%s has no policy head",
                algorithm);
        keys.note(
                policy && !critic && learning.criticInitStd() != null,
                path + "critic_init_std",
                "%s has no critic",
                algorithm);
        keys.refuse(
                (has(Trait.CRITIC) || has(Trait.Q_VALUES))
                        && learning.lossSpec().name().equals("CrossEntropyLoss"),
                path + "loss_spec.name",
                "is CrossEntropyLoss; values are numbers, not classes, needs one of the others");
        optimizers(learning, critic && criticNet == null, critic);
    }

    /// @param learned whether a critic is learned with this section's optimizer
    /// @param critic whether there is a critic
    private void optimizers(TrainingSettings learning, boolean learned, boolean critic) {
        String path = "agent.net.";
        boolean shared = isActorCritic() && Boolean.TRUE.equals(learning.shared());
        boolean separate = learned && !shared;
        boolean same = learning.useSameOptim();
        boolean given = learning.criticOptimSpec() != null;
        boolean differs = given && !learning.actorOptim().equals(learning.criticOptimSpec());
        String critics = "the critics have critic_net and its optim_spec";
        keys.note(!critic && given, path + "critic_optim_spec", "%s has no critic", algorithm);
        keys.note(critic && !learned && given, path + "critic_optim_spec", "%s", critics);
        keys.note(critic && !learned && same, path + "use_same_optim", "%s", critics);
        keys.note(
                shared && differs,
                path + "critic_optim_spec",
                "with shared one network has one optimizer, the actor's");
        keys.note(separate && same && differs, path + "critic_optim_spec", "use_same_optim takes the actor's");
        boolean actorReads = learning.actorOptimSpec() == null;
        boolean criticReads = separate && (same ? actorReads : !given);
        boolean unread = !actorReads
                && !criticReads
                && !learning.optimSpec().equals(TrainingSettings.defaults().optimSpec());
        String others = separate && !same
                ? "actor_optim_spec and critic_optim_spec take its place"
                : "actor_optim_spec takes its place";
        keys.note(unread && isActorCritic(), path + "optim_spec", "%s", others);
        keys.refuse( // which of the two SLM-Lab would read
                unread && !isActorCritic(), path + "optim_spec", "is given; %s, remove one of them", others);
    }

    private void arcs(NetConfig net, @Nullable NetConfig criticNet) {
        if (!(net.arch() instanceof ArcBody.Config arc)) {
            return;
        }
        String path = "agent.net.";
        boolean policy = !has(Trait.Q_VALUES);
        boolean shared = isActorCritic() && Boolean.TRUE.equals(net.learning().shared());
        boolean separate = has(Trait.CRITIC) && !shared && criticNet == null;
        keys.refuse(
                !policy && arc.actorArc() != null,
                path + "actor_arc",
                "is given; %s has one network, needs arc",
                algorithm);
        keys.refuse(
                !policy && arc.criticArc() != null,
                path + "critic_arc",
                "is given; %s has one network, needs arc",
                algorithm);
        keys.note(
                policy && !separate && arc.criticArc() != null,
                path + "critic_arc",
                "there is no critic network of this section");
        keys.note(
                arc.arc() != null && policy && arc.actorArc() != null && (!separate || arc.criticArc() != null),
                path + "arc",
                "%s",
                separate ? "actor_arc and critic_arc take its place" : "actor_arc takes its place");
    }

    private void criticNet(NetConfig net, NetConfig criticNet) {
        String path = "agent.critic_net";
        if (!has(Trait.CRITIC_NET)) {
            keys.note(true, path, "only %s's critics have a section of their own", Algorithms.with(Trait.CRITIC_NET));
            return;
        }
        TrainingSettings learning = criticNet.learning();
        keys.refuse(
                isRecurrent(criticNet),
                path + ".type",
                "is RecurrentNet; %s learns from single transitions and carries no state, needs another net",
                algorithm);
        noTargets(learning, path + ".", algorithm + " has no target network");
        logStd(learning, true, path + ".", "it is one of the policy, in agent.net");
        keys.note(learning.actorInitStd() != null, path + ".actor_init_std", "critics have no policy head");
        String alone = "critic_net is the critics' alone, needs optim_spec";
        keys.refuse(learning.actorOptimSpec() != null, path + ".actor_optim_spec", "is given; %s", alone);
        keys.refuse(learning.criticOptimSpec() != null, path + ".critic_optim_spec", "is given; %s", alone);
        keys.refuse(learning.useSameOptim(), path + ".use_same_optim", "is true; %s", alone);
        keys.note(
                net.learning().criticInitStd() != null,
                "agent.net.critic_init_std",
                "the critics have critic_net, set it there");
        keys.note(
                !learning.lossSpec().equals(TrainingSettings.defaults().lossSpec())
                        && !learning.lossSpec().equals(net.learning().lossSpec()),
                path + ".loss_spec",
                "that of agent.net is the one that counts");
        keys.refuse(
                criticNet.arch() instanceof ArcBody.Config arc && arc.actorArc() != null,
                path + ".actor_arc",
                "is given; the actor's stands in agent.net, remove it");
    }

    /// Note what says how target networks follow where there are none, or where they follow in another way.
    private void targets(TrainingSettings learning, String path, String algorithm) {
        if (!has(Trait.TARGETS)) {
            noTargets(learning, path, algorithm + " has no target network");
            return;
        }
        UpdateType own = has(Trait.Q_VALUES) ? UpdateType.REPLACE : UpdateType.POLYAK;
        boolean averaged = learning.updateType(own) == UpdateType.POLYAK;
        keys.note(
                averaged
                        && learning.updateFrequency()
                                != TrainingSettings.defaults().updateFrequency(),
                path + "update_frequency",
                "it counts frames between replacements, and update_type is polyak");
        keys.note(
                !averaged && learning.polyakCoef() != null && learning.polyakCoef() != 0,
                path + "polyak_coef",
                "the target network is replaced; only update_type polyak reads it");
    }

    private void noTargets(TrainingSettings learning, String path, String why) {
        keys.note(learning.updateType() != null, path + "update_type", "%s", why);
        keys.note(
                learning.updateFrequency() != TrainingSettings.defaults().updateFrequency(),
                path + "update_frequency",
                "%s",
                why);
        keys.note(learning.polyakCoef() != null, path + "polyak_coef", "%s", why);
    }

    private void logStd(TrainingSettings learning, boolean when, String path, String why) {
        keys.refuse(
                when && learning.logStdInit() != null,
                path + "log_std_init",
                "is %s; %s, remove it",
                learning.logStdInit(),
                why);
        keys.refuse(
                when && learning.logStdBound() != TrainingSettings.defaults().logStdBound(),
                path + "log_std_bound",
                "is %s; %s, remove it",
                learning.logStdBound().toString().toLowerCase(Locale.ROOT),
                why);
    }
}
