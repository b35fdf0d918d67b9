#!/bin/sh
# The command `dobbm` as the user of the server, with the server's settings. Run it as root.
[ "$(id -u)" -eq 0 ] || {
    echo "dobbm: run it as root: sudo dobbm $*" >&2
    exit 2
}
set -a
. /etc/dobbm/environment
set +a
export XDG_DATA_HOME=/var/lib HOME=/var/lib/dobbm
exec runuser --user dobbm -- /opt/dobbm/current/bin/dobbm "$@"
