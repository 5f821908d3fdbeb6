package slmlab.search.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.spec.SpecException;

class AddressTest {

    @Test
    void wrongOnesAreRefusedInSentences(@TempDir Path folder) throws IOException {
        Path text =
                Files.writeString(folder.resolve("notes.txt"), "these are notes, long enough for a page".repeat(99));
        assertThatThrownBy(() -> Database.of(text.toString()))
                .isInstanceOf(SpecException.class)
                .hasMessageEndingWith("the file is no SQLite database");
        assertThatThrownBy(() -> Database.of(folder.toString())).hasMessageContaining("is a folder");
        assertThatThrownBy(() -> Database.of(folder + "/none/study.db")).hasMessageContaining("does not exist");
        assertThatThrownBy(() -> Database.existing(folder + "/none.db", _ -> {}))
                .hasMessageContaining("does not exist");
        assertThatThrownBy(() -> Database.of("mysql://root:secret@host/db"))
                .hasMessageContaining("give a file (SQLite) or postgresql://USER@HOST/DATABASE")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> Database.of("postgresql://me:secret@localhost:1/db", _ -> {}, Duration.ZERO))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("postgresql://me@localhost:1/db")
                .hasMessageContaining("refused")
                .hasMessageNotContaining("secret");
    }

    @Test
    void userAndPasswordAreRead() {
        Address address = Address.of("postgres://lab:a%2Fb%40c+d@db.example:5433/studies?sslmode=require");
        assertThat(address.url()).isEqualTo("jdbc:postgresql://db.example:5433/studies?sslmode=require");
        assertThat(address.properties()).containsEntry("user", "lab").containsEntry("password", "a/b@c+d");
        assertThat(address.shown()).isEqualTo("postgres://lab@db.example:5433/studies?sslmode=require");
        assertThat(Address.of("jdbc:postgresql://h/d?user=u&password=p&ssl=true")
                        .shown())
                .isEqualTo("jdbc:postgresql://h/d?user=u&password=…&ssl=true");
    }
}
