package slmlab.env;

import java.util.stream.Stream;

/// What every [VecEnv] keeps to, here of Box2D environments.
class Box2dContractTest extends ContractTest {
    static Stream<Case> cases() { // in the place of the parent's
        return ContractTest.cases().filter(each -> Box2dIds.all().contains(each.id()));
    }
}
