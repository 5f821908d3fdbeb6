package slmlab.bridge.mujoco;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.env.Envs;
import slmlab.env.NotInstalledException;
import slmlab.env.python.PythonPackages;

/// What is said where the library, a model or an argument is wrong.
final class ProblemsTest {
    @TempDir
    Path folder;

    @Test
    void aMissingLibraryIsSaidWithTheLineToType() {
        PythonPackages none = new PythonPackages(List.of(folder));
        assumeTrue(Library.find(none).isEmpty(), "MuJoCo is in the system's folders");
        assertThatThrownBy(() -> Library.found(none))
                .isInstanceOf(NotInstalledException.class)
                .hasMessage("MuJoCo is not installed; type: slm-lab setup mujoco");
    }

    @Test
    void aPathThatLeadsNowhereIsOneLineOfWhatIsMissing() {
        String before = System.getProperty("slmlab.mujoco");
        System.setProperty("slmlab.mujoco", folder.resolve("none.so").toString());
        try {
            assertThat(new MujocoFamily().missing())
                    .hasValue("there is no file %s; set slmlab.mujoco or SLM_LAB_MUJOCO to MuJoCo's library"
                            .formatted(folder.resolve("none.so")));
        } finally {
            if (before == null) {
                System.clearProperty("slmlab.mujoco");
            } else {
                System.setProperty("slmlab.mujoco", before);
            }
        }
    }

    @Test
    void aHugeModelFileIsRefusedWithItsSize() throws IOException {
        Path huge = folder.resolve("huge.xml");
        try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
            file.setLength(150_000_000);
        }
        assertThatThrownBy(() -> new Model(huge, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the model file %s has 150 MB; at most 100 MB are loaded: put meshes into files of their own"
                                .formatted(huge));
    }

    @Test
    void anotherMajorVersionIsNamedWithTheSupportedOne() {
        Path file = Path.of("libmujoco.so");
        assertThatThrownBy(() -> Library.checkVersion(file, 3_014_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("libmujoco.so is MuJoCo 3.14.0; supported is 4.x: type: slm-lab setup mujoco");
        assertThatThrownBy(() -> Library.checkVersion(file, 222))
                .hasMessageContaining("is MuJoCo 2.2.2; supported is 4.x");
        assertThatThrownBy(() -> Library.checkVersion(file, 5_000_000)).hasMessageContaining("is MuJoCo 5.0.0");
        assertThatCode(() -> Library.checkVersion(file, 4_000_000)).doesNotThrowAnyException();
        assertThatCode(() -> Library.checkVersion(file, 4_002_001)).doesNotThrowAnyException();
    }

    @Test
    void aLibraryOfAnotherArchitectureIsNamedWithTheLoadersReason() throws IOException {
        byte[] header = new byte[64]; // of an ELF file for a machine that no JVM runs on
        System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}, 0, header, 0, 7);
        header[16] = 3; // a shared object
        header[18] = 0x2a; // SuperH
        header[20] = 1;
        Path file = Files.write(folder.resolve("libmujoco.so"), header);
        assertThatThrownBy(() -> Library.open(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file + " cannot be opened as MuJoCo's library: " + file + ": ")
                .hasMessageContaining("slm-lab setup mujoco");
    }

    @Test
    void aFileThatIsNoLibraryIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("libmujoco.so"), "not a library");
        assertThatThrownBy(() -> Library.open(file))
                .hasMessageContaining("cannot be opened as MuJoCo's library")
                .hasMessageContaining("file too short");
    }

    @Test
    void theLibraryIsFoundInAPythonEnvironmentOrWhereThePropertySays() throws IOException {
        Path site = Files.createDirectories(folder.resolve("env/lib/python3.11/site-packages/mujoco"));
        Path file = Files.createFile(site.resolve("libmujoco.so.4.0.0"));
        PythonPackages packages = new PythonPackages(List.of(folder.resolve("env")));
        assertThat(Library.find(packages)).contains(file);
        System.setProperty("slmlab.mujoco", folder.resolve("other").toString());
        try {
            assertThatThrownBy(() -> Library.find(packages))
                    .hasMessageContaining("there is no file " + folder.resolve("other"));
            Path other = Files.createDirectory(folder.resolve("other"));
            assertThatThrownBy(() -> Library.find(packages)).hasMessageContaining(other + " has no MuJoCo library");
            Files.createFile(other.resolve("libmujoco.so"));
            assertThat(Library.find(packages)).contains(other.resolve("libmujoco.so"));
        } finally {
            System.clearProperty("slmlab.mujoco");
        }
    }

    @Test
    @Tag("python")
    void everyWrongArgumentIsNamed() {
        Installed.assume();
        assertThatThrownBy(() -> Envs.make(
                        "Hopper-v5",
                        1,
                        Map.of(
                                "healthy_z_range", List.of(2, 1),
                                "healthy_angle_range", 3,
                                "frame_skip", 0,
                                "reset_noise_scale", -1,
                                "healthy_rewad", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("healthy_z_range is [2.0, 1.0]; needs two numbers, the smaller first")
                .hasMessageContaining("healthy_angle_range is 3; needs a list of numbers")
                .hasMessageContaining("frame_skip is 0; needs at least 1")
                .hasMessageContaining("reset_noise_scale is -1.0; needs at least 0")
                .hasMessageContaining("healthy_rewad is unknown; Hopper-v5 knows: ctrl_cost_weight,");
    }

    @Test
    @Tag("python")
    void whatVersion4DoesNotHaveIsUnknownThere() {
        Installed.assume();
        refused("HalfCheetah-v4", Map.of("frame_skip", 2), "frame_skip is unknown; HalfCheetah-v4 knows:");
        refused("Reacher-v4", Map.of("reward_dist_weight", 2), "reward_dist_weight is unknown");
        refused("Ant-v4", Map.of("contact_cost_weight", 2), "contact_cost_weight is unknown"); // without contacts
        refused("Hopper-v4", Map.of("xml_file", "hopper.xml"), "xml_file is unknown");
        refused("Pusher-v4", Map.of(), "Pusher-v4 needs MuJoCo 2");
    }

    @Test
    @Tag("python")
    void argumentsThatNobodyReadsAreRefused() {
        Installed.assume();
        refused("HumanoidStandup-v5", Map.of("uph_cost_weight", 2), "uph_cost_weight is not 1; Gymnasium does not");
        refused("Ant-v5", Map.of("main_body", "hand"), "has no body named hand");
        refused("Ant-v5", Map.of("main_body", 99), "main_body is 99; the model has 14 bodies, counted from 0");
        refused("Ant-v5", Map.of("xml_file", 3), "xml_file is 3; needs a string");
        refused("Ant-v5", Map.of("xml_file", "none.xml"), "there is no model file");
        refused("Ant-v5", Map.of("max_episode_steps", 0), "max_episode_steps is 0");
        refused("Ant-v5", Map.of("render_mode", "human"), "render_mode is unknown");
    }

    private static void refused(String id, Map<String, ?> arguments, String why) {
        assertThatThrownBy(() -> Envs.make(id, 1, arguments))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }
}
