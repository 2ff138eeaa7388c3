#!/usr/bin/env bash
# The predicted time of an all-reduce, and why NCCL takes Ring and not NVLS on four GPUs.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

busbar collective all_reduce --cluster dgx-h100:4 -b 8 -e 8G -f 8
show
has "all_reduce on 32 GPUs" "Where NCCL changes its choice" "NVLSTree"

busbar collective all_reduce --cluster dgx-h100:1 --ranks 4 -b 256M -e 256M --explain 256M
section "Candidates at 256 MiB"
has "* Ring" "slower by NCCL's model" "NVLSTree joins nodes"

busbar collective all_reduce --cluster dgx-h100:1 -b 256M -e 256M --explain 256M
section "Candidates at 256 MiB" | sed -n 1,6p
has "* NVLS"

busbar collective all_reduce --cluster dgx-h100:1 -b 256M -e 256M --env NCCL_NVLS_ENABLE=0 --explain 256M
section "Candidates at 256 MiB"
has "* Ring" "NCCL_NVLS_ENABLE=0"

busbar collective all_reduce --cluster dgx-h100:1 -b 2000000000 -e 2000000000 --textbook
section "Textbook beside ours"
has "the same by NVLS"

busbar collective all_reduce --cluster dgx-h100:4 --format json
keys rows crossovers p10_us p90_us busbw_bytes_per_s limit
