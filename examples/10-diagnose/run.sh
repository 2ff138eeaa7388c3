#!/usr/bin/env bash
# A slow job: the cause from three tools' outputs, what changed, what to collect, what to share.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

# A finding at --fail-on (critical unless told) gives exit code 1; here all is in order.
busbar diagnose good --cluster dgx-h100:2
section "Measured and achievable"
has "97 %"

busbar diagnose --describe ib-port-down
show

# What changed since the good run: half of the NICs are gone, and so is half of the bandwidth.
code=0
command "$program" diagnose now --baseline good --cluster dgx-h100:2 --fail-on warning >"$answer" || code=$?
[[ $code == 1 ]] || fail "a warning gives exit code 1, not $code"
show 12
section "What changed since the good run"
has "ib-port-down" "explains" "RDMA NICs of"

busbar diagnose --runbook --cluster dgx-h100:2
show 20
has "18 links of each GPU" "rate 400 Gb/s"

busbar diagnose --emit-collect
has "nvidia-smi topo -m"

busbar diagnose good --redact "$scratch/shared"
section "Replaced"
has "host"
