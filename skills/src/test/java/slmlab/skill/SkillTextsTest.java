package slmlab.skill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The skills that come with this lab: complete, and nothing in them leads nowhere. Their commands and examples are
/// tested where the commands are.
class SkillTextsTest {
    private static final Bundle BUNDLE = Bundle.shipped();

    @Test
    void everySkillOfTheCatalogIsThere() {
        List<String> named = SkillCatalog.entries().stream()
                .map(SkillCatalog.Entry::id)
                .sorted()
                .toList();
        assertThat(named).hasSize(36).doesNotHaveDuplicates();
        assertThat(BUNDLE.ids()).isEqualTo(named);
    }

    @Test
    void theSkillsThatWaitAreNamedWithTheirCapability() {
        assertThat(SkillCatalog.missing())
                .hasSize(10)
                .allSatisfy(missing -> assertThat(missing.capability()).isNotBlank());
        assertThat(SkillCatalog.names()).hasSize(46).doesNotHaveDuplicates();
        assertThat(BUNDLE.ids())
                .doesNotContainAnyElementsOf(SkillCatalog.missing().stream()
                        .map(SkillCatalog.Missing::id)
                        .toList());
    }

    /// 36 texts, 31 references, 5 workflows with 50 steps.
    @Test
    void everyFileIsThere() {
        assertThat(new SkillCheck(BUNDLE, _ -> Optional.empty()).all()).isEmpty();
        List<String> files = new ArrayList<>();
        BUNDLE.skills().forEach(skill -> skill.files().forEach(file -> files.add(skill.id() + "/" + file)));
        assertThat(files).filteredOn(file -> file.endsWith("/SKILL.md")).hasSize(36);
        assertThat(files).filteredOn(file -> file.contains("/references/")).hasSize(31);
        assertThat(files).filteredOn(file -> file.endsWith("/workflow.md")).hasSize(5);
        assertThat(files).filteredOn(file -> file.contains("/steps/")).hasSize(50);
        assertThat(files).hasSize(36 + 31 + 5 + 50);
    }

    /// Every skill but the workflows and the benchmark is one step of one workflow; those that wait are steps too.
    @Test
    void everySkillIsAStepOfOneWorkflow() {
        List<String> inSteps = new ArrayList<>();
        for (SkillCatalog.Entry entry : SkillCatalog.entries()) {
            Skill skill = BUNDLE.skill(entry.id()).orElseThrow();
            skill.files().stream()
                    .filter(file -> file.startsWith("steps/"))
                    .forEach(file -> skill.frontMatter(file).text("skill").ifPresent(inSteps::add));
        }
        Set<String> written = new TreeSet<>();
        SkillCatalog.entries().stream()
                .filter(entry -> !entry.isWorkflow() && !entry.id().equals("slm-lab-benchmark"))
                .forEach(entry -> written.add(entry.id()));
        assertThat(inSteps).doesNotHaveDuplicates().containsAll(written);
        assertThat(SkillCatalog.names()).containsAll(inSteps);
    }

    @Test
    void everyFileCanBeInstalled() {
        for (Skill skill : BUNDLE.skills()) {
            for (String file : skill.files()) {
                assertThat(skill.id() + "/" + file).matches("[a-z0-9-]+(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+");
                assertThat(skill.text(file)).as(skill.id() + "/" + file).doesNotContain("\r", "\t", "\uFFFD");
            }
        }
    }
}
