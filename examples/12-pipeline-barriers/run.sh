#!/usr/bin/env bash
# tp 8, pp 8, cp 4, dp 8 at 62 %: which dimension makes the others wait, and what helps.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

# Eight stages with twelve micro-batches: 7 of 19 time slots are bubble, whatever the network does.
busbar plan plan.yaml
section "The step"
section "Communication per step and GPU"
has "36.8 % of the whole, of an even pipeline"

# In training: weight gradients fill the bubble, or more micro-batches make it a smaller part.
busbar plan plan.yaml --schedule zb-v
section "The step"
has "4.00 % of the whole, of an even pipeline"
busbar plan plan.yaml --global-batch 192
section "The step"
has "22.6 % of the whole, of an even pipeline"

# In the network: even 7:1 at the leaves costs less than the bubble.
busbar design --plan plan.yaml
section "What the job gets"
section "Reduction in the network"
has "7:1 at the leaves" "256 data-parallel groups"

# In placement, with less bandwidth above the leaves: what should stay below a leaf.
for order in tp,ep,pp,dp,cp tp,cp,ep,pp,dp tp,dp,cp,ep,pp; do
  busbar plan plan.yaml --cluster oversubscribed.yaml --order "$order"
  section "The step" | head -3
  section "Communication per step and GPU"
done
has "data parallel        32  leaf"
