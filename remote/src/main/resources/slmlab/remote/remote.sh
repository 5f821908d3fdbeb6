# shellcheck shell=sh
# What slm-lab does on another machine: sh -c THIS sh VERB ARGUMENTS, over ssh. Needs a Linux with POSIX sh, tar, gzip,
# sha256sum and a few small programs. Answers in lines of words behind the line slm-lab-answer, which tells them from
# what a login prints; a problem is the line "problem" with a sentence, and exit code 9.
#
# ~/.slm-lab/packages/SHA256/       what was sent, unpacked; SHA256-CLIENT.part while it is on its way
# ~/.slm-lab/runs/ID/               one run: command, work/ (its spec), data/ (its run folders), log, process, exit
set -eu
LC_ALL=C
export LC_ALL
umask 077
base=$HOME/.slm-lab

problem() {
  printf 'problem %s\n' "$1"
  exit 9
}

size() {
  if [ -f "$1" ]; then wc -c <"$1" | tr -d ' '; else echo 0; fi
}

digest() {
  sum=$(sha256sum <"$1")
  echo "${sum%% *}"
}

# When a process started, in ticks since the boot; nothing if there is none, or if it is dead and nobody has asked.
started() {
  [ -r "/proc/$1/stat" ] || return 0
  facts=$(cat "/proc/$1/stat" 2>/dev/null) || return 0
  # shellcheck disable=SC2086
  set -- ${facts##*) }
  case $1 in
    Z | X) ;;
    *) echo "${20}" ;;
  esac
}

# Sets $state: running, ended CODE, rebooted, died, new or missing.
state() {
  if [ ! -d "$run" ]; then
    state=missing
  elif [ -r "$run/exit" ]; then
    state="ended $(cat "$run/exit")"
  elif [ ! -r "$run/process" ]; then
    state=new
  else
    read -r boot pid ticks <"$run/process" || true
    if [ "$boot" != "$(cat /proc/sys/kernel/random/boot_id)" ]; then
      state=rebooted
    elif [ "$(started "$pid")" = "$ticks" ]; then
      state=running
    else
      state=died
    fi
  fi
}

# Starts the run in $run, away from this login, and waits until it is there.
start() {
  rm -f "$run/exit" "$run/process"
  if command -v setsid >/dev/null; then
    setsid nohup sh "$run/job.sh" "$run" "$1" >/dev/null 2>&1 </dev/null &
  else
    nohup sh "$run/job.sh" "$run" "$1" >/dev/null 2>&1 </dev/null &
  fi
  tries=0
  while [ ! -r "$run/process" ]; do
    tries=$((tries + 1))
    [ "$tries" -le 100 ] || problem "the run did not start; see $run"
    sleep 0.1
  done
  echo started
}

