# shellcheck shell=bash
# What our scripts share: finding the JDK 25 and the Maven. Sourced, never run.
# Written for bash 3.2, which macOS still ships.
# shellcheck disable=SC2034,SC2154 # takes $root, the folder of the project; gives $jdk and $maven

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

# Prints where the symlink $1 leads in the end. (readlink -f is missing on older macOS.)
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

# Prints the folders that may be a JDK, one pattern a line.
# SLM_LAB_JDK_DIRS, patterns with colons between them, takes their place.
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
  local IFS=$'\n' # a pattern may hold spaces; only a line ends it
  for home in $(jdk_places); do
    if is_jdk25 "$home"; then
      found=$home
      return 0
    fi
  done
  return 1
}

# Sets $jdk to a JDK 25: JAVA_HOME, else the one remembered in .slm-lab/jdk, else one we find.
# Says what to install and ends with code 2 if there is none.
find_jdk() {
  local memo=$root/.slm-lab/jdk remembered='' found=''
  if [ -r "$memo" ]; then
    IFS= read -r remembered <"$memo" || true
  fi
  if [ -n "${JAVA_HOME-}" ] && is_jdk25 "$JAVA_HOME"; then
    jdk=$JAVA_HOME
  elif [ -n "$remembered" ] && is_jdk25 "$remembered"; then
    jdk=$remembered
  elif search_jdk; then
    jdk=$found
  else
    no_jdk
    exit 2
  fi
  if [ "$jdk" != "$remembered" ]; then
    # A folder we may not write to only costs the next run a search.
    { mkdir -p "$root/.slm-lab" && printf '%s\n' "$jdk" >"$memo.$$" && mv -f "$memo.$$" "$memo"; } 2>/dev/null || true
  fi
}

no_jdk() {
  {
    echo "slm-lab needs a JDK 25 and found none. Eclipse Temurin 25 is a good one:"
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

# Sets the array $maven: the installed Maven if it is one of 3.8 and 3.9, else the wrapper, which downloads one.
# Installed goes first because it works without a network; every plugin is pinned, so both build the same.
find_maven() {
  maven=("$root/mvnw")
  if command -v mvn >/dev/null; then
    case $(JAVA_HOME=$jdk mvn --version 2>/dev/null || true) in
      *"Apache Maven 3.8."* | *"Apache Maven 3.9."*) maven=(mvn) ;;
    esac
  fi
}
