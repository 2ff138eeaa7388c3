#!/usr/bin/env bash
# What was measured, held against the plan: one step time, then two sizes of the cluster.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"
plan=../01-plan-llama3-70b/llama3-70b-1024-h100.yaml

busbar plan "$plan" --measured 4.9s
section "Measured 4.9 s"
has "Measured 4.9 s against predicted" "how to find out"

busbar scaling --measured 8=4800tok/s,1024=488000tok/s --plan "$plan"
show
has "baseline-out-of-memory"

busbar scaling --measured 128=120000tok/s,1024=860000tok/s --plan "$plan" --price '$2.50/h'
show
has "What the plan attributes the loss to"

busbar scaling --measured 128=120000tok/s,1024=860000tok/s --plan "$plan" --format json
keys points efficiency predicted_efficiency unexplained_share point_per_year_usd
