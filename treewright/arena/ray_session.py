"""This process's connection to Ray: a cluster of this machine's own, or one that is running."""

import os
import socket
from typing import Any

from treewright.arena.words import in_one_line
from treewright.core.errors import Refused

OBJECT_STORE_BYTES = 100 * 2**20
"""Games are small; by default Ray would take a third of the memory."""
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
"""How a conversation with the head of a cluster begins: the preface of HTTP/2 and an empty frame of settings, which is
answered by one (RFC 9113, sections 3.4, 4.1 and 6.5)."""
FRAME_HEAD, FRAME_TYPE, SETTINGS = 9, 3, 4


class Session:
    """Connects when it is made. A connection that the program had made before is used, and left as it is."""

    def __init__(self, workers: int, address: str | None):
        self.ray = installed()
        self._ours = not self.ray.is_initialized()
        if self._ours:
            self._connect(workers, address)

    def close(self) -> None:
        if self._ours and self.ray.is_initialized():
            self.ray.shutdown()
            self._hush(False)

    def _connect(self, workers: int, address: str | None) -> None:
        if address is not None:
            refuse_unreachable(address)
        own = {"num_cpus": workers, "num_gpus": 0, "include_dashboard": False,
               "object_store_memory": OBJECT_STORE_BYTES} if address is None else {}
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            self.ray.init(address=address or "local", log_to_driver=False, logging_level="ERROR", **own)
        except (OSError, RuntimeError, ValueError) as error:
            what = f"join the cluster at {address}" if address else "start on this machine"
            raise Refused(f"Ray cannot {what}: {in_one_line(str(error))}") from error
        self._hush(True)

    def _hush(self, hushed: bool) -> None:
        """Ray prints on this terminal what befalls machines and workers elsewhere; what matters of it, games tell."""
        self.ray._private.worker._worker_logs_enabled = not hushed


def installed() -> Any:
    """The module, if it is there."""
    try:
        import ray
    except ImportError:
        raise Refused("spreading games over machines needs Ray, which is not installed: "
                      "pip install 'treewright[cluster]'") from None
    return ray


def refuse_unreachable(address: str, seconds: float = 5.0) -> None:
    """Say at once that no cluster answers: Ray would try for minutes. `auto` is left to Ray, which knows quickly."""
    if address == "auto":
        return
    host, _, port = address.rpartition(":")
    if not host or "/" in host or not port.isdecimal():
        raise Refused(f"the address of a cluster is written HOST:PORT, such as 192.168.1.7:6379, or auto, "
                      f"not {address}")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), timeout=seconds) as line:
            line.sendall(PREFACE)
            head = line.recv(FRAME_HEAD)
    except (OSError, OverflowError):
        head = b""
    if len(head) <= FRAME_TYPE or head[FRAME_TYPE] != SETTINGS:
        raise Refused(f"no Ray cluster answers at {address}: start one there with `ray start --head --port={port}`, "
                      f"and let this machine join it with `ray start --address={address}`")
