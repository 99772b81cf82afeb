# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154
# Sourced by boot: the guest's kernel, taken out of Debian's package, which is not installed. It is kept in the cache
# directory as VERSION/vmlinux and VERSION/lib/modules/VERSION. The caller has set cache and defines say and fail.

# A day-old answer is good enough: asking apt takes as long as booting.
chosen_package() {
  if [ -n "${ROCEGUARD_GUEST_KERNEL:-}" ]; then
    echo "$ROCEGUARD_GUEST_KERNEL"
  elif [ -n "$(find "$cache/package" -mtime -1 2>/dev/null)" ] && is_cached "$(<"$cache/package")"; then
    cat "$cache/package"
  else
    default_package
  fi
}

# Prints the kernel package that Debian installs now; nothing when apt does not know.
default_package() {
  apt-cache depends linux-image-amd64 2>/dev/null | awk '$1 == "Depends:" && $2 ~ /^linux-image-/ { print $2; exit }'
}

is_cached() {
  [ -n "$1" ] && [ -s "$cache/${1#linux-image-}/vmlinux" ]
}

# Prints the kernel package that was fetched last.
newest_cached_package() {
  find "$cache" -mindepth 2 -maxdepth 2 -name vmlinux -printf '%T@ %h\n' \
    | sort -rn | sed -n '1s|.*/|linux-image-|p'
}

# Sets kernel to the directory of the guest's kernel and version to its version; fetches it when it is not there. Two
# boots at once fetch once. As long as this process lives, nobody removes that kernel.
find_kernel() {
  local package lock use
  mkdir -p "$cache" || fail "cannot write in $cache; ROCEGUARD_GUEST_CACHE names another place for the kernel."
  exec {lock}>"$cache/lock"
  flock "$lock"
  package=$(chosen_package)
  if ! is_cached "$package" && ! fetch_kernel "$package"; then
    # Debian replaces kernels often, and then the old one is no longer served.
    [ "$(id -u)" != 0 ] || apt-get -q update >>"$cache/apt.log" 2>&1 || :
    package=$(chosen_package)
    if ! fetch_kernel "$package"; then
      package=$(newest_cached_package)
      if [ -z "$package" ] || [ -n "${ROCEGUARD_GUEST_KERNEL:-}" ]; then
        fail "no kernel for the guest: $(tail -n 1 "$cache/apt.log"). A fresh 'apt-get update' may help."
      fi
      say "no newer kernel can be fetched, the guest boots $package."
    fi
  fi
  [ -n "${ROCEGUARD_GUEST_KERNEL:-}" ] || echo "$package" >"$cache/package"
  version=${package#linux-image-}
  kernel=$cache/$version
  exec {use}>"$kernel/in-use"
  flock --shared "$use"
  exec {lock}>&-
}

# Fetches package $1 and puts its kernel into the cache, in place of those that nobody uses.
fetch_kernel() {
  local staging version=${1#linux-image-}
  rm -rf "$cache"/new.*
  if [ -z "$1" ]; then
    echo "apt knows no package linux-image-amd64" >"$cache/apt.log"
    return 1
  fi
  say "fetching $1, about 70 to 110 MB"
  staging=$(mktemp -d "$cache/new.XXXXXX")
  (cd "$staging" && apt-get -q download "$1") >"$cache/apt.log" 2>&1 || return 1
  unpack_kernel "$staging" || fail "$1 holds no kernel that the guest can boot."
  remove_unused_kernels
  rm -rf "${cache:?}/$version"
  mv -T "$staging" "$cache/$version"
}

remove_unused_kernels() {
  local old
  for old in "$cache"/*/in-use; do
    [ ! -e "$old" ] || flock --nonblock "$old" rm -rf "${old%/in-use}" || :
  done
}

# Unpacks the package in directory $1 there: the kernel, and of its modules those that a guest without hardware can use.
unpack_kernel() {
  local modules='./*lib/modules/*'
  dpkg-deb --fsys-tarfile "$1"/*.deb | tar -x -C "$1" --wildcards './boot/vmlinuz-*' "$modules/modules.*" \
    "$modules"/kernel/{arch,crypto,fs,lib,net}/'*' "$modules"/kernel/drivers/{infiniband,virtio,char}/'*' \
    "$modules/kernel/drivers/net/veth*" || return 1
  rm "$1"/*.deb
  [ ! -d "$1/usr/lib" ] || mv "$1/usr/lib" "$1/lib"
  extract_vmlinux "$1"/boot/vmlinuz-* "$1/vmlinux"
  rm -r "${1:?}/boot"
  # Unpacked here once, because the emulated machine is slow at it.
  find "$1/lib/modules" -name '*.ko.xz' -print0 | xargs -0 -r xz -d
  depmod -b "$1" "$version"
}

# Writes the kernel inside image $1 to $2 as the ELF file that it was compressed from: QEMU boots that too, and the
# emulated machine need not decompress it. An image that cannot be taken apart is booted as it is.
extract_vmlinux() {
  extract_elf "$1" "$2" '\xFD7zXZ\x00' xz -dcq --single-stream \
    || extract_elf "$1" "$2" '\x28\xB5\x2F\xFD' zstd -dcq \
    || cp "$1" "$2"
}

# Tries each place in file $1 that begins with the bytes $3, decompressing by the command that follows, until an ELF
# file comes out.
extract_elf() {
  local from=$1 to=$2 magic=$3 offset
  shift 3
  while read -r offset; do
    # What follows the compressed part makes it complain; whether it worked is seen by the result.
    tail -c "+$((offset + 1))" "$from" | "$@" >"$to" 2>/dev/null || :
    [ "$(head -c 4 "$to" | tail -c 3)" != ELF ] || return 0
  done < <(LC_ALL=C grep -aboP "$magic" "$from" | cut -d: -f1)
  return 1
}
