#!/usr/bin/env bash
# Installs the Dobbm table server on Debian 12 or newer, or upgrades it to this checkout.
#
#   sudo hosting/install.sh [--pocket ARCHIVE] [DOMAIN]
#
# With a domain, such as dobbm.example, it also installs Caddy, which serves the domain over HTTPS.
# With the archive of the pocket edition, or its folder, the server offers it from then on.
# You may run it as often as you like: it keeps settings, secret and tables. docs/hosting.md says
# what it puts where.
set -euo pipefail
here=$PWD
cd "$(dirname "$0")/.."
umask 022

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

say() {
    echo "$* …" >&2
}

usage="usage: sudo hosting/install.sh [--pocket ARCHIVE] [DOMAIN]"
pocket=
if [ "${1-}" = --pocket ]; then
    [ $# -ge 2 ] || fail "$usage"
    pocket=$(cd "$here" && realpath -- "$2") && [ -e "$pocket" ] || fail "there is no $2"
    shift 2
fi
[ $# -le 1 ] || fail "$usage"
domain=${1-}
[[ -z $domain || $domain =~ ^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$ ]] ||
    fail "the domain must be a name such as dobbm.example, not '$domain'"
[ "$(id -u)" -eq 0 ] || fail "run it as root: sudo hosting/install.sh${domain:+ $domain}"
command -v apt-get >/dev/null || fail "this script is for Debian; docs/hosting.md has the steps"
[ -z "$domain" ] || getent hosts "$domain" >/dev/null ||
    echo "$domain has no DNS record yet: without one, Caddy gets no certificate." >&2

work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT

# Debian packages

packages=(python3 python3-venv ca-certificates)
[ -z "$domain" ] || packages+=(caddy)
missing=()
for package in "${packages[@]}"; do
    status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
    say "Installing ${missing[*]}"
    apt-get update --quiet=2
    DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --yes --no-install-recommends \
        "${missing[@]}" >"$work/apt.log" 2>&1 || fail "$(cat "$work/apt.log")"
fi
python=/usr/bin/python3
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "the server needs Python 3.11 or newer, as in Debian 12; this is $("$python" --version)"

# The user, and the folders that only this user may read

id dobbm >/dev/null 2>&1 ||
    useradd --system --user-group --home-dir /var/lib/dobbm --no-create-home \
        --shell /usr/sbin/nologin dobbm
install -d -o dobbm -g dobbm -m 0700 /var/lib/dobbm /var/lib/dobbm/backups

# The program, in a folder named by a digest of what is installed

mkdir "$work/source"
cp -R pyproject.toml hatch_build.py README.md LICENSE src "$work/source"
cp hosting/*requirements.txt "$work/source"
find "$work/source" \( -name __pycache__ -o -name '*.mo' -o -path '*/LC_MESSAGES/*.json' \) \
    -prune -exec rm -r {} +
digest=$(
    cd "$work/source"
    { "$python" --version && find . -type f -print0 | sort --zero-terminated | xargs -0 sha256sum; } |
        sha256sum
)
release=/opt/dobbm/${digest:0:12}

if [ ! -e "$release/complete" ]; then
    say "Installing Dobbm into $release"
    rm -rf "$release"
    "$python" -m venv "$release"
    "$python" -m venv --without-pip "$work/build"
    pip=("$release/bin/pip" --disable-pip-version-check --quiet --no-cache-dir)
    pinned=(install --require-hashes --only-binary :all: --requirement)
    "${pip[@]}" "${pinned[@]}" hosting/requirements.txt
    "${pip[@]}" --python "$work/build/bin/python" "${pinned[@]}" hosting/build-requirements.txt
    "${pip[@]}" --python "$work/build/bin/python" wheel --no-build-isolation --no-deps --no-index \
        --wheel-dir "$work" "$work/source"
    "${pip[@]}" install --no-deps --no-index "$work"/dobbm-*.whl
    touch "$release/complete"
fi

# The pocket edition, which is the same for every version of the server

verify="
import pathlib, sys
from dobbm.server.pocket_folder import DobbmError, PocketFolder
try:
    PocketFolder(pathlib.Path(sys.argv[1]))
except DobbmError as error:
    sys.exit(f'install.sh: {error}')
"
if [ -n "$pocket" ]; then
    say "Installing the pocket edition"
    if [ -f "$pocket" ]; then
        "$python" -m zipfile --extract "$pocket" "$work/pocket" 2>/dev/null ||
            fail "$pocket is neither a folder nor an archive"
        pocket=$(echo "$work"/pocket/*)
    fi
    "$release/bin/python" -c "$verify" "$pocket"
    rm -rf /opt/dobbm/pocket
    cp -R "$pocket" /opt/dobbm/pocket
    chmod -R a+rX /opt/dobbm/pocket
fi

# The one that served before is kept, with its tables, so that it can be put back.
before=$(readlink /opt/dobbm/current || true)
if [ "$before" != "$release" ]; then
    if [ -n "$before" ]; then
        say "Backing up the tables"
        # Its name says when, and which version goes with it. No other upgrade overwrites it.
        version=$(/usr/local/bin/dobbm --version)
        saved=/var/lib/dobbm/backups/before-upgrade-$(date +%Y-%m-%d-%H%M%S)
        saved=$saved-${version#dobbm }-${before##*/}.sqlite
        /usr/local/bin/dobbm backup "$saved" 2>"$work/backup.log" || [ -e "$saved" ] ||
            grep --quiet "there is no database" "$work/backup.log" ||
            fail "$(cat "$work/backup.log")
The tables could not be backed up, so the server was not upgraded."
    fi
    ln -sfn "$release" /opt/dobbm/next
    mv --no-target-directory /opt/dobbm/next /opt/dobbm/current
    for other in /opt/dobbm/*/; do
        case ${other%/} in "$release" | "$before" | /opt/dobbm/current | /opt/dobbm/pocket) ;; *) rm -rf "$other" ;; esac
    done
fi

# Settings: files that exist are left as they are

install -d -m 0755 /etc/dobbm
[ -s /etc/dobbm/secret ] ||
    (umask 077 && "$python" -c 'import secrets; print(secrets.token_urlsafe(32))' >/etc/dobbm/secret)
[ -e /etc/dobbm/environment ] || install -m 0600 hosting/environment /etc/dobbm/environment
if [ -n "$domain" ]; then
    options="--public-url https://$domain"
    sed -i "s|^DOBBM_OPTIONS=\"\"\$|DOBBM_OPTIONS=\"$options\"|" /etc/dobbm/environment
    grep -qF -- "$options" /etc/dobbm/environment ||
        echo "Add $options to DOBBM_OPTIONS in /etc/dobbm/environment." >&2
fi
if [ -n "$pocket" ] && ! grep -q -- --pocket /etc/dobbm/environment; then
    sed -i 's|^DOBBM_OPTIONS="\(.*\)"$|DOBBM_OPTIONS="\1 --pocket /opt/dobbm/pocket"|' \
        /etc/dobbm/environment
fi
install -m 0755 hosting/dobbm.sh /usr/local/bin/dobbm
install -D -m 0644 --target-directory /etc/systemd/system \
    hosting/dobbm.service hosting/dobbm.socket hosting/dobbm-backup.service \
    hosting/dobbm-backup.timer hosting/dobbm-failed@.service

if [ -n "$domain" ] && ! grep -qF "$domain" /etc/caddy/Caddyfile; then
    if [[ $(dpkg --verify caddy) == *" /etc/caddy/Caddyfile"* ]]; then
        echo "Add $domain to /etc/caddy/Caddyfile yourself, as in hosting/Caddyfile." >&2
    else  # the file is still the one of the package
        sed "s/{\$DOBBM_DOMAIN:dobbm\.example}/$domain/" hosting/Caddyfile >/etc/caddy/Caddyfile
    fi
fi

# The services

if [ -d /run/systemd/system ]; then
    say "Starting the server"
    systemctl daemon-reload
    systemctl enable --quiet dobbm.socket dobbm.service dobbm-backup.timer
    systemctl start dobbm.socket dobbm-backup.timer
    systemctl restart dobbm.service ||
        fail "the server did not start; its log: sudo journalctl --unit dobbm"
    if [ -z "$(ls /var/lib/dobbm/backups)" ]; then
        systemctl start dobbm-backup.service ||
            echo "There is no backup: sudo journalctl --unit dobbm-backup" >&2
    fi
    if [ -n "$domain" ]; then
        systemctl reload-or-restart caddy.service ||
            fail "the server runs, but Caddy did not start; its log: sudo journalctl --unit caddy"
        echo "The server runs at https://$domain as soon as Caddy has a certificate; its log:" \
            "sudo journalctl --unit caddy" >&2
    else
        echo "The server runs." >&2
    fi
else
    echo "Installed. systemd does not run here, so nothing was started." >&2
fi
