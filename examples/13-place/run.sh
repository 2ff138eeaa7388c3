#!/usr/bin/env bash
# A discovered fabric, and the nodes of a job on it.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

# What is there, and what is wrong with it.
busbar fabric show ibnetdiscover.txt
show
has "16 leaf + 1 spine" "miscabled-rail" "node008 has 7 of 8"

# Which nodes, in which order; a host file by hand beside it.
busbar place --plan plan.yaml --fabric ibnetdiscover.txt --confirm --check hostfile
show
has "proved to be the best" "node[001,005,007,009]" "placement-loses"

# The same from what SLURM knows.
busbar place --plan plan.yaml --cluster cluster.yaml --free topology.conf --emit slurm
show 12
has "#SBATCH --nodes=4" "--switches=1"

busbar place --plan plan.yaml --fabric ibnetdiscover.txt --format json
keys gain_share bound_step_s proved_best leaf_groups rate_share order
