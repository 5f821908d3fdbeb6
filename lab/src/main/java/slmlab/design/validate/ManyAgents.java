package slmlab.design.validate;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import slmlab.design.Code;
import slmlab.design.DesignSection;
import slmlab.design.FactNumber;
import slmlab.design.Findings;
import slmlab.design.Validator;

/// Checks a problem of several agents: who is rewarded for what, how they train, and what each may see.
final class ManyAgents implements Validator {
    private static final Pattern ID = Pattern.compile("[A-Za-z]+_\\d+");
    private static final double MOST_INPUTS = 10_000;
    private static final double MOST_JOINT = 1000;
    private static final double ROUNDING = 1e-6;

    /// One agent.
    ///
    /// @param size number of actions, or of their numbers; 0 where it is not known
    private record Agent(String id, long obs, boolean isDiscrete, long size, String reward, String team) {}

    @Override
    public void check(DesignSection design, Findings found) {
        design.require("agents", "stepping", "relation", "training", "execution");
        List<DesignSection> sections = design.sections("agents");
        List<Agent> agents =
                sections.stream().map(section -> agent(section, found)).toList();
        if (design.has("agents") && sections.size() < 2) {
            found.add(Code.G01, design.at("agents"), "has %s".formatted(sections.size()), "list 2 or more");
        }
        checkIds(sections, agents, found);
        design.choice("stepping", "turn", "simultaneous");
        Optional<String> relation = design.choice("relation", "cooperative", "competitive", "mixed");
        Optional<String> training = design.choice("training", "centralized", "ctde", "independent");
        checkTeams(design, agents, relation, found);
        checkAlgorithm(design, agents, training, found);
        checkSharing(design, agents, found);
        checkExecution(design, agents, training, found);
        checkChannels(design, found);
        design.atLeast(2, "max_agents")
                .filter(most -> most < sections.size())
                .ifPresent(most -> found.add(
                        Code.G15,
                        design.at("max_agents"),
                        "is %s for %s agents".formatted(most, sections.size()),
                        "raise it"));
        if (!found.hasErrors()) {
            tellFacts(design, agents, relation.orElse(""), found);
        }
    }

    private static Agent agent(DesignSection section, Findings found) {
        section.require("id", "obs", "act", "reward");
        Optional<DesignSection> act = section.section("act");
        act.ifPresent(each -> each.require("type", "n"));
        Optional<String> id = section.text("id");
        id.filter(each -> !ID.matcher(each).matches())
                .ifPresent(each -> found.add(
                        Code.G03,
                        section.at("id"),
                        "is %s".formatted(each),
                        "write a word and a number, such as robot_0"));
        return new Agent(
                id.orElse(""),
                section.atLeast(1, "obs").orElse(1L),
                act.flatMap(each -> each.choice("type", "discrete", "box"))
                        .map("discrete"::equals)
                        .orElse(true),
                act.flatMap(each -> each.atLeast(1, "n")).orElse(0L),
                section.text("reward").orElse(""),
                section.text("team").orElse(""));
    }

