#!/usr/bin/env bash
# Algorithms of collectives: proved, written for MSCCL, read again, refused when wrong.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

busbar algo prove halving-doubling --ranks 8
show 45
has "Proved" "Who holds what"

busbar algo export halving-doubling --ranks 8
show 8
has "<algo name=" 'type="rrc"'
cp "$answer" "$scratch/algo.xml"

busbar algo play "$scratch/algo.xml" --size 256KiB --fidelity message,flow --execute
show 30
has "executed" "right"

# One sum is left out: the first chunk that is wrong is named, with exit code 1.
sed '0,/type="rrc"/s//type="r"/' "$scratch/algo.xml" >"$scratch/wrong.xml"
shown busbar algo prove wrong.xml
if command "$program" algo prove "$scratch/wrong.xml" >"$answer"; then
  fail "a wrong algorithm was proved"
fi
show 16
has "Refused" "wanted is block"
