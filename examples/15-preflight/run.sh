#!/usr/bin/env bash
# Hosts made of network namespaces: healthy, then one with a slow cable, then what diagnose says.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

tool=../../tools/hosts
name=ex$$
hosts=$scratch/hosts.txt

# Without root: two addresses of this host. All of it runs, but there is no network to test.
if ! "$tool" up "$name" 4 1gbit 2>"$scratch/why"; then
  echo "no namespaces here ($(head -n 1 "$scratch/why")): two loopback addresses instead"
  printf 'a address=127.0.0.1\nb address=127.0.0.2\n' >"$hosts"
  # Loopback is as fast as the processor is free, so something may well stand out (exit code 1).
  finds preflight --hosts "$hosts" --launch "env HOST={host} {command}" --duration 0.1 --splits 1 --format json
  keys outliers healthy host_rows pairs
  exit
fi
trap '"$tool" down "$name"; rm -rf "$scratch"' EXIT

# The program that leads has to run on one of the hosts, so the example's word is made anew.
real=$program
printf '#!/usr/bin/env bash\nexec "%s" run "%s" 1 "%s" "$@"\n' "$tool" "$name" "$real" >"$scratch/lead"
chmod +x "$scratch/lead"
program=$scratch/lead
printf '10.77.0.%d\n' 1 2 3 4 >"$hosts"
launch="$tool run $name {index} {command}"

busbar preflight --hosts "$hosts" --launch "$launch" --duration 0.2 --splits 1
section "Outliers"
section "Healthy figures"
has "Healthy figures" "rate one way" "What this did not test"

# A cable at a quarter of its speed is critical. Where other work takes the processors, that may explain what is
# missing: preflight then says what it does not judge, and asks to measure again.
"$tool" rate "$name" 3 250mbit
for attempt in 1 2 3; do
  finds preflight --hosts "$hosts" --launch "$launch" --duration 0.2 --splits 0 --format json
  keys outliers not_judged healthy host_rows pairs
  if grep -qF '"code": "slow-host"' "$answer"; then
    break
  fi
  if grep -qF '"not_judged": []' "$answer"; then
    fail "the slow cable is neither found nor listed as not judged"
  fi
  echo "other work kept this machine from judging (attempt $attempt)"
done
if ! grep -qF '"code": "slow-host"' "$answer"; then
  exit # as the answer says, nothing can be said of the network now
fi

cp "$answer" "$scratch/preflight.json"
finds diagnose "$scratch/preflight.json"
show 12
has "slow-node" "10.77.0.3"
