#!/usr/bin/env bash
# Data-parallel training: four ranks, gradients in buckets, the loss of one rank at every step.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

library Training.java
show
has "3 buckets" "hidden behind the backward pass" "4 ranks and one rank agree at all 30 steps"
