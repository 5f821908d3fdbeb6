package slmlab.agent.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import slmlab.agent.memory.MemoryConfig;
import slmlab.agent.net.Nets;
import slmlab.agent.net.setting.TrainingSettings;
import slmlab.agent.part.Acting;
import slmlab.spec.AgentSpec;
import slmlab.spec.EnvConfig;
import slmlab.spec.MetaConfig;
import slmlab.spec.key.Default;
import slmlab.spec.key.Defaults;
import slmlab.spec.key.Inline;
import slmlab.spec.key.Required;
import slmlab.spec.key.Rest;

/// Every component of every config record says its default, and the default is of its type.
class ConfigDefaultsTest {

    /// All config records that a spec is read into, those inside others among them.
    static Set<Class<?>> configs() {
        Set<Class<?>> found = new LinkedHashSet<>();
        Algorithms.ALL
                .names()
                .forEach(name -> add(Algorithms.ALL.entry(name).defaults().getClass(), found));
        Nets.names().forEach(name -> add(Nets.defaults(name).getClass(), found));
        for (Class<?> type : Set.of(
                Acting.class,
                TrainingSettings.class,
                MemoryConfig.class,
                EnvConfig.class,
                MetaConfig.class,
                AgentSpec.class)) {
            add(type, found);
        }
        return found;
    }

    private static void add(Type type, Set<Class<?>> found) {
        if (type instanceof ParameterizedType generic) {
            for (Type argument : generic.getActualTypeArguments()) {
                add(argument, found);
            }
        } else if (type instanceof Class<?> config && config.isRecord() && found.add(config)) {
            for (RecordComponent component : config.getRecordComponents()) {
                add(component.getGenericType(), found);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("configs")
    void aDefaultStandsBesideItsNameAndIsOfItsType(Class<? extends Record> config) {
        assertThat(Defaults.of(config)).isInstanceOf(config);
        for (RecordComponent component : config.getRecordComponents()) {
            Object value = Defaults.of(component);
            boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
            if (value == null) {
                assertThat(nullable).as("%s may be null", component).isTrue();
            } else {
                Class<?> wrapper =
                        MethodType.methodType(component.getType()).wrap().returnType();
                assertThat(value).as("%s", component).isInstanceOf(wrapper);
            }
            assertThat(nullable
                            || component.getType().isRecord()
                            || component.isAnnotationPresent(Default.class)
                            || component.isAnnotationPresent(Required.class)
                            || component.isAnnotationPresent(Rest.class)
                            || component.isAnnotationPresent(Inline.class))
                    .as("%s says what it is without a spec", component)
                    .isTrue();
        }
    }
}
