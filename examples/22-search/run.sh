#!/usr/bin/env bash
# What to take to train in so many days for so much, and a plan of the first choice.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

busbar search search.yaml --save-plan "$scratch/best.yaml" --csv "$scratch/front.csv"
show
has "the cheapest" "within the limits: dgx-" "Cheapest point of each cluster" "Time against cost"

busbar plan "$scratch/best.yaml" --brief
show 12
has "llama3-8b"

busbar search search.yaml --budget '$20k'
show 8
has "no set-up keeps to what was asked for" "the nearest ones follow"

busbar search --model llama3-8b --cluster dgx-h100:8..32 --format json
keys choices front headroom_share per_trillion_tokens_j
