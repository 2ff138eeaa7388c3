#!/usr/bin/env bash
# One plan in three ways: to read, against a textbook's arithmetic, and for another program.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"
plan=llama3-70b-1024-h100.yaml

busbar plan "$plan"
show
has "The step" "Where the step's time goes" "Memory of a GPU at its peak" "Scaling"

busbar plan "$plan" --textbook
sed -n '/^Textbook and ours/,$p' "$answer"
has "140 GB" "271 GB" "387 GB/s" "0.70 s" "9.3 %" "5.8 %"

busbar plan "$plan" --format json
keys schema step_s gradient_bytes_per_gpu dp_allreduce_line_rate_s bubble_over_ideal bubble_share \
  state_bytes_per_gpu
has '"schema": "busbar/plan/1"'
