# shellcheck shell=bash
# What our scripts share: finding the JDK 25 and the Maven, and how our JVMs start. Sourced, never run.
# Written for bash 3.2, which macOS still ships.
# shellcheck disable=SC2034,SC2154 # takes $root, the folder of the project; gives $jdk, $maven, $flags and $class_path

# The JDK that is found or downloaded is kept here.
cache=${SLM_LAB_CACHE:-$root/.slm-lab}

# True if $1 is the home of a JDK 25. Reads its release file; starts nothing.
is_jdk25() {
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  local line
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      'JAVA_VERSION="25"'* | 'JAVA_VERSION="25.'*) return 0 ;;
    esac
  done <"$1/release"
  return 1
}

# Prints the final target of the symlink $1. (readlink -f is missing on older macOS.)
follow() {
  local path=$1 link
  while [ -L "$path" ]; do
    link=$(readlink "$path")
    case $link in
      /*) path=$link ;;
      *) path=${path%/*}/$link ;;
    esac
  done
  printf '%s\n' "$path"
}

# Where a downloaded JDK is put.
fetched=$cache/temurin-25

# Prints the folders that may be a JDK, one pattern per line.
# SLM_LAB_JDK_DIRS, glob patterns separated by colons, replaces them.
jdk_places() {
  if [ -n "${SLM_LAB_JDK_DIRS-}" ]; then
    printf '%s\n' "$SLM_LAB_JDK_DIRS" | tr ':' '\n'
    return
  fi
  local home=${HOME-}
  printf '%s\n' \
    '/usr/lib/jvm/*' \
    '/usr/lib64/jvm/*' \
    '/usr/java/*' \
    '/usr/local/*jdk*' \
    '/opt/*' \
    '/opt/java/*' \
    '/Library/Java/JavaVirtualMachines/*/Contents/Home' \
    '/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home' \
    '/opt/homebrew/Cellar/openjdk*/*/libexec/openjdk.jdk/Contents/Home' \
    '/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home' \
    '/usr/local/Cellar/openjdk*/*/libexec/openjdk.jdk/Contents/Home' \
    '/home/linuxbrew/.linuxbrew/opt/openjdk*/libexec'
  [ -n "$home" ] || return 0
  printf '%s\n' \
    "$home/.sdkman/candidates/java/*" \
    "$home/.jdks/*" \
    "$home/.asdf/installs/java/*" \
    "$home/.local/share/mise/installs/java/*" \
    "$home/.local/share/mise/installs/java/*/Contents/Home" \
    "$home/Library/Java/JavaVirtualMachines/*/Contents/Home"
}

# Sets $found to the first JDK 25 on PATH or in the usual folders.
search_jdk() {
  local java home
  if java=$(command -v java); then
    java=$(follow "$java")
    home=${java%/bin/java}
    if is_jdk25 "$home"; then
      found=$home
      return 0
    fi
  fi
  local IFS=$'\n' # a pattern may contain spaces; only a line break ends it
  for home in "$fetched" $(jdk_places); do
    if is_jdk25 "$home"; then
      found=$home
      return 0
    fi
  done
  return 1
}

# Sets $jdk to a JDK 25: JAVA_HOME, else the one stored in $cache/jdk, else one that is found.
# If there is none, downloads one if wanted; else prints what to install and exits with code 2.
find_jdk() {
  local memo=$cache/jdk remembered='' found=''
  if [ -r "$memo" ]; then
    IFS= read -r remembered <"$memo" || true
  fi
  if [ -n "${JAVA_HOME-}" ] && is_jdk25 "$JAVA_HOME"; then
    jdk=$JAVA_HOME
  elif [ -n "$remembered" ] && is_jdk25 "$remembered"; then
    jdk=$remembered
  elif search_jdk; then
    jdk=$found
  elif may_fetch_jdk; then
    fetch_jdk
  else
    no_jdk
    exit 2
  fi
  if [ "$jdk" != "$remembered" ]; then
    # If the folder is not writable, the next run searches again.
    { mkdir -p "$cache" && printf '%s\n' "$jdk" >"$memo.$$" && mv -f "$memo.$$" "$memo"; } 2>/dev/null || true
  fi
}

