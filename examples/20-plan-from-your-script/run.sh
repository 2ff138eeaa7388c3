#!/usr/bin/env bash
# A plan from the files that start the training.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

busbar plan job.sh --cluster dgx-h100
show 60
has "dgx-h100:16" "settings understood" "my-own-flag"

busbar plan job.sh --cluster dgx-h100 --emit megatron
has "--num-layers 80" "--group-query-attention" "--tensor-model-parallel-size 8"

busbar plan ds_config.json --model llama3-8b --cluster h100:16
show 40
has "settings understood"
