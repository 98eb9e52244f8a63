"""Many clients through a port of this machine: they share the crew, and each is alone with its ids.

Whoever may open a connection may ask, so files of rules, which are programs, are not read for a client unless that was
allowed. A web page in a browser may open a connection, too: what begins like HTTP is closed at once.
"""

import contextlib
import socket
import threading
from collections.abc import Callable

from treewright.core.errors import Refused
from treewright.core.thinking import Stop
from treewright.serve.crew import Crew
from treewright.serve.outbox import Outbox
from treewright.serve.session import Session

HOST = "127.0.0.1"
CHUNK = 2**16
MOST_CLIENTS = 64
GLANCE_SECONDS = 0.02
BEAT_SECONDS = 1.0
"""How often it is tried whether a client that has ended its input still reads."""
HTTP = (b"GET ", b"POST ", b"PUT ", b"HEAD ", b"OPTIONS ", b"DELETE ", b"PATCH ", b"CONNECT ", b"TRACE ")


def serve(port: int, workers: int = 1, files: bool = False, ready: Callable[[int], None] = lambda port: None) -> None:
    """Listen until the process is to stop; `ready` is told the port, which is a free one where 0 was asked for."""
    crew, clients = Crew(workers), set[Client]()
    with _listening(port) as listener:
        listener.settimeout(GLANCE_SECONDS)
        ready(listener.getsockname()[1])
        while not Stop.raised_for_all:
            with contextlib.suppress(TimeoutError, ConnectionError):
                connection, _ = listener.accept()
                clients = {client for client in clients if client.thread.is_alive()}
                if len(clients) >= MOST_CLIENTS:
                    connection.close()
                    continue
                clients.add(Client(connection, crew, files))
    for client in clients:
        client.stop()
    crew.close()


def _listening(port: int) -> socket.socket:
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        raise Refused(f"port {port} cannot be listened at: {error.strerror}; 0 finds a free one") from None


class Client:
    """One connection, with a thread that listens to it."""

    def __init__(self, connection: socket.socket, crew: Crew, files: bool):
        connection.settimeout(None)
        self.connection = connection
        self.outbox = Outbox(connection.sendall, self.lose)
        self.session = Session(crew, self.outbox, files)
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """What it waits for is answered with what there is."""
        self.session.stop()
        self.thread.join(GLANCE_SECONDS)
        self.session.wait()
        self.outbox.close()

    def lose(self) -> None:
        """Nobody is there: let go of everything."""
        self.session.lose()
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def _listen(self) -> None:
        try:
            more = self.connection.recv(CHUNK)
            while more and not more.startswith(HTTP):
                self.session.hear(more)
                more = self.connection.recv(CHUNK)
            if more:
                self.lose()
            self.session.end(BEAT_SECONDS, self.outbox.beat)
            self.outbox.close()
        except OSError:
            self.lose()
        finally:
            self.connection.close()
