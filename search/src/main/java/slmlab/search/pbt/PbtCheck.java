package slmlab.search.pbt;

import slmlab.experiment.plan.Plan;
import slmlab.experiment.plan.PlanChange;
import slmlab.search.Domain;
import slmlab.search.Parameter;
import slmlab.search.SearchSpace;
import slmlab.spec.MetaConfig.Distributed;
import slmlab.spec.key.Problems;

/// What a spec must be for population-based training.
final class PbtCheck {
    private PbtCheck() {}

    static void check(Plan plan, SearchSpace space, long interval, Problems problems) {
        long maxFrame = plan.env().maxFrame();
        Integer members = plan.meta().maxTrial();
        if (members == null || members < 2) {
            problems.add("meta.max_trial", "is %s; a population needs at least 2 members, 8 is usual", members);
        }
        if (plan.meta().maxSession() != 1) {
            problems.add(
                    "meta.max_session",
                    "is %s; a member of a population is one session: set 1",
                    plan.meta().maxSession());
        }
        if (plan.meta().distributed() != Distributed.NO) {
            problems.add(
                    "meta.distributed",
                    "is %s; members copy each other: set false",
                    plan.meta().distributed());
        }
        if (plan.meta().earlyStop() != null) {
            problems.add("meta.early_stop", "ends members one by one; those of a population train together: remove it");
        }
        if (interval >= maxFrame || interval < plan.env().numEnvs()) {
            problems.add(
                    "meta.search_pbt.interval",
                    "is %s; needs at least num_envs = %s and less than max_frame = %s",
                    interval,
                    plan.env().numEnvs(),
                    maxFrame);
        }
        space.parameters().forEach(parameter -> check(parameter, problems));
    }

    private static void check(Parameter parameter, Problems problems) {
        if (!new PlanChange(parameter.path(), null, null).isHeritable()) {
            problems.add(
                    "search." + parameter.path(),
                    "cannot change while a run trains, as population-based training would have it; search it without "
                            + "meta.search_pbt, or search learning rates, gamma, lam, coefficients and schedules");
        } else if (parameter.domain() instanceof Domain.Choice(var options)
                && !options.stream().allMatch(Number.class::isInstance)) {
            problems.add(
                    "search." + parameter.path(), "has options that are no numbers; a population moves numbers alone");
        }
    }
}
