#!/bin/sh
# Gathers what 'busbar diagnose' wants from this machine. Needs no Java and changes nothing.
# Every tool is used only if it is here, for at most 30 seconds. Of the environment only variables
# of NCCL and its transports are kept; no command lines, no user data.
#
#   sh collect.sh [-o DIR] [-l LOG]... [-w SECONDS] [-r ROOT] [-f] [-n]
#
#   -o DIR      where the result goes (the current directory)
#   -l LOG      a log or table to add; may be given several times
#   -w SECONDS  between the two looks at counters (10)
#   -r ROOT     where the host's /sys, /proc, /etc and /var are, e.g. /host in a container
#   -f          also tools that look at the whole fabric: run it on one machine only
#   -n          leave a directory, make no archive
#
# Start it as the job is started, so that limits and environment are the job's:
#   srun --ntasks-per-node=1 sh collect.sh -o /shared/case-17
# As root it also sees ACS of PCIe bridges and the kernel's log.
# Then: busbar diagnose /shared/case-17

set -u
LC_ALL=C
export LC_ALL
out=.
wait_s=10
root=
fabric=no
archive=yes
logs=

usage() {
  sed -n '2,/^$/p' "$0" | sed 's/^# \{0,1\}//'
  exit 2
}

while getopts o:l:w:r:fnh option; do
  case $option in
    o) out=$OPTARG ;;
    l) logs="$logs
$OPTARG" ;;
    w) wait_s=$OPTARG ;;
    r) root=$OPTARG ;;
    f) fabric=yes ;;
    n) archive=no ;;
    *) usage ;;
  esac
done

host=$(uname -n | cut -d. -f1 | tr -c 'A-Za-z0-9_.\n-' '_')
name=busbar-$(date -u +%Y%m%dT%H%M%SZ)-$$
dir=$out/$name/$host
mkdir -p "$dir" || exit 1
limit=20000000

have() {
  command -v "$1" >/dev/null 2>&1
}

bounded() {
  if have timeout; then timeout 30 "$@"; else "$@"; fi
}

# run FILE COMMAND ARGS...: what a tool prints, under a line that says which it was
run() {
  file=$dir/$1.txt
  shift
  if have "$1"; then
    { printf '# busbar collect: %s\n' "$*"; bounded "$@" 2>&1 </dev/null | head -c "$limit"; } >>"$file"
  else
    printf '# busbar collect: %s: not here\n' "$1" >>"$dir/not-here.txt"
  fi
}

# show FILE PATH...: files of /proc, /etc and the like that can be read
show() {
  file=$dir/$1.txt
  shift
  for path in "$@"; do
    if [ -f "$path" ] && [ -r "$path" ]; then
      { printf '# busbar collect: cat %s\n' "$path"; tail -c "$limit" "$path"; } >>"$file" 2>/dev/null
    fi
  done
}

# values FILE PATH...: one-line files as path:value
values() {
  file=$dir/$1.txt
  shift
  { printf '# busbar collect: grep -H . sysfs\n'; grep -H . "$@" /dev/null 2>/dev/null; } >"$file"
}

ib=$root/sys/class/infiniband

counters() {
  values "counters-$1" "$ib"/*/ports/*/counters/* "$ib"/*/ports/*/hw_counters/*
  for net in "$ib"/*/device/net/*; do
    [ -e "$net" ] && run "ethtool-S-$1" ethtool -S "${net##*/}"
  done
}

counters 1

