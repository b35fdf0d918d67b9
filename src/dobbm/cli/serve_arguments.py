"""The types of the arguments of ``dobbm serve``."""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser, ArgumentTypeError
from ipaddress import ip_network

from dobbm.game.errors import quoted
from dobbm.text.names import clean_name, is_visible

ANYONE, HOST = "anyone", "host"
"""The choice of those who found clubs on a server."""
MINUTE = 60
LONGEST_CONTACT = 300
"""Maximum number of characters of the host's contact."""
LARGEST_PORT = 65_535
USUAL_PORTS = {"http": 80, "https": 443}
ORIGIN = re.compile(
    r"(?P<scheme>https?)://(?P<host>[a-z\d._-]+|\[[a-f\d:.]+\])(:(?P<port>\d{1,5}))?/?",
    re.IGNORECASE | re.ASCII,
)
HOST_NAME = re.compile(r"(\*\.)?([a-z\d-]+\.)+[a-z\d-]*[a-z][a-z\d-]*", re.ASCII)
"""A name, not an address: its last part has a letter."""


def add_founding(parser: ArgumentParser) -> None:
    """Add the option that says who founds clubs."""
    parser.add_argument(
        "--founding",
        type=founding,
        default=os.environ.get("DOBBM_FOUNDING") or ANYONE,
        metavar="WHO",
        help="who founds clubs: anyone, or only the host with 'dobbm clubs found' "
        "(default: $DOBBM_FOUNDING, or anyone)",
    )


def add_push(parser: ArgumentParser) -> None:
    """Add the options for messages to devices."""
    parser.add_argument(
        "--push",
        action="store_true",
        help="let members of clubs switch on messages on their devices, which go through the push "
        "services of their browsers; needs --public-url with https (docs/hosting.md)",
    )
    parser.add_argument(
        "--push-hosts",
        type=host_names,
        default=(),
        metavar="LIST",
        help="hosts of further push services, separated by commas, besides those of Chrome, "
        "Edge, Firefox and Safari (default: none)",
    )


def seconds(text: str) -> float:
    """Return a number of seconds, at most a minute."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= MINUTE:
        raise ArgumentTypeError(f"must be a number from 0 to {MINUTE}, not {quoted(text)}")
    return seconds


def origin(text: str) -> str:
    """Return the origin of a URL as browsers send it: scheme and host, without a default port."""
    found = ORIGIN.fullmatch(text)
    if not found or int(found["port"] or 0) > LARGEST_PORT:
        raise ArgumentTypeError(f"must be a URL such as https://dobbm.example, not {quoted(text)}")
    scheme, host, port = found["scheme"].lower(), found["host"].lower(), int(found["port"] or 0)
    usual = port in (0, USUAL_PORTS[scheme])
    return f"{scheme}://{host}" if usual else f"{scheme}://{host}:{port}"


def not_empty(text: str) -> str:
    """Return a text that is neither empty nor unwritable."""
    if not text:
        raise ArgumentTypeError("must not be empty")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ArgumentTypeError("must be text in UTF-8") from None
    return text


def contact(text: str) -> str:
    """Return the host's contact on one line; raise an error for one that cannot be shown."""
    line = clean_name(not_empty(text))
    if not is_visible(line) or len(line) > LONGEST_CONTACT:
        raise ArgumentTypeError(f"must be a line of at most {LONGEST_CONTACT} characters")
    return line


def host_names(text: str) -> tuple[str, ...]:
    """Return names of hosts; one that begins with a star stands for all hosts below it."""
    names = tuple(part.strip().lower() for part in text.split(","))
    for name in names:
        if not HOST_NAME.fullmatch(name):
            raise ArgumentTypeError(
                f"must be names such as push.dobbm.example, separated by commas, not {quoted(name)}"
            )
    return names


def founding(text: str) -> str:
    """Return who founds clubs."""
    if text not in (ANYONE, HOST):
        raise ArgumentTypeError(f"must be {ANYONE} or {HOST}, not {quoted(text)}")
    return text


def networks(text: str) -> tuple[str, ...]:
    """Return addresses or networks; those of IPv4 also in the form that IPv6 sockets report."""
    found: list[str] = []
    for part in text.split(","):
        try:
            network = ip_network(part.strip())
        except ValueError as error:
            raise ArgumentTypeError(
                f"must be addresses or networks such as 10.0.0.0/8, separated by commas: {error}"
            ) from None
        found.append(str(network))
        if network.version == 4:
            mapped = f"::ffff:{network.network_address}/{96 + network.prefixlen}"
            found.append(str(ip_network(mapped)))
    return tuple(found)
