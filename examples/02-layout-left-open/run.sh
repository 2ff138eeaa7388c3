#!/usr/bin/env bash
# A model and a cluster, no layout: all valid ones are evaluated, the best five are shown.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

busbar plan --model llama3-70b --cluster dgx-h100:16
show 40
has "The best layouts" "the fastest of"

# What is given is kept: only layouts with 8 tensor-parallel ranks are looked at.
busbar plan --model llama3-70b --cluster dgx-h100:16 --tp 8 --format json
keys layouts rank why step_s peak_bytes assumptions
has '"rank": 5'
[[ $(grep -cE '"tp": 8' "$answer") == 6 ]] || fail "a layout without tp 8" # five, and the plan's
