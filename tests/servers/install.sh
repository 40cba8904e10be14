#!/bin/sh
# Installs what the tests need beside Python's packages, and does nothing when all of it is there.
# install.sh engine: what the tests with containers need, too.
set -eu

missing=""
need() { # need COMMAND-OR-FILE PACKAGE: the package, where there is no such command and no such file
    PATH="$PATH:/usr/sbin:/sbin" command -v "$1" >/dev/null 2>&1 || [ -e "$1" ] || missing="$missing $2"
}

install() { # install PACKAGE...: from Debian, with the tests' own servers in mind
    echo "The tests need these Debian packages: $*"
    command -v apt-get >/dev/null || give_up "There is no apt-get here: install what corresponds to them, then try again."
    as_root=""
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || give_up "As root, run: apt-get install --no-install-recommends $*"
        as_root=sudo
        if [ ! -t 0 ]; then as_root="sudo -n"; fi
    fi
    # Debian's packages start their servers, on the usual ports; the tests start their own. A policy-rc.d that says 101
    # (forbidden by policy) keeps them from it, unless this machine has a policy already.
    policy=/usr/sbin/policy-rc.d
    if [ ! -e "$policy" ]; then
        printf '#!/bin/sh\nexit 101\n' | $as_root tee "$policy" >/dev/null
        trap '$as_root rm -f "$policy"' EXIT
        $as_root chmod 755 "$policy"
    fi
    $as_root apt-get update -qq
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

give_up() { # give_up SENTENCE
    echo "$1" >&2
    exit 1
}

need mariadbd mariadb-server
need redis-server redis-server
need beanstalkd beanstalkd
need setpriv util-linux
need mvn maven
need javac default-jdk-headless
need chromium chromium
need curl curl
need /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc fonts-noto-cjk
if [ "${1:-}" = engine ]; then
    need dockerd docker.io
    need docker docker.io
    need debootstrap debootstrap
fi
# shellcheck disable=SC2086  # a list of words
[ -z "$missing" ] || install $missing

"$(dirname "$0")/compose.sh" >/dev/null
