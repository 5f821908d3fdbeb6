package slmlab.spec.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import slmlab.spec.EnvConfig;
import slmlab.spec.MetaConfig;

class WrittenTest {

    @Test
    void keysAreInOrderAndIncludeTheRest() {
        Problems problems = new Problems();
        Map<String, Object> given =
                Map.of("name", "A-v1", "max_frame", 1e3, "gravity", 9.8, "clip_reward", List.of(-1, 2));
        Map<String, @Nullable Object> written = Written.of(Overlay.read(EnvConfig.defaults(), given, "env", problems));
        Map<String, @Nullable Object> expected = new LinkedHashMap<>();
        expected.put("name", "A-v1");
        expected.put("num_envs", 1);
        expected.put("max_t", null);
        expected.put("max_frame", 1000L);
        expected.put("normalize_obs", false);
        expected.put("normalize_reward", false);
        expected.put("clip_obs", null);
        expected.put("clip_reward", List.of(-1, 2));
        expected.put("reward_scale", 1.0);
        expected.put("frame_op", null);
        expected.put("frame_op_len", null);
        expected.put("image_downsize", null);
        expected.put("threads", null);
        expected.put("wrappers", List.of());
        expected.put("autoreset", "same_step");
        expected.put("gravity", 9.8);
        assertThat(written).containsExactlyEntriesOf(expected);
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        Problems problems = new Problems();
        Map<String, Object> given = Map.of(
                "distributed",
                "synced",
                "max_session",
                4,
                "search_scheduler",
                Map.of("grace_period", 100, "reduction_factor", 3));
        MetaConfig meta = Overlay.read(MetaConfig.defaults(), given, "meta", problems);
        assertThat(Overlay.read(MetaConfig.defaults(), Written.of(meta), "meta", problems))
                .isEqualTo(meta);
        assertThat(problems.list()).isEmpty();
        assertThat(Written.of(meta)).containsEntry("distributed", "synced");
        assertThat(Written.of(MetaConfig.defaults())).containsEntry("distributed", false);
    }
}
