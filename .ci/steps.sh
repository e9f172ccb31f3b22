# Runs the steps of .ci/run, and reports on them. A step is a name and a command, which may be a function. Its output is
# kept in a file: steps run side by side without mixing theirs, and the report reads there what the tests counted.

kept=$(mktemp -d)
steps=0
# A third uses what two processors have left while others wait for the network.
at_once=$(($(nproc 2>/dev/null || echo 2) + 1))

# Runs the step of a number through a program that takes its output, and writes down how it ended. Never fails itself; nor
# may it be called in a condition, where bash would go on after a command of the step that fails.
perform() {
  local number=$1 show=$2 begun=$SECONDS status
  shift 2
  set +e
  (
    set -euo pipefail
    "$@"
  ) </dev/null 2>&1 | "$show" "$kept/$number.log"
  status=${PIPESTATUS[0]}
  set -e
  echo $((SECONDS - begun)) "$status" >"$kept/$number.result"
}

into() { cat >"$1"; }

# A step that is watched: step <name> <command>...
step() {
  local name=$1
  shift
  enter "$name"
  printf '\n=== %s\n' "$name"
  perform "$steps" tee "$@"
}

# A step beside others: a line when it passes, all of its output when it fails. Its process is $!, and that of a group of
# its own, by which all that it runs can be stopped.
# beside <name> <command>...
beside() {
  local name=$1
  shift
  enter "$name"
  while [ "$(jobs -rp | wc -l)" -ge "$at_once" ]; do wait -n || true; done
  set -m
  {
    perform "$steps" into "$@"
    say_end "$steps"
  } &
  set +m
}

stop_all() {
  local group
  for group in $(jobs -rp); do kill -- "-$group" 2>/dev/null || true; done
}

# A step that is not run: leave_out <name> <reason>
leave_out() {
  enter "$1"
  printf '%s\n' "$2" >"$kept/$steps.why"
}

enter() {
  steps=$((steps + 1))
  printf '%s\n' "$1" >"$kept/$steps.name"
}

say_end() {
  local name seconds status
  name=$(<"$kept/$1.name")
  read -r seconds status <"$kept/$1.result"
  if [ "$status" = 0 ]; then
    echo "--- $name: passed in $seconds s"
  else
    printf '%s\n' "--- $name: FAILED after $seconds s" "$(<"$kept/$1.log")" "--- end of $name"
  fi
}

# Whether every step has passed that was run.
all_passed() {
  local result seconds status
  for result in "$kept"/*.result; do
    [ -e "$result" ] || continue
    read -r seconds status <"$result"
    [ "$status" = 0 ] || return 1
  done
}

# The table of all steps, and what was flaky. Called at the end, whatever it is.
report() {
  local number seconds status result note all_flaky=''
  printf '\n%-42s %7s  %-8s %s\n' Step Seconds Result Tests
  for ((number = 1; number <= steps; number++)); do
    seconds=- result='not run' note=
    if [ -e "$kept/$number.result" ]; then
      read -r seconds status <"$kept/$number.result"
      if [ "$status" = 0 ]; then result=passed; else result=FAILED; fi
      note=$(counts "$kept/$number.log")
      all_flaky+=$(flaky "$kept/$number.log")
    elif [ -e "$kept/$number.why" ]; then
      note=$(<"$kept/$number.why")
    else
      result=stopped
    fi
    printf '%-42s %7s  %-8s %s\n' "$(<"$kept/$number.name")" "$seconds" "$result" "$note"
  done
  printf 'All of it took %d min %d s.\n' $((SECONDS / 60)) $((SECONDS % 60))
  [ -z "$all_flaky" ] || printf '\nFlaky: these passed at the second try only. Mend them.\n%s\n' "$all_flaky"
}

# What Jest ("Tests: 1 failed, 30 passed, 31 total") or Playwright ("  30 passed (5.0m)", a line for each) counted.
counts() {
  plain "$1" | awk '
    /^Tests: / { sub(/^Tests: +/, ""); sub(/, [0-9]+ total.*/, ""); add($0) }
    /^  [0-9]+ (failed|interrupted|flaky|skipped|did not run|passed)/ { sub(/^ +/, ""); sub(/ \(.*\)$/, ""); add($0) }
    function add(count) { all = all (all == "" ? "" : ", ") count }
    END { print all }'
}

# The names below "  2 flaky" at the end of Playwright's output.
flaky() {
  plain "$1" | awk '
    /^  [0-9]+ [a-z]/ { inside = ($2 == "flaky"); next }
    inside && /^    [^ ]/ { sub(/ +(─)+$/, ""); print }'
}

# A step's output without colours.
plain() { sed $'s/\e\\[[0-9;]*[A-Za-z]//g' "$1"; }
