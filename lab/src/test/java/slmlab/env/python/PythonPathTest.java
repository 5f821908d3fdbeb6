package slmlab.env.python;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PythonPathTest {
    @Test
    void aFolderOfARunIsSearchedAfterTheUsersOwn(@TempDir Path temp) {
        PythonPath.add(temp);
        PythonPath.add(temp.resolve("gone"));
        assertThat(PythonPath.with("/mine"))
                .startsWith("/mine" + File.pathSeparator)
                .contains(temp.toString());
        assertThat(PythonPath.with(null)).contains(temp.toString()).doesNotContain("gone");
        assertThat(PythonPath.with("")).doesNotStartWith(File.pathSeparator);
    }
}
