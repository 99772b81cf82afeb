# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the launcher and by verify: which Java to use. Starts no JVM.

# Sets java_major to the major version of the Java in directory $1; fails when there is none.
read_java_major() {
  local line
  java_major=
  [ -x "$1/bin/java" ] || return 1
  if [ -r "$1/release" ]; then
    while read -r line; do
      if [[ $line =~ ^JAVA_VERSION=\"?([0-9]+) ]]; then
        java_major=${BASH_REMATCH[1]}
        return 0
      fi
    done <"$1/release"
  fi
  line=$("$1/bin/java" -version 2>&1) || return 1
  [[ $line =~ version\ \"([0-9]+) ]] || return 1
  java_major=${BASH_REMATCH[1]}
}

# Sets java_home to the first Java 17 or newer that has the program bin/$1, and java_major to its major version.
# Looks at JAVA_HOME, then at the PATH, then in /usr/lib/jvm.
find_java() {
  local candidate on_path
  on_path=$(readlink -f "$(command -v java || :)" || :)
  for candidate in "${JAVA_HOME:-}" "${on_path%/bin/java}" /usr/lib/jvm/*; do
    if [ -n "$candidate" ] && [ -x "$candidate/bin/$1" ] && read_java_major "$candidate" \
      && [ "$java_major" -ge 17 ]; then
      # shellcheck disable=SC2034 # for the caller
      java_home=$candidate
      return 0
    fi
  done
  return 1
}
