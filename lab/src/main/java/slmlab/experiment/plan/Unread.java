package slmlab.experiment.plan;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import slmlab.agent.algorithm.ActorCritic;
import slmlab.agent.algorithm.Algorithms;
import slmlab.agent.algorithm.Algorithms.Trait;
import slmlab.agent.algorithm.Ppo;
import slmlab.agent.algorithm.Sil;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.net.ArcBody;
import slmlab.agent.net.Learning;
import slmlab.agent.net.Learning.UpdateType;
import slmlab.agent.net.NetConfig;
import slmlab.agent.net.RecurrentBody;
import slmlab.agent.part.Acting;
import slmlab.spec.Defaults;
import slmlab.spec.Problems;

/// The keys that an algorithm would not read, each at its path and with the reason: noted where SLM-Lab accepts and
/// ignores them too, refused where it does something else with them, could not run, or has no such key.
///
/// A key counts as given if it is not its default, so that a resolved spec, which has every key, is read again. What
/// depends on the action space is refused where the agent is made.
public final class Unread {
    private final String algorithm;
    private final Problems problems;

    private Unread(String algorithm, Problems problems) {
        this.algorithm = algorithm;
        this.problems = problems;
    }

    /// Add a problem for each key that would have no effect. `Random` learns nothing and needs no memory or net,
    /// but a spec must have both: it may say anything in them.
    public static void check(
            String algorithm,
            Record config,
            Acting acting,
            MemoryConfig memory,
            NetConfig net,
            @Nullable NetConfig criticNet,
            Problems problems) {
        Unread unread = new Unread(algorithm, problems);
        unread.acting(acting);
        unread.algorithm(config, memory);
        if (Algorithms.learns(algorithm)) {
            unread.memory(memory, net);
            unread.net(net, criticNet);
            unread.arcs(net, criticNet);
        }
        if (criticNet != null) {
            unread.criticNet(net, criticNet);
        }
    }

    private boolean has(Trait trait) {
        return Algorithms.has(algorithm, trait);
    }

    /// Whether it learns a policy from rollouts, with a critic beside it.
    private boolean isActorCritic() {
        return has(Trait.ROLLOUT) && has(Trait.CRITIC);
    }

    private void refuse(boolean given, String path, String format, @Nullable Object... args) {
        if (given) {
            problems.add(path, format, args);
        }
    }

    /// Note a key that SLM-Lab accepts here and does not read either.
    private void note(boolean given, String path, String format, @Nullable Object... args) {
        if (given) {
            problems.note(path, "has no effect: " + format, args);
        }
    }

    private void acting(Acting acting) {
        boolean random = !Algorithms.learns(algorithm);
        boolean own = !has(Trait.Q_VALUES);
        String how = random
                ? "draws uniformly"
                : has(Trait.DETERMINISTIC) ? "explores with explore_noise" : "samples its policy";
        String path = "agent.algorithm.";
        refuse(
                own
                        && acting.actionPolicy() != Acting.ActionPolicy.DEFAULT
                        && !(random && acting.actionPolicy() == Acting.ActionPolicy.RANDOM),
                path + "action_policy",
                "is %s; %s %s, needs default",
                acting.actionPolicy().toString().toLowerCase(Locale.ROOT),
                algorithm,
                how);
        refuse(
                own && acting.exploreVarSpec() != null,
                path + "explore_var_spec",
                "is given; %s %s, remove it",
                algorithm,
                how);
        boolean isOther = !acting.actionPdtype().equals("default");
        note(random && isOther, path + "action_pdtype", "%s %s", algorithm, how);
        refuse(
                has(Trait.DETERMINISTIC) && isOther,
                path + "action_pdtype",
                "is %s; %s %s, needs default",
                acting.actionPdtype(),
                algorithm,
                how);
        refuse(
                has(Trait.ROLLOUT) && has(Trait.POLICY) && acting.actionPdtype().equalsIgnoreCase("Argmax"),
                path + "action_pdtype",
                "is Argmax; it has no gradient, so %s would not learn a policy, needs default or Categorical",
                algorithm);
        note(
                has(Trait.Q_VALUES)
                        && acting.actionPolicy() == Acting.ActionPolicy.RANDOM
                        && acting.exploreVarSpec() != null,
                path + "explore_var_spec",
                "action_policy random explores fully");
    }

