#!/usr/bin/env bash
# A plan in the words of two frameworks.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"
plan=../01-plan-llama3-70b/llama3-70b-1024-h100.yaml

busbar plan "$plan" --emit megatron
show 40
has "Written for Megatron-LM" "--tensor-model-parallel-size 8" "--pipeline-model-parallel-size 4"
bash -n "$answer" || fail "the settings are no shell script"

busbar plan "$plan" --emit deepspeed
show 40
has "Written for DeepSpeed" "LEFT OUT OR DIFFERENT" '"zero_optimization"'
grep -v '^#' "$answer" >"$scratch/ds_config.json"
[[ $(grep -m 1 . "$scratch/ds_config.json") == '{'* ]] || fail "no JSON is left"
