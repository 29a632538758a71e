"""What every Python client must see of the `files` and the `everything` example, whatever the client is."""

import asyncio
import base64
import json
import pathlib
import sys
import tempfile

TOOLS = [
    "test_simple_text",
    "test_image_content",
    "test_audio_content",
    "test_embedded_resource",
    "test_multiple_content_types",
    "test_error_handling",
    "test_tool_with_progress",
    "test_streaming_elicitation",
    "test_logging_tool",
    "test_missing_capability",
    "json_schema_2020_12_tool",
]


class Refused(Exception):
    """A JSON-RPC error, as a client shows it."""

    def __init__(self, code: int, message: str, data=None):
        super().__init__(code, message, data)
        self.code, self.message, self.data = code, message, data


class Peer:
    """One connected client. A subclass says how it lists, calls and gives up."""

    client: str
    revision: str
    # Whether the server hears of a call that is given up: over HTTP it does not before 2026-07-28.
    cancels = True

    async def tools(self) -> list[dict]:
        raise NotImplementedError

    async def call(self, tool: str, arguments: dict | None = None, report=None) -> dict:
        """The result as it was on the wire; `report` takes the amount and the total of each report of progress."""
        raise NotImplementedError

    async def give_up(self, task: asyncio.Task) -> None:
        """Cancels a call in flight, of which `task` waits."""
        task.cancel()
        await asyncio.wait([task])

    def seen(self, what: str) -> None:
        print(f"{self.client}, {self.revision}: {what}", flush=True)


async def refusal(peer: Peer, tool: str, arguments: dict) -> Refused:
    try:
        result = await peer.call(tool, arguments)
    except Refused as refused:
        return refused
    raise AssertionError(f"{tool} was not refused: {result}")


async def check_files(peer: Peer) -> None:
    tools = await peer.tools()
    assert [tool["name"] for tool in tools] == ["list_files", "read_file", "search_files"], tools
    assert tools[1]["inputSchema"]["required"] == ["path"], tools[1]
    peer.seen("files: list")

    text = await peer.call("read_file", {"path": "notes.txt"})
    assert not text.get("isError") and text["content"][0]["text"] == "remember to buy milk\n", text
    peer.seen("files: call")

    listed = await peer.call("list_files")
    entries = listed.get("structuredContent")
    if peer.revision < "2026-07-28" and entries is not None:
        entries = entries["result"]
    expected = [{"path": "notes.txt", "directory": False, "bytes": 21}]
    if peer.revision >= "2025-06-18":
        assert entries == expected, listed
    assert json.loads(listed["content"][0]["text"]) == expected, listed
    peer.seen("files: structured content")

    refused = await refusal(peer, "read_file", {"pat": "notes.txt", "lines": -1})
    assert refused.code == -32602, refused
    first, unknown, lines, missing = refused.message.splitlines()
    assert first == "Invalid arguments for read_file:", refused
    assert unknown == '- /pat: unknown argument (did you mean "path"?)', refused
    assert lines.startswith("- /lines: expected an integer ") and lines.endswith(", got -1"), refused
    assert missing == "- /path: missing, expected a string", refused
    assert [fault["code"] for fault in refused.data["faults"]] == ["unknown", "range", "missing"], refused
    peer.seen("files: argument faults")

    outside = await peer.call("read_file", {"path": "../secret"})
    assert outside["isError"] and "outside of the root" in outside["content"][0]["text"], outside
    missing = await peer.call("read_file", {"path": "missing.txt"})
    assert missing["isError"] and missing["content"][0]["text"].startswith("missing.txt: "), missing
    peer.seen("files: tool errors")


