#!/usr/bin/env bash
# Training that loses a process: the others notice, form a smaller group, and go on.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

library -XX:+UseSerialGC -XX:TieredStopAtLevel=1 Recovery.java
show
has "rank 0: rank 1 died" "rank 2: is rank 1 of 2 now" "the loss is that of a training that lost nobody"
