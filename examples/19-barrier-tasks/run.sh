#!/usr/bin/env bash
# Tasks that know of each other only through somebody else's allGather, as in Spark's barrier stages.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

library -XX:+UseSerialGC -XX:TieredStopAtLevel=1 BarrierTasks.java
show
has "tcp: 3 ranks" "3 tasks have the same histogram"
