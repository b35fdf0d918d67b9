"""The pocket edition: the server's API inside a browser's worker, with tables kept on the device.

``client/pocket/worker.js`` starts it; the page speaks to it as to a server.
"""