verb=$1
shift
echo slm-lab-answer
case $verb in

  # probe SHA256 CLIENT: what this machine is, and what of the package it has.
  probe)
    echo "system $(uname -s)"
    echo "arch $(uname -m)"
    if libc=$(getconf GNU_LIBC_VERSION 2>/dev/null); then
      echo "libc $libc"
    elif ls /lib/ld-musl-* >/dev/null 2>&1; then
      echo "libc musl"
    else
      echo "libc unknown"
    fi
    for tool in bash tar gzip xz zstd sha256sum head tail stat; do
      if command -v "$tool" >/dev/null; then echo "tool $tool"; fi
    done
    mkdir -p "$base/packages" "$base/runs" || problem "cannot write in $HOME"
    df -Pk "$base" | {
      read -r _
      read -r _ _ _ free _
      echo "free $free"
    }
    echo "time $(date +%s)"
    echo "home $HOME"
    if [ -x "$base/packages/$1/slm-lab" ]; then echo "package whole"; fi
    echo "part $(size "$base/packages/$1-$2.part")"
    ;;

  # receive SHA256 CLIENT FROM: the rest of a package, on stdin.
  receive)
    part=$base/packages/$1-$2.part
    if [ "$3" = 0 ]; then rm -f "$part"; fi
    [ "$(size "$part")" = "$3" ] || problem "the beginning of the package is not there any more; run it again"
    # shellcheck disable=SC2094
    if ! cat >>"$part"; then
      rm -f "$part"
      problem "cannot write $part: is the disk full? What had arrived was discarded"
    fi
    echo "part $(size "$part")"
    ;;

  # unpack SHA256 CLIENT PROGRAM: check what has arrived and put it in place. PROGRAM uncompresses.
  unpack)
    part=$base/packages/$1-$2.part
    if [ "$(digest "$part")" != "$1" ]; then
      rm -f "$part"
      problem "the package arrived damaged, and was discarded; run it again"
    fi
    new=$base/packages/$1-$2.new
    rm -rf "$new"
    mkdir "$new"
    if ! "$3" -dc "$part" | tar -xf - -C "$new"; then
      rm -rf "$new" "$part"
      problem "the package cannot be unpacked: is the disk full? It was discarded"
    fi
    product=
    for each in "$new"/*/slm-lab; do product=$each; done
    [ -x "$product" ] || problem "the package holds no slm-lab"
    if ! said=$("$product" --version 2>&1); then
      rm -rf "$new" "$part"
      problem "slm-lab does not run on this machine: $(echo "$said" | tail -n 1)"
    fi
    [ -d "$base/packages/$1" ] || mv "${product%/slm-lab}" "$base/packages/$1"
    rm -rf "$new" "$part"
    echo "package whole"
    ;;

  # begin ID SHA256 OF-PAYLOAD: make the folder of a run from the archive on stdin, and start it.
  begin)
    run=$base/runs/$1
    [ ! -e "$run" ] || problem "$run is there already"
    new=$run.part
    rm -rf "$new"
    mkdir -p "$new"
    cat >"$new/payload.tar" || problem "cannot write $new: is the disk full?"
    if [ "$(digest "$new/payload.tar")" != "$3" ]; then
      rm -rf "$new"
      problem "the spec arrived damaged; run it again"
    fi
    tar -xf "$new/payload.tar" -C "$new" || problem "cannot write $new: is the disk full?"
    rm -f "$new/payload.tar"
    mkdir -p "$new/data" "$new/work"
    mv "$new" "$run"
    start "$base/packages/$2"
    ;;

  # again ID SHA256: start a run anew with the command on stdin.
  again)
    run=$base/runs/$1
    state
    case $state in
      missing) problem "there is no run $1 here" ;;
      running) problem "it is running" ;;
    esac
    [ -x "$base/packages/$2/slm-lab" ] || problem "the package is not here any more; launch the run again"
    cat >"$run/command.part"
    mv "$run/command.part" "$run/command"
    start "$base/packages/$2"
    ;;

  # state ID…: how the runs are; for each its folders, and the seconds since one of its files was written.
  state)
    now=$(date +%s)
    for id in "$@"; do
      run=$base/runs/$id
      state
      echo "run $id"
      echo "state $state"
      [ -d "$run" ] || continue
      newest=$(find "$run/log" "$run/data" -type f -exec stat -c %Y {} + 2>/dev/null | sort -n | tail -n 1)
      if [ -n "$newest" ]; then echo "age $((now - newest))"; fi
      for folder in "$run"/data/*/; do
        if [ -d "$folder" ] && [ ! -L "${folder%/}" ]; then
          folder=${folder%/}
          echo "folder ${folder##*/}"
        fi
      done
    done
    ;;

  # log ID FROM: the log from a byte on, behind its size and whether the run still runs.
  log)
    run=$base/runs/$1
    state
    bytes=$(size "$run/log")
    echo "state $state"
    echo "size $bytes"
    if [ "$bytes" -gt "$2" ]; then tail -c "+$(($2 + 1))" "$run/log" | head -c "$((bytes - $2))"; fi
    ;;

  # stop ID SECONDS: let a run write its state and end; wait for it.
  stop)
    run=$base/runs/$1
    state
    if [ "$state" = running ]; then
      read -r boot pid ticks <"$run/process"
      kill -TERM "$pid" 2>/dev/null || true
      waited=0
      while [ "$state" = running ] && [ "$waited" -lt "$2" ]; do
        sleep 1
        waited=$((waited + 1))
        state
      done
    fi
    echo "state $state"
    ;;

  # list ID: the files of a run's folders: digest, bytes, path.
  list)
    run=$base/runs/$1
    state
    echo "state $state"
    cd "$run/data" 2>/dev/null || problem "there is no run $1 here"
    find . -type d ! -name . | while IFS= read -r path; do printf 'folder %s\n' "$path"; done
    find . ! -type d ! -type f | while IFS= read -r path; do printf 'other %s\n' "$path"; done
    find . -type f | while IFS= read -r path; do
      bytes=$(size "$path")
      sum=$(head -c "$bytes" "$path" 2>/dev/null | sha256sum)
      printf 'file %s %s %s\n' "${sum%% *}" "$bytes" "$path"
    done
    echo end
    ;;

  # send ID: parts of files, as the lines on stdin ask: FROM COUNT PATH.
  send)
    cd "$base/runs/$1/data" || problem "there is no run $1 here"
    while read -r from count path; do
      have=$(($(size "$path") - from))
      if [ "$have" -gt "$count" ]; then have=$count; fi
      if [ "$have" -lt 0 ]; then have=0; fi
      echo "bytes $have"
      if [ "$have" -gt 0 ]; then tail -c "+$((from + 1))" "$path" | head -c "$have"; fi
    done
    ;;

  *) problem "unknown verb" ;;
esac
