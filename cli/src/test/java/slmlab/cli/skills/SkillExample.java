package slmlab.cli.skills;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import slmlab.skill.FrontMatter;
import slmlab.skill.Markdown;
import slmlab.skill.Skill;
import slmlab.skill.SkillCheck;

/// The worked example of a skill: blocks of bash, and below each the lines that it prints.
///
/// @param bash the blocks, which are run as one script
/// @param output for each of them lines that occur in this order; `…` stands for anything
record SkillExample(String id, List<String> bash, List<List<String>> output) {
    private static final long PATIENCE = 120; // seconds, for an example that hangs
    private static final String MARK = "-- next block --";

    /// How a run ended.
    ///
    /// @param output for each block, what it printed on both streams
    record Run(int code, List<String> output, double seconds) {}

    static SkillExample of(Skill skill) {
        FrontMatter front = skill.frontMatter(Skill.MAIN);
        List<String> bash = new ArrayList<>();
        List<List<String>> output = new ArrayList<>();
        for (Markdown.Block block : Markdown.read(front.body(), front.line()).blocksOf(SkillCheck.EXAMPLE)) {
            if (block.language().equals("bash")) {
                bash.add(block.text());
                output.add(new ArrayList<>());
            } else if (block.language().equals("text") && !bash.isEmpty()) {
                output.getLast().addAll(block.text().lines().toList());
            }
        }
        return new SkillExample(skill.id(), bash, output);
    }

    /// Run the example in an empty folder, with `slm-lab` on the path and no Python.
    Run run(Path temp) throws IOException, InterruptedException {
        Path bin = Files.createDirectories(temp.resolve("bin"));
        Path work = Files.createDirectories(temp.resolve("work"));
        programs(temp, bin, work.toRealPath());
        for (String python : List.of("python", "python3", "pip", "pip3")) {
            program(bin.resolve(python), "#!/usr/bin/env bash\necho 'an example needs no Python' >&2\nexit 127\n");
        }
        Path script = Files.writeString(temp.resolve("example.sh"), String.join("echo '" + MARK + "'\n", bash));
        Path printed = temp.resolve("printed.txt");
        ProcessBuilder builder = new ProcessBuilder("bash", "-euo", "pipefail", script.toString())
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(printed.toFile());
        builder.environment().clear(); // SEED, MAX_FRAME and others change what is printed
        builder.environment().put("PATH", bin + ":" + System.getenv("PATH"));
        builder.environment()
                .put("HOME", Files.createDirectories(temp.resolve("home")).toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("SLM_LAB_DATA", "data");
        long start = System.nanoTime();
        Process process = builder.start();
        if (!process.waitFor(PATIENCE, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        endServer(temp.resolve("server.pid"));
        List<String> blocks = Arrays.asList(Files.readString(printed, UTF_8).split(Pattern.quote(MARK + "\n"), -1));
        return new Run(process.exitValue(), blocks, seconds);
    }

    private static void endServer(Path pid) throws IOException {
        if (Files.exists(pid)) { // an example without commands starts none
            ProcessHandle.of(Long.parseLong(Files.readString(pid, UTF_8).strip()))
                    .ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /// Write `slm-lab`: it runs a command in the JVM of the example, or in one of its own where the command needs
    /// other classes or another working folder.
    private static void programs(Path temp, Path bin, Path work) throws IOException {
        Path root = Path.of("..").toAbsolutePath().normalize();
        String jars = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String java = """
            #!/usr/bin/env bash
            set -euo pipefail
            root='%1$s'
            . "$root/scripts/tools.sh"
            jars=${SLM_LAB_CLASSPATH-}
            main=slmlab.cli.Main
            args=()
            while [ $# -gt 0 ]; do
              case $1 in
                --classpath) jars=$2; shift ;;
                --classpath=*) jars=${1#*=} ;;
                --server) main=slmlab.cli.skills.ExampleServer ;;
                *) args+=("$1") ;;
              esac
              shift
            done
            exec '%2$s/bin/java' "${flags[@]}" -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8 -Djava.awt.headless=true \\
              -Duser.home="$HOME" -Dslmlab.home="$root" -Dslmlab.command=slm-lab -cp '%3$s'"${jars:+:$jars}" $main "${args[@]}"
            """.formatted(root, System.getProperty("java.home"), jars);
        program(temp.resolve("java-of-its-own"), java);
        program(bin.resolve("slm-lab"), """
            #!/usr/bin/env bash
            set -euo pipefail
            temp='%1$s'
            case "${SLM_LAB_CLASSPATH-} $*" in
              ' '*--classpath* | [!' ']*) exec "$temp/java-of-its-own" "$@" ;;
            esac
            if [ "$(pwd -P)" != '%2$s' ]; then
              exec "$temp/java-of-its-own" "$@"
            fi
            if ! [ -p "$temp/requests" ]; then
              mkfifo "$temp/requests"
              "$temp/java-of-its-own" --server "$temp/requests" </dev/null >"$temp/server.txt" 2>&1 &
              echo $! >"$temp/server.pid"
            fi
            talk=$(mktemp -d "$temp/talk.XXXXXX")
            mkfifo "$talk/code"
            : >"$talk/words"
            if [ $# -gt 0 ]; then printf '%%s\\0' "$@" >"$talk/words"; fi
            echo "$talk" >"$temp/requests"
            read -r code <"$talk/code"
            cat "$talk/out"
            cat "$talk/err" >&2
            exit "$code"
            """.formatted(temp, work));
    }

    private static void program(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /// Return the lines of the text that a run did not print, or not in that order.
    List<String> missing(Run run) {
        List<String> missing = new ArrayList<>();
        for (int i = 0; i < output.size(); i++) {
            List<String> printed =
                    i < run.output.size() ? run.output.get(i).lines().toList() : List.of();
            int at = 0;
            for (String line : output.get(i)) {
                int found = find(pattern(line), printed, at);
                if (found < 0) {
                    missing.add("block %s: %s".formatted(i + 1, line));
                } else {
                    at = found;
                }
            }
        }
        return missing;
    }

    /// Return the place behind the first line that fits, or −1; a line that says nothing fits everywhere.
    private static int find(Pattern wanted, List<String> printed, int from) {
        if (wanted.matcher("").matches()) {
            return from;
        }
        for (int i = from; i < printed.size(); i++) {
            if (wanted.matcher(printed.get(i).stripTrailing()).matches()) {
                return i + 1;
            }
        }
        return -1;
    }

    private static Pattern pattern(String line) {
        List<String> parts = Arrays.stream(line.stripTrailing().split("…", -1))
                .map(Pattern::quote)
                .toList();
        return Pattern.compile(String.join(".*", parts));
    }
}
