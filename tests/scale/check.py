"""Three copies behind nginx, one of which dies under load: every request is answered rightly or fails at the connection,
none wrongly, none twice. Usage: check.py PORT; the four ports from there on are taken."""

import collections
import http.client
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

PORT = int(sys.argv[1])
ROOT = pathlib.Path(__file__).resolve().parents[2]
REVISION = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientCapabilities": {},
}
TOOLS = ["write_entry", "read_entries", "count_entries"]


class Failed(Exception):
    """A request that came to nothing on its way."""


def ask(connection, number, tool, arguments):
    """One call; its structured content, or `Failed` where the connection broke or nginx found nobody."""
    params = {"name": tool, "arguments": arguments, "_meta": META}
    body = json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": REVISION,
        "Mcp-Method": "tools/call",
        "Mcp-Name": tool,
    }
    try:
        connection.request("POST", "/mcp", body, headers)
        response = connection.getresponse()
        answer = response.read()
    except (OSError, http.client.HTTPException) as error:
        connection.close()
        raise Failed(error) from error
    if response.status in (502, 504):
        raise Failed(response.status)
    assert response.status == 200, (response.status, answer)
    answer = json.loads(answer)
    assert answer["id"] == number, answer
    assert answer["result"]["isError"] is False, answer
    return answer["result"]["structuredContent"]


class Load:
    """Clients that write and read until they are told to stop."""

    def __init__(self, clients):
        self.stopping = threading.Event()
        self.lock = threading.Lock()
        self.answered, self.failed, self.wrong = [], [], []
        self.counted = 0
        self.threads = [threading.Thread(target=self.client, args=(client,)) for client in range(clients)]
        for thread in self.threads:
            thread.start()

    def client(self, client):
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=20)
        number = 0
        while not self.stopping.is_set():
            number += 1
            text = f"{client}-{number}"
            try:
                entry = ask(connection, number, "write_entry", {"text": text})
                assert entry["text"] == text, entry
                with self.lock:
                    self.answered.append((text, entry["copy"]))
                if number % 8 == 0:
                    entries = ask(connection, -number, "read_entries", {"most": 3})
                    assert 1 <= len(entries) <= 3, entries
                    tally = ask(connection, text, "count_entries", {})
                    with self.lock:
                        self.counted = max(self.counted, tally["entries"])
            except Failed:
                with self.lock:
                    self.failed.append(text)
            except Exception as error:  # Whatever else happens is what must not.
                with self.lock:
                    self.wrong.append((text, repr(error)))

    def stop(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join()


def wait_for_server(server):
    for _ in range(1200):
        assert server.poll() is None, "the example ended"
        try:
            ask(http.client.HTTPConnection("127.0.0.1", PORT, timeout=5), 0, "count_entries", {})
            return
        except Failed:
            time.sleep(0.1)
    raise AssertionError("nothing answers")


def main():
    with tempfile.TemporaryDirectory() as folder:
        run = [ROOT / "examples/scale/run", str(PORT), folder]
        server = subprocess.Popen(run, start_new_session=True)
        try:
            wait_for_server(server)
            check(pathlib.Path(folder))
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()


def check(folder):
    load = Load(8)
    time.sleep(3)
    # By then every call of one tool has gone to one copy, all three of which live.
    with load.lock:
        first = collections.Counter(copy for _, copy in load.answered)
    assert len(first) == 1, first
    (victim,) = first
    os.kill(int((folder / f"{victim.split(':')[1]}.pid").read_text()), signal.SIGKILL)
    time.sleep(5)
    load.stop()

    assert load.wrong == [], load.wrong[:5]
    after = collections.Counter(copy for _, copy in load.answered)
    assert len(after) >= 2 and sum(after.values()) > first[victim], after
    written = collections.Counter()
    for line in (folder / "journal.txt").read_text().splitlines():
        copy, text = line.split("\t")
        written[text] += 1
    twice = [text for text, times in written.items() if times > 1]
    assert twice == [], twice[:5]
    lost = [text for text, _ in load.answered if text not in written]
    assert lost == [], lost[:5]
    unasked = set(written) - {text for text, _ in load.answered} - set(load.failed)
    assert unasked == set(), unasked
    assert load.counted <= len(written)
    # The clients wait for each answer, so that at the copy's death no more than one request of each was on its way.
    assert len(load.failed) <= 16, load.failed
    print(
        f"{len(load.answered)} entries answered by {len(after)} copies, {len(load.failed)} failed at the connection, "
        f"{len(written)} in the journal, none twice, none wrong"
    )


main()