# True if a JDK may be downloaded: SLM_LAB_FETCH_JDK=yes, or the answer on the terminal.
may_fetch_jdk() {
  local answer=${SLM_LAB_FETCH_JDK-}
  if [ -z "$answer" ] && [ -t 0 ] && [ -t 2 ]; then
    printf 'slm-lab needs a JDK 25 and found none.\nDownload Eclipse Temurin 25 (200 MB) into %s? [Y/n] ' "$fetched" >&2
    read -r answer || answer=n
    answer=${answer:-yes}
  fi
  case $answer in
    yes | y | Y | YES | Yes) return 0 ;;
    *) return 1 ;;
  esac
}

# Exits because the JDK cannot be downloaded, with the reason $1.
cannot_fetch() {
  rm -rf "$fetched.$$"
  echo "slm-lab: cannot fetch a JDK 25: $1" >&2
  echo "  install one (SLM_LAB_FETCH_JDK=no shows how), or name an archive that you can reach: SLM_LAB_JDK_URL=…" >&2
  exit 2
}

# Prints the URL of the newest Eclipse Temurin 25 for this machine.
temurin() {
  local os arch
  case $(uname -s) in
    Linux) os=linux ;;
    Darwin) os=mac ;;
    *) return 1 ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) arch=x64 ;;
    aarch64 | arm64) arch=aarch64 ;;
    *) return 1 ;;
  esac
  # Adoptium redirects to the URL of the archive; its checksum is next to it.
  curl -sS -f -o /dev/null -w '%{redirect_url}' \
    "https://api.adoptium.net/v3/binary/latest/25/ga/$os/$arch/jdk/hotspot/normal/eclipse"
}

# Downloads a JDK into $fetched and sets $jdk to it. Its checksum must match $url.sha256.txt.
fetch_jdk() {
  local url=${SLM_LAB_JDK_URL-} to=$fetched.$$ sum='' home
  command -v curl >/dev/null || cannot_fetch "there is no curl to download with"
  if [ -z "$url" ]; then
    url=$(temurin) && [ -n "$url" ] || cannot_fetch "Adoptium did not answer, or has none for this machine"
  fi
  mkdir -p "$to" 2>/dev/null || cannot_fetch "$to cannot be written to"
  trap 'rm -rf "$fetched.$$"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  echo "downloading $url…" >&2
  curl -f -L --retry 2 --progress-bar -o "$to/jdk.tar.gz" "$url" || cannot_fetch "$url could not be downloaded"
  curl -f -L --retry 2 -sS -o "$to/sha256" "$url.sha256.txt" || cannot_fetch "its checksum, $url.sha256.txt, could not be downloaded"
  read -r sum _ <"$to/sha256" || true
  [ -n "$sum" ] && [ "$sum" = "$(sha256 "$to/jdk.tar.gz")" ] || cannot_fetch "the checksum of $url is not the one in $url.sha256.txt"
  mkdir "$to/jdk"
  tar -xzf "$to/jdk.tar.gz" -C "$to/jdk" || cannot_fetch "$url cannot be unpacked"
  for home in "$to"/jdk/* "$to"/jdk/*/Contents/Home; do
    if is_jdk25 "$home"; then
      rm -rf "$fetched"
      mv "$home" "$fetched"
      rm -rf "$to"
      trap - EXIT INT TERM
      jdk=$fetched
      echo "using $jdk" >&2
      return
    fi
  done
  cannot_fetch "$url is no JDK 25"
}

