# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154
# Sourced by the launcher and by verify in a source checkout: the tools that a build needs, and the build.
# The caller has sourced jdk.sh and set: me (name in messages), home (src/dist).

root=$(cd "$home/../.." && pwd)

say() {
  printf '%s: %s\n' "$me" "$1" >&2
}

is_debian_as_root() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

# Installs the Debian packages named by the arguments; a JDK of the default version where 17 is not packaged.
apt_install() {
  local log=$home/target/apt.log packages=("$@")
  export DEBIAN_FRONTEND=noninteractive
  apt-get -q update >"$log" 2>&1 || :
  apt-cache show openjdk-17-jdk-headless >/dev/null 2>&1 \
    || packages=("${packages[@]/openjdk-17-jdk-headless/default-jdk-headless}")
  say "installing ${packages[*]}"
  if ! apt-get -q -y install --no-install-recommends "${packages[@]}" >>"$log" 2>&1; then
    tail -n 5 "$log" >&2
    say "apt-get could not install ${packages[*]}; install them by hand and start again."
    exit 3
  fi
}

# Finds a JDK 17 or newer (java_home, java_major) and Maven. Installs what is missing on Debian and Ubuntu as root.
require_build_tools() {
  local packages=() missing=()
  mkdir -p "$home/target"
  if ! find_java javac; then
    missing+=("a JDK 17 or newer")
    packages+=(openjdk-17-jdk-headless)
  fi
  if ! command -v mvn >/dev/null; then
    missing+=("Maven")
    packages+=(maven)
  fi
  [ ${#missing[@]} -gt 0 ] || return 0
  if is_debian_as_root; then
    apt_install "${packages[@]}"
    find_java javac && return 0
  fi
  say "building needs ${missing[0]}${missing[1]:+ and ${missing[1]}}, not found here. To install: 'apt-get install openjdk-17-jdk-headless maven' (Debian, Ubuntu) or 'dnf install java-17-openjdk-devel maven' (Fedora, RHEL)."
  exit 3
}

# Prints a name for the present state of everything that the program is made of.
sources_fingerprint() {
  local sum
  sum=$(cd "$root" && find . \( -name target -o -name .git -o -path '*/src/test' \) -prune \
    -o -type f \( -name pom.xml -o -path './.mvn/*' -o -path '*/src/main/*' -o -path '*/src/assembly/*' \) \
    -exec cksum {} + | LC_ALL=C sort | cksum)
  echo "${sum/ /-}"
}

# Keeps a copy of Maven's result under the fingerprint $1, and of the builds before only the newest. A daemon that runs
# from a kept copy is not disturbed by the next build.
keep_build() {
  local builds=$home/target/builds old
  mkdir -p "$builds"
  rm -rf "$builds/new"
  cp -R "$home/target/roceguard" "$builds/new"
  find "$builds" -mindepth 1 -maxdepth 1 -type d ! -name new -printf '%T@ %p\n' | sort -rn | tail -n +2 \
    | while read -r _ old; do rm -rf "$old"; done
  mv "$builds/new" "$builds/$1"
}

# Sets app to the directory of a build of the sources as they are now; builds them first when there is none.
find_or_make_build() {
  local fingerprint
  fingerprint=$(sources_fingerprint)
  app=$home/target/builds/$fingerprint
  [ -d "$app" ] && return 0
  require_build_tools
  (
    # Two launches at once build once.
    ! command -v flock >/dev/null || flock 9
    [ ! -d "$app" ] || exit 0
    if [ -d "$home/target/builds" ]; then
      say "building what has changed"
    else
      say "building, about a minute on first use"
    fi
    log=$home/target/build.log
    if ! (cd "$root" && JAVA_HOME=$java_home mvn -q -B -Dstyle.color=never -pl src/dist -am package \
      -Dmaven.test.skip=true -Dspotless.check.skip=true) >"$log" 2>&1; then
      { grep '^\[ERROR\]' "$log" || tail -n 30 "$log"; } | sed '/Help 1/,$d' | head -n 30 >&2
      say "the build failed; all that Maven said is in $log."
      exit 3
    fi
    keep_build "$fingerprint"
  ) 9>"$home/target/build.lock"
}