run nvidia-smi nvidia-smi
run nvidia-smi-topo nvidia-smi topo -m
run nvidia-smi-p2p nvidia-smi topo -p2p r
run nvidia-smi-nvlink nvidia-smi nvlink -s
run nvidia-smi-nvlink-errors nvidia-smi nvlink -e
run nvidia-smi-q nvidia-smi -q
run rocm-smi rocm-smi --showtopo
run ibstat ibstat
run ibstatus ibstatus
run ibv_devinfo ibv_devinfo -v
run rdma-link rdma link
run show_gids show_gids
run lspci lspci -vv
run lsmod lsmod
run ofed_info ofed_info -s
run fi_info fi_info --version
run ucx_info ucx_info -v
run ip-link ip -s link
run numactl numactl -H
run df-shm df -k /dev/shm
run ncclras ncclras -v
run fabricmanager systemctl status nvidia-fabricmanager --no-pager -n 50
run imex nvidia-imex-ctl -N
values sysfs "$ib"/*/hca_type "$ib"/*/fw_ver "$ib"/*/ports/*/state "$ib"/*/ports/*/phys_state \
  "$ib"/*/ports/*/rate "$ib"/*/ports/*/link_layer "$ib"/*/ports/*/lid "$ib"/*/ports/*/sm_lid
for net in "$ib"/*/device/net/*; do
  [ -e "$net" ] && run mlnx_qos mlnx_qos -i "${net##*/}"
done
show proc "$root/proc/cmdline" "$root/proc/version" "$root/proc/driver/nvidia/version"
show nccl-conf "$root/etc/nccl.conf" "${HOME:-/nonexistent}/.nccl.conf"
show fabricmanager-log "$root/var/log/fabricmanager.log"

{
  printf '# busbar collect: ls /dev\n'
  ls -l /dev/infiniband /dev/nvidia-caps-imex-channels /dev/nvidia[0-9]* 2>&1
} >"$dir/devices.txt"

{
  printf '# busbar collect: ulimit -l\n'
  awk '/^Max locked memory/ { v = $4; if (v != "unlimited") v = int(v / 1024)
    print "max locked memory       (kbytes, -l) " v }' /proc/self/limits 2>/dev/null
} >"$dir/ulimit.txt"

{
  printf '# busbar collect: env\n'
  env | grep -E '^(NCCL|RCCL|UCX|FI|OFI|SHARP|RDMAV|MLX5|EFA|GLOO|HSA|TORCH_NCCL|TORCH_DISTRIBUTED|CUDA_VISIBLE_DEVICES|CUDA_DEVICE_MAX_CONNECTIONS|NVIDIA_VISIBLE_DEVICES|OMP_NUM_THREADS|SLURM_(JOB_NUM_NODES|NNODES|NTASKS|NTASKS_PER_NODE|PROCID|LOCALID|GPUS_ON_NODE|JOB_NODELIST)|WORLD_SIZE|RANK|LOCAL_RANK)[A-Z0-9_]*=' \
    | grep -Evi '^[^=]*(token|secret|passw|credential|api_?key)' | sort
} >"$dir/env.txt"

if have dmesg; then
  {
    printf '# busbar collect: dmesg -T\n'
    { bounded dmesg -T 2>&1 || bounded dmesg 2>&1; } \
      | grep -Ei 'nvrm|xid|nvidia|nvswitch|mlx5|infiniband|bnxt|efa|aer|pcieport|dmar|iommu|segfault|oom|link is (up|down)' \
      | tail -c "$limit"
  } >"$dir/dmesg.txt"
fi

if [ "$fabric" = yes ]; then
  run iblinkinfo iblinkinfo
  run ibqueryerrors ibqueryerrors
  run ibnetdiscover ibnetdiscover -p
fi

[ -d "$ib" ] && sleep "$wait_s"
counters 2

printf '%s\n' "$logs" | while IFS= read -r log; do
  if [ -n "$log" ] && [ -f "$log" ] && [ -r "$log" ]; then
    mkdir -p "$dir/logs"
    tail -c 200000000 "$log" >"$dir/logs/${log##*/}"
  elif [ -n "$log" ]; then
    printf 'collect.sh: %s cannot be read\n' "$log" >&2
  fi
done

if [ "$archive" = yes ] && have tar && tar -C "$out" -cf "$out/$name-$host.tar" "$name"; then
  rm -r "${out:?}/$name"
  if have gzip && gzip "$out/$name-$host.tar"; then
    echo "$out/$name-$host.tar.gz"
  else
    echo "$out/$name-$host.tar"
  fi
else
  echo "$out/$name"
fi