    private void algorithm(Record config, MemoryConfig memory) {
        switch (config) {
            case ActorCritic.Config a2c -> stepReturns(a2c);
            case Sil.Config sil -> stepReturns(sil.onPolicy());
            case Ppo.Config ppo -> horizon(ppo, memory);
            case Sil.PpoConfig sil -> horizon(sil.onPolicy(), memory);
            default -> {}
        }
    }

    private void stepReturns(ActorCritic.Config config) {
        note(
                config.numStepReturns() != null && config.lam() != null,
                "agent.algorithm.num_step_returns",
                "GAE with lam takes its place");
        note(
                config.frequency() != config.trainingFrequency()
                        && config.trainingFrequency()
                                != Defaults.of(ActorCritic.Config.class).trainingFrequency(),
                "agent.algorithm.training_frequency",
                "%s learns every num_step_returns steps",
                algorithm);
    }

    private void horizon(Ppo.Config config, MemoryConfig memory) {
        note(
                !memory.name().isEpisodic()
                        && config.trainingFrequency()
                                != Defaults.of(Ppo.Config.class).trainingFrequency(),
                "agent.algorithm.training_frequency",
                "%s learns every time_horizon steps",
                algorithm);
        refuse(
                memory.name().isEpisodic()
                        && config.timeHorizon() != Defaults.of(Ppo.Config.class).timeHorizon(),
                "agent.algorithm.time_horizon",
                "is %s; with the memory %s, %s learns after training_frequency episodes, remove it",
                config.timeHorizon(),
                memory.name(),
                algorithm);
    }

