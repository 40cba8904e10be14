#!/bin/sh
# Installs what the tests need of Debian's packages, and does nothing when all of it is there.
set -eu

missing=""
need() { # need COMMAND-OR-FILE PACKAGE...: the packages, where the command is on no path and the file is not there
    wanted=$1
    shift
    PATH="$PATH:/usr/sbin:/sbin" command -v "$wanted" >/dev/null 2>&1 || [ -e "$wanted" ] || missing="$missing $*"
}

need mariadbd mariadb-server
need redis-server redis-server
need beanstalkd beanstalkd
need setpriv util-linux
need mvn maven
need javac default-jdk-headless
need chromium chromium
need /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc fonts-noto-cjk
[ -n "$missing" ] || exit 0

echo "The tests need these Debian packages:$missing"
if ! command -v apt-get >/dev/null; then
    echo "There is no apt-get here: install what corresponds to them, then try again." >&2
    exit 1
fi
as_root=""
if [ "$(id -u)" != 0 ]; then
    if ! sudo -n true 2>/dev/null && ! { [ -t 0 ] && command -v sudo >/dev/null; }; then
        echo "Installing them needs root. As root, run: apt-get install -y --no-install-recommends$missing" >&2
        exit 1
    fi
    as_root="sudo"
fi

# The tests start servers of their own. Debian's packages would start theirs as well, on the usual ports: a policy-rc.d
# that says 101 (forbidden by policy) keeps them from it, unless this machine has a policy already.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' | $as_root tee "$policy" >/dev/null
    $as_root chmod 755 "$policy"
    trap '$as_root rm -f "$policy"' EXIT
fi
$as_root apt-get update -qq
# shellcheck disable=SC2086  # a list of words
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
