# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154
# Sourced by boot: what the guest's kernel starts with, just enough to reach the host's files. The caller has set here,
# kernel and version.

# In the order of loading; each with what it depends on.
first_modules=(virtio_pci virtio_console 9pnet_virtio 9p overlay)

# Sets initramfs to the file for the kernel, and makes it when it is not there. It is named by what it is made of.
find_initramfs() {
  initramfs=$kernel/initramfs-$(cat "$here/init" "$here/initramfs.sh" /bin/busybox | cksum | tr ' ' -).cpio
  [ -s "$initramfs" ] || make_initramfs
}

make_initramfs() {
  local tree number=100 kind file
  tree=$(mktemp -d)
  mkdir "$tree/bin" "$tree/modules"
  cp /bin/busybox "$tree/bin/busybox"
  cp "$here/init" "$tree/init"
  chmod +x "$tree/init"
  while read -r kind file _; do
    if [ "$kind" = insmod ]; then
      cp "$file" "$tree/modules/$number-$(basename "$file")"
      number=$((number + 1))
    fi
  done < <(printf '%s\n' "${first_modules[@]}" \
    | xargs -n 1 modprobe -d "$kernel" -S "$version" --show-depends | awk '!seen[$2]++')
  (cd "$tree" && find . | cpio -o -H newc --quiet --owner 0:0) >"$tree.cpio"
  # A rename, so that another boot sees the whole file or none.
  mv "$tree.cpio" "$initramfs.$$" && mv "$initramfs.$$" "$initramfs"
  rm -rf "$tree"
}
