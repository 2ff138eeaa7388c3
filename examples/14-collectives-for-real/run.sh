#!/usr/bin/env bash
# Collectives that move real bytes: threads, processes over shared memory, processes over TCP.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

# Two threads that read each other's buffers. Every result is checked (#wrong).
busbar perf all_reduce --ranks 2 -b 8 -e 1M -f 8 -n 20
show
has "#wrong" "% limit" "one way between ranks 0 and 1"

# Processes over shared memory, in bfloat16: one rounding at the end.
busbar perf reduce_scatter --ranks 3 --transport shm -d bfloat16 -b 3K -e 192K -f 8 -n 10
section "The machine's own limits"
has "3 processes of this host, shm"

# A ring over TCP on the loopback interface, as the schedule says it.
busbar perf all_reduce --ranks 2 --transport tcp --algo ring -b 64K -e 256K -n 10
has "plain sockets"

busbar perf all_gather --ranks 2 -b 1M -e 1M -n 10 --format json
keys size_bytes time_us algbw_bytes_per_s busbw_bytes_per_s wrong percent_of_limit limits

# The same as a library: ranks are threads of a program.
library Sums.java
show
has "local: 4 threads of one JVM" "plain kernels"
