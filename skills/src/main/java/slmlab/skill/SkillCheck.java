package slmlab.skill;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import slmlab.skill.Markdown.Span;
import slmlab.spec.text.SpecException;

/// Whether skills keep what they promise: front matter, sections, files, links, commands.
///
/// Any skill is checked for what the Agent Skills format asks and for links and commands; those of [SkillCatalog] also
/// for their sections and files.
public final class SkillCheck {
    /// The sections of a `SKILL.md`, in their order.
    public static final List<String> SECTIONS = List.of(
            "When to use it",
            "When not to",
            "Decision rules",
            "Steps",
            "When it fails",
            "Worked example",
            "Done when",
            "Reference");

    /// The section that can be run as it is.
    public static final String EXAMPLE = "Worked example";

    private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_DESCRIPTION = 1024;
    private static final Set<String> KEYS = Set.of("name", "description");
    private static final Set<String> SHELLS = Set.of("bash", "sh", "console");
    private static final Pattern STEP = Pattern.compile("steps/step-(\\d\\d)-([a-z0-9-]+)\\.md");

    private final Bundle bundle;
    private final Commands commands;
    private final List<SkillProblem> problems = new ArrayList<>();

    /// @param bundle where links to other skills lead
    public SkillCheck(Bundle bundle, Commands commands) {
        this.bundle = bundle;
        this.commands = commands;
    }

    /// Return what is wrong with the skills of the bundle, sorted by file and line.
    public List<SkillProblem> all() {
        return of(bundle.skills());
    }

    /// Return what is wrong with some of its skills.
    public List<SkillProblem> of(List<Skill> skills) {
        problems.clear();
        skills.forEach(this::check);
        problems.sort(Comparator.comparing(SkillProblem::file).thenComparingInt(SkillProblem::line));
        return List.copyOf(problems);
    }

