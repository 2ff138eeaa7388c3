#!/usr/bin/env bash
# The same model with its experts over 64 ranks: across servers, and inside one NVLink domain.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

for plan in deepseek-v3-h800.yaml deepseek-v3-gb200-nvl72.yaml; do
  busbar plan "$plan"
  section "The step"
  section "Where the step's time goes"
  section "Communication per step"
  has "expert parallel"
done

busbar plan deepseek-v3-gb200-nvl72.yaml --format json
keys communication dimension level exposed_s hidden_s
grep -A 2 '"dimension": "expert_parallel"' "$answer" | grep -q '"level": "scale-up"' ||
  fail "the expert groups leave the NVLink domain"
