#!/bin/sh
# One run on this machine, started by slm-lab run-remote: sh job.sh FOLDER PRODUCT. It runs on whether anyone is logged
# in or not. TERM lets it write its state and end.
run=$1
product=$2
trap '' HUP
cd "$run/work" || exit 1

facts=$(cat "/proc/$$/stat")
# shellcheck disable=SC2086
set -- ${facts##*) }
echo "$(cat /proc/sys/kernel/random/boot_id) $$ ${20}" >"$run/process.part"
mv "$run/process.part" "$run/process"

# shellcheck source=/dev/null
. "$run/command" # sets the arguments
"$product/slm-lab" "$@" >>"$run/log" 2>&1 </dev/null &
child=$!
trap 'kill -TERM "$child" 2>/dev/null' TERM INT
code=0
wait "$child" || code=$?
while kill -0 "$child" 2>/dev/null; do # a signal ended the wait, not the run
  code=0
  wait "$child" || code=$?
done
echo "$code" >"$run/exit.part"
mv "$run/exit.part" "$run/exit"
