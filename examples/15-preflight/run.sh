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
  command "$program" preflight --hosts "$hosts" --launch "env HOST={host} {command}" \
    --duration 0.1 --splits 1 --format json >"$answer" || [[ $? == 1 ]] || fail "no preflight"
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

# A cable at four fifths of its speed is a warning; below 70 % it is critical, and the exit code 1.
"$tool" rate "$name" 3 800mbit
busbar preflight --hosts "$hosts" --launch "$launch" --duration 0.2 --splits 0 --format json
keys outliers healthy host_rows pairs
has '"code": "slow-host"' '"host": "10.77.0.3"'

cp "$answer" "$scratch/preflight.json"
busbar diagnose "$scratch/preflight.json"
show 12
has "slow-node" "10.77.0.3"
