package slmlab.search.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slmlab.search.Domain;
import slmlab.search.Parameter;
import slmlab.search.SearchSpace;
import slmlab.search.plot.SyntheticStudy;
import slmlab.spec.text.SpecException;

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

    /// A study that somebody writes to has a file beside it; also then whoever reads it cannot change it.
    @Test
    void whoReadsCannotWrite(@TempDir Path folder) {
        String file = folder.resolve("study.db").toString();
        assertThat(Address.of(file).isReadOnly()).isFalse();
        assertThat(Address.of(file).readOnly().isReadOnly()).isTrue();
        assertThat(Address.of("postgresql://me@localhost/db").readOnly().isReadOnly())
                .isTrue();
        try (Database writes = Database.of(file)) {
            Study.create(writes, SyntheticStudy.plan(4));
            assertThat(folder.resolve("study.db-wal")).exists();
            try (Database reads = Database.reading(file)) {
                Study study = Study.open(reads, "ppo_cartpole");
                assertThatThrownBy(() -> SyntheticStudy.run(study, 1)).hasMessageContaining("readonly");
            }
        }
    }

    /// All that a plan says comes back from its text: ranges of numbers and whole numbers, by steps and logarithms,
    /// a choice, a normal distribution, the seed and how many trials.
    @Test
    void aPlanComesBackFromItsText() {
        StudyPlan plan = SyntheticStudy.plan(20);
        List<Parameter> parameters = new ArrayList<>(plan.space().parameters());
        parameters.add(new Parameter("a", new Domain.Normal(1, 0.5, 0.25)));
        StudyPlan written = new StudyPlan(
                plan.name(),
                plan.spec(),
                new SearchSpace(parameters),
                plan.sampler(),
                plan.pruner(),
                plan.seed(),
                plan.trials());
        assertThat(PlanText.plan(plan.name(), PlanText.write(written))).isEqualTo(written);
    }
}
