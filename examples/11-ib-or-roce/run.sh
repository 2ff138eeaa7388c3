#!/usr/bin/env bash
# 10,000 GPUs with $500M: InfiniBand or RoCE, and what would turn the decision.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

# What the money buys, and the network's share of it.
busbar design --budget 500M --node dgx-h100
section "What the budget buys"
section "The bill"
has "10,352"

# What SHARP does for a 175B all-reduce on 10,000 GPUs, and what it is worth.
busbar design --gpus 10000 --growth 16384 --plan plan.yaml --compare ib,roce
section "What the job gets"
section "Reduction in the network"
section "Decision"
section "InfiniBand against RoCE"
section "What would turn it"
section "The same, ours"
has "226.9 ms -> 114.3 ms" "InfiniBand is cheaper per 10^12 tokens"

# The same with a textbook's switch prices, for which there is no source.
busbar design --gpus 10000 --plan plan.yaml --compare ib,roce --prices textbook-prices.yaml
section "Decision"
section "What would turn it"
has "RoCE is cheaper per 10^12 tokens"

# A record to keep, with every assumption.
busbar design --gpus 10000 --plan plan.yaml --compare ib,roce --emit markdown
show 12
has "## Decision" "## Every assumption" "## What would turn it"

busbar design --gpus 10000 --plan plan.yaml --compare ib,roce --format json
keys leaf_switches spine_switches core_switches node_leaf_cables leaf_spine_cables \
  spine_core_cables cheaper_share deciding flips dimensions
