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
import slmlab.agent.net.NetConfig;
import slmlab.agent.net.RecurrentBody;
import slmlab.agent.part.Acting;
import slmlab.spec.Defaults;
import slmlab.spec.Problems;

/// The keys that an algorithm would not read: refused, each at its path and with the reason.
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
        refuse(
                (random || has(Trait.DETERMINISTIC)) && !acting.actionPdtype().equals("default"),
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
        refuse(
                has(Trait.Q_VALUES)
                        && acting.actionPolicy() == Acting.ActionPolicy.RANDOM
                        && acting.exploreVarSpec() != null,
                path + "explore_var_spec",
                "is given; action_policy random explores fully, remove one of them");
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
        refuse(
                config.numStepReturns() != null && config.lam() != null,
                "agent.algorithm.num_step_returns",
                "is %s; GAE with lam takes its place, remove one of them",
                config.numStepReturns());
    }

    private void horizon(Ppo.Config config, MemoryConfig memory) {
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
        // OnPolicyReplay with the keys of a replay stands in upstream's specs; see NoOps.
        boolean single = rollout && !imitates && memory.name() != MemoryConfig.Kind.ON_POLICY_REPLAY;
        String one =
                "%s keeps one rollout, only SIL and PPOSIL keep a replay beside it, remove it".formatted(algorithm);
        refuse(
                single && memory.batchSize() != defaults.batchSize(),
                path + "batch_size",
                "is %d; %s",
                memory.batchSize(),
                one);
        refuse(single && memory.maxSize() != defaults.maxSize(), path + "max_size", "is %d; %s", memory.maxSize(), one);
        refuse(single && memory.useCer(), path + "use_cer", "is true; %s", one);
        String replay = memory.silReplayName();
        refuse(single && replay != null, path + "sil_replay_name", "is %s; %s", replay, one);
        refuse(
                !rollout && replay != null,
                path + "sil_replay_name",
                "is %s; %s learns from a replay already, remove it",
                replay,
                algorithm);
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
        refuseTargets(learning, !has(Trait.TARGETS), path, algorithm + " has no target network");
        refuseLogStd(
                learning, !policy || has(Trait.DETERMINISTIC), path, algorithm + " has no standard deviation to learn");
        refuse(
                !policy && learning.actorInitStd() != null,
                path + "actor_init_std",
                "is %s; %s has no policy head, needs critic_init_std",
                learning.actorInitStd(),
                algorithm);
        refuse(
                policy && !critic && learning.criticInitStd() != null,
                path + "critic_init_std",
                "is %s; %s has no critic, remove it",
                learning.criticInitStd(),
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
        refuse(!critic && given, path + "critic_optim_spec", "is given; %s has no critic, remove it", algorithm);
        refuse(
                critic && !learned && given,
                path + "critic_optim_spec",
                "is given; the critics have critic_net, set its optim_spec");
        refuse(
                critic && !learned && same,
                path + "use_same_optim",
                "is true; the critics have critic_net, set its optim_spec");
        refuse(
                shared && differs,
                path + "critic_optim_spec",
                "is not the actor's; with shared one network has one optimizer, remove it");
        refuse(
                separate && same && differs,
                path + "critic_optim_spec",
                "is not the actor's; use_same_optim takes that, remove one of them");
        boolean actorReads = learning.actorOptimSpec() == null;
        boolean criticReads = separate && (same ? actorReads : !given);
        refuse(
                !actorReads
                        && !criticReads
                        && !learning.optimSpec().equals(Learning.defaults().optimSpec()),
                path + "optim_spec",
                "is given; %s, remove one of them",
                separate && !same
                        ? "actor_optim_spec and critic_optim_spec take its place"
                        : "actor_optim_spec takes its place");
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
                !separate && arc.criticArc() != null,
                path + "critic_arc",
                "is given; there is no critic network of this section, remove it");
        refuse(
                arc.arc() != null && policy && arc.actorArc() != null && (!separate || arc.criticArc() != null),
                path + "arc",
                "is given; %s, remove one of them",
                separate ? "actor_arc and critic_arc take its place" : "actor_arc takes its place");
    }

    private void criticNet(NetConfig net, NetConfig criticNet) {
        String path = "agent.critic_net";
        if (!has(Trait.CRITIC_NET)) {
            problems.add(path, "is given; only CrossQ's critics have a section of their own, remove it");
            return;
        }
        Learning learning = criticNet.learning();
        refuse(
                isRecurrent(criticNet),
                path + ".type",
                "is RecurrentNet; CrossQ learns from single transitions and carries no state, needs another net");
        refuseTargets(learning, true, path + ".", "CrossQ has no target network");
        refuseLogStd(learning, true, path + ".", "it is one of the policy, in agent.net");
        refuse(
                learning.actorInitStd() != null,
                path + ".actor_init_std",
                "is %s; critics have no policy head, needs critic_init_std",
                learning.actorInitStd());
        String alone = "critic_net is the critics' alone, needs optim_spec";
        refuse(learning.actorOptimSpec() != null, path + ".actor_optim_spec", "is given; %s", alone);
        refuse(learning.criticOptimSpec() != null, path + ".critic_optim_spec", "is given; %s", alone);
        refuse(learning.useSameOptim(), path + ".use_same_optim", "is true; %s", alone);
        refuse(
                net.learning().criticInitStd() != null,
                "agent.net.critic_init_std",
                "is %s; the critics have critic_net, set it there",
                net.learning().criticInitStd());
        refuse(
                !learning.lossSpec().equals(Learning.defaults().lossSpec())
                        && !learning.lossSpec().equals(net.learning().lossSpec()),
                path + ".loss_spec",
                "is not that of agent.net, which is the one that counts; set it there");
        refuse(
                criticNet.arch() instanceof ArcBody.Config arc && arc.actorArc() != null,
                path + ".actor_arc",
                "is given; the actor's stands in agent.net, remove it");
    }

    private void refuseTargets(Learning learning, boolean when, String path, String why) {
        Learning defaults = Learning.defaults();
        refuse(when && learning.updateType() != null, path + "update_type", "is given; %s, remove it", why);
        refuse(
                when && learning.updateFrequency() != defaults.updateFrequency(),
                path + "update_frequency",
                "is %s; %s, remove it",
                learning.updateFrequency(),
                why);
        refuse(
                when && learning.polyakCoef() != null,
                path + "polyak_coef",
                "is %s; %s, remove it",
                learning.polyakCoef(),
                why);
    }

    private void refuseLogStd(Learning learning, boolean when, String path, String why) {
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
