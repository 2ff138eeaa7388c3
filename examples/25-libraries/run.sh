#!/usr/bin/env bash
# A Maven project of its own that uses the libraries from a repository, as published ones.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"
source ../../tools/jdk.bash
find_jdk

# A snapshot, so that nothing of it is taken for the release later.
version=0-example-SNAPSHOT
../../tools/release-libraries --plain --version "$version" "$scratch/repository"

printf '\n$ mvn compile exec:java -Dexec.mainClass=CollectiveTimes\n'
maven -U -f pom.xml -Dbusbar.version="$version" -Dbusbar.repository="$scratch/repository" \
  -DbuildDirectory="$scratch/target" compile exec:java -Dexec.mainClass=CollectiveTimes >"$answer"
show
has "ring of 16 ranks proved: true" "of two DGX H100:" "sums 6.0 and 4.0"
