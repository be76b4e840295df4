#!/bin/sh
# Installs the free fonts of models/boards/fonts.json from Debian's packages. Needs root, or sudo.
set -eu
cd "$(dirname "$0")"
packages=$(sed -n 's/.*"package": "\([^"]*\)".*/\1/p' boards/fonts.json | sort -u)
as_root=""
[ "$(id -u)" -eq 0 ] || as_root="sudo"
# Word by word on purpose: one package an argument.
# shellcheck disable=SC2086
exec $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $packages
