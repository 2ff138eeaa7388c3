#!/usr/bin/env bash
# The fabric of an Ethernet site from what its switches say of their neighbours.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

# LLDP of four leaves and two spines, two vendors: what is there, and what is wrong with it.
busbar fabric show lldp
show
has "4 leaf + 2 spine" "miscabled-rail" "gpu05 enp60s0np0 -> leaf2 Ethernet32, on rail 2 instead of 1" \
  "leaf0 swp30 - spine0 Ethernet8: 100GbE, others 400GbE" "leaf3 - spine1: 1 of 2 cables"

# The same fabric for other tools: a list of cables, SLURM's tree, a lab of containers.
busbar fabric show lldp --emit cables
show 4
has "leaf0,swp1,gpu01,enp26s0np0,400G"
busbar fabric show lldp --emit topology.conf
show
has "SwitchName=leafgroup0 Nodes=gpu[01-08]"

# A fabric that is only designed, as a list of cables.
busbar design --gpus 64 --node dgx-h100 --network roce --emit cables
show 4
has "node0001,nic0,leaf1,p1,400G"
