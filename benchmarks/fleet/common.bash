# Sourced by the scripts beside it: builds fleet with its tests, and sets `java` and its arguments.
set -euo pipefail
home=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=../../tools/jdk.bash
source "$home/tools/jdk.bash"
find_jdk
target=$home/fleet/target
if [[ ! -f $target/fleet.jar || ! -d $target/test-classes/io/busbar/fleet/planted ]]; then
  (cd "$home" && mvn -B -ntp -q -Pfleet -pl fleet -am package -DskipTests)
fi
export SPARK_HOME=$target SPARK_SCALA_VERSION=2.13 SPARK_LOCAL_IP=127.0.0.1
java=("$jdk/bin/java" --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED
  -Dlog4j2.configurationFile=fleet-log4j2.properties -cp
  "$target/test-classes:$target/fleet.jar:$target/jars/*")