    private void check(Skill skill) {
        Optional<SkillCatalog.Entry> entry = SkillCatalog.find(skill.id());
        Set<String> linked = new LinkedHashSet<>();
        for (String file : skill.files()) {
            if (file.endsWith(".md")) {
                checkText(skill, file, linked);
            }
        }
        boolean hasMain = skill.has(Skill.MAIN);
        if (hasMain) {
            checkFrontMatter(skill, entry.isPresent());
        }
        entry.ifPresent(each -> {
            if (hasMain) {
                checkSections(skill, each);
            }
            checkFiles(skill, each, linked);
        });
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is Error Prone's, which is no dependency
    private void add(Skill skill, String file, int line, String message, Object... words) {
        problems.add(new SkillProblem(skill.id() + "/" + file, line, message.formatted(words)));
    }

    private Optional<FrontMatter> frontMatter(Skill skill, String file) {
        try {
            return Optional.of(skill.frontMatter(file));
        } catch (SpecException e) {
            String name = skill.id() + "/" + file + " ";
            add(skill, file, 1, "%s", String.valueOf(e.getMessage()).replaceFirst("^" + Pattern.quote(name), ""));
            return Optional.empty();
        }
    }

    private void checkFrontMatter(Skill skill, boolean isOurs) {
        Optional<FrontMatter> read = frontMatter(skill, Skill.MAIN);
        if (read.isEmpty()) {
            return;
        }
        FrontMatter front = read.get();
        String name = front.text("name").orElse("");
        if (!name.equals(skill.id())) {
            add(skill, Skill.MAIN, 1, "name is '%s'; needs the name of the folder, %s", name, skill.id());
        }
        if (!NAME.matcher(name).matches() || name.length() > LONGEST_NAME) {
            add(skill, Skill.MAIN, 1, "name needs 1 to 64 small letters, digits and single hyphens");
        }
        String description = front.text("description").orElse("");
        if (description.isEmpty() || description.codePointCount(0, description.length()) > LONGEST_DESCRIPTION) {
            add(skill, Skill.MAIN, 1, "description has %s characters; needs 1 to 1024", description.length());
        }
        if (!description.contains("Use when")) {
            add(skill, Skill.MAIN, 1, "description does not say when to use the skill; needs 'Use when …'");
        }
        front.keys().keySet().stream()
                .filter(key -> isOurs && !KEYS.contains(key))
                .forEach(key ->
                        add(skill, Skill.MAIN, 1, "front matter has the key %s; needs name and description", key));
    }

    private void checkSections(Skill skill, SkillCatalog.Entry entry) {
        Markdown text = markdown(skill, Skill.MAIN);
        List<String> found = text.headings().stream()
                .filter(heading -> heading.level() == 2)
                .map(Markdown.Heading::text)
                .toList();
        boolean needsReference = entry.isWorkflow() || !entry.references().isEmpty();
        List<String> shorter = SECTIONS.subList(0, SECTIONS.size() - 1);
        if (!found.equals(SECTIONS) && (needsReference || !found.equals(shorter))) {
            add(skill, Skill.MAIN, 0, "sections are %s; needs %s", found, SECTIONS);
        }
        long titles =
                text.headings().stream().filter(heading -> heading.level() == 1).count();
        if (titles != 1) {
            add(skill, Skill.MAIN, 0, "has %s titles (# …); needs one", titles);
        }
        if (text.blocksOf(EXAMPLE).stream().noneMatch(block -> block.language().equals("bash"))) {
            add(skill, Skill.MAIN, 0, "section %s has no ```bash block", EXAMPLE);
        }
        if (text.blocksOf(EXAMPLE).stream().noneMatch(block -> block.language().equals("text"))) {
            add(skill, Skill.MAIN, 0, "section %s has no ```text block with the output", EXAMPLE);
        }
    }

    private void checkFiles(Skill skill, SkillCatalog.Entry entry, Set<String> linked) {
        Set<String> needed = new LinkedHashSet<>(List.of(Skill.MAIN));
        entry.references().forEach(name -> needed.add("references/%s.md".formatted(name)));
        if (entry.isWorkflow()) {
            needed.add("workflow.md");
        }
        needed.stream().filter(file -> !skill.has(file)).forEach(file -> add(skill, file, 0, "is missing"));
        List<String> steps = skill.files().stream()
                .filter(file -> STEP.matcher(file).matches())
                .toList();
        for (String file : skill.files()) {
            if (!needed.contains(file) && !steps.contains(file)) {
                add(skill, file, 0, "is no file that this skill has; remove it, or name it in the catalog");
            } else if (!file.equals(Skill.MAIN) && !linked.contains(skill.id() + "/" + file)) {
                add(skill, file, 0, "has no link to it in this skill");
            }
        }
        checkSteps(skill, entry, steps);
    }

    private void checkSteps(Skill skill, SkillCatalog.Entry entry, List<String> steps) {
        if (steps.size() != entry.steps()) {
            add(skill, "steps", 0, "has %s step files; needs %s", steps.size(), entry.steps());
        }
        for (int i = 0; i < steps.size(); i++) {
            String number = STEP.matcher(steps.get(i)).replaceFirst("$1");
            String id = STEP.matcher(steps.get(i)).replaceFirst("$2");
            if (Integer.parseInt(number) != i + 1) {
                add(skill, steps.get(i), 0, "has the number %s; needs %02d", number, i + 1);
            }
            if ((i == 0) != id.equals("init") || (i == entry.steps() - 1) != id.equals("synthesize")) {
                add(skill, steps.get(i), 0, "the first step is init and the last is synthesize");
            }
        }
    }

    private Markdown markdown(Skill skill, String file) {
        try {
            FrontMatter front = skill.frontMatter(file);
            return Markdown.read(front.body(), front.line());
        } catch (SpecException _) {
            return Markdown.read(skill.text(file), 1); // reported with the front matter
        }
    }

    private void checkText(Skill skill, String file, Set<String> linked) {
        Markdown text = markdown(skill, file);
        for (Span link : text.links()) {
            checkLink(skill, file, link, linked);
        }
        List<CommandLines.Found> calls = new ArrayList<>();
        text.blocks().stream()
                .filter(block -> SHELLS.contains(block.language()))
                .forEach(block -> calls.addAll(CommandLines.of(block.text(), block.line())));
        text.code().forEach(code -> calls.addAll(CommandLines.inText(code.text(), code.line())));
        if (!file.equals(Skill.MAIN)) {
            frontMatter(skill, file).ifPresent(front -> calls.addAll(runs(front)));
        }
        for (CommandLines.Found call : calls) {
            commands.problem(call.words()).ifPresent(problem -> add(skill, file, call.line(), "%s: %s", call, problem));
        }
    }

    /// Return the commands that a step of a workflow runs.
    private static List<CommandLines.Found> runs(FrontMatter front) {
        List<CommandLines.Found> calls = new ArrayList<>();
        if (front.keys().get("runs") instanceof List<?> runs) {
            runs.forEach(run -> calls.addAll(CommandLines.inText(String.valueOf(run), 1)));
        }
        return calls;
    }

    private void checkLink(Skill skill, String file, Span link, Set<String> linked) {
        String target = link.text();
        if (target.matches("[a-z][a-z0-9+.-]*:.*")) {
            if (SkillCatalog.find(skill.id()).isPresent()) {
                add(
                        skill,
                        file,
                        link.line(),
                        "link %s leads out of the skills; cite author, year and number as text",
                        target);
            }
            return;
        }
        String path = target.replaceFirst("#.*", "");
        Path from = Path.of(skill.id(), file);
        Path to = path.isEmpty() ? from : from.resolveSibling(path).normalize();
        String other = to.getName(0).toString();
        String inside =
                to.getNameCount() < 2 ? "" : to.subpath(1, to.getNameCount()).toString();
        Optional<Skill> there = bundle.skill(other).filter(each -> each.has(inside));
        if (path.startsWith("/") || there.isEmpty()) {
            add(skill, file, link.line(), "link %s leads to no file of a skill", target);
            return;
        }
        if (!to.equals(from)) {
            linked.add(to.toString());
        }
        if (target.contains("#")) {
            String anchor = target.substring(target.indexOf('#') + 1);
            if (markdown(there.get(), inside).headings().stream()
                    .noneMatch(each -> anchor(each.text()).equals(anchor))) {
                add(skill, file, link.line(), "link %s leads to no heading", target);
            }
        }
    }

    /// Return the anchor that viewers of Markdown give a heading.
    private static String anchor(String heading) {
        return heading.toLowerCase(java.util.Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }
}