async def check_everything(peer: Peer) -> None:
    tools = await peer.tools()
    names = [tool["name"] for tool in tools]
    assert [name for name in names if name in TOOLS] == TOOLS, names
    assert names[0] == TOOLS[0], names
    written = next(tool for tool in tools if tool["name"] == "json_schema_2020_12_tool")["inputSchema"]
    assert written["$defs"]["address"]["$anchor"] == "addressDef" and written["else"] == {"required": ["email"]}, written
    peer.seen("everything: list")

    await check_content(peer)
    peer.seen("everything: call of each")

    refused = await refusal(peer, "test_simple_text", {"nonsense": 1})
    assert refused.code == -32602, refused
    assert refused.message.splitlines() == [
        "Invalid arguments for test_simple_text:",
        "- /nonsense: unknown argument (none are taken here)",
    ], refused
    unknown = await refusal(peer, "test_simple_txt", {})
    assert unknown.code == -32602, unknown
    assert unknown.message == 'Unknown tool: "test_simple_txt" (did you mean "test_simple_text"?)', unknown
    peer.seen("everything: argument fault, unknown tool")

    failed = await peer.call("test_error_handling")
    assert failed["isError"] and len(failed["content"]) == 1, failed
    assert failed["content"][0]["text"] == "This tool intentionally returns an error for testing", failed
    peer.seen("everything: tool error")

    reports = []
    done = await peer.call("test_tool_with_progress", {}, lambda *report: reports.append(report))
    assert done["content"][0]["text"] == "Tool with progress executed successfully", done
    assert reports == [(0, 100), (50, 100), (100, 100)], reports
    peer.seen("everything: progress")

    # On a busy machine a call may be over before it is given up; then another one is.
    for _ in range(20):
        reports.clear()
        call = peer.call("test_tool_with_progress", {}, lambda *report: reports.append(report))
        task = asyncio.get_running_loop().create_task(call)
        async with asyncio.timeout(30):
            while not reports:
                await asyncio.sleep(0.002)
        late = task.done() or len(reports) == 3
        await peer.give_up(task)
        heard = len(reports)
        await asyncio.sleep(0.3)
        if not peer.cancels:
            break
        if not late and heard < 3:
            assert len(reports) == heard, reports
            break
    else:
        raise AssertionError("no call could be given up")
    again = await peer.call("test_simple_text")
    assert again["content"][0]["text"] == "This is a simple text response for testing.", again
    peer.seen("everything: cancel" if peer.cancels else "everything: a call given up")


async def check_content(peer: Peer) -> None:
    async def content(tool: str, arguments: dict | None = None) -> list[dict]:
        result = await peer.call(tool, arguments)
        assert not result.get("isError"), result
        return [{key: value for key, value in block.items() if value is not None} for block in result["content"]]

    def text(what: str) -> list[dict]:
        return [{"type": "text", "text": what}]

    assert await content("test_simple_text") == text("This is a simple text response for testing.")
    [image] = await content("test_image_content")
    assert (image["type"], image["mimeType"]) == ("image", "image/png"), image
    assert base64.b64decode(image["data"], validate=True).startswith(b"\x89PNG\r\n\x1a\n"), image
    [audio] = await content("test_audio_content")
    assert (audio["type"], audio["mimeType"]) == ("audio", "audio/wav"), audio
    assert base64.b64decode(audio["data"], validate=True).startswith(b"RIFF"), audio
    resource = {"uri": "test://embedded-resource", "mimeType": "text/plain", "text": "This is an embedded resource content."}
    assert await content("test_embedded_resource") == [{"type": "resource", "resource": resource}]
    mixed = await content("test_multiple_content_types")
    assert [block["type"] for block in mixed] == ["text", "image", "resource"], mixed
    assert json.loads(mixed[2]["resource"]["text"]) == {"test": "data", "value": 123}, mixed
    assert await content("test_streaming_elicitation") == text("Nothing was asked of the client.")
    assert await content("test_logging_tool") == text("Nothing was logged.")
    sent = {"name": "Ada", "contactMethod": "email", "email": "ada@example.com"}
    [echoed] = await content("json_schema_2020_12_tool", sent)
    assert json.loads(echoed["text"]) == sent, echoed
    # Only from 2026-07-28 on does a request say what its client can do.
    if peer.revision < "2026-07-28":
        assert await content("test_missing_capability") == text("The client declares sampling.")
    else:
        lacking = await refusal(peer, "test_missing_capability", {})
        assert lacking.code == -32021 and lacking.data == {"requiredCapabilities": {"sampling": {}}}, lacking


def main(connect, modes: list) -> None:
    """Runs all checks: `connect(target, mode)` is a context manager that gives a `Peer`.

    The arguments are either the folder of the two binaries, or a URL of `everything`; a target is a command or a URL.
    """

    async def run() -> None:
        where = sys.argv[1]
        with tempfile.TemporaryDirectory() as root:
            pathlib.Path(root, "notes.txt").write_text("remember to buy milk\n")
            for mode in modes:
                if "://" in where:
                    async with asyncio.timeout(120), connect(where, mode) as peer:
                        await check_everything(peer)
                    continue
                async with asyncio.timeout(120), connect([f"{where}/files", root], mode) as peer:
                    await check_files(peer)
                async with asyncio.timeout(120), connect([f"{where}/everything"], mode) as peer:
                    await check_everything(peer)

    asyncio.run(run())