# Prints the checksum of file $1.
sha256() {
  local sum
  if command -v sha256sum >/dev/null; then
    sum=$(sha256sum <"$1")
  else
    sum=$(shasum -a 256 <"$1") # macOS
  fi
  printf '%s\n' "${sum%% *}"
}

no_jdk() {
  {
    echo "slm-lab needs a JDK 25 and found none. SLM_LAB_FETCH_JDK=yes downloads one into $fetched, or install one."
    echo "Eclipse Temurin 25 is a good one:"
    echo "  Debian, Ubuntu   apt-get install temurin-25-jdk     (from Adoptium's package source)"
    echo "                   apt-get install openjdk-25-jdk     (where the distribution has it)"
    echo "  macOS            brew install --cask temurin@25"
    echo "  SDKMAN           sdk install java 25-tem            (sdk list java shows the exact name)"
    echo "  Windows          winget install EclipseAdoptium.Temurin.25.JDK    (for mvnw.cmd; this script runs in WSL, as on Ubuntu)"
    echo "If you have one, set JAVA_HOME to it. It must have bin/javac and a file named release. Looked at:"
    echo "  JAVA_HOME        ${JAVA_HOME:-(not set)}"
    echo "  java on PATH     $(command -v java || echo '(none)')"
    jdk_places | while IFS= read -r place; do echo "  $place"; done
  } >&2
}

# Sets the array $maven: the installed Maven if its version is 3.8 or 3.9, else the wrapper, which downloads one.
# The installed one is preferred because it works without a network; every plugin is pinned, so both build the same.
find_maven() {
  maven=("$root/mvnw")
  if command -v mvn >/dev/null; then
    case $(JAVA_HOME=$jdk mvn --version 2>/dev/null || true) in
      *"Apache Maven 3.8."* | *"Apache Maven 3.9."*) maven=(mvn) ;;
    esac
  fi
}

# Sets $class_path to the jars in folder $1.
join_jars() {
  local jar
  class_path=
  for jar in "$1"/*.jar; do
    class_path=$class_path${class_path:+:}$jar
  done
}

# What every JVM of ours starts with. The log is off because Java calls it an error that an archive of classes meets an
# added module, and uses it all the same. In a short run the compiler takes more time than the training, so it is told
# what matters: vector code, a hundred times slower before it is compiled, comes early, and the costlier second compiler
# takes other code four times later than it would. Reflection without generated code starts faster.
flags=(
  --add-modules jdk.incubator.vector --enable-native-access=ALL-UNNAMED
  -XX:+UseParallelGC -XX:MaxRAMPercentage=70 -XX:-UsePerfData -Xshare:auto -Xlog:cds=off -Xlog:aot=off
  -Djdk.reflect.useNativeAccessorOnly=true
  -XX:CompileCommand=quiet '-XX:CompileCommand=CompileThresholdScaling,slmlab.tensor.internal.vector.*::*,0.03'
  -XX:Tier4InvocationThreshold=20000 -XX:Tier4MinInvocationThreshold=3000
  -XX:Tier4CompileThreshold=40000 -XX:Tier4BackEdgeThreshold=200000
)

# Archives the classes that a short training run loads, which saves a third of a second at every start. Without the
# archive everything works as well, so a failure is only told in the build's log. The user's variables, JOB and SEED
# among them, are not for this run.
# Writes FOLDER.jsa: archive FOLDER LOG
archive() {
  join_jars "$1"
  if ! env -i "$jdk/bin/java" "${flags[@]}" -XX:ArchiveClassesAtExit="$1.jsa" -Djava.awt.headless=true \
    -Dslmlab.home="$root" -cp "$class_path" slmlab.cli.Main \
    run ppo/cartpole.json ppo_cartpole train --max-frame 4000 --quiet --data "$1.run" \
    >>"$2" 2>&1 </dev/null; then
    echo "slm-lab: no archive of classes was made; every start takes a third of a second longer" >>"$2"
    rm -f "$1.jsa"
  fi
  rm -rf "$1.run"
}
