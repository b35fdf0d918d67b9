#!/usr/bin/env bash
# Installs what the tests need, on Debian, if it is missing: PostgreSQL, Chromium, Firefox, WebKit with
# a screen, a Japanese font, the fonts of the pictures, and for the tests of hosting debootstrap, the proxies
# and Prometheus.
set -euo pipefail

packages=(
    postgresql chromium-headless-shell firefox-esr webkit2gtk-driver xvfb fonts-ipafont-gothic
    fonts-roboto-unhinted fonts-morisawa-bizud-gothic
    systemd debootstrap caddy nginx-light prometheus openssl
)
# The tests start these themselves; the services need not run.
services=(caddy nginx prometheus)

missing=()
for package in "${packages[@]}"; do
    status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

install=(env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}")
if ! command -v apt-get >/dev/null; then
    echo "This is not Debian: install ${missing[*]} yourself." >&2
    exit 1
elif [ "$(id -u)" -eq 0 ]; then
    root=()
elif command -v sudo >/dev/null; then
    root=(sudo)
else
    echo "As root, run: apt-get update && ${install[*]}" >&2
    exit 1
fi

echo "Installing ${missing[*]} …" >&2
"${root[@]}" apt-get update --quiet=2
"${root[@]}" "${install[@]}" >&2
if [ -d /run/systemd/system ]; then
    for service in "${services[@]}"; do
        case " ${missing[*]} " in
        *" $service"*) "${root[@]}" systemctl disable --quiet --now "$service" ;;
        esac
    done
fi
