#!/usr/bin/env bash
# A collective and an incast played on a fabric, from a formula to single packets.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

# One ring, four ways to look at it: they agree, and none is below its bound.
busbar simulate all_reduce --fabric fat-tree:8 --ranks 64 --size 64MB \
  --fidelity closed,message,flow,packet
show
has "Comparison" "Bound 2.521 ms"

# Eight senders, one receiver: what each kind of congestion control costs.
busbar simulate incast --senders 8 --fabric fat-tree:4 --size 4MiB --fidelity packet \
  --congestion none,dcqcn,ib
show
has "dcqcn" "Bound 672.1 us"

# Switches in a circle with small buffers: they end up waiting for each other.
# That is no success: the exit code is 1.
deadlock=(simulate permutation --fabric ring:4x4 --size 4MiB --buffer 200kB --fidelity packet
  --congestion none)
shown busbar "${deadlock[@]}"
code=0
command "$program" "${deadlock[@]}" >"$answer" || code=$?
[[ $code == 1 ]] || fail "a deadlock gives exit code 1, not $code"
section "What went wrong"
has "Deadlock: 4 links wait for each other in a circle"

busbar simulate incast --senders 8 --fabric fat-tree:4 --size 4MiB --fidelity packet --format json
keys completion_s bound_s link_hops pauses marks drops hottest_links