    private static void checkIds(List<DesignSection> sections, List<Agent> agents, Findings found) {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < agents.size(); i++) {
            String id = agents.get(i).id;
            if (!id.isEmpty() && !ids.add(id)) {
                found.add(Code.G02, sections.get(i).at("id"), "is %s, as an earlier agent".formatted(id), "rename one");
            }
        }
    }

    private static void checkTeams(
            DesignSection design, List<Agent> agents, Optional<String> relation, Findings found) {
        long teams = agents.stream().map(Agent::team).distinct().count();
        boolean isTogether = relation.equals(Optional.of("cooperative"));
        boolean isAgainst = relation.equals(Optional.of("competitive"));
        if (agents.size() >= 2 && ((isTogether && teams > 1) || (isAgainst && teams == 1))) {
            found.add(
                    Code.G08,
                    design.at("relation"),
                    "is %s, and there are %s teams".formatted(relation.orElse(""), teams),
                    isTogether ? "give all one team, or write mixed" : "give each side a team");
        }
        boolean isZeroSum = design.flag("zero_sum");
        List<DesignSection> samples = design.sections("reward_samples");
        for (DesignSection sample : samples) {
            double sum = 0;
            for (String id : sample.keys()) {
                sum += sample.number(id).orElse(0.0);
                if (agents.stream().noneMatch(agent -> agent.id.equals(id))) {
                    found.add(Code.G18, sample.at(id), "is no agent", "use the id of an agent");
                }
            }
            if (!isZeroSum) {
                found.add(Code.G19, sample.path(), "is a sample that nothing is compared with", "write zero_sum: true");
            }
            if (isZeroSum && Math.abs(sum) > ROUNDING) {
                found.add(
                        Code.G07,
                        sample.path(),
                        "sums to %s, and zero_sum is true".formatted(FactNumber.number(sum)),
                        "correct the rewards, or write zero_sum: false");
            }
        }
    }

    private static void checkAlgorithm(
            DesignSection design, List<Agent> agents, Optional<String> training, Findings found) {
        Optional<String> algorithm =
                design.choice("algorithm", "VDN", "QMIX", "IQL", "MADDPG", "MAPPO", "IPPO", "self_play", "CFR");
        boolean isMixing = algorithm
                .filter(name -> name.equals("VDN") || name.equals("QMIX"))
                .isPresent();
        boolean isCentral = isMixing
                || algorithm
                        .filter(name -> name.equals("MADDPG") || name.equals("MAPPO"))
                        .isPresent();
        boolean isIndependent = algorithm
                .filter(name -> name.equals("IQL") || name.equals("IPPO"))
                .isPresent();
        long rewards = agents.stream().map(Agent::reward).distinct().count();
        long teams = agents.stream().map(Agent::team).distinct().count();
        String at = design.at("algorithm");
        if (isMixing && (rewards > 1 || teams > 1)) {
            found.add(Code.G04, at, "mixes values, which needs one reward of one team", "use MADDPG or MAPPO");
        }
        if (isMixing && agents.stream().anyMatch(agent -> !agent.isDiscrete)) {
            found.add(Code.G05, at, "mixes values of discrete actions only", "use MADDPG or MAPPO");
        }
        if (algorithm.equals(Optional.of("QMIX")) && !design.has("global_state")) {
            found.add(
                    Code.G06,
                    design.at("global_state"),
                    "is missing, and QMIX mixes by it",
                    "give its size, or use VDN");
        }
        boolean isAlone = training.equals(Optional.of("independent"));
        if ((isCentral && isAlone) || (isIndependent && training.isPresent() && !isAlone)) {
            found.add(
                    Code.G16,
                    at,
                    "is %s, and training is %s".formatted(algorithm.orElse(""), training.orElse("")),
                    isAlone ? "write training: ctde" : "write training: independent");
        }
    }

    private static void checkSharing(DesignSection design, List<Agent> agents, Findings found) {
        boolean isShared = design.flag("sharing");
        boolean isPadded = design.flag("padding");
        boolean hasId = design.flag("agent_id_in_obs");
        boolean isDying = design.flag("dying");
        boolean hasMasks = design.flag("masks");
        long spaces = agents.stream()
                .filter(agent -> agent.size > 0)
                .map(agent -> "%s %s %s".formatted(agent.obs, agent.isDiscrete, agent.size))
                .distinct()
                .count();
        if (isShared && spaces > 1 && !isPadded) {
            found.add(
                    Code.G10,
                    design.at("sharing"),
                    "is true for different spaces",
                    "write padding: true, or share less");
        }
        if (isShared && !hasId) {
            found.add(
                    Code.G11,
                    design.at("agent_id_in_obs"),
                    "is not true: agents that share a policy act alike",
                    "write agent_id_in_obs: true");
        }
        if (isDying && !hasMasks) {
            found.add(Code.G12, design.at("masks"), "is not true, and agents can die", "mask the steps of the dead");
        }
    }

    private static void checkExecution(
            DesignSection design, List<Agent> agents, Optional<String> training, Findings found) {
        Optional<String> execution = design.choice("execution", "centralized", "decentralized");
        Optional<Long> state = design.atLeast(1, "global_state");
        List<String> inputs = design.texts("actor_inputs");
        if (execution.equals(Optional.of("decentralized")) && inputs.contains("global_state")) {
            found.add(
                    Code.G14,
                    design.at("actor_inputs"),
                    "has the global state, which no agent sees when it acts",
                    "give it to the critic only");
        }
        boolean isCentral = training.filter(each -> !each.equals("independent")).isPresent();
        if (isCentral && criticInputs(agents, state) > MOST_INPUTS) {
            found.add(
                    Code.G09,
                    design.at("global_state"),
                    "makes a critic of %s inputs".formatted(FactNumber.number(criticInputs(agents, state))),
                    "encode observations first");
        }
        if (execution.equals(Optional.of("centralized")) && joint(agents) > MOST_JOINT) {
            found.add(
                    Code.G17,
                    design.at("execution"),
                    "is centralized over %s joint actions".formatted(FactNumber.number(joint(agents))),
                    "write decentralized, with training: ctde");
        }
    }

    private static void checkChannels(DesignSection design, Findings found) {
        design.section("communication").ifPresent(channel -> {
            channel.require("size");
            channel.atLeast(1, "size");
            boolean isDiscrete = channel.flag("discrete");
            boolean isBounded =
                    channel.number("low").isPresent() && channel.number("high").isPresent();
            if (!isDiscrete && !isBounded) {
                found.add(
                        Code.G13,
                        channel.path(),
                        "carries numbers without a bound",
                        "write discrete: true, or low and high");
            }
        });
    }

    private static double criticInputs(List<Agent> agents, Optional<Long> state) {
        double actions = agents.stream().mapToDouble(Agent::size).sum();
        double seen = state.map(Long::doubleValue)
                .orElse(agents.stream().mapToDouble(Agent::obs).sum());
        return seen + actions;
    }

    /// Return the number of joint actions; 1 for agents with continuous ones.
    private static double joint(List<Agent> agents) {
        return agents.stream()
                .filter(Agent::isDiscrete)
                .mapToDouble(Agent::size)
                .reduce(1, (a, b) -> a * b);
    }

    private static void tellFacts(DesignSection design, List<Agent> agents, String relation, Findings found) {
        boolean isDiscrete = agents.stream().allMatch(Agent::isDiscrete);
        found.fact("agents", agents.size());
        found.fact("joint_actions", isDiscrete ? FactNumber.fact(joint(agents)) : "continuous");
        found.fact("critic_inputs", FactNumber.fact(criticInputs(agents, design.atLeast(1, "global_state"))));
        found.fact(
                "suggested",
                switch (relation) {
                    case "cooperative" -> isDiscrete ? List.of("QMIX", "MAPPO") : List.of("MAPPO", "MADDPG");
                    case "competitive" -> List.of("self_play", "MAPPO");
                    default -> List.of("MADDPG", "MAPPO");
                });
    }
}
