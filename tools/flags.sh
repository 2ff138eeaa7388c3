# Sourced by the launcher of the checkout and by that of a release; POSIX shell.
# jvm_flags COMMAND sets `flags`, the options of the JVM that fit a command, separated by spaces, and
# `aot`, the name of its AOT cache.
jvm_flags() {
  aot=busbar.aot
  [ "${1:-}" = serve ] && aot=serve.aot
  case ${1:-} in
    # Longer than a moment: worth the optimising compiler.
    validate | calibrate | search) flags='-XX:+UseSerialGC' ;;
    # Spark: long, and with native code and reflection of its own.
    fleet) flags='-XX:+UseSerialGC --enable-native-access=ALL-UNNAMED' ;;
    # Stays up and answers again and again; what pages drop must not fill the machine.
    serve) flags='-XX:+UseSerialGC -XX:MaxRAMPercentage=50' ;;
    # Kernels with the Vector API; that its module incubates is a line of the JVM's on stderr.
    perf | agent) flags='-XX:+UseSerialGC --add-modules jdk.incubator.vector' ;;
    *) flags='-XX:+UseSerialGC -XX:TieredStopAtLevel=1' ;;
  esac
  # A cache that is missing or does not fit (another JDK) only costs time at the start, so the JVM
  # does not mention it; its other errors go to stderr, where they cannot mix with the answer.
  # The reader of Zstandard uses sun.misc.Unsafe, of which the JVM would warn before the answer.
  flags="$flags --sun-misc-unsafe-memory-access=allow -XX:-UsePerfData"
  flags="$flags -Xlog:disable -Xlog:all=error,aot*=off:stderr"
}

# Hands on how wide the terminal is: shells know it, but do not export it.
hand_on_columns() {
  if [ -z "${COLUMNS:-}" ] && [ -t 1 ]; then
    { size=$(stty size <&3 2>/dev/null) || size=; } 3>&1
    COLUMNS=${size#* }
  fi
  export COLUMNS
}
