#!/usr/bin/env bash
# Jobs that share a fabric, files of other simulators, and what overlap hides of a step.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

# A ring and an incast that share a host: what sharing costs, with and without DCQCN.
busbar simulate --scenario scenario.yaml
show
has "training" "storage" "slower" "Jobs, dcqcn"

# htsim's matrix on htsim's tree, then a GOAL schedule on the fabric that is taken without a place.
busbar simulate --matrix wave.cm --topo fat_tree_16.topo --fidelity message,flow,packet
show
has "wave.cm of 16 ranks on fat_tree_16.topo"
busbar simulate --goal ring.goal --fidelity packet
section "Run"
has "message times"

# One step of the first example's plan: how much of its communication computation hides.
plan=../01-plan-llama3-70b/llama3-70b-1024-h100.yaml
busbar simulate step --plan "$plan"
show
has "Last micro-batch" "exposed"
busbar simulate step --plan "$plan" --overlap on,off --bucket 25MB,100MB,1GB
show
has "overlap" "bucket"

busbar simulate step --plan "$plan" --format json
keys step_s hidden_s exposed_s hidden_share bucket_bytes
