package slmlab.skill;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A skill in a target.
///
/// @param isCurrent whether it has the files of this lab, as far as the manifest says
public record InstalledSkill(Target target, String skill, boolean isCurrent) {

    /// Return the skills of ours in a target.
    public static List<InstalledSkill> in(Target target, Bundle bundle) {
        SkillManifest manifest = SkillManifest.read(target);
        List<InstalledSkill> found = new ArrayList<>();
        for (String id : manifest.skills()) {
            Map<String, String> there = new TreeMap<>();
            manifest.of(id).forEach(path -> there.put(path, manifest.files().getOrDefault(path, "")));
            Optional<Map<String, String>> ours = bundle.skill(id).map(InstalledSkill::hashes);
            found.add(new InstalledSkill(target, id, ours.equals(Optional.of(there))));
        }
        return found;
    }

    private static Map<String, String> hashes(Skill skill) {
        Map<String, String> hashes = new TreeMap<>();
        skill.files().forEach(file -> hashes.put(skill.id() + "/" + file, SkillManifest.hash(skill.bytes(file))));
        return hashes;
    }
}
