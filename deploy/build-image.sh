#!/bin/sh
# For developers without a container engine or a registry: the image's last stage, made by buildah over a base from Debian's own
# packages, measured, and run as it would run: another user, a root it may not write to.
#
#   npm run image && sudo deploy/build-image.sh [FOLDER]      needs buildah and debootstrap of Debian
#
# What it cannot show: the build stage of deploy/Dockerfile, since it takes what `npm run image` made here and this machine's node;
# and any isolation, since chroot has no namespaces: capabilities, seccomp, memory limits and networks are the engine's.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
work=${1:-/tmp/signet-image}
mkdir -p "$work"
buildah() { command buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }

test -d "$here/dist/image/app" || { echo 'There is no dist/image: run `npm run image` first.' >&2; exit 1; }
install -D "$(readlink -f "$(command -v node)")" "$here/dist/image/usr/local/bin/node"

if ! test -d "$work/base/etc"; then
  debootstrap --variant=minbase --include=libstdc++6 bookworm "$work/base" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$work/debootstrap.log"
  # What debian:bookworm-slim leaves out as well.
  rm -rf "$work"/base/var/cache/apt/archives/*.deb "$work"/base/var/lib/apt/lists/* "$work"/base/usr/share/doc "$work"/base/usr/share/man \
    "$work"/base/usr/share/locale "$work"/base/usr/share/info
fi
base=$(buildah from scratch)
buildah copy -q "$base" "$work/base" / >/dev/null
buildah commit -q --rm "$base" localhost/signet-base >/dev/null

# The last stage as deploy/Dockerfile has it, with the folder of this machine in place of the build stage.
{
  echo 'FROM localhost/signet-base'
  sed -n '/ AS signet$/,$p' "$here/deploy/Dockerfile" | sed '1d; s#--from=build ##; s#/src/dist/image/#./#'
} >"$work/Dockerfile"
buildah bud -q --isolation chroot --format oci -f "$work/Dockerfile" -t localhost/signet "$here/dist/image" >/dev/null

container=$(buildah from localhost/signet)
mounted=$(buildah mount "$container")
echo "image $(du -sm "$mounted" | cut -f1) MB, of that /app $(du -sm "$mounted/app" | cut -f1) MB and node $(du -sm "$mounted/usr/local/bin/node" | cut -f1) MB"
echo "source maps $(find "$mounted/app" -name '*.map' | wc -l), compilers $(find "$mounted/app" \( -path '*/node_modules/typescript' -o -path '*/node_modules/esbuild' -o -path '*/@next/swc*' \) | wc -l), packages $(grep -c '"purl"' "$mounted/app/sbom.cdx.json")"
buildah run --isolation chroot "$container" -- signet help | sed -n 1,3p
buildah run --isolation chroot "$container" -- sh -c 'id -u; touch /app/x 2>/dev/null && echo "may write to /app" || echo "may not write to /app"'
echo "to run it: buildah --root $work/storage --runroot $work/run --storage-driver vfs run --isolation chroot --env … $container -- signet web"
