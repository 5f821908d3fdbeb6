package slmlab.skill;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import slmlab.skill.InstallReport.Status;
import slmlab.spec.text.Suggestion;

/// Copies skills to where assistants look for them, and replaces them by those of a newer lab.
///
/// A file of another origin is never deleted: one that is in the way is kept beside ours, and a folder of the same name
/// stays as it is unless the user says otherwise. Nothing is written through a symbolic link.
public final class Installer {
    private final Bundle bundle;

    public Installer(Bundle bundle) {
        this.bundle = bundle;
    }

    /// Install skills in every target. All problems that can be foreseen are reported before anything is written.
    ///
    public List<InstallReport> install(List<Target> targets, InstallOptions options) {
        List<Skill> chosen = chosen(options.only());
        List<Plan> plans = new ArrayList<>();
        targets.forEach(target -> plans.add(plan(target, chosen, options)));
        if (options.isDryRun()) {
            return plans.stream().map(Plan::report).toList();
        }
        List<InstallReport> reports = new ArrayList<>();
        for (Target target : targets) {
            try (TargetLock _ = TargetLock.take(target)) {
                Plan plan = plan(target, chosen, options); // another install may have ended in between
                plan.changes.apply();
                plan.changes.emptied().forEach(folder -> OwnFolder.deleteEmpty(folder, target.folder()));
                reports.add(plan.report());
            }
        }
        return reports;
    }

