# Sourced by the run.sh of every example. It goes to the example's folder and gives these words:
#   busbar ARGS…      runs the program, shows the call, keeps what it printed in $answer
#   finds ARGS…       the same for a call that may find something critical: exit code 0 or 1
#   show [LINES]      prints the answer, or its first lines
#   section TITLE     prints one block of it
#   has TEXT… / keys KEY…   fail unless the answer holds every text / every JSON key
#   library ARGS…     runs a Java file on the library, shows the call, keeps what it printed in $answer;
#                     for other calls $java is the JVM, and $classes the library after library_is_built
# BUSBAR names the program to run; without it the launcher of this checkout is taken.
# BUSBAR_LIBRARY is the class path of the library; without it the jars of this checkout are taken.
set -euo pipefail

program=${BUSBAR:-}
if [[ $program == */* ]]; then # from the caller's folder, before it is left
  program=$(cd -- "$(dirname -- "$program")" && pwd)/${program##*/}
fi
cd -- "$(dirname -- "${BASH_SOURCE[1]}")"
program=${program:-../../busbar}
scratch=$(mktemp -d)
answer=$scratch/answer
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "${PWD##*/}: $1" >&2
  exit 1
}

shown() {
  local word line='$'
  for word in "$@"; do
    [[ $word =~ ^[A-Za-z0-9_.,:/=%+-]+$ ]] || word="'$word'"
    line+=" $word"
  done
  printf '\n%s\n' "$line"
}

busbar() {
  local code=0
  shown busbar "$@"
  command "$program" "$@" >"$answer" || code=$?
  [[ $code == 0 ]] || fail "exit code $code"
  [[ -s $answer ]] || fail "no answer"
}

finds() {
  local code=0
  shown busbar "$@"
  command "$program" "$@" >"$answer" || code=$?
  [[ $code == 0 || $code == 1 ]] || fail "exit code $code"
  [[ -s $answer ]] || fail "no answer"
}

# Three jars and nothing else: the library needs no other one, and no flag of the JVM.
library_is_built() {
  source ../../tools/jdk.bash
  find_jdk
  java=$jdk/bin/java
  classes=${BUSBAR_LIBRARY:-}
  if [[ -z $classes ]]; then
    command ../../busbar --version >/dev/null # builds when something changed
    classes=$(printf '%s:' ../../app/target/lib/{base,collective,runtime}-*.jar)
  fi
}

library() {
  local code=0
  library_is_built
  shown java -cp base.jar:collective.jar:runtime.jar "$@"
  "$java" -cp "$classes" "$@" >"$answer" || code=$?
  [[ $code == 0 ]] || fail "exit code $code"
  [[ -s $answer ]] || fail "no answer"
}

show() {
  if [[ $# == 0 ]]; then
    cat "$answer"
  else
    head -n "$1" "$answer"
    echo "  ..."
  fi
}

section() {
  awk -v title="$1" 'index($0, title) == 1 { on = 1 } on && /^$/ { exit } on' "$answer"
}

has() {
  local text
  for text in "$@"; do
    grep -qF -- "$text" "$answer" || fail "the answer lacks: $text"
  done
}

keys() {
  local key
  for key in "$@"; do
    grep -qF -- "\"$key\":" "$answer" || fail "the answer lacks the key $key"
  done
  echo "  JSON with ${*}"
}