    private void memory(MemoryConfig memory, NetConfig net) {
        String path = "agent.memory.";
        MemoryConfig defaults = MemoryConfig.defaults();
        boolean imitates = has(Trait.IMITATION);
        boolean rollout = !memory.name().isReplay();
        boolean single = rollout && !imitates;
        String one = "%s keeps one rollout, only SIL and PPOSIL keep a replay beside it".formatted(algorithm);
        note(single && memory.batchSize() != defaults.batchSize(), path + "batch_size", "%s", one);
        note(single && memory.maxSize() != defaults.maxSize(), path + "max_size", "%s", one);
        note(single && memory.useCer(), path + "use_cer", "%s", one);
        String replay = memory.silReplayName();
        note(single && replay != null, path + "sil_replay_name", "%s", one);
        note(!rollout && replay != null, path + "sil_replay_name", "%s learns from a replay already", algorithm);
        refuse(
                imitates && replay != null && !replay.equals("Replay"),
                path + "sil_replay_name",
                "is %s; self-imitation draws uniformly, needs Replay",
                replay);
        refuse(
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
        Learning learning = net.learning();
        boolean policy = !has(Trait.Q_VALUES);
        boolean critic = has(Trait.CRITIC);
        refuse(
                isRecurrent(net) && has(Trait.REPLAY) && !has(Trait.Q_VALUES),
                path + "type",
                "is RecurrentNet; %s learns from single transitions and carries no state, needs another net",
                algorithm);
        targets(learning, path, algorithm);
        logStd(learning, !policy || has(Trait.DETERMINISTIC), path, algorithm + " has no standard deviation to learn");
        note(!policy && learning.actorInitStd() != null, path + "actor_init_std", "%s has no policy head", algorithm);
        note(
                policy && !critic && learning.criticInitStd() != null,
                path + "critic_init_std",
                "%s has no critic",
                algorithm);
        refuse(
                (has(Trait.CRITIC) || has(Trait.Q_VALUES))
                        && learning.lossSpec().name().equals("CrossEntropyLoss"),
                path + "loss_spec.name",
                "is CrossEntropyLoss; values are numbers, not classes, needs one of the others");
        optimizers(learning, critic && criticNet == null, critic);
    }

    /// @param learned whether a critic is learned with this section's optimizer
    /// @param critic whether there is a critic
    private void optimizers(Learning learning, boolean learned, boolean critic) {
        String path = "agent.net.";
        boolean shared = isActorCritic() && Boolean.TRUE.equals(learning.shared());
        boolean separate = learned && !shared;
        boolean same = learning.useSameOptim();
        boolean given = learning.criticOptimSpec() != null;
        boolean differs = given && !learning.actorOptim().equals(learning.criticOptimSpec());
        String critics = "the critics have critic_net and its optim_spec";
        note(!critic && given, path + "critic_optim_spec", "%s has no critic", algorithm);
        note(critic && !learned && given, path + "critic_optim_spec", "%s", critics);
        note(critic && !learned && same, path + "use_same_optim", "%s", critics);
        note(shared && differs, path + "critic_optim_spec", "with shared one network has one optimizer, the actor's");
        note(separate && same && differs, path + "critic_optim_spec", "use_same_optim takes the actor's");
        boolean actorReads = learning.actorOptimSpec() == null;
        boolean criticReads = separate && (same ? actorReads : !given);
        boolean unread = !actorReads
                && !criticReads
                && !learning.optimSpec().equals(Learning.defaults().optimSpec());
        String others = separate && !same
                ? "actor_optim_spec and critic_optim_spec take its place"
                : "actor_optim_spec takes its place";
        note(unread && isActorCritic(), path + "optim_spec", "%s", others);
        refuse( // which of the two SLM-Lab would read
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
        refuse(
                !policy && arc.actorArc() != null,
                path + "actor_arc",
                "is given; %s has one network, needs arc",
                algorithm);
        refuse(
                !policy && arc.criticArc() != null,
                path + "critic_arc",
                "is given; %s has one network, needs arc",
                algorithm);
        note(
                policy && !separate && arc.criticArc() != null,
                path + "critic_arc",
                "there is no critic network of this section");
        note(
                arc.arc() != null && policy && arc.actorArc() != null && (!separate || arc.criticArc() != null),
                path + "arc",
                "%s",
                separate ? "actor_arc and critic_arc take its place" : "actor_arc takes its place");
    }

    private void criticNet(NetConfig net, NetConfig criticNet) {
        String path = "agent.critic_net";
        if (!has(Trait.CRITIC_NET)) {
            note(true, path, "only CrossQ's critics have a section of their own");
            return;
        }
        Learning learning = criticNet.learning();
        refuse(
                isRecurrent(criticNet),
                path + ".type",
                "is RecurrentNet; CrossQ learns from single transitions and carries no state, needs another net");
        noTargets(learning, path + ".", "CrossQ has no target network");
        logStd(learning, true, path + ".", "it is one of the policy, in agent.net");
        note(learning.actorInitStd() != null, path + ".actor_init_std", "critics have no policy head");
        String alone = "critic_net is the critics' alone, needs optim_spec";
        refuse(learning.actorOptimSpec() != null, path + ".actor_optim_spec", "is given; %s", alone);
        refuse(learning.criticOptimSpec() != null, path + ".critic_optim_spec", "is given; %s", alone);
        refuse(learning.useSameOptim(), path + ".use_same_optim", "is true; %s", alone);
        note(
                net.learning().criticInitStd() != null,
                "agent.net.critic_init_std",
                "the critics have critic_net, set it there");
        note(
                !learning.lossSpec().equals(Learning.defaults().lossSpec())
                        && !learning.lossSpec().equals(net.learning().lossSpec()),
                path + ".loss_spec",
                "that of agent.net is the one that counts");
        refuse(
                criticNet.arch() instanceof ArcBody.Config arc && arc.actorArc() != null,
                path + ".actor_arc",
                "is given; the actor's stands in agent.net, remove it");
    }

    /// Note what says how target networks follow where there are none, or where they follow in another way.
    private void targets(Learning learning, String path, String algorithm) {
        if (!has(Trait.TARGETS)) {
            noTargets(learning, path, algorithm + " has no target network");
            return;
        }
        UpdateType own = has(Trait.Q_VALUES) ? UpdateType.REPLACE : UpdateType.POLYAK;
        boolean averaged = learning.updateType(own) == UpdateType.POLYAK;
        note(
                averaged && learning.updateFrequency() != Learning.defaults().updateFrequency(),
                path + "update_frequency",
                "it counts frames between replacements, and update_type is polyak");
        note(
                !averaged && learning.polyakCoef() != null && learning.polyakCoef() != 0,
                path + "polyak_coef",
                "the target network is replaced; only update_type polyak reads it");
    }

    private void noTargets(Learning learning, String path, String why) {
        note(learning.updateType() != null, path + "update_type", "%s", why);
        note(learning.updateFrequency() != Learning.defaults().updateFrequency(), path + "update_frequency", "%s", why);
        note(learning.polyakCoef() != null, path + "polyak_coef", "%s", why);
    }

    private void logStd(Learning learning, boolean when, String path, String why) {
        refuse(
                when && learning.logStdInit() != null,
                path + "log_std_init",
                "is %s; %s, remove it",
                learning.logStdInit(),
                why);
        refuse(
                when && learning.logStdBound() != Learning.defaults().logStdBound(),
                path + "log_std_bound",
                "is %s; %s, remove it",
                learning.logStdBound().toString().toLowerCase(Locale.ROOT),
                why);
    }
}