    private List<Skill> chosen(List<String> only) {
        List<String> problems = new ArrayList<>();
        for (String id : only) {
            if (bundle.skill(id).isEmpty()) {
                problems.add(SkillCatalog.whyMissing(id)
                        .map(why -> id + " " + why)
                        .orElse("unknown skill '%s'%s".formatted(id, Suggestion.hint(id, bundle.ids()))));
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("%s; skills list shows all".formatted(String.join("; ", problems)));
        }
        return bundle.skills().stream()
                .filter(skill -> only.isEmpty() || only.contains(skill.id()))
                .toList();
    }

    private record Plan(Target target, boolean isFirst, int count, FolderChanges changes) {
        InstallReport report() {
            Status status = changes.isEmpty() ? Status.UNCHANGED : isFirst ? Status.INSTALLED : Status.UPDATED;
            return new InstallReport(target, status, count, changes.notes(), changes.lines());
        }
    }

    private Plan plan(Target target, List<Skill> chosen, InstallOptions options) {
        boolean yes = options.isYes();
        TargetGuard.check(target);
        SkillManifest old = SkillManifest.read(target);
        FolderChanges changes = new FolderChanges();
        SortedMap<String, String> files = new TreeMap<>(old.files());
        for (Skill skill : chosen) {
            Optional<String> why = whyKept(target, skill, old, yes);
            if (why.isPresent()) {
                changes.note("%s %s".formatted(target.folder().resolve(skill.id()), why.get()));
            } else {
                put(target, skill, old, files, changes, yes);
            }
        }
        if (options.only().isEmpty()) {
            for (String id : old.skills()) {
                if (bundle.skill(id).isEmpty()) {
                    old.of(id).forEach(path -> remove(target, path, old, files, changes, yes));
                }
            }
        }
        boolean isFirst = Files.notExists(target.manifest());
        if (!isFirst || !files.isEmpty()) {
            int folders = isFirst ? newFolders(target) : old.folders();
            SkillManifest next = new SkillManifest(files, folders, index(target, files, old, changes, options));
            if (!Arrays.equals(next.bytes(), OwnFolder.content(target.manifest()))) {
                changes.write(target.manifest(), next.bytes());
            }
        }
        return new Plan(
                target, isFirst, new SkillManifest(files, 0, null).skills().size(), changes);
    }

    /// Return why the folder of a skill is left alone, as the end of a sentence.
    private static Optional<String> whyKept(Target target, Skill skill, SkillManifest old, boolean yes) {
        Path folder = target.folder().resolve(skill.id());
        if (!OwnFolder.has(folder)) {
            return Optional.empty();
        }
        for (String file : skill.files()) {
            Path parent = folder.resolve(file).getParent();
            Optional<Path> link = OwnFolder.link(target.folder(), parent == null ? folder : parent);
            if (link.isPresent()) {
                return Optional.of("is kept: %s is a symbolic link, and nothing is written through one"
                        .formatted(link.get().equals(folder) ? "it" : link.get()));
            }
        }
        return yes || !old.of(skill.id()).isEmpty() || isOurs(folder, skill)
                ? Optional.empty()
                : Optional.of("is kept: it is not from this installer; --yes installs over it and keeps what differs");
    }

    /// Return whether a folder has nothing but files of a skill, each with its bytes.
    private static boolean isOurs(Path folder, Skill skill) {
        return Files.isDirectory(folder)
                && OwnFolder.below(folder).stream()
                        .filter(file -> !OwnFolder.isKept(file))
                        .allMatch(file -> {
                            String path = folder.relativize(file).toString();
                            return skill.has(path) && Arrays.equals(skill.bytes(path), OwnFolder.content(file));
                        });
    }

    private static void put(
            Target target,
            Skill skill,
            SkillManifest old,
            Map<String, String> files,
            FolderChanges changes,
            boolean yes) {
        Path folder = target.folder().resolve(skill.id());
        if (OwnFolder.has(folder) && !Files.isDirectory(folder)) {
            changes.keep(folder);
        }
        for (String file : skill.files()) {
            String path = skill.id() + "/" + file;
            byte[] wanted = skill.bytes(file);
            files.put(path, SkillManifest.hash(wanted));
            Path place = target.folder().resolve(path);
            if (!Arrays.equals(wanted, OwnFolder.content(place))) {
                if (OwnFolder.has(place) && !mayReplace(place, old.files().get(path), yes)) {
                    changes.keep(place);
                }
                changes.write(place, wanted);
            }
        }
        for (String path : old.of(skill.id())) {
            if (!skill.has(path.substring(skill.id().length() + 1))) {
                remove(target, path, old, files, changes, yes);
            }
        }
    }

    /// Return whether a file is as we wrote it, or is ours and may be replaced though it was edited.
    private static boolean mayReplace(Path file, @Nullable String written, boolean yes) {
        byte[] now = OwnFolder.content(file);
        return written != null && now != null && (yes || SkillManifest.hash(now).equals(written));
    }

    /// Remove a file that we wrote; keep it beside its place if it was edited.
    private static void remove(
            Target target,
            String path,
            SkillManifest old,
            Map<String, String> files,
            FolderChanges changes,
            boolean yes) {
        files.remove(path);
        Path place = target.folder().resolve(path);
        Optional<Path> link = OwnFolder.link(target.folder(), place);
        if (link.isPresent()) {
            changes.note("%s is kept: %s is a symbolic link".formatted(place, link.get()));
        } else if (OwnFolder.has(place)) {
            if (mayReplace(place, old.files().get(path), yes)) {
                changes.delete(place);
            } else {
                changes.keep(place);
            }
        }
    }

    private static int newFolders(Target target) {
        Path above = target.folder().getParent();
        return (OwnFolder.has(target.folder()) ? 0 : 1) + (above == null || OwnFolder.has(above) ? 0 : 1);
    }

    /// Plan the index in the instruction file.
    private SkillManifest.@Nullable Index index(
            Target target,
            Map<String, String> files,
            SkillManifest old,
            FolderChanges changes,
            InstallOptions options) {
        Optional<Path> file = target.instructions();
        if (file.isEmpty()) {
            return null;
        }
        byte @Nullable [] now = OwnFolder.content(file.get());
        IndexBlock found = new IndexBlock(file.get(), now == null ? new byte[0] : now);
        IndexBlock block = options.replacesOriginal() ? found.withoutOriginal() : found;
        List<Skill> listed = bundle.skills().stream()
                .filter(skill -> files.containsKey(skill.id() + "/" + Skill.MAIN))
                .toList();
        byte[] next = block.with(IndexBlock.of(target.shown(), listed));
        if (!Arrays.equals(next, now)) {
            changes.write(file.get(), next);
        }
        if (block.isThere()) {
            return old.index() != null ? old.index() : new SkillManifest.Index(false, null);
        }
        return new SkillManifest.Index(now == null, block.ending());
    }

    /// Return whether there are skills of ours in a target, or an index of them.
    public static boolean isInstalled(Target target) {
        return Files.exists(target.manifest())
                || target.instructions().filter(Installer::hasIndex).isPresent();
    }

    private static boolean hasIndex(Path file) {
        byte @Nullable [] now = OwnFolder.content(file);
        return now != null && new String(now, ISO_8859_1).contains(IndexBlock.OPEN);
    }

    /// Remove what earlier installs wrote to some targets, and the index; nothing else.
    ///
    /// @param dryRun change nothing
    /// @param yes delete files of ours that were edited too
    public List<InstallReport> uninstall(List<Target> targets, boolean dryRun, boolean yes) {
        List<Plan> plans = targets.stream().map(target -> removal(target, yes)).toList();
        if (dryRun) {
            return plans.stream().map(Installer::removed).toList();
        }
        List<InstallReport> reports = new ArrayList<>();
        for (Target target : targets) {
            try (TargetLock _ = TargetLock.take(target)) {
                SkillManifest old = SkillManifest.read(target);
                Plan plan = removal(target, yes);
                plan.changes.apply();
                plan.changes.emptied().forEach(folder -> OwnFolder.deleteEmpty(folder, target.folder()));
                Path last = target.folder();
                for (int i = 0; i < old.folders() && last.getParent() != null; i++) {
                    last = last.getParent();
                }
                OwnFolder.deleteEmpty(target.folder(), last);
                reports.add(removed(plan));
            }
        }
        return reports;
    }

    private static InstallReport removed(Plan plan) {
        Status status = plan.changes.isEmpty() ? Status.UNCHANGED : Status.REMOVED;
        return new InstallReport(plan.target, status, plan.count, plan.changes.notes(), plan.changes.lines());
    }

    private Plan removal(Target target, boolean yes) {
        TargetGuard.check(target);
        SkillManifest old = SkillManifest.read(target);
        FolderChanges changes = new FolderChanges();
        SortedMap<String, String> files = new TreeMap<>(old.files());
        old.files().keySet().forEach(path -> remove(target, path, old, files, changes, yes));
        target.instructions().ifPresent(file -> {
            byte @Nullable [] now = OwnFolder.content(file);
            if (now != null) {
                byte @Nullable [] left = new IndexBlock(file, now).without(old.index());
                if (left == null) {
                    changes.delete(file);
                } else if (!Arrays.equals(left, now)) {
                    changes.write(file, left);
                }
            }
        });
        if (Files.isRegularFile(target.manifest(), LinkOption.NOFOLLOW_LINKS)) {
            changes.delete(target.manifest());
        }
        return new Plan(target, false, old.skills().size(), changes);
    }
}
