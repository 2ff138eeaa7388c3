#!/usr/bin/env bash
# Ranks as processes of one host: they meet in a folder or at a port, and share memory or use TCP.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"
library_is_built

# Starts ranks as a launcher does: the same program, told by the environment who it is.
together() { # RANKS TRANSPORT
  local rank pids=()
  shown BUSBAR_RANK=0 "BUSBAR_RANKS=$1" "BUSBAR_MEET=$BUSBAR_MEET" java Ranks.java "$2"
  for ((rank = 0; rank < $1; rank++)); do
    # Short programs: the JVM's first compiler is enough.
    BUSBAR_RANK=$rank BUSBAR_RANKS=$1 "$java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
      -cp "$classes" Ranks.java "$2" >"$scratch/rank-$rank" &
    pids+=($!)
  done
  for rank in "${!pids[@]}"; do
    wait "${pids[$rank]}" || fail "rank $rank ended with exit code $?"
  done
  cat "$scratch"/rank-* >"$answer"
  show
}

# They meet in a folder, which is gone afterwards, and share memory.
export BUSBAR_MEET=$scratch/meet
together 3 shm
has "shm: 3 processes of one host" "plain kernels" "200000 samples counted by 3 processes"
[[ ! -e $BUSBAR_MEET ]] || fail "the folder is still there"
rm "$scratch"/rank-*

# They meet at a port of rank 0, which turns away who does not know the token, and use TCP.
port=$((20000 + RANDOM % 10000))
while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
  port=$((port + 1))
done
export BUSBAR_MEET=127.0.0.1:$port BUSBAR_TOKEN=$RANDOM$RANDOM$RANDOM
together 2 tcp
has "tcp: 2 ranks" "200000 samples counted by 2 processes"
