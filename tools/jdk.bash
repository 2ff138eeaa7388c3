# Sourced by the launcher and the tools. find_jdk sets `jdk` to a JDK 25 or newer.
# BUSBAR_JAVA_HOME decides when it is set; otherwise the first that fits of JAVA_HOME, the `java`
# of the PATH, and the places where systems, SDKMAN, IDEs and Homebrew put JDKs.

# A folder is judged by its `release` file: no JVM is started to ask.
is_jdk25() {
  local line version
  [[ -n $1 && -x $1/bin/java && -x $1/bin/javac && -r $1/release ]] || return 1
  while IFS= read -r line; do
    if [[ $line == JAVA_VERSION=* ]]; then
      version=${line#JAVA_VERSION=\"}
      version=${version%%[!0-9]*}
      [[ -n $version ]] && ((version >= 25))
      return
    fi
  done <"$1/release"
  return 1
}

find_jdk() {
  local candidate on_path
  if [[ -n ${BUSBAR_JAVA_HOME:-} ]]; then
    if is_jdk25 "$BUSBAR_JAVA_HOME"; then
      jdk=$BUSBAR_JAVA_HOME
      return
    fi
    echo "busbar: BUSBAR_JAVA_HOME is $BUSBAR_JAVA_HOME, which is no JDK 25 or newer." >&2
    exit 2
  fi
  if is_jdk25 "${JAVA_HOME:-}"; then
    jdk=$JAVA_HOME
    return
  fi
  on_path=$(command -v java || true)
  if [[ -n $on_path ]]; then
    on_path=$(readlink -f -- "$on_path" 2>/dev/null || true)
  fi
  for candidate in "${on_path%/bin/java}" \
    /usr/lib/jvm/* \
    "${HOME:-}"/.sdkman/candidates/java/* \
    "${HOME:-}"/.jdks/* \
    {,"${HOME:-}"}/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /{opt/homebrew,usr/local}/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    if is_jdk25 "$candidate"; then
      jdk=$candidate
      return
    fi
  done
  echo "busbar: needs a JDK 25 or newer; install one, or point BUSBAR_JAVA_HOME at it." >&2
  exit 2
}

# Maven, running on that JDK; 3.8 uses what newer JDKs warn of.
maven() {
  JAVA_HOME=$jdk MAVEN_OPTS="${MAVEN_OPTS:-} --sun-misc-unsafe-memory-access=allow" \
    mvn -q -B -ntp "$@"
}
